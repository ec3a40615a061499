package label_test

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/search"
)

// plainAnalyst returns an analyst with the plain search. It values a position by mobility, so images of a
// position have the same value.
func plainAnalyst(s label.Settings, _ func() deep.Evaluator) *analysis.Analyst {
	opt := search.Options{Depth: s.Depth, Exact: s.Exact, TableBytes: 1 << 16}
	return &analysis.Analyst{
		New:    func(int) analysis.Searcher { return search.New(moveCount{}, opt) },
		Solver: func(int) analysis.Solver { return search.New(moveCount{}, opt) },
		Depth:  s.Depth, Exact: s.Exact, Error: func(empties, _ int) float64 { return float64(empties) / 10 },
	}
}

type moveCount struct{}

func (moveCount) Eval(b engine.Board) float64 {
	return float64(b.Moves().Len() - b.Pass().Moves().Len())
}

// imaged yields the games, every other one turned.
func imaged(games iter.Seq2[dataset.Game, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for g, err := range games {
			g.Game = g.Transform(engine.Symmetry(g.ID % engine.Symmetries))
			if !yield(g, err) {
				return
			}
		}
	}
}

// cacheOf analyses the moves of games into a folder, in steps.
func cacheOf(ctx context.Context, dir string, games iter.Seq2[dataset.Game, error], depth, workers int,
	step func(label.Progress) bool) error {
	o := label.Options{Settings: label.Settings{Exact: 6, Depth: depth}, Workers: workers, Evaluator: mobility,
		Analyst: plainAnalyst}
	for p, err := range label.Run(ctx, label.Moves(games), label.CacheFile(dir), o) {
		if err != nil || !step(p) {
			return err
		}
	}
	return nil
}

func mustCache(t *testing.T, dir string, games iter.Seq2[dataset.Game, error], depth, workers int) {
	t.Helper()
	if err := cacheOf(t.Context(), dir, games, depth, workers, always); err != nil {
		t.Fatal(err)
	}
}

func sameCache(t *testing.T, got, want string) {
	t.Helper()
	mustEqual(t, label.CacheFile(got), label.CacheFile(want))
}

// Law: the cache has the values that the analyses of single games find, also for images of its games.
func TestMoves(t *testing.T) {
	dir := t.TempDir()
	mustCache(t, dir, randomGames(t, 5), 2, 2)
	cache, err := label.OpenCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	moves := 0
	for g := range imaged(randomGames(t, 5)) {
		list := cache.Analyze(g.Game)
		if len(list) != len(g.Moves) {
			t.Fatalf("%d of %d moves", len(list), len(g.Moves))
		}
		i := 0
		for want, err := range plainAnalyst(label.Settings{Exact: 6, Depth: 2}, nil).Analyze(t.Context(), g.Game) {
			if err != nil {
				t.Fatal(err)
			}
			have := list[i]
			p, _ := engine.Game{Start: g.Start, Moves: g.Moves[:i]}.End()
			if i++; want.Loss == 0 || want.Legal == 1 {
				want.Best = want.Move
			} else if best, err := engine.ParseSquare(have.Best); err != nil || !p.Board.Moves().Has(best) {
				t.Fatalf("%+v: its best move is not legal", have)
			} else {
				want.Best = have.Best // there may be several
			}
			if (have.PointsLost == nil) != (want.PointsLost == nil) || *have.PointsLost != *want.PointsLost {
				t.Errorf("points of %+v, want %+v", have, want)
			}
			if want.Nodes, want.PV, want.PointsLost, have.PointsLost = 0, "", nil, nil; !want.Exact {
				want.Swing = ""
			}
			if have != want {
				t.Errorf("%+v, want %+v", have, want)
			}
		}
		moves += i
	}
	if cache.Len() >= moves || cache.Len() < moves/2 {
		t.Errorf("%d moves of %d differ", cache.Len(), moves)
	}
	if list := cache.Analyze(engine.Game{Start: engine.StandardStart(), Moves: []engine.Square{0}}); len(list) > 0 {
		t.Errorf("of an illegal move: %+v", list)
	}
}

