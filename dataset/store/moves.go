package store

import (
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"os"
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
	number := arrow.PrimitiveTypes.Int32
	return []Column{
		{"hash", arrow.PrimitiveTypes.Uint64, false, "hash", "the same for a position and its 8 symmetric images, for either side to move"},
		{"own", arrow.PrimitiveTypes.Uint64, false, "squares", "discs of the side to move in the least of the 8 images; bit 0 = a1, bit 7 = h1, bit 63 = h8"},
		{"opponent", arrow.PrimitiveTypes.Uint64, false, "squares", "discs of the other side in this image"},
		{"move", number, false, "square", "move played in this image: 0 = a1, 7 = h1, 63 = h8"},
		{"value", number, false, "disc", "final disc difference for the side to move after this move, -64 to 64"},
		{"best_move", number, false, "square", "best move in this image; the move played if it is equally good"},
		{"best_value", number, false, "disc", "final disc difference for the side to move after the best move, -64 to 64"},
		{"depth", number, false, "ply", "plies that the searches looked ahead; the number of empty squares where exact"},
		{"exact", number, false, "1", "1 = the values are the results of best play, 0 = a search found them"},
		{"points_lost", number, true, "1/10000 point", "expected points of the result that the move loses, 0 to 10,000, null = unknown"},
		{"nodes", arrow.PrimitiveTypes.Int64, false, "node", "positions that the searches visited"},
	}
}

var (
	moveSchema = newSchema(MoveColumns())
	movesTable = tableKind{"moves", moveSchema}
)

// A MoveRow is a row of a table of analysed moves: a move, and the position in which it was played.
type MoveRow struct {
	Hash             uint64       // of Board, see [dataset.LeastHash]
	Board            engine.Board // the least of its images
	Move, Best       engine.Square
	Value, BestValue int // in discs for the side to move
	Depth            int // in plies
	Exact            bool
	Points           int // expected ten-thousandths of a point that the move loses; -1 = unknown
	Nodes            uint64
}

// moveRows is the number of rows of a row group.
const moveRows = 1 << 18

