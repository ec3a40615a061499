package search

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine"
)

// TestSignature counts the nodes of searches over fixed positions of all kinds. A
// commit that changes the number changes what search does, and says so with the
// line that this test prints.
func TestSignature(t *testing.T) {
	const want = 183885
	var nodes uint64
	for _, sh := range shapes(t) {
		rng := rand.New(rand.NewPCG(5, uint64(sh.Field.Len())))
		for _, empties := range []int{sh.Field.Len() - 8, sh.Field.Len() / 2, 12} {
			b, ok := wander(rng, sh, min(empties, sh.Field.Len()-6))
			if !ok {
				continue
			}
			nodes += final(t, New(positional{}, Options{Depth: 5}), b).Nodes
			nodes += final(t, New(noise{}, Options{Depth: 3}), b).Nodes
			if b, ok = wander(rng, sh, min(12, sh.Field.Len()-6)); ok {
				nodes += final(t, New(positional{}, Options{Exact: 12}), b).Nodes
			}
		}
	}
	t.Logf("Bench: %d", nodes)
	if nodes != want {
		t.Errorf("Bench: %d nodes, was %d; if that is meant, change the number here", nodes, want)
	}
}

// infos returns everything a search yields.
func infos(ctx context.Context, s *Searcher, b engine.Board) []engine.Info {
	return slices.Collect(s.Search(ctx, b))
}

// TestRepeats: what a search finds does not depend on the searches before, on how
// they ended, or on the shapes they were about.
func TestRepeats(t *testing.T) {
	for _, opt := range []Options{
		{Depth: 5}, {Depth: 6, TableBytes: 4 << 10}, {Depth: 3, Algorithm: Minimax}, {Depth: 4, Exact: 14}, {Nodes: 5000},
		{Depth: 5, Algorithm: NegaScout}, {Depth: 5, Algorithm: MTDF}, {Nodes: 5000, Algorithm: MTDF}, {Depth: 4, Algorithm: PlainAlphaBeta},
	} {
		used := New(positional{}, opt)
		rng := rand.New(rand.NewPCG(6, 0))
		for i := range 30 {
			sh := shapes(t)[i%8]
			b, ok := wander(rng, sh, rng.IntN(min(sh.Field.Len()-6, 24)))
			if !ok {
				continue
			}
			want := infos(t.Context(), New(positional{}, opt), b)
			if diff := cmp.Diff(want, infos(t.Context(), used, b)); diff != "" {
				t.Fatalf("%+v, %v: %s", opt, engine.Position{Board: b}, diff)
			}
			for range used.Search(t.Context(), b) {
				break
			}
		}
	}
}

// TestIterativeDeepening: one Info a depth, each the same as a search to that
// depth alone finds.
func TestIterativeDeepening(t *testing.T) {
	b, _ := wander(rand.New(rand.NewPCG(7, 0)), engine.Full, 30)
	all := infos(t.Context(), New(noise{}, Options{Depth: 6}), b)
	if len(all) != 6 {
		t.Fatalf("%d infos, want 6", len(all))
	}
	for i, info := range all {
		alone := final(t, New(noise{}, Options{Depth: i + 1}), b)
		if diff := cmp.Diff(alone, info); diff != "" {
			t.Errorf("depth %d: %s", i+1, diff)
		}
	}
}

// TestStart: the deepening begins where Options.Start says, and without order at the full depth.
func TestStart(t *testing.T) {
	b, _ := wander(rand.New(rand.NewPCG(7, 1)), engine.Full, 30)
	for _, c := range []struct {
		opt  Options
		want []int
	}{
		{Options{Depth: 3}, []int{1, 2, 3}},
		{Options{Depth: 4, Start: 3}, []int{3, 4}},
		{Options{Depth: 2, Start: 5}, []int{2}},
		{Options{Depth: 3, Algorithm: Minimax}, []int{3}},
		{Options{Depth: 3, Algorithm: Minimax, Start: 2}, []int{2, 3}},
		{Options{Depth: 3, Algorithm: PlainAlphaBeta}, []int{3}},
		{Options{Nodes: 200, Algorithm: Minimax}, []int{1, 2}},
	} {
		var depths []int
		for _, info := range infos(t.Context(), New(positional{}, c.opt), b) {
			depths = append(depths, info.Depth)
		}
		if !slices.Equal(depths, c.want) {
			t.Errorf("%+v: depths %v, want %v", c.opt, depths, c.want)
		}
	}
}

