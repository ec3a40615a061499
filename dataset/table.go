package dataset

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/pqarrow"
)

// A Format is a file format for tables.
type Format string

const (
	Parquet Format = "parquet" // compressed, for storage and SQL: games.parquet
	Arrow   Format = "arrow"   // Arrow IPC file, uncompressed, can be mapped into memory: games.arrow
)

// file returns the name of the table in format f.
func (f Format) file() string { return "games." + string(f) }

// A batchWriter writes batches of one schema into a file.
type batchWriter interface {
	Write(arrow.Record) error
	Close() error
}

// newBatchWriter starts a table with the given metadata on w.
func (f Format) newBatchWriter(w io.WriteSeeker, schema *arrow.Schema, meta map[string]string) (batchWriter, error) {
	schema = arrow.NewSchema(schema.Fields(), tableMetadata(meta))
	if f == Arrow {
		return ipc.NewFileWriter(w, ipc.WithSchema(schema))
	}
	return newParquetWriter(w, schema)
}

// tableMetadata returns the file's key-value metadata: the schema version and the
// caller's, in alphabetical order so that the bytes repeat.
func tableMetadata(meta map[string]string) *arrow.Metadata {
	all := map[string]string{"outflank.schema_version": fmt.Sprint(SchemaVersion)}
	for k, v := range meta {
		all["outflank.meta."+k] = v
	}
	m := arrow.MetadataFrom(all)
	keys, values := slices.Sorted(slices.Values(m.Keys())), make([]string, 0, len(all))
	for _, k := range keys {
		values = append(values, all[k])
	}
	m = arrow.NewMetadata(keys, values)
	return &m
}

// newParquetWriter starts a Parquet file.
//
// The root is marked required because some readers (hyparquet) otherwise take
// every column for nested. Columns whose values never repeat get no dictionary,
// and the transcripts no minimum and maximum either, which would say nothing.
func newParquetWriter(w io.Writer, schema *arrow.Schema) (*pqarrow.FileWriter, error) {
	return pqarrow.NewFileWriter(schema, w,
		parquet.NewWriterProperties(
			parquet.WithCompression(compress.Codecs.Zstd),
			parquet.WithRootRepetition(parquet.Repetitions.Required),
			parquet.WithDictionaryFor("id", false),
			parquet.WithDictionaryFor("moves", false),
			parquet.WithStatsFor("moves", false),
			parquet.WithCreatedBy("outflank"),
		),
		pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
}

// WriteParquet writes one batch of any schema as a whole Parquet file.
func WriteParquet(w io.Writer, rec arrow.Record) error {
	pw, err := newParquetWriter(w, rec.Schema())
	if err != nil {
		return fmt.Errorf("dataset: %w", err)
	}
	if err := errors.Join(pw.Write(rec), pw.Close()); err != nil {
		return fmt.Errorf("dataset: writing Parquet: %w", err)
	}
	return nil
}

// A tableFile is a table being written under the name that it has until it is
// committed.
type tableFile struct {
	name string // the final one
	file *os.File
	out  *summed
	enc  batchWriter
}

func createTable(dir string, f Format, meta map[string]string) (*tableFile, error) {
	file, err := os.Create(filepath.Join(dir, f.file()+pending))
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	t := &tableFile{name: f.file(), file: file, out: newSummed(file)}
	if t.enc, err = f.newBatchWriter(t.out, GameSchema, meta); err != nil {
		file.Close()
		return nil, err
	}
	return t, nil
}

// finish writes the footer and brings all bytes to the disk.
func (t *tableFile) finish() (TableFile, error) {
	err := t.enc.Close()
	if err == nil {
		err = t.out.buf.Flush()
	}
	if err == nil {
		err = t.file.Sync()
	}
	if err = errors.Join(err, t.file.Close()); err != nil {
		return TableFile{}, fmt.Errorf("dataset: %s: %w", t.name, err)
	}
	return TableFile{t.name, t.out.n, hex.EncodeToString(t.out.sum.Sum(nil))}, nil
}

// summed is a buffered file that counts and sums what is written to it.
type summed struct {
	buf *bufio.Writer
	sum hash.Hash
	n   int64
}

func newSummed(w io.Writer) *summed {
	return &summed{buf: bufio.NewWriterSize(w, 1<<18), sum: sha256.New()}
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.buf.Write(p)
	s.n += int64(n)
	s.sum.Write(p[:n])
	return n, err
}

// Seek answers where the writing stands, which is all that the IPC writer asks.
func (s *summed) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekCurrent {
		return 0, errors.New("dataset: a table is written from start to end")
	}
	return s.n, nil
}
