package store_test

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/ipc"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
)

// squarePhi has no feature for moves to a1, one for those to the edges, else two.
func squarePhi(index []int32, value []float32, b engine.Board, move engine.Square) ([]int32, []float32) {
	switch {
	case move == 0:
		return index, value
	case move < 8:
		return append(index, int32(move)), append(value, 1)
	}
	return append(index, int32(move), 64), append(value, 1, float32(b.Mine.Len())/64)
}

// naiveTransitions returns the rows as text, column by column, from boards that are played move by move.
func naiveTransitions(g dataset.Game, all bool) (rows []string) {
	type state struct {
		board  engine.Board
		color  engine.Color
		move   engine.Square
		legal  engine.Set
		number int
	}
	var states []state
	p := g.Start
	for i, m := range g.Moves {
		if p.Board.Moves() == 0 {
			p = engine.Position{Board: p.Board.Pass(), Color: p.Color.Opponent()}
		}
		states = append(states, state{p.Board, p.Color, m, p.Board.Moves(), i})
		p = engine.Position{Board: p.Board.Play(m), Color: p.Color.Opponent()}
	}
	for i, s := range states {
		mover, name := 1, g.Black
		if s.color == engine.White {
			mover, name = -1, g.White
		}
		for square := range engine.Square(64) {
			if square != s.move && !(all && s.legal.Has(square)) {
				continue
			}
			outcome := "(null) (null) (null) (null) (null) (null)"
			if square == s.move {
				outcome = fmt.Sprintf("%v true (null) (null) (null) (null)", min(max(mover*g.Replayed, -1), 1))
				for _, n := range states[i+1:] {
					if n.color == s.color {
						outcome = fmt.Sprintf("0 false %d %d %d %d", n.number, n.board.Mine, n.board.Theirs, n.legal)
						break
					}
				}
			}
			index, value := squarePhi(nil, nil, s.board, square)
			rows = append(rows, fmt.Sprintf("%d %d %d %d %d %d %d %d %t %s %s agent %s %s %s", g.ID, s.number, 60-i, mover,
				s.board.Mine, s.board.Theirs, s.legal, square, square == s.move, outcome, name,
				dataset.Shares{}.Of(g.Game), brackets(index), brackets(value)))
		}
	}
	return rows
}

// brackets returns a list as Arrow prints it.
func brackets[T any](list []T) string { return strings.ReplaceAll(fmt.Sprint(list), " ", ",") }

