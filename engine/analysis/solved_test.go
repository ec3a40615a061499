package analysis_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/search"
)

// endings returns games from boards with a number of empty squares, of random moves.
func endings(t *testing.T, shape string, n, empties int) (games []engine.Game) {
	t.Helper()
	rng := rand.New(rand.NewPCG(2, uint64(empties)))
	for _, b := range randomBoards(t, shape, n, empties) {
		p, legal := engine.Position{Board: b, Color: engine.White}.Turn()
		g := engine.Game{Start: p}
		for legal != 0 {
			m := legal.Nth(rng.IntN(legal.Len()))
			g.Moves = append(g.Moves, m)
			p, _ = p.Play(m)
			legal = p.Board.Moves()
		}
		games = append(games, g)
	}
	return games
}

// exactly returns who analyses endings with at most a number of empty squares.
func exactly(shape string, empties int) *analysis.Analyst {
	an := &analysis.Analyst{Exact: empties}
	if shape == "8x8" {
		e := deep.New(deep.Options{Exact: empties, Last: deep.Exact, TableBytes: 1 << 20})
		an.New = func(n int) analysis.Searcher { return engineSearch{e.Share(n)} }
		an.Solver = func(n int) analysis.Solver { return engineSearch{e.Share(n)} }
		return an
	}
	s := search.New(nil, search.Options{Exact: empties, TableBytes: 1 << 20})
	an.New = func(n int) analysis.Searcher { return s.Share(n) }
	an.Solver = func(n int) analysis.Solver { return s.Share(n) }
	return an
}

// TestSolvedAsRanked: positions that are solved have the moves and values of positions
// whose moves are all searched, also which of several best moves is named, and lines that
// lead to these values. So have those of games that stop early.
func TestSolvedAsRanked(t *testing.T) {
	ties := 0 // moves that lost where there are several best ones
	for _, test := range []struct {
		shape   string
		empties int
	}{{"8x8", 11}, {"8x8", 16}, {"8x8-a1c6", 9}, {"hex", 12}, {"6x6", 10}} {
		n := 12
		if test.empties > 12 {
			n = 1
		}
		an := exactly(test.shape, test.empties)
		ranks := *an
		ranks.Solver = nil
		for i, g := range endings(t, test.shape, n, test.empties) {
			g.Moves = g.Moves[:max(1, len(g.Moves)-i%3)]
			found, want := analyze(t, an, g), analyze(t, &ranks, g)
			if len(found) != len(g.Moves) || len(found) != len(want) {
				t.Fatalf("%v: %d moves, want %d", g, len(found), len(want))
			}
			for ply := range g.Plies() {
				f, w := found[ply.Index], want[ply.Index]
				checkLine(t, ply.Position, f)
				f.Nodes, f.PV = w.Nodes, w.PV
				if !reflect.DeepEqual(f, w) {
					t.Errorf("%v: %+v, want %+v", ply.Position, f, w)
				}
				if r := ranks.Best(t.Context(), ply.Position.Board); w.Loss > 0 && r.Lines[0].Score == r.Lines[1].Score {
					ties++
				}
			}
		}
	}
	if ties < 10 {
		t.Errorf("only %d moves that lost where there are several best ones", ties)
	}
}

// checkLine checks that the line of a move begins with the best one and leads to its value.
func checkLine(t *testing.T, p engine.Position, m analysis.Move) {
	t.Helper()
	line, err := engine.ParseGame(p, m.PV)
	if err != nil || line.Moves[0].String() != m.Best {
		t.Fatalf("%v: %+v: %v", p, m, err)
	}
	end, err := line.End()
	if err != nil || !end.Board.Over() || float64(end.Score(p.Color)) != m.BestValue {
		t.Errorf("%v: %+v: the line leads to %v, %v", p, m, end, err)
	}
}

// TestSolvedByWorkers: how many positions are solved at the same time changes nothing, nor
// does where the game begins.
func TestSolvedByWorkers(t *testing.T) {
	g := endings(t, "8x8", 1, 15)[0]
	an := exactly("8x8", 15)
	want := analyze(t, an, g)
	an.Workers = 3
	if found := analyze(t, an, g); !reflect.DeepEqual(found, want) {
		t.Errorf("%+v with three workers, %+v with one", found, want)
	}
	later := engine.Game{Moves: g.Moves[2:]}
	for ply := range g.Plies() {
		if ply.Index == 2 {
			later.Start = ply.Position
		}
	}
	for i, m := range analyze(t, an, later) {
		if m.Ply += 2; !reflect.DeepEqual(m, want[i+2]) {
			t.Errorf("%+v of the later game, want %+v", m, want[i+2])
		}
	}
}

// TestSolvedNodes: the analysis of a game visits at most one and a half times the positions that a solver
// visits that is asked for the result of each position.
func TestSolvedNodes(t *testing.T) {
	for _, test := range []struct {
		shape   string
		empties int
	}{{"8x8", 12}, {"8x8", 14}, {"6x6", 12}, {"8x8-a1c6", 12}} {
		for _, g := range endings(t, test.shape, 4, test.empties) {
			var nodes, solver uint64
			an := exactly(test.shape, test.empties)
			for _, m := range analyze(t, an, g) {
				nodes += m.Nodes
			}
			for ply := range g.Plies() {
				s := an.Solver(4)
				for range s.Search(t.Context(), ply.Position.Board) {
				}
				solver += s.Nodes()
			}
			if nodes < solver || 2*nodes > 3*solver {
				t.Errorf("%v: %d nodes, the solver visits %d", g.Start, nodes, solver)
			}
		}
	}
}

// TestSolvingStops: the end of the context is yielded as its error, once, and no move after.
func TestSolvingStops(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		an := exactly("8x8", 10)
		an.Workers = workers
		var errs []error
		for _, err := range an.Analyze(ctx, endings(t, "8x8", 1, 10)[0]) {
			errs = append(errs, err)
			cancel()
		}
		if len(errs) != 2 || errs[0] != nil || !errors.Is(errs[1], context.Canceled) {
			t.Errorf("%v", errs)
		}
	}
}