// TestEndsBySelf: without a limit the search deepens until it knows the result.
func TestEndsBySelf(t *testing.T) {
	b, _ := wander(rand.New(rand.NewPCG(8, 0)), engine.Full, 8)
	want, _ := reference(noise{}, b, 64)
	for _, opt := range []Options{{}, {Depth: 99}, {Algorithm: Minimax}} {
		info := final(t, New(noise{}, opt), b)
		if info.Depth != 8 || !info.Exact || info.Score != want {
			t.Errorf("%+v: %+v, want %v at depth 8", opt, info, want)
		}
	}
}

// TestNodeLimit: a search that runs out of nodes has yielded the beginning of what
// it yields with more.
func TestNodeLimit(t *testing.T) {
	b, _ := wander(rand.New(rand.NewPCG(9, 0)), engine.Full, 40)
	all := infos(t.Context(), New(positional{}, Options{Depth: 6}), b)
	for i, info := range all {
		for extra, want := range map[uint64]int{0: i + 1, ^uint64(0): i} {
			s := New(positional{}, Options{Depth: 6, Nodes: info.Nodes + extra})
			got := infos(t.Context(), s, b)
			if s.limits.nodes > info.Nodes {
				t.Errorf("visited %d nodes of %d", s.limits.nodes, info.Nodes)
			}
			if diff := cmp.Diff(all[:want], got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%d nodes: %s", info.Nodes+extra, diff)
			}
		}
	}
}

// countdown is a context that ends after being asked some times: a clock that
// repeats.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestCancelled: wherever the context ends, the search stops within as many nodes
// as it polls at, and Choose has the move of the last finished depth.
func TestCancelled(t *testing.T) {
	b, _ := wander(rand.New(rand.NewPCG(10, 0)), engine.Full, 16)
	for _, opt := range []Options{
		{Depth: 7}, {Exact: 16}, {Depth: 4, Algorithm: Minimax}, {Depth: 4, Start: 2, Algorithm: Minimax},
		{Depth: 7, Algorithm: NegaScout}, {Depth: 6, Algorithm: MTDF}, {Depth: 7, Start: 5}, {Depth: 4, Algorithm: PlainAlphaBeta},
	} {
		all := infos(t.Context(), New(positional{}, opt), b)
		for polls := 0; polls < 2000; polls += 1 + polls/3 {
			s := New(positional{}, opt)
			got := infos(&countdown{t.Context(), polls}, s, b)
			if len(got) > len(all) || len(got) > 0 && !cmp.Equal(got, all[:len(got)]) {
				t.Fatalf("%+v after %d polls: %v is not the beginning of %v", opt, polls, got, all)
			}
			const slack = 2000 // the largest subtree of few
			if s.limits.nodes > uint64(polls)*(pollEvery+slack) {
				t.Errorf("%+v: %d nodes after %d polls", opt, s.limits.nodes, polls)
			}
			move, err := s.Choose(&countdown{t.Context(), polls}, b)
			switch {
			case err != nil || !b.Moves().Has(move):
				t.Fatalf("%+v after %d polls: chose %v %v", opt, polls, move, err)
			case len(got) > 0 && move != got[len(got)-1].Move():
				t.Errorf("%+v after %d polls: chose %v, want that of %+v", opt, polls, move, got[len(got)-1])
			}
		}
	}
}

// An ending context ends when it is asked for its error one time more than polls.
type ending struct {
	context.Context
	polls, asked int
}

func (e *ending) Err() error {
	if e.asked++; e.asked > e.polls {
		return context.Canceled
	}
	return nil
}

// TestStops: a search asks its context after every pollEvery nodes, visits no more than what
// few squares need once it has ended, and asks no more.
func TestStops(t *testing.T) {
	for name, s := range map[string]*Searcher{
		"midgame": New(positional{}, Options{}),
		"minimax": New(positional{}, Options{Algorithm: Minimax, Depth: 20}),
		"solver":  New(positional{}, Options{Exact: 64}),
	} {
		for _, polls := range []int{0, 1, 20} {
			ctx := &ending{Context: t.Context(), polls: polls}
			move, err := s.Choose(ctx, engine.Standard())
			if err != nil || !engine.Standard().Moves().Has(move) {
				t.Errorf("%s: %v %v", name, move, err)
			}
			if n := s.limits.nodes; ctx.asked != polls+1 || n > uint64(polls*pollEvery+1000) {
				t.Errorf("%s: %d nodes, asked %d times, want to stop after %d", name, n, ctx.asked, polls)
			}
		}
	}
}

