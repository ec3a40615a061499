package store

import (
	"bytes"
	"io"
	"iter"

	"github.com/apache/arrow/go/v17/arrow"
)

// What the tests of package dataset_test see of the inside.

var (
	DecodeManifest    = decodeManifest
	GameSchema        = gameSchema
	PartitionManifest = partitionManifestName
	EncodeManifest    = (*Manifest).encode
)

// ReadParquet reads a games table.
func ReadParquet(r io.ReaderAt, size int64) iter.Seq2[arrow.Record, error] {
	return readAll(openRowGroups, r, size, gameSchema)
}

// ReadPositions reads a positions table.
func ReadPositions(f Format, b []byte) iter.Seq2[arrow.Record, error] {
	open := openRowGroups
	if f == Arrow {
		open = openArrow
	}
	return readAll(open, bytes.NewReader(b), int64(len(b)), positionSchema)
}

type opener func(r io.ReaderAt, size int64, schema *arrow.Schema) (batchSource, error)

func readAll(open opener, r io.ReaderAt, size int64, schema *arrow.Schema) iter.Seq2[arrow.Record, error] {
	return func(yield func(arrow.Record, error) bool) {
		src, err := open(r, size, schema)
		if err != nil {
			yield(nil, err)
			return
		}
		src.all()(yield)
	}
}

// Batches yields the batches of the games table as they are stored.
func Batches(g *Games) iter.Seq2[arrow.Record, error] { return g.games.batches() }

// OnStep has f called before each action of the commit of w.
func OnStep(w *Writer, f func(string)) { w.step = f }

// Kill does to w what the end of the process does: files are closed and the lock
// is gone, nothing is swept.
func Kill(w *Writer) {
	if !w.ended {
		w.stop()
	}
	for _, t := range w.tables {
		t.file.Close()
	}
	w.unlock()
}

// CloseFiles makes all writing of w fail from now on.
func CloseFiles(w *Writer) {
	for _, t := range w.tables {
		t.file.Close()
	}
}

// A Name is a row of a names table.
type Name = nameRow

// Players returns the players table.
func (g *Games) Players() ([]Name, error) { return g.names[0].names() }

// Tournaments returns the tournaments table.
func (g *Games) Tournaments() ([]Name, error) { return g.names[1].names() }

// AddName puts any row into the players table.
func AddName(w *Writer, n Name) { w.names[0] = append(w.names[0], n) }

// all yields all batches whole.
func (s batchSource) all() iter.Seq2[arrow.Record, error] {
	return func(yield func(arrow.Record, error) bool) {
		for i := range s.batches {
			if rec, err := s.read(i, nil); !yield(rec, err) || err != nil {
				return
			}
		}
	}
}
