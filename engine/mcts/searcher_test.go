package mcts

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
)

func seeded(seed uint64, opt Options) *Searcher {
	return New(rand.New(rand.NewPCG(seed, 0)), opt)
}

// TestRepeats: seed and options decide all, for every way to search, every board and
// any number of threads; another seed gives other games.
func TestRepeats(t *testing.T) {
	for name, opt := range options(t) {
		for _, board := range kinds {
			for _, threads := range []int{1, 3} {
				opt.Simulations, opt.Threads = 200, threads
				one := seeded(1, opt).Search(t.Context(), start(t, board))
				two := seeded(1, opt).Search(t.Context(), start(t, board))
				if d := cmp.Diff(one, two); d != "" {
					t.Errorf("%s on %s: %s", name, board, d)
				}
				if three := seeded(2, opt).Search(t.Context(), start(t, board)); cmp.Equal(one, three) && board != "4x4" {
					t.Errorf("%s on %s: two seeds gave the same search", name, board)
				}
			}
		}
	}
}

// TestCounts: visits add up, nodes and values are in their ranges.
func TestCounts(t *testing.T) {
	for name, opt := range options(t) {
		for _, threads := range []int{1, 2} {
			opt.Simulations, opt.Threads = 1001, threads
			info := seeded(1, opt).Search(t.Context(), engine.Standard())
			sum := 0
			for _, m := range info.Moves {
				sum += m.Visits
				if m.Value < 0 || m.Value > 1 || m.Proven {
					t.Errorf("%s: %+v", name, m)
				}
			}
			if info.Simulations() != 1001 || sum != 1001 || info.Reused != 0 || len(info.Moves) != 4 {
				t.Errorf("%s: %d simulations, moves %d: %+v", name, info.Simulations(), sum, info)
			}
		}
	}
}

// TestProves: near the end a search proves the result of perfect play and plays it.
func TestProves(t *testing.T) {
	for _, board := range kinds {
		rng := rand.New(rand.NewPCG(8, 8))
		for range 15 {
			b, ok := wander(rng, start(t, board), 1+rng.IntN(7))
			if !ok {
				continue
			}
			for _, sel := range []Selection{UCT, UCB, LeastVisited} {
				info := seeded(1, Options{Selection: sel, C: 1, Simulations: 1 << 20}).Search(t.Context(), b)
				best, want := info.Moves[0], perfect(b)
				if !best.Proven || points(2*best.Value) != want || info.Simulations() >= 1<<20 {
					t.Fatalf("%v: selection %d: %+v after %d simulations, want %d half points", engine.Position{Board: b},
						sel, best, info.Simulations(), want)
				}
				if got := perfect(b.Play(best.Move)).other(); got != want {
					t.Fatalf("%v: %v brings %d half points, want %d", engine.Position{Board: b}, best.Move, got, want)
				}
				for _, m := range info.Moves {
					if m.Proven && points(2*m.Value) != perfect(b.Play(m.Move)).other() {
						t.Fatalf("%v: %+v is wrong", engine.Position{Board: b}, m)
					}
				}
			}
		}
	}
}

// TestReuse: in a game the tree below the moves that were made is kept, across
// passes; what is kept is what was known of that board.
func TestReuse(t *testing.T) {
	opt := Options{Selection: UCT, C: 1, Simulations: 2000}
	s := seeded(1, opt)
	rng := rand.New(rand.NewPCG(9, 9))
	b := engine.Standard()
	for move := 0; b.Moves() != 0 && move < 20; move++ {
		info := s.Search(t.Context(), b)
		if (info.Reused > 0) != (move > 0) {
			t.Errorf("move %d: %d simulations reused", move, info.Reused)
		}
		next := b.Play(info.Move())
		for turn := 0; turn < 2 && next.Moves() == 0; turn++ {
			next = next.Pass()
		}
		if want := visitsOf(t, s, next); want == 0 && move < 15 {
			t.Errorf("move %d: nothing is known of the reply", move)
		}
		if b = next; b.Moves() != 0 {
			b = b.Play(b.Moves().Nth(rng.IntN(b.Moves().Len())))
			if b.Moves() == 0 {
				b = b.Pass()
			}
		}
	}
}

// visitsOf returns how many visits the tree has of a board.
func visitsOf(t *testing.T, s *Searcher, b engine.Board) int {
	tr := s.trees[0]
	n := tr.find(0, tr.board, b)
	if n < 0 {
		t.Fatalf("%v is not in the tree", engine.Position{Board: b})
	}
	return int(tr.nodes[n].visits)
}

// TestReroot: the subtree is copied whole.
func TestReroot(t *testing.T) {
	s := seeded(1, Options{Selection: UCT, C: 1, Simulations: 5000})
	s.Search(t.Context(), engine.Standard())
	tr := s.trees[0]
	kid := tr.nodes[0].first
	want := outline(tr.nodes, kid)
	tr.moveTo(engine.Standard().Play(tr.nodes[kid].move))
	if got := outline(tr.nodes, 0); got != want || len(got) < 1000 {
		t.Errorf("the subtree changed, %d bytes", len(got))
	}
}

// outline writes a subtree down.
func outline(nodes []node, n int32) string {
	nd := nodes[n]
	text := fmt.Sprint(nd.move, nd.visits, nd.points, nd.known, "(")
	for i := range int32(nd.count) {
		text += outline(nodes, nd.first+i)
	}
	return text + ")"
}

