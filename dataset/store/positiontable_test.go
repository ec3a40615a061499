package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
)

func TestPositionColumns(t *testing.T) {
	var b bytes.Buffer
	for _, c := range store.PositionColumns() {
		null := ""
		if c.Nullable {
			null = " or null"
		}
		fmt.Fprintf(&b, "%s: %s%s, unit %s\n\t%s\n", c.Name, c.Type, null, c.Unit, c.Meaning)
	}
	golden(t, "positions.txt", b.Bytes())
}

// A row is a row of a positions table.
type row struct {
	Game                         int64
	Ply, Empties, Mover          int32
	Own, Opponent                uint64
	Move, Outcome, Theory, Known int32
	Hash                         uint64
}

func writePositions(t testing.TB, games iter.Seq2[dataset.Game, error], opt store.PositionOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, err := range store.WritePositions(t.Context(), &b, games, opt) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes()
}

func positionRows(t testing.TB, f store.Format, table []byte) (rows []row) {
	t.Helper()
	for rec, err := range store.ReadPositions(f, table) {
		if err != nil {
			t.Fatal(err)
		}
		number := func(c, i int) int32 { return rec.Column(c).(*array.Int32).Value(i) }
		set := func(c, i int) uint64 { return rec.Column(c).(*array.Uint64).Value(i) }
		for i := range int(rec.NumRows()) {
			r := row{rec.Column(0).(*array.Int64).Value(i), number(1, i), number(2, i), number(3, i), set(4, i),
				set(5, i), number(6, i), number(7, i), 0, 0, set(9, i)}
			if rec.Column(8).IsValid(i) {
				r.Theory, r.Known = number(8, i), 1
			}
			rows = append(rows, r)
		}
		rec.Release()
	}
	return rows
}

// wantRows are the rows by the long way.
func wantRows(t testing.TB, games ...dataset.Game) (rows []row) {
	for p, err := range dataset.Positions(sequence(games...)) {
		if err != nil {
			continue // an illegal move ends its game
		}
		b, mover := p.Position.Board, int32(1)
		if p.Position.Color == engine.White {
			mover = -1
		}
		r := row{
			p.Game.ID, int32(p.Index), int32(b.Empty().Len()), mover, uint64(b.Mine), uint64(b.Theirs),
			int32(p.Move), int32(p.Outcome), 0, 0, dataset.PositionHash(b),
		}
		if p.Game.TheoryEmpties == b.Empty().Len() {
			r.Theory, r.Known = mover*int32(p.Game.Theory), 1
		}
		rows = append(rows, r)
	}
	return rows
}

// positionGames are games of all kinds: other boards, illegal, with and without theory.
func positionGames(t testing.TB) []dataset.Game {
	a, b, c := played(t, wipeout), played(t, "f5d6c3d3c4"), played(t, "f5a1")
	a.TheoryEmpties, a.Theory = 58, 10
	b.TheoryEmpties, b.Theory = 57, 10
	small, err := engine.ParseShape("6x6")
	if err != nil {
		t.Fatal(err)
	}
	d := dataset.Game{ID: 7, Score: -4}
	if d.Start, err = small.Start(); err != nil {
		t.Fatal(err)
	}
	d.Moves = []engine.Square{d.Start.Board.Moves().First()}
	for i := range 3 {
		[]*dataset.Game{&a, &b, &c}[i].ID = int64(i)
	}
	return []dataset.Game{a, b, c, d}
}

func TestWritePositions(t *testing.T) {
	games := positionGames(t)
	want := wantRows(t, games...)
	for _, f := range bothFormats {
		got := positionRows(t, f, writePositions(t, sequence(games...),
			store.PositionOptions{Format: f, Meta: map[string]string{"seed": "1"}}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", f, diff)
		}
	}
	known := 0
	for _, r := range want {
		known += int(r.Known)
	}
	if len(want) != 9+5+1+1 || known != 2 {
		t.Errorf("%d rows, %d with a theoretical score; want 16 and 2", len(want), known)
	}
}

// manyPlayed yields n random games.
func manyPlayed(n int) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		rng := rand.New(rand.NewPCG(5, 6))
		for i := range n {
			g := dataset.Game{Game: engine.Game{Start: engine.StandardStart()}, ID: int64(i), TheoryEmpties: 24,
				Theory: 2 * (i % 33)}
			for p := g.Start; ; {
				legal := p.Board.Moves()
				if legal == 0 {
					break
				}
				s := legal.Nth(rng.IntN(legal.Len()))
				g.Moves = append(g.Moves, s)
				p, _ = p.Play(s)
			}
			if !yield(g, nil) {
				return
			}
		}
	}
}

