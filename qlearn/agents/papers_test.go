package agents

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/mcts"
	"github.com/outflank/outflank/engine/search"
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

// TestPlainWithNodes: a limit by nodes in place of time has a plain search deepen from its start and play
// the move of the last depth that it finished, the same each time.
func TestPlainWithNodes(t *testing.T) {
	for _, kind := range []string{"umea", "cassio", "ab"} {
		deepest := 0
		for i, b := range boardsOfGame(t, engine.Full, 2) {
			if i < 4 || i%6 != 0 || b.Moves().Len() < 2 {
				continue
			}
			spec := kind + ":plain,start=3,depth=19,nodes=20000"
			limited, again := parsedAgent(t, spec), parsedAgent(t, spec)
			got, err := limited.Choose(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			s, ok := engine.As[*search.Searcher](again)
			if !ok {
				t.Fatal(kind)
			}
			depth, move := 0, engine.None
			for info := range s.Search(t.Context(), b) {
				depth, move = info.Depth, info.Move()
			}
			whole, err := parsedAgent(t, fmt.Sprintf("%s:plain,depth=%d", kind, depth)).Choose(t.Context(), b)
			if got != move || got != whole || err != nil || nodesOf(t, limited) > 20000 {
				t.Errorf("%s on %v: %v, %v, to depth %d %v (%v), %d nodes", spec, engine.Position{Board: b}, got, move,
					depth, whole, err, nodesOf(t, limited))
			}
			deepest = max(deepest, depth)
		}
		if deepest < 5 || deepest >= 19 {
			t.Errorf("%s: the deepest search went to %d", kind, deepest)
		}
	}
}

// TestCassioWithModel: Cassio's program plays by the weights of a model file in place of those by hand, to the
// depth and the ending that its spec says.
func TestCassioWithModel(t *testing.T) {
	h, _ := eval.FindHeuristic("cassio")
	m := h.Model()
	path := filepath.Join(t.TempDir(), "evolved.model")
	write := func() {
		var text bytes.Buffer
		if err := eval.WriteModel(&text, m); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	choices := func(spec string) (moves []engine.Square) {
		a := parsedAgent(t, spec)
		for _, b := range boardsOfGame(t, engine.Full, 4) {
			move, err := a.Choose(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, move)
		}
		return moves
	}
	write()
	hand := choices("cassio:plain,depth=3,exact=8")
	if same := choices("cassio:plain,depth=3,exact=8,model=" + path); !slices.Equal(same, hand) {
		t.Errorf("with the same weights %v, want %v", same, hand)
	}
	for i := range m.Weights {
		m.Weights[i] = -m.Weights[i]
	}
	write()
	if other := choices("cassio:plain,depth=3,exact=8,model=" + path); slices.Equal(other, hand) {
		t.Error("the weights of the file do not matter")
	}
}

// TestStableOfUmea: the readings of stable discs that a spec names judge by their own terms.
func TestStableOfUmea(t *testing.T) {
	for stable, term := range map[string]string{"edge": "edge-stability", "line": "line-stability",
		"enemy":    "enemy-stability",
		"definite": "stability"} {
		h, _ := eval.FindHeuristic("umea-squares")
		f, err := eval.New("position+"+term, h.Model().Features.Params())
		if err != nil {
			t.Fatal(err)
		}
		m := &eval.Model{Features: f, Weights: []float64{1, 8 * 5}, Meta: map[string]string{"unit": eval.UnitPoints}}
		own := parsedAgent(t, "umea:depth=2,mobility=0,bonus=5,stable="+stable)
		want := search.New(m.Linear(), search.Options{Depth: 2, Start: 2, Win: PointsWin})
		for _, b := range boardsOfGame(t, engine.Full, 6) {
			got, err := own.Choose(t.Context(), b)
			if same, err2 := want.Choose(t.Context(), b); got != same || err != nil || err2 != nil {
				t.Errorf("%s on %v: %v, want %v", stable, engine.Position{Board: b}, got, same)
			}
		}
	}
}