// TestMemory: nodes never take more than they may, and full trees still learn.
func TestMemory(t *testing.T) {
	for _, memory := range []int{1, 1 << 10, 100 << 10} {
		for _, threads := range []int{1, 2} {
			s := seeded(1, Options{Selection: UCT, C: 1, Simulations: 5000, Memory: memory, Threads: threads})
			b := engine.Standard()
			for range 5 {
				info := s.Search(t.Context(), b)
				if bytes := 2 * info.TreeNodes * nodeBytes; bytes > memory && info.TreeNodes > threads {
					t.Fatalf("%d bytes of nodes, %d are allowed", bytes, memory)
				}
				if memory > 1 && info.Simulations() != 5000 {
					t.Errorf("%d simulations", info.Simulations())
				}
				for _, tr := range s.trees {
					if cap(tr.nodes) > max(tr.limit, 1) {
						t.Errorf("room for %d nodes, the limit is %d", cap(tr.nodes), tr.limit)
					}
				}
				b = b.Play(b.Moves().First())
			}
		}
	}
}

// TestMemoryIsALimit: without a number of simulations a search ends when its memory
// is full, and so does that of the next move, where most of the tree is gone.
func TestMemoryIsALimit(t *testing.T) {
	for _, sel := range []Selection{UCT, UCB, LeastVisited} {
		s := seeded(1, Options{Selection: sel, C: 1, Memory: 64 << 10})
		b := engine.Standard()
		for range 3 {
			info := s.Search(t.Context(), b)
			if info.Simulations() == 0 || info.TreeNodes*2*nodeBytes < 63<<10 {
				t.Errorf("selection %d: %d simulations, %d nodes", sel, info.Simulations(), info.TreeNodes)
			}
			b = b.Play(info.Move())
		}
	}
}

// TestNodeSize: what the options say of memory counts nodes of 16 bytes.
func TestNodeSize(t *testing.T) {
	if nodeBytes != 16 {
		t.Errorf("a node has %d bytes", nodeBytes)
	}
}

// An ending context ends when it is asked for its error one time more than polls.
type ending struct {
	context.Context
	polls int64
	asked atomic.Int64
}

func (e *ending) Err() error {
	if e.asked.Add(1) > e.polls {
		return context.Canceled
	}
	return nil
}

// TestStops: every tree asks the context after pollEvery simulations, and makes no more once
// it has ended.
func TestStops(t *testing.T) {
	for name, opt := range options(t) {
		opt.Threads, opt.Simulations = 2, Unlimited
		ctx := &ending{Context: t.Context(), polls: 20}
		n := seeded(1, opt).Search(ctx, engine.Standard()).Simulations()
		if asked := int(ctx.asked.Load()); n != 20*pollEvery || asked != 20+opt.Threads {
			t.Errorf("%s: %d simulations, asked %d times", name, n, asked)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if move, err := seeded(1, Default).Choose(ctx, engine.Standard()); !engine.Standard().Moves().Has(move) ||
		err != nil {
		t.Errorf("without time: %v %v", move, err)
	}
}

// TestNodesAddUp: Nodes counts the simulations of all searches.
func TestNodesAddUp(t *testing.T) {
	s := seeded(1, Options{Selection: UCT, C: 1, Simulations: 100, Threads: 2})
	for i := range uint64(3) {
		s.Search(t.Context(), engine.Standard())
		if got := s.Nodes(); got != 100*(i+1) {
			t.Errorf("%d after %d searches", got, i+1)
		}
	}
}

// TestBytes: a tree takes 16 bytes for each of its nodes, flat search those of the moves.
func TestBytes(t *testing.T) {
	for _, threads := range []int{1, 2} {
		s := seeded(1, Options{Selection: UCB, C: 0.35, Simulations: 500, Threads: threads, Forget: true})
		info := s.Search(t.Context(), engine.Standard())
		if got := s.Bytes(); got != 16*info.TreeNodes || info.TreeNodes < 500 {
			t.Errorf("%d threads: %d bytes for %d nodes", threads, got, info.TreeNodes)
		}
	}
	flat := seeded(1, Options{Selection: Flat, Simulations: 500})
	flat.Search(t.Context(), engine.Standard())
	if got := flat.Bytes(); got != 16*5 {
		t.Errorf("flat: %d bytes, want those of the board and four moves", got)
	}
}

func TestChooseWithoutChoice(t *testing.T) {
	if _, err := seeded(1, Default).Choose(t.Context(), engine.Board{Shape: engine.Full}); !errors.Is(err,
		engine.ErrNoMove) {
		t.Errorf("no move: %v", err)
	}
	one, _ := engine.ParsePosition("OX------#-------#-------#-------#-------#-------#-------#------- O")
	if move, err := seeded(1, Default).Choose(t.Context(), one.Board); move.String() != "c1" || err != nil {
		t.Errorf("forced move: %v %v", move, err)
	}
}

// TestBeatsRandom: with 100 simulations every way to search wins most games against
// random moves.
func TestBeatsRandom(t *testing.T) {
	for name, opt := range options(t) {
		opt.Simulations = 100
		won := 0.0
		const games = 20
		for i := range games {
			rng := rand.New(rand.NewPCG(10, uint64(i)))
			agents := [2]engine.Agent{seeded(uint64(i), opt), engine.Random{Rand: rng}}
			color := engine.Color(i & 1)
			if color == engine.White {
				agents[0], agents[1] = agents[1], agents[0]
			}
			g, err := engine.PlayOut(t.Context(), engine.Game{Start: engine.StandardStart()}, agents)
			if err != nil {
				t.Fatal(err)
			}
			end, _ := g.End()
			won += float64(pointsOf(end.Score(color))) / 2
		}
		if won < 0.75*games {
			t.Errorf("%s won %v of %d games", name, won, games)
		}
	}
}
