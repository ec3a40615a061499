package explore_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
)

// shapes have symmetries of all kinds.
var shapes = []string{"4x4", "4x4", "6x6", "8x8", "hex", "rhombus", "4x4-a1", "8x8-a1h8"}

// madeGames returns random games on small and large boards, turned and mirrored, from odd starts too,
// some cut, some without a result, some with an illegal move.
func madeGames(t testing.TB, n int) (games []dataset.Game) {
	t.Helper()
	names := []string{"Ann", "Bob (x)", "Zoë", "", "Anne <b>"}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		sh, err := engine.ParseShape(shapes[rng.IntN(len(shapes))])
		if err != nil {
			t.Fatal(err)
		}
		start, err := sh.Start()
		if err != nil {
			t.Fatal(err)
		}
		if i%7 == 0 {
			_, start = start.RandomMoves(2, rng)
		}
		moves, _ := start.RandomMoves(64, rng)
		switch rng.IntN(6) {
		case 0:
			moves = moves[:rng.IntN(len(moves)+1)]
		case 1:
			moves = append(moves[:rng.IntN(len(moves)+1)], engine.At(3, 3))
		}
		b, w := rng.IntN(len(names)), rng.IntN(len(names))
		g := dataset.Game{
			Game: engine.Game{Start: start, Moves: moves}, ID: int64(2*n - 2*i), Record: i, Source: "made",
			Year: []int{0, 1999, 2000, 2001}[rng.IntN(4)], BlackID: b, WhiteID: w, Black: names[b], White: names[w],
			TournamentID: -1, Tournament: fmt.Sprint("t", rng.IntN(3)), NoResult: rng.IntN(9) == 0,
		}
		for y := engine.Symmetry(rng.IntN(engine.Symmetries)); ; y = 0 {
			if sh.Lattice.Keeps(y) {
				g.Game = g.Game.Transform(y)
				break
			}
		}
		_ = g.Replay() // illegal moves are wanted
		g.Score = g.Replayed
		if i%5 == 0 {
			g.Theory, g.TheoryEmpties = g.Score/2, 10
		}
		games = append(games, g)
	}
	return games
}

func sequence(games []dataset.Game) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for _, g := range games {
			if !yield(g, nil) {
				return
			}
		}
	}
}

func build(t testing.TB, games []dataset.Game) *explore.Index {
	t.Helper()
	x, err := explore.Build(t.Context(), sequence(games), 3)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func load(t testing.TB, games []dataset.Game) *explore.Index {
	t.Helper()
	x, err := explore.Load(t.Context(), sequence(games), 3)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// realIndex returns the index of the real database, made once from tables.
func realIndex(t testing.TB) *explore.Index {
	t.Helper()
	real.Do(func() { real.index, real.err = makeReal(t) })
	if real.err != nil {
		t.Skip(real.err)
	}
	return real.index
}

var real struct {
	sync.Once
	games []dataset.Game
	index *explore.Index
	err   error
}

func makeReal(t testing.TB) (*explore.Index, error) {
	dir := os.Getenv("OUTFLANK_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	sources, err := transfer.FindSources(filepath.Join(dir, "wthor"))
	if err != nil {
		return nil, err
	}
	for g, err := range sources.Games(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		g.ID = int64(len(real.games))
		real.games = append(real.games, g)
	}
	return build(t, real.games), nil
}
