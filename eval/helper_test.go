package eval

import (
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
)

// kinds are one board of every kind, by name.
var kinds = []string{"8x8", "6x6", "4x4", "hex", "rhombus", "8x8-c2f4h7a5", "6x6-a1c1d6", "hex-b4e6"}

// start returns the start position of the shape of that name.
func start(t testing.TB, name string) engine.Position {
	t.Helper()
	sh, err := engine.ParseShape(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// position reads a board of 64 characters and a side to move.
func position(t testing.TB, text string) engine.Board {
	t.Helper()
	p, err := engine.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.Board
}

// randomGame yields the boards of a game of random moves, start and end included.
func randomGame(rng *rand.Rand, p engine.Position) iter.Seq[engine.Board] {
	return func(yield func(engine.Board) bool) {
		for yield(p.Board) {
			moves := p.Board.Moves()
			if moves == 0 {
				return
			}
			p, _ = p.Play(moves.Nth(rng.IntN(moves.Len())))
		}
	}
}

// gameBoards returns the boards of some random games on a shape.
func gameBoards(t testing.TB, shape string, games int) (boards []engine.Board) {
	p := start(t, shape)
	for g := range games {
		boards = slices.AppendSeq(boards, randomGame(rand.New(rand.NewPCG(1, uint64(g))), p))
	}
	return boards
}

// wildBoards returns boards of a shape filled at random, which no game need reach.
func wildBoards(t testing.TB, shape string, n int) (boards []engine.Board) {
	sh := start(t, shape).Board.Shape
	rng := rand.New(rand.NewPCG(2, 2))
	for range n {
		discs := engine.Set(rng.Uint64()|rng.Uint64()|rng.Uint64()) & sh.Field
		mine := engine.Set(rng.Uint64()) & discs
		boards = append(boards, engine.Board{Mine: mine, Theirs: discs &^ mine, Shape: sh})
	}
	return boards
}

// features returns the features of that id with the report's W.
func features(t testing.TB, id string) Features {
	t.Helper()
	f, err := New(id, DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// randomModel returns a model with weights from -1 to 1.
func randomModel(t testing.TB, id string) *Model {
	t.Helper()
	m := NewModel(features(t, id))
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range m.Weights {
		m.Weights[i] = 2*rng.Float64() - 1
	}
	return m
}

// vector returns φ(b) with the entries added up.
func vector(f Features, b engine.Board) map[int32]float64 {
	sum := map[int32]float64{}
	for _, x := range f.Append(nil, b) {
		sum[x.Index] += x.Value
	}
	return sum
}

// value returns φ(b) of features that have one entry.
func value(f Features, b engine.Board) float64 { return vector(f, b)[0] }

// terms are all terms that New knows.
var terms = append([]string{"position", "mobility", "stability", "own-mobility", "own-stability",
	"cs181-stability", "own-cs181-stability", "parity", "discs", "frontier", "squares", "constant"},
	slices.Sorted(maps.Keys(patternSquares))...)
