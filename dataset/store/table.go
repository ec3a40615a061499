package store

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

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A tableKind describes one of the tables of a directory.
type tableKind struct {
	name   string // "games": the file is games.parquet or games.arrow
	schema *arrow.Schema
}

var (
	gamesTable       = tableKind{"games", gameSchema}
	playersTable     = tableKind{"players", nameSchema}
	tournamentsTable = tableKind{"tournaments", nameSchema}

	// Not part of a directory of tables.
	positionsTable = tableKind{"positions", positionSchema}
	tokensTable    = tableKind{"tokens", tokenSchema}
	probesTable    = tableKind{"probes", probeSchema}
)

// tableNames lists the file names of all tables that a directory may contain.
var tableNames = func() (names []string) {
	for _, k := range [...]tableKind{gamesTable, playersTable, tournamentsTable} {
		names = append(names, k.file(Parquet), k.file(Arrow))
	}
	return names
}()

// file returns the file name of the table in format f.
func (k tableKind) file(f Format) string { return k.name + "." + string(f) }

// A Format is a file format for tables.
type Format string

const (
	Parquet Format = "parquet" // compressed, for storage and SQL: games.parquet
	Arrow   Format = "arrow"   // Arrow IPC file that can be mapped into memory, see Column.Packed: games.arrow
)

// A batchWriter writes batches of one schema to a file.
type batchWriter interface {
	Write(arrow.Record) error
	Close() error
}

// newBatchWriter starts a table with the given metadata on w.
func (f Format) newBatchWriter(w io.Writer, schema *arrow.Schema,
	meta map[string]string) (batchWriter, error) {
	schema = arrow.NewSchema(schema.Fields(), tableMetadata(meta))
	if f == Arrow {
		return newIPCWriter(w, schema)
	}
	return newParquetWriter(w, schema)
}

// tableMetadata returns the file's key-value metadata: the schema version and the caller's entries, sorted so
// that the bytes are reproducible.
func tableMetadata(meta map[string]string) *arrow.Metadata {
	all := map[string]string{versionKey: fmt.Sprint(SchemaVersion)}
	for k, v := range meta {
		all[metaPrefix+k] = v
	}
	m := arrow.MetadataFrom(all)
	keys, values := slices.Sorted(slices.Values(m.Keys())), make([]string, 0, len(all))
	for _, k := range keys {
		values = append(values, all[k])
	}
	m = arrow.NewMetadata(keys, values)
	return &m
}

// A tableFile is a table that is being written. In a directory of tables, its file has the pending name.
type tableFile struct {
	name string // name after the commit
	file *os.File
	out  *summed
	enc  batchWriter
	rows int64
}

func createTable(dir string, kind tableKind, f Format, meta map[string]string) (*tableFile, error) {
	name := kind.file(f)
	file, err := durable.Create(filepath.Join(dir, name+pending))
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	t := &tableFile{name: name, file: file, out: newSummed(file)}
	if t.enc, err = f.newBatchWriter(t.out, kind.schema, meta); err != nil {
		file.Close()
		return nil, fmt.Errorf("store: %s: %w", t.name, err)
	}
	return t, nil
}

// write appends a batch.
func (t *tableFile) write(rec arrow.Record) error {
	t.rows += rec.NumRows()
	return t.guarded(func() error { return t.enc.Write(rec) })
}

// guarded calls f, which writes, and returns the file's own error if there is one, instead of the library's
// wrapping.
func (t *tableFile) guarded(f func() error) error {
	_, err := guard(func() (struct{}, error) { return struct{}{}, f() })
	if _, own := t.out.buf.Write(nil); own != nil {
		err = own
	}
	if err != nil {
		return fmt.Errorf("store: %s: %w", t.name, err)
	}
	return nil
}

// end writes the footer and the buffered bytes.
func (t *tableFile) end() error {
	return t.guarded(func() error {
		if err := t.enc.Close(); err != nil {
			return err
		}
		return t.out.buf.Flush()
	})
}

// finish ends the table and syncs it to disk.
func (t *tableFile) finish() (TableFile, error) {
	err := t.end()
	if err == nil {
		err = t.file.Sync()
	}
	if err = errors.Join(err, t.file.Close()); err != nil {
		return TableFile{}, err
	}
	return TableFile{t.name, t.rows, t.out.n, hex.EncodeToString(t.out.sum.Sum(nil))}, nil
}

// summed is a buffered file that counts and checksums the bytes written.
type summed struct {
	buf *bufio.Writer
	sum hash.Hash // nil = no checksum requested
	n   int64
}

func newSummed(w io.Writer) *summed {
	return &summed{buf: bufio.NewWriterSize(w, 1<<18), sum: sha256.New()}
}

func (s *summed) Write(p []byte) (int, error) {
	n, err := s.buf.Write(p)
	s.n += int64(n)
	if s.sum != nil {
		s.sum.Write(p[:n])
	}
	return n, err
}