func writeTransitions(t *testing.T, games iter.Seq2[dataset.Game, error], opt store.TransitionOptions) []byte {
	t.Helper()
	var out bytes.Buffer
	for _, err := range store.WriteTransitions(t.Context(), &out, games, opt) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// TestWriteTransitions: the rows equal those of a naive replay of random games, with and without the moves that
// were not played. Games that are not complete have none.
func TestWriteTransitions(t *testing.T) {
	var games []dataset.Game
	for g := range manyPlayed(200) {
		g.Black, g.White = "Ann", "Bob"
		if err := g.Replay(); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	unfinished := played(t, "f5d6c3")
	for _, all := range []bool{false, true} {
		var want []string
		for _, g := range games {
			want = append(want, naiveTransitions(g, all)...)
		}
		b := writeTransitions(t, sequence(append(slices.Clone(games), unfinished)...),
			store.TransitionOptions{Format: store.Arrow, Phi: squarePhi, AllMoves: all})
		r, err := ipc.NewFileReader(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range r.NumRecords() {
			rec, err := r.Record(i)
			if err != nil {
				t.Fatal(err)
			}
			for row := range int(rec.NumRows()) {
				words := make([]string, rec.NumCols())
				for c := range words {
					words[c] = rec.Column(c).ValueStr(row)
				}
				got = append(got, strings.Join(words, " "))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("all moves %t: %.2000s", all, diff)
		}
	}
}

// TestTransitionsDense: the columns of features have the values of the lists, those of an index that occurs twice added
// up, and 0 for features that are not in them.
func TestTransitionsDense(t *testing.T) {
	twice := func(index []int32, value []float32, b engine.Board, move engine.Square) ([]int32, []float32) {
		index, value = squarePhi(index, value, b, move)
		return append(index, 0, 0), append(value, 1, 2)
	}
	var names []string
	for i := range 65 {
		names = append(names, fmt.Sprint("phi_", i))
	}
	opt := store.TransitionOptions{Format: store.Arrow, Phi: twice, AllMoves: true}
	open := func() arrow.Record {
		r, err := ipc.NewFileReader(bytes.NewReader(writeTransitions(t, replayed(manyPlayed(50)), opt)))
		if err != nil {
			t.Fatal(err)
		}
		rec, err := r.Record(0)
		if err != nil {
			t.Fatal(err)
		}
		return rec
	}
	lists := open()
	opt.Names = names
	dense := open()
	from := int(lists.NumCols()) - 2
	if dense.NumRows() != lists.NumRows() || int(dense.NumCols()) != from+65 {
		t.Fatalf("%d rows and %d columns, want %d and %d", dense.NumRows(), dense.NumCols(), lists.NumRows(), from+65)
	}
	index, value := lists.Column(from).(*array.List), lists.Column(from+1).(*array.List)
	for row := range int(lists.NumRows()) {
		var want [65]float32
		for i, end := index.ValueOffsets(row); i < end; i++ {
			want[index.ListValues().(*array.Int32).Value(int(i))] += value.ListValues().(*array.Float32).Value(int(i))
		}
		for i := range want {
			if got := dense.Column(from + i).(*array.Float32).Value(row); got != want[i] || dense.ColumnName(from+i) != names[i] {
				t.Fatalf("row %d, %s: %v, want %v", row, dense.ColumnName(from+i), got, want[i])
			}
		}
	}
}

// TestTransitionLists: Parquet has the same features as Arrow, empty lists among others.
func TestTransitionLists(t *testing.T) {
	opt := store.TransitionOptions{Format: store.Arrow, Phi: squarePhi, AllMoves: true}
	rec, err := ipc.NewFileReader(bytes.NewReader(writeTransitions(t, replayed(manyPlayed(100)), opt)))
	if err != nil {
		t.Fatal(err)
	}
	batch, err := rec.Record(0)
	if err != nil {
		t.Fatal(err)
	}
	opt.Format = store.Parquet
	table, err := file.NewParquetReader(bytes.NewReader(writeTransitions(t, replayed(manyPlayed(100)), opt)))
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(store.TransitionColumns(), func(c store.Column) bool { return c.Name == "phi_index" })
	lists := batch.Column(at).(*array.List)
	chunk, err := table.RowGroup(0).Column(at)
	if err != nil {
		t.Fatal(err)
	}
	n := int(table.MetaData().RowGroup(0).TotalByteSize())
	values, defined, repeated := make([]int32, n), make([]int16, n), make([]int16, n)
	levels, count, err := chunk.(*file.Int32ColumnChunkReader).ReadBatch(int64(n), values, defined, repeated)
	if err != nil {
		t.Fatal(err)
	}
	row, next := -1, 0
	got := make([][]int32, lists.Len())
	for i := range levels {
		if repeated[i] == 0 {
			row++
		}
		if defined[i] == 2 {
			got[row], next = append(got[row], values[next]), next+1
		}
	}
	empty := 0
	for i := range got {
		from, to := lists.ValueOffsets(i)
		want := lists.ListValues().(*array.Int32).Int32Values()[from:to]
		if !slices.Equal(got[i], want) {
			t.Fatalf("row %d has %v in Parquet, %v in Arrow", i, got[i], want)
		}
		if len(want) == 0 {
			empty++
		}
	}
	if row != lists.Len()-1 || next != count || empty == 0 || empty == len(got) {
		t.Errorf("%d rows of %d, %d values of %d, %d lists empty", row+1, lists.Len(), next, count, empty)
	}
}

// TestTransitionsWorkers: more than one batch gives the same bytes for any number of workers.
func TestTransitionsWorkers(t *testing.T) {
	for _, f := range bothFormats {
		var first []byte
		for _, workers := range []int{1, 3} {
			b := writeTransitions(t, replayed(manyPlayed(5000)), store.TransitionOptions{Format: f, Workers: workers})
			if first == nil {
				first = b
			}
			if !bytes.Equal(b, first) {
				t.Errorf("%s: %d workers give other bytes", f, workers)
			}
		}
	}
}

// replayed yields games with their status.
func replayed(games iter.Seq2[dataset.Game, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for g, err := range games {
			if err == nil {
				err = g.Replay()
			}
			if !yield(g, err) {
				return
			}
		}
	}
}
