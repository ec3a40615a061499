package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/arrow/memory"
)

// An ipcWriter writes batches as an Arrow IPC file with packed columns, see [Column.Packed].
//
// The library's FileWriter must know all texts of a dictionary before the first batch, and Polars does not
// read dictionaries that later batches extend. So this writer writes the dictionaries after the batches: a
// file's footer states where they are, and readers read them first.
type ipcWriter struct {
	schema  *arrow.Schema        // of the batches
	columns *array.RecordBuilder // packed; has the texts of the dictionaries so far
	batches *ipc.Writer
	file    ipcFile
}

// newIPCWriter starts an Arrow IPC file.
func newIPCWriter(w io.Writer, s *arrow.Schema) (*ipcWriter, error) {
	p := &ipcWriter{schema: s, file: ipcFile{w: w}}
	p.columns = array.NewRecordBuilder(memory.DefaultAllocator, packedSchema(s))
	p.batches = p.messages()
	_, err := p.file.Write(append(bytes.Clone(ipc.Magic), 0, 0))
	return p, err
}

// messages returns a writer of messages to the file.
func (w *ipcWriter) messages() *ipc.Writer {
	return ipc.NewWriterWithPayloadWriter(&w.file, ipc.WithSchema(w.columns.Schema()))
}

// Write appends a batch.
func (w *ipcWriter) Write(rec arrow.Record) error {
	if !rec.Schema().Equal(w.schema) {
		return fmt.Errorf("a batch of other columns: %v, expected %v", rec.Schema(), w.schema)
	}
	var columns []arrow.Array
	for i, a := range rec.Columns() {
		packed, err := pack(a, w.columns.Field(i))
		if err != nil {
			return fmt.Errorf("column %s: %w", rec.ColumnName(i), err)
		}
		defer packed.Release()
		columns = append(columns, packed)
	}
	batch := array.NewRecord(w.columns.Schema(), columns, rec.NumRows())
	defer batch.Release()
	return w.batches.Write(batch)
}

// Close writes the dictionaries and the footer.
func (w *ipcWriter) Close() error {
	defer w.columns.Release()
	last := w.columns.NewRecord() // no rows, and all texts
	defer last.Release()
	w.file.whole = true
	if err := w.messages().Write(last); err != nil {
		return err
	}
	footer, err := w.file.footer(last)
	if err == nil {
		_, err = w.file.Write(footer)
	}
	return err
}

// The kinds of messages, as the format numbers them. A footer lists dictionaries and batches in the fields
// with these numbers. A block of a list has blockBytes: the offset of a message and the lengths of its
// metadata and of its body, aligned to 8 bytes.
const (
	schemaMessage   = 1
	dictionaryBatch = 2
	recordBatch     = 3
	blockBytes      = 24
)

// An ipcFile writes messages: the schema, the batches, and the dictionaries when they are complete.
type ipcFile struct {
	w      io.Writer
	n      int64 // bytes written
	whole  bool  // the dictionaries are complete, and all batches are written
	blocks [recordBatch + 1][]byte
}

func (f *ipcFile) Start() error { return nil }
func (f *ipcFile) Close() error { return nil }

func (f *ipcFile) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	f.n += int64(n)
	return n, err
}

// WritePayload writes a message, or drops it if it is not its turn. A file has at least one batch.
func (f *ipcFile) WritePayload(p ipc.Payload) error {
	meta := p.Meta()
	defer meta.Release()
	kind := meta.Bytes()[flatField(meta.Bytes(), 1)]
	if kind == dictionaryBatch && !f.whole ||
		kind != dictionaryBatch && f.whole && f.blocks[recordBatch] != nil {
		return nil
	}
	le, start, padding := binary.LittleEndian, f.n, -meta.Len()&7
	head := le.AppendUint32([]byte{0xFF, 0xFF, 0xFF, 0xFF}, uint32(meta.Len()+padding))
	head = append(append(head, meta.Bytes()...), make([]byte, padding)...)
	if _, err := f.Write(head); err != nil {
		return err
	}
	err := p.SerializeBody(f)
	if kind != schemaMessage {
		block := le.AppendUint64(le.AppendUint64(f.blocks[kind], uint64(start)), uint64(len(head)))
		f.blocks[kind] = le.AppendUint64(block, uint64(f.n-start)-uint64(len(head)))
	}
	return err
}

// footer returns the end of the file: the footer that the library writes for as many empty batches, with the
// places of the messages of this file.
func (f *ipcFile) footer(empty arrow.Record) ([]byte, error) {
	var m memoryFile
	same, err := ipc.NewFileWriter(&m, ipc.WithSchema(empty.Schema()))
	for range len(f.blocks[recordBatch]) / blockBytes {
		if err == nil {
			err = same.Write(empty)
		}
	}
	start := m.Len()
	if err == nil {
		err = same.Close()
	}
	footer := m.Bytes()[start:]
	for kind, blocks := range f.blocks {
		if blocks != nil {
			at := flatField(footer, kind)
			copy(footer[at+binary.LittleEndian.Uint32(footer[at:])+4:], blocks) // a vector begins with its length
		}
	}
	return footer, err
}

// A memoryFile is a file in memory that is written from start to end.
type memoryFile struct{ bytes.Buffer }

func (f *memoryFile) Seek(int64, int) (int64, error) { return int64(f.Len()), nil }

// flatField returns the position of a field, which must be set, of the root table of FlatBuffers data.
func flatField(b []byte, field int) uint32 {
	table := binary.LittleEndian.Uint32(b)
	vtable := table - binary.LittleEndian.Uint32(b[table:])
	return table + uint32(binary.LittleEndian.Uint16(b[vtable+4+2*uint32(field):]))
}