func TestChooseWithoutChoice(t *testing.T) {
	s := New(positional{}, Default)
	one := position(t, "OX------#-------#-------#-------#-------#-------#-------#------- O")
	if move, err := s.Choose(t.Context(), one); move.String() != "c1" || err != nil || s.limits.nodes != 0 {
		t.Errorf("forced move: %v %v after %d nodes", move, err, s.limits.nodes)
	}
	if _, err := s.Choose(t.Context(), one.Pass()); !errors.Is(err, engine.ErrNoMove) {
		t.Errorf("no move: %v", err)
	}
}

// TestRootPasses: scores stay those of the side to move, and the line begins with
// the opponent's move.
func TestRootPasses(t *testing.T) {
	b := position(t, "-OX--XO--------------------------------------------------------- X")
	b = b.Pass()
	for _, opt := range []Options{{Depth: 1}, {Depth: 3}, {Depth: 2, Algorithm: Minimax}} {
		for _, e := range []Evaluator{positional{}, noise{}} {
			if b.Moves() != 0 {
				b = b.Pass()
			}
			want, best := reference(e, b, opt.Depth)
			info := final(t, New(e, opt), b)
			if info.Score != want || !best.Has(info.Move()) {
				t.Errorf("%+v: %+v, want %v by %v", opt, info, want, best)
			}
		}
	}
}

func TestGameOver(t *testing.T) {
	b := position(t, "XXX------------------------------------------------------------O X")
	for _, opt := range []Options{{Depth: 2}, {Exact: 64}, {Algorithm: Minimax}} {
		got := infos(t.Context(), New(nil, opt), b)
		if diff := cmp.Diff([]engine.Info{{Score: 62, Exact: true}}, got); diff != "" ||
			got[0].Move() != engine.None {
			t.Errorf("%+v: %s", opt, diff)
		}
	}
}

// TestNoAllocation: the tree takes nothing from the heap; a search takes its Infos.
func TestNoAllocation(t *testing.T) {
	b, _ := wander(rand.New(rand.NewPCG(11, 0)), engine.Full, 14)
	for _, opt := range []Options{{Depth: 5}, {Depth: 3, Algorithm: Minimax}, {Depth: 5, Algorithm: NegaScout},
		{Depth: 5, Algorithm: MTDF}, {Depth: 4, Algorithm: PlainAlphaBeta}, {Exact: 14}} {
		s := New(positional{}, opt)
		depths := len(infos(t.Context(), s, b))
		allocs := testing.AllocsPerRun(3, func() {
			for range s.Search(t.Context(), b) {
			}
		})
		if allocs > float64(2*depths+8) {
			t.Errorf("%+v: %v allocations for %d depths", opt, allocs, depths)
		}
	}
}

// TestBytes: without a table a search remembers as much for each ply, and with one as the
// options allow besides.
func TestBytes(t *testing.T) {
	bytes := func(opt Options, b engine.Board) int {
		s := New(nil, opt)
		for range s.Search(t.Context(), b) {
		}
		return s.Bytes()
	}
	b := engine.Standard()
	one, two, four := bytes(Options{Algorithm: PlainAlphaBeta, Depth: 1}, b),
		bytes(Options{Algorithm: PlainAlphaBeta, Depth: 2}, b),
		bytes(Options{Algorithm: PlainAlphaBeta, Depth: 4}, b)
	if ply := two - one; ply <= 0 || one != 2*ply || four != 5*ply {
		t.Errorf("%d, %d and %d bytes at depths 1, 2 and 4", one, two, four)
	}
	bare, table := bytes(Options{Algorithm: AlphaBeta, Depth: 4, TableBytes: -1}, b),
		bytes(Options{Algorithm: AlphaBeta, Depth: 4, TableBytes: 1 << 14}, b)
	if bare <= four || table != bare+1<<14 {
		t.Errorf("%d bytes without a table, %d with 16 KiB; plain %d", bare, table, four)
	}
}

// TestNodesAddUp: Nodes counts all searches of a Searcher.
func TestNodesAddUp(t *testing.T) {
	s := New(nil, Options{Depth: 4})
	var want uint64
	for range 3 {
		var last engine.Info
		for last = range s.Search(t.Context(), engine.Standard()) {
		}
		if want += last.Nodes; want == 0 || s.Nodes() != want {
			t.Errorf("%d nodes, want %d", s.Nodes(), want)
		}
	}
}
