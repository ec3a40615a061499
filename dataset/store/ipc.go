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
	schema, packed *arrow.Schema
	labels         []*labelSet // by column; nil = no dictionary
	batches        *ipc.Writer
	file           ipcFile
}

// newIPCWriter starts an Arrow IPC file.
func newIPCWriter(w io.Writer, s *arrow.Schema) (*ipcWriter, error) {
	p := &ipcWriter{schema: s, packed: packedSchema(s), file: ipcFile{w: w}}
	for _, f := range p.packed.Fields() {
		var set *labelSet
		if f.Type.ID() == arrow.DICTIONARY {
			set = newLabelSet()
		}
		p.labels = append(p.labels, set)
	}
	p.batches = p.messages()
	_, err := p.file.Write(append(bytes.Clone(ipc.Magic), 0, 0))
	return p, err
}

// messages returns a writer of messages to the file.
func (w *ipcWriter) messages() *ipc.Writer {
	return ipc.NewWriterWithPayloadWriter(&w.file, ipc.WithSchema(w.packed))
}

// Write appends a batch.
func (w *ipcWriter) Write(rec arrow.Record) error {
	if !rec.Schema().Equal(w.schema) {
		return fmt.Errorf("a batch of other columns: %v, expected %v", rec.Schema(), w.schema)
	}
	columns := make([]arrow.Array, 0, len(w.labels))
	for i, a := range rec.Columns() {
		var packed arrow.Array
		var err error
		if t := w.packed.Field(i); w.labels[i] != nil {
			indices := w.labels[i].indices(a.(*array.String))
			packed = array.NewDictionaryArray(t.Type, indices, noLabels)
			indices.Release()
		} else if packed, err = pack(a, t.Type); err != nil {
			return fmt.Errorf("column %s: %w", t.Name, err)
		}
		defer packed.Release()
		columns = append(columns, packed)
	}
	batch := array.NewRecord(w.packed, columns, rec.NumRows())
	defer batch.Release()
	return w.batches.Write(batch)
}

// noLabels stands for the dictionaries until all their texts are known.
var noLabels = array.NewStringBuilder(memory.DefaultAllocator).NewArray()

// Close writes the dictionaries and the footer.
func (w *ipcWriter) Close() error {
	b := array.NewRecordBuilder(memory.DefaultAllocator, w.schema)
	defer b.Release()
	empty := b.NewRecord()
	defer empty.Release()
	if w.file.blocks[recordBatch] == nil {
		if err := w.Write(empty); err != nil {
			return err
		}
	}
	columns := make([]arrow.Array, len(w.labels))
	for i, a := range empty.Columns() {
		t := w.packed.Field(i).Type
		if w.labels[i] == nil {
			columns[i], _ = pack(a, t) // it has no values
			continue
		}
		indices := array.NewInt32Builder(memory.DefaultAllocator).NewArray()
		columns[i] = array.NewDictionaryArray(t, indices, w.labels[i].values.NewArray())
	}
	last := array.NewRecord(w.packed, columns, 0)
	w.file.whole = true
	if err := w.messages().Write(last); err != nil {
		return err
	}
	footer, err := w.footer(last)
	if err != nil {
		return err
	}
	_, err = w.file.Write(footer)
	return err
}

// footer returns the end of the file: the footer that the library writes for as many empty batches, with the
// places of the messages of this file.
func (w *ipcWriter) footer(empty arrow.Record) ([]byte, error) {
	var f memoryFile
	same, err := ipc.NewFileWriter(&f, ipc.WithSchema(w.packed))
	if err != nil {
		return nil, err
	}
	for range len(w.file.blocks[recordBatch]) / blockBytes {
		if err := same.Write(empty); err != nil {
			return nil, err
		}
	}
	start := f.Len()
	if err := same.Close(); err != nil {
		return nil, err
	}
	footer := f.Bytes()[start:]
	for kind, blocks := range w.file.blocks {
		if at := flatField(footer, kind); blocks != nil {
			copy(footer[at+binary.LittleEndian.Uint32(footer[at:])+4:], blocks) // a vector begins with its length
		}
	}
	return footer, nil
}

// A memoryFile is a file in memory that is written from start to end.
type memoryFile struct{ bytes.Buffer }

func (f *memoryFile) Seek(int64, int) (int64, error) { return int64(f.Len()), nil }

// The kinds of messages, as the format numbers them. A footer lists dictionaries and batches in the fields
// with these numbers.
const (
	schemaMessage = iota + 1
	dictionaryBatch
	recordBatch
)

// blockBytes is the length of a block of a footer: the offset of a message, the lengths of its metadata and
// of its body, with 8, 4 and 8 bytes, all aligned to 8 bytes.
const blockBytes = 24

// An ipcFile writes messages: first the schema and the batches, then the dictionaries.
type ipcFile struct {
	w      io.Writer
	n      int64 // bytes written
	whole  bool  // the dictionaries are complete, and all batches are written
	blocks [recordBatch + 1][]byte
}

// Start does nothing.
func (f *ipcFile) Start() error { return nil }

// Close does nothing.
func (f *ipcFile) Close() error { return nil }

func (f *ipcFile) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	f.n += int64(n)
	return n, err
}

// WritePayload writes a message, or drops it if it is not its turn.
func (f *ipcFile) WritePayload(p ipc.Payload) error {
	meta := p.Meta()
	defer meta.Release()
	kind := meta.Bytes()[flatField(meta.Bytes(), 1)]
	if (kind == dictionaryBatch) != f.whole {
		return nil
	}
	le, start, padding := binary.LittleEndian, f.n, -meta.Len()&7
	head := le.AppendUint32([]byte{0xFF, 0xFF, 0xFF, 0xFF}, uint32(meta.Len()+padding))
	head = append(append(head, meta.Bytes()...), make([]byte, padding)...)
	if _, err := f.Write(head); err != nil {
		return err
	}
	if err := p.SerializeBody(f); err != nil {
		return err
	}
	if kind != schemaMessage {
		block := le.AppendUint64(f.blocks[kind], uint64(start))
		block = le.AppendUint64(block, uint64(len(head)))
		f.blocks[kind] = le.AppendUint64(block, uint64(f.n-start)-uint64(len(head)))
	}
	return nil
}

// flatField returns the position of a field, which must be set, of the root table of a FlatBuffers text.
func flatField(b []byte, field int) uint32 {
	le := binary.LittleEndian
	table := le.Uint32(b)
	vtable := table - le.Uint32(b[table:])
	return table + uint32(le.Uint16(b[vtable+4+2*uint32(field):]))
}