// Law: a cache depends on neither workers nor interruptions nor the farm nor the order of games, nor on how
// many commands made it. A deeper pass replaces shallower values; a shallower one changes nothing.
func TestMovesSameBytes(t *testing.T) {
	dir := func() string { return t.TempDir() }
	want, deeper := dir(), dir()
	mustCache(t, want, randomGames(t, 6), 1, 1)
	mustCache(t, deeper, randomGames(t, 6), 2, 1)

	workers := dir()
	mustCache(t, workers, imaged(randomGames(t, 6)), 1, 3)
	sameCache(t, workers, want)

	again := dir()
	mustCache(t, again, randomGames(t, 3), 1, 2)
	mustCache(t, again, randomGames(t, 6), 1, 2)
	sameCache(t, again, want)
	mustCache(t, again, randomGames(t, 2), 2, 2)
	mustCache(t, again, randomGames(t, 6), 2, 2)
	sameCache(t, again, deeper)
	mustCache(t, again, randomGames(t, 4), 1, 2)
	sameCache(t, again, deeper)

	stopped := dir()
	left := 3
	if err := cacheOf(t.Context(), stopped, randomGames(t, 6), 1, 1, func(label.Progress) bool {
		left--
		return left > 0
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := label.OpenCache(stopped); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an unfinished cache: %v", err)
	}
	if err := cacheOf(t.Context(), stopped, randomGames(t, 5), 1, 1, always); err == nil {
		t.Error("it resumed with other games")
	}
	resumed := 0
	if err := cacheOf(t.Context(), stopped, randomGames(t, 6), 1, 1, func(p label.Progress) bool {
		resumed = p.Resumed
		return true
	}); err != nil || resumed < 64 {
		t.Errorf("resumed %d moves, %v", resumed, err)
	}
	sameCache(t, stopped, want)

	far := dir()
	o := label.Options{Settings: label.Settings{Exact: 6, Depth: 1},
		Farm: parallel.Here(parallel.Openers(false, label.Jobs(func(string) (func() deep.Evaluator, error) {
			return mobility, nil
		}, plainAnalyst)...))}
	for _, err := range label.Run(t.Context(), label.Moves(randomGames(t, 6)), label.CacheFile(far), o) {
		if err != nil {
			t.Fatal(err)
		}
	}
	sameCache(t, far, want)
}

// Law: a process that was killed after it wrote the file, before it removed the journal, has nothing left to do.
func TestMovesWritten(t *testing.T) {
	dir, broken := t.TempDir(), t.TempDir()
	mustCache(t, dir, randomGames(t, 3), 1, 1)
	left := 0
	_ = cacheOf(t.Context(), broken, randomGames(t, 3), 1, 1, func(p label.Progress) bool {
		left = p.Total - p.Done
		return left > 0
	})
	if err := os.CopyFS(broken, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	mustCache(t, broken, randomGames(t, 3), 1, 1)
	sameCache(t, broken, dir)
	if _, err := os.Stat(label.WorkOf(label.CacheFile(broken))); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("its work is still there: %v", err)
	}
}

// Law: the error for a damaged cache names the file and the damaged bytes. A cache that opens has its original
// values.
func TestMovesDamaged(t *testing.T) {
	dir := t.TempDir()
	mustCache(t, dir, randomGames(t, 3), 1, 1)
	path := label.CacheFile(dir)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows := func() ([]store.MoveRow, error) {
		list, _, err := store.ReadMoves(path)
		return list, err
	}
	want, err := rows()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 5))
	blocks := 0
	for range 300 {
		bad := slices.Clone(whole)
		if at := rng.IntN(len(bad)); rng.IntN(4) == 0 {
			bad = bad[:at]
		} else {
			bad[at] ^= 1 << rng.IntN(8)
		}
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		have, err := rows()
		switch {
		case err == nil && !slices.Equal(have, want):
			t.Fatal("damage was read")
		case err == nil:
		case !strings.Contains(err.Error(), path) || !errors.Is(err, dataset.ErrMoves) || !fault.IsBadInput(err) ||
			!strings.Contains(err.Error(), "byte"):
			t.Errorf("error %v", err)
		case strings.Contains(err.Error(), "checksum"):
			blocks++
		}
		if err := cacheOf(t.Context(), dir, randomGames(t, 1), 1, 1, always); err == nil && have == nil {
			t.Error("it was overwritten")
		}
	}
	if blocks < 50 {
		t.Errorf("%d damaged blocks", blocks)
	}
	if _, err := label.OpenCache(filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
