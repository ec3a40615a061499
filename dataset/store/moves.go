package store

import (
	"cmp"
	"fmt"
	"hash"
	"io"
	"strings"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet/file"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// MoveColumns describes the columns of a table of analysed moves, in order. Rows are in ascending order of
// hash, then move.
func MoveColumns() []Column {
	number, set := arrow.PrimitiveTypes.Int32, arrow.PrimitiveTypes.Uint64
	return []Column{
		{"hash", set, false, "hash", "the same for a position and its 8 symmetric images, for either side to move"},
		{"own", set, false, "squares", "discs of the side to move in the least of the 8 images; bit 0 = a1, bit 7 = h1, bit 63 = h8"},
		{"opponent", set, false, "squares", "discs of the other side in this image"},
		{"move", number, false, "square", "move played in this image: 0 = a1, 7 = h1, 63 = h8"},
		{"value", number, false, "disc", "final disc difference for the side to move after this move, -64 to 64"},
		{"best_move", number, false, "square", "best move in this image; the move played if it is equally good"},
		{"best_value", number, false, "disc", "final disc difference for the side to move after the best move, -64 to 64"},
		{"depth", number, false, "ply", "plies that the searches looked ahead; the number of empty squares where exact"},
		{"exact", number, false, "1", "1 = the values are the results of best play, 0 = a search found them"},
		{"points_lost", number, false, "1/10000 point", "expected points of the result that the move loses, 0 to 10,000; -1 = unknown"},
		{"nodes", number, false, "node", "positions that the searches visited, at most 2,147,483,647"},
	}
}

var (
	moveSchema = newSchema(MoveColumns())
	movesTable = tableKind{"moves", moveSchema}
)

// A MoveRow is a row of a table of analysed moves: a move, and the position in which it was played.
type MoveRow struct {
	Hash         uint64     // of the position, see [dataset.LeastHash]
	Mine, Theirs engine.Set // the least image of the position
	Nodes        int32
	Points       int16 // expected ten-thousandths of a point that the move loses; -1 = unknown
	Move, Best   engine.Square
	Value        int8 // in discs for the side to move
	BestValue    int8
	Depth        uint8 // in plies; 0 = not analysed
	Exact        bool
}

// Compare orders rows by position and move.
func (r MoveRow) Compare(s MoveRow) int {
	return cmp.Or(cmp.Compare(r.Hash, s.Hash), cmp.Compare(r.Mine, s.Mine), cmp.Compare(r.Theirs, s.Theirs),
		cmp.Compare(r.Move, s.Move))
}

// moveRows is the number of rows of a row group, which has a checksum.
const moveRows = 1 << 16

// WriteMoves writes a table of analysed moves as Parquet, with metadata.
func WriteMoves(w io.Writer, rows []MoveRow, meta map[string]string) error {
	sums := &groupSums{w: w, sum: durable.NewSum()}
	t, err := newReplayedFile(sums, movesTable, Parquet, meta)
	if err != nil {
		return err
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, moveSchema)
	defer b.Release()
	for len(rows) > 0 {
		n := min(moveRows, len(rows))
		for i := range rows[:n] {
			appendMove(b, &rows[i])
		}
		rec := b.NewRecord()
		err := t.write(rec)
		rec.Release()
		if err == nil {
			err = t.out.buf.Flush()
		}
		if err != nil {
			return err
		}
		sums.cut()
		rows = rows[n:]
	}
	if err := t.enc.(*parquetWriter).file.AppendKeyValueMetadata(groupsKey, sums.text.String()); err != nil {
		return err
	}
	return t.end()
}

func appendMove(b *array.RecordBuilder, r *MoveRow) {
	exact := int32(0)
	if r.Exact {
		exact = 1
	}
	for i, v := range [...]uint64{r.Hash, uint64(r.Mine), uint64(r.Theirs)} {
		b.Field(i).(*array.Uint64Builder).Append(v)
	}
	for i, v := range [...]int32{int32(r.Move), int32(r.Value), int32(r.Best), int32(r.BestValue),
		int32(r.Depth), exact, int32(r.Points), r.Nodes} {
		b.Field(3 + i).(*array.Int32Builder).Append(v)
	}
}

// ReadMoves reads a table written by [WriteMoves], and its metadata by key. Its errors name the file and, for
// damage, the bytes; they wrap [dataset.ErrMoves] or are about opening the file.
func ReadMoves(path string) (rows []MoveRow, meta func(key string) string, err error) {
	f, err := durable.Open(path)
	if err != nil {
		return nil, nil, fmt.Errorf("store: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, fmt.Errorf("store: %w", err)
	}
	damaged := func(err error) ([]MoveRow, func(string) string, error) {
		return nil, nil, fmt.Errorf("store: %s: %w: %w", path, dataset.ErrMoves, err)
	}
	src, err := guard(func() (*file.Reader, error) { return openParquet(f, info.Size(), moveSchema) })
	if err != nil {
		return damaged(fmt.Errorf("its footer, before byte %d: %w", info.Size(), err))
	}
	stated := src.MetaData().KeyValueMetadata()
	value := func(key string) string {
		if v := stated.FindValue(key); v != nil {
			return *v
		}
		return ""
	}
	if err := checkGroups(f, value(groupsKey), src.NumRowGroups()); err != nil {
		return damaged(err)
	}
	groups, err := openRowGroups(f, info.Size(), moveSchema)
	if err != nil {
		return damaged(err)
	}
	rows = make([]MoveRow, 0, max(0, min(src.NumRows(), info.Size()/8))) // a hash takes 8 bytes
	for batch, err := range groups.chosen(nil) {
		if err != nil {
			return damaged(err)
		}
		rows = appendMoves(rows, batch.rec)
		batch.rec.Release()
	}
	return rows, func(key string) string { return value(metaPrefix + key) }, nil
}

// appendMoves appends the rows of a batch.
func appendMoves(rows []MoveRow, rec arrow.Record) []MoveRow {
	sets := func(i int) []uint64 { return rec.Column(i).(*array.Uint64).Uint64Values() }
	var numbers [11][]int32
	for i := 3; i < len(numbers); i++ {
		numbers[i] = rec.Column(i).(*array.Int32).Int32Values()
	}
	own, opponent := sets(1), sets(2)
	for i, hash := range sets(0) {
		at := func(column int) int32 { return numbers[column][i] }
		rows = append(rows, MoveRow{hash, engine.Set(own[i]), engine.Set(opponent[i]), at(10), int16(at(9)),
			engine.Square(at(3)), engine.Square(at(5)), int8(at(4)), int8(at(6)), uint8(at(7)), at(8) == 1})
	}
	return rows
}

// groupsKey is the key of the checksums in the metadata: for each row group, the byte behind it and the
// CRC-32C of its bytes.
const groupsKey = "outflank.checksums"

// groupSums computes the checksums of the row groups that are written to w.
type groupSums struct {
	w    io.Writer
	sum  hash.Hash32
	n    int64
	text strings.Builder
}

// Write writes p.
func (s *groupSums) Write(p []byte) (int, error) {
	s.n += int64(len(p))
	s.sum.Write(p)
	return s.w.Write(p)
}

// cut ends a row group.
func (s *groupSums) cut() {
	fmt.Fprintf(&s.text, "%d %08x\n", s.n, s.sum.Sum32())
	s.sum.Reset()
}

// checkGroups compares a file with the stated checksums of its row groups.
func checkGroups(r io.ReaderAt, stated string, groups int) error {
	from := int64(0)
	for line := range strings.Lines(stated) {
		var end int64
		var want uint32
		if _, err := fmt.Sscanf(line, "%d %x", &end, &want); err != nil || end < from {
			return fmt.Errorf("its footer has the checksum %q of the bytes from %d", line, from)
		}
		sum := durable.NewSum()
		if _, err := io.Copy(sum, io.NewSectionReader(r, from, end-from)); err != nil {
			return fmt.Errorf("bytes from %d: %w", from, err)
		}
		if sum.Sum32() != want {
			return fmt.Errorf("bytes %d to %d have the checksum %08x, expected %08x", from, end-1, sum.Sum32(), want)
		}
		from, groups = end, groups-1
	}
	if groups != 0 {
		return fmt.Errorf("its footer lacks the checksums of the bytes from %d", from)
	}
	return nil
}
