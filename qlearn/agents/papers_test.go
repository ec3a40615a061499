package agents

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/mcts"
	"github.com/outflank/outflank/eval"
)

// parsedAgent makes an agent of a spec.
func parsedAgent(t *testing.T, spec string) engine.Agent {
	t.Helper()
	p, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return p.New(rand.New(rand.NewPCG(1, 1)))
}

// boardsOfGame returns the boards of a random game on which a side moved.
func boardsOfGame(t *testing.T, sh engine.Shape, seed uint64) (boards []engine.Board) {
	t.Helper()
	start, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, seed))
	for b := start.Board; b.Moves() != 0; {
		boards = append(boards, b)
		if b = b.Play(b.Moves().Nth(rng.IntN(b.Moves().Len()))); b.Moves() == 0 {
			b = b.Pass()
		}
	}
	return boards
}

// nodesOf returns how many nodes an agent has counted.
func nodesOf(t *testing.T, a engine.Agent) uint64 {
	t.Helper()
	counter, ok := engine.As[interface{ Nodes() uint64 }](a)
	if !ok {
		t.Fatalf("%T counts no nodes", a)
	}
	return counter.Nodes()
}

// TestPlainPlaysAsMinimax: plain alpha-beta returns the same moves as minimax of the same
// depth, with every evaluator and on every kind of board, by fewer nodes; and so does
// alpha-beta with order and deepening.
func TestPlainPlaysAsMinimax(t *testing.T) {
	var moves, minimaxNodes, plainNodes uint64
	for _, h := range eval.Heuristics {
		for i, sh := range shapesOf(t, HeuristicBoards(h)) {
			for depth := 1; depth <= 3; depth++ {
				search := fmt.Sprintf("exact=0,depth=%d,eval=%s", depth, h.Name)
				minimax := parsedAgent(t, "minimax:"+search)
				others := []engine.Agent{parsedAgent(t, "ab:plain,"+search), parsedAgent(t, "ab:hash=0,"+search)}
				boards := boardsOfGame(t, sh, uint64(10*i+depth))
				for i := 0; i < len(boards); i += depth {
					want, err := minimax.Choose(t.Context(), boards[i])
					if err != nil {
						t.Fatal(err)
					}
					for j, a := range others {
						if got, err := a.Choose(t.Context(), boards[i]); got != want || err != nil {
							t.Fatalf("%d, %s, %v: %v %v, minimax plays %v", j, search, engine.Position{Board: boards[i]},
								got, err, want)
						}
					}
					moves++
				}
				m, p := nodesOf(t, minimax), nodesOf(t, others[0])
				if p > m || depth == 1 && p != m || depth == 3 && p == m {
					t.Errorf("%s on %v: %d nodes, minimax %d", search, sh, p, m)
				}
				minimaxNodes, plainNodes = minimaxNodes+m, plainNodes+p
			}
		}
	}
	t.Logf("%d moves; %d nodes, minimax %d", moves, plainNodes, minimaxNodes)
	if moves < 1000 || 2*plainNodes > minimaxNodes {
		t.Errorf("%d moves; %d nodes, minimax %d", moves, plainNodes, minimaxNodes)
	}
}

// TestProveAndReuse: what a spec says of proofs and of the tree is what the search does.
func TestProveAndReuse(t *testing.T) {
	boards := boardsOfGame(t, engine.Full, 1)
	last := boards[len(boards)-1]
	for _, kind := range []string{"flat-mc", "least-visited", "ucb", "uct", "epsilon-uct"} {
		for _, c := range []struct {
			params        string
			prove, reuses bool
		}{
			{"", true, true},
			{",prove,reuse", true, true},
			{",prove=false", false, true},
			{",reuse=false", true, false},
			{",prove=false,reuse=false", false, false},
		} {
			s, ok := engine.As[*mcts.Searcher](parsedAgent(t, kind+":sims=500"+c.params))
			if !ok {
				t.Fatal(kind)
			}
			proven := slices.ContainsFunc(s.Search(t.Context(), last).Moves, func(m mcts.MoveInfo) bool {
				return m.Proven
			})
			s.Search(t.Context(), engine.Standard())
			reused := s.Search(t.Context(), engine.Standard()).Reused > 0
			if proven != c.prove || reused != c.reuses {
				t.Errorf("%s%s: proven %v, reused %v", kind, c.params, proven, reused)
			}
		}
	}
}