// More than one batch, in order, whatever the number of workers.
func TestWritePositionsWorkers(t *testing.T) {
	const n = 5000
	for _, f := range bothFormats {
		var first []byte
		for _, workers := range []int{1, 3} {
			b := writePositions(t, manyPlayed(n), store.PositionOptions{Format: f, Workers: workers})
			if first == nil {
				first = b
				rows := positionRows(t, f, b)
				if !slices.IsSortedFunc(rows, func(a, b row) int {
					return int(a.Game*64+int64(a.Ply)) - int(b.Game*64+int64(b.Ply))
				}) {
					t.Error("the rows are not in the order of the games")
				}
				if last := rows[len(rows)-1]; int(last.Game) != n-1 {
					t.Errorf("the last row is of game %d", last.Game)
				}
			}
			if !bytes.Equal(b, first) {
				t.Errorf("%s: %d workers give other bytes", f, workers)
			}
		}
	}
}

// Memory does not grow with the games. OUTFLANK_SLOW=1 tries two million of them.
func TestWritePositionsMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("too slow with the race detector")
	}
	games := slices.Collect(func(yield func(dataset.Game) bool) {
		for g := range manyPlayed(1000) {
			if !yield(g) {
				return
			}
		}
	})
	n := slow(t, 40_000, 2_000_000)
	again := func(yield func(dataset.Game, error) bool) {
		for i := range n {
			if !yield(games[i%len(games)], nil) {
				return
			}
		}
	}
	var most uint64
	for _, err := range store.WritePositions(t.Context(), io.Discard, again,
		store.PositionOptions{Format: store.Arrow}) {
		if err != nil {
			t.Fatal(err)
		}
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse)
	}
	t.Logf("%d games, heap at most %d MB", n, most>>20)
	if most > 400<<20 {
		t.Errorf("the heap grew to %d MB", most>>20)
	}
}

// Errors of games, of writing and of the context end the iteration; so does its user.
func TestWritePositionsErrors(t *testing.T) {
	bad := errors.New("bad")
	failing := func(yield func(dataset.Game, error) bool) {
		for g := range manyPlayed(10) {
			if !yield(g, nil) {
				return
			}
		}
		yield(dataset.Game{}, bad)
	}
	last := func(seq iter.Seq2[int64, error]) (err error) {
		for _, err = range seq {
		}
		return err
	}
	if err := last(store.WritePositions(t.Context(), io.Discard, failing,
		store.PositionOptions{})); !errors.Is(err, bad) {
		t.Errorf("got %v, want the error of the games", err)
	}
	if err := last(store.WritePositions(t.Context(), full{}, manyPlayed(10),
		store.PositionOptions{})); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("got %v, want the error of the writer", err)
	}
	if err := last(store.WritePositions(t.Context(), io.Discard, manyPlayed(1),
		store.PositionOptions{Format: "csv"})); err == nil {
		t.Error("an unknown format gives no error")
	}
	for range store.WritePositions(t.Context(), io.Discard, manyPlayed(10), store.PositionOptions{}) {
		break
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// Law: no damage to a positions table ends the process that reads it in this way.
func TestReadDamagedPositions(t *testing.T) {
	good := writePositions(t, sequence(positionGames(t)...), store.PositionOptions{})
	mutations(good, 2*manyMutations(), func(damaged []byte) {
		for rec, err := range store.ReadPositions(store.Parquet, damaged) {
			if err == nil {
				rec.Release()
			}
		}
	})
}