// WriteMoves writes a table of analysed moves as Parquet, with metadata and checksums of its blocks. It stops
// at the first error of rows.
func WriteMoves(w io.Writer, rows iter.Seq2[MoveRow, error], meta map[string]string) error {
	sums := &blockSums{w: w, sum: durable.NewSum()}
	t, err := newReplayedFile(sums, movesTable, Parquet, meta)
	if err != nil {
		return err
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, moveSchema)
	defer b.Release()
	flush := func() error {
		rec := b.NewRecord()
		defer rec.Release()
		return t.write(rec)
	}
	n := 0
	for r, err := range rows {
		if err != nil {
			return err
		}
		appendMove(b, r)
		if n++; n%moveRows == 0 {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if n%moveRows > 0 {
		if err := flush(); err != nil {
			return err
		}
	}
	return errors.Join(t.guarded(func() error {
		if err := t.out.buf.Flush(); err != nil {
			return err
		}
		return t.enc.(*parquetWriter).file.AppendKeyValueMetadata(blocksKey, sums.text())
	}), t.end())
}

func appendMove(b *array.RecordBuilder, r MoveRow) {
	exact := 0
	if r.Exact {
		exact = 1
	}
	for i, v := range [...]uint64{r.Hash, uint64(r.Board.Mine), uint64(r.Board.Theirs)} {
		b.Field(i).(*array.Uint64Builder).Append(v)
	}
	for i, v := range [...]int{int(r.Move), r.Value, int(r.Best), r.BestValue, r.Depth, exact, r.Points} {
		if column := b.Field(3 + i).(*array.Int32Builder); v == -1 && i == 6 {
			column.AppendNull()
		} else {
			column.Append(int32(v))
		}
	}
	b.Field(10).(*array.Int64Builder).Append(int64(r.Nodes))
}

// A MoveTable is a table of analysed moves. It is read in batches; the file must not change meanwhile.
type MoveTable struct {
	path string
	rows int64
	meta func(key string) string
}

// OpenMoves opens a table written by [WriteMoves] and verifies the checksums of its blocks. Its errors name
// the file and, for damage, the bytes; they wrap [dataset.ErrMoves].
func OpenMoves(path string) (*MoveTable, error) {
	t := &MoveTable{path: path}
	f, size, err := t.open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	src, err := guard(func() (*file.Reader, error) { return openParquet(f, size, moveSchema) })
	if err != nil {
		return nil, t.damaged(fmt.Errorf("its footer, before byte %d: %w", size, err))
	}
	keys := src.MetaData().KeyValueMetadata()
	t.rows = src.NumRows()
	t.meta = func(key string) string {
		if v := keys.FindValue(metaPrefix + key); v != nil {
			return *v
		}
		return ""
	}
	stated := keys.FindValue(blocksKey)
	if stated == nil {
		return nil, t.damaged(fmt.Errorf("its footer, before byte %d, has no checksums", size))
	}
	if err := checkBlocks(f, *stated); err != nil {
		return nil, t.damaged(err)
	}
	return t, nil
}

func (t *MoveTable) open() (*os.File, int64, error) {
	f, err := durable.Open(t.path)
	if err != nil {
		return nil, 0, fmt.Errorf("store: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, fmt.Errorf("store: %w", err)
	}
	return f, info.Size(), nil
}

func (t *MoveTable) damaged(err error) error {
	return fmt.Errorf("store: %s: %w: %w", t.path, dataset.ErrMoves, err)
}

// Rows returns the number of rows.
func (t *MoveTable) Rows() int { return int(t.rows) }

// Meta returns a value of the metadata given to [WriteMoves], or "".
func (t *MoveTable) Meta(key string) string { return t.meta(key) }

// All yields the rows in order. It reads ahead while the caller works, and stops at the first error.
func (t *MoveTable) All() iter.Seq2[MoveRow, error] {
	return func(yield func(MoveRow, error) bool) {
		f, size, err := t.open()
		if err != nil {
			yield(MoveRow{}, err)
			return
		}
		defer f.Close()
		src, err := openRowGroups(f, size, moveSchema)
		if err != nil {
			yield(MoveRow{}, t.damaged(err))
			return
		}
		for batch, err := range src.chosen(nil) {
			if err != nil {
				yield(MoveRow{}, t.damaged(err))
				return
			}
			if !yieldMoves(batch.rec, yield) {
				return
			}
		}
	}
}

// yieldMoves yields the rows of a batch, releases it, and reports whether the caller wants more.
func yieldMoves(rec arrow.Record, yield func(MoveRow, error) bool) bool {
	defer rec.Release()
	sets := func(i int) []uint64 { return rec.Column(i).(*array.Uint64).Uint64Values() }
	numbers := func(i int) []int32 { return rec.Column(i).(*array.Int32).Int32Values() }
	hashes, own, opponent := sets(0), sets(1), sets(2)
	move, value, best, bestValue, depth, exact := numbers(3), numbers(4), numbers(5), numbers(6), numbers(7),
		numbers(8)
	points, nodes := rec.Column(9).(*array.Int32), rec.Column(10).(*array.Int64).Int64Values()
	for i := range hashes {
		r := MoveRow{
			Hash:  hashes[i],
			Board: engine.Board{Mine: engine.Set(own[i]), Theirs: engine.Set(opponent[i]), Shape: engine.Full},
			Move:  engine.Square(move[i]), Best: engine.Square(best[i]),
			Value: int(value[i]), BestValue: int(bestValue[i]), Depth: int(depth[i]), Exact: exact[i] == 1,
			Points: -1, Nodes: uint64(nodes[i]),
		}
		if points.IsValid(i) {
			r.Points = int(points.Value(i))
		}
		if !yield(r, nil) {
			return false
		}
	}
	return true
}

// blocksKey is the key of the checksums in the metadata: the number of bytes before the footer, and the
// CRC-32C of each block of them.
const blocksKey = "outflank.blocks"

// sumBytes is the size of the blocks with a checksum.
const sumBytes = 1 << 20

// blockSums computes the checksums of the blocks that it writes to w.
type blockSums struct {
	w     io.Writer
	sum   hash.Hash32
	n     int64
	whole strings.Builder // checksums of complete blocks
}

// Write writes p.
func (s *blockSums) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		part := rest[:min(len(rest), sumBytes-int(s.n%sumBytes))]
		s.sum.Write(part)
		s.n += int64(len(part))
		if rest = rest[len(part):]; s.n%sumBytes == 0 {
			fmt.Fprintf(&s.whole, " %08x", s.sum.Sum32())
			s.sum.Reset()
		}
	}
	return s.w.Write(p)
}

// text returns the number of bytes and the checksums of all blocks so far.
func (s *blockSums) text() string {
	text := fmt.Sprint(s.n, s.whole.String())
	if s.n%sumBytes > 0 {
		text += fmt.Sprintf(" %08x", s.sum.Sum32())
	}
	return text
}

// checkBlocks compares a file with the stated checksums of its blocks.
func checkBlocks(r io.ReaderAt, stated string) error {
	words := strings.Fields(stated)
	if len(words) == 0 {
		return errors.New("its footer has no checksums")
	}
	var size int64
	if _, err := fmt.Sscan(words[0], &size); err != nil || int64(len(words)-1) != (size+sumBytes-1)/sumBytes {
		return fmt.Errorf("its footer has %d checksums of %s bytes", len(words)-1, words[0])
	}
	block := make([]byte, sumBytes)
	for i, want := range words[1:] {
		from := int64(i) * sumBytes
		part := block[:min(sumBytes, size-from)]
		if n, err := r.ReadAt(part, from); n < len(part) {
			return fmt.Errorf("byte %d: %w", from+int64(n), err)
		}
		if have := fmt.Sprintf("%08x", durable.Sum(part)); have != want {
			return fmt.Errorf("bytes %d to %d have the checksum %s, expected %s", from, from+int64(len(part))-1, have, want)
		}
	}
	return nil
}
