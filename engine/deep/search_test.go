package deep

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
	"unsafe"

	"github.com/outflank/outflank/engine"
)

// Without selectivity a search to a depth finds the value that minimax finds.
func TestSearchIsMinimax(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for range some(1000) {
		b := randomBoard(rng, 1+rng.IntN(59))
		depth := 1 + rng.IntN(4)
		var last Info
		for last = range New(Options{Depth: depth, Level: Exact, TableBytes: 1 << 20}).
			Search(context.Background(), b) {
		}
		if want := plainMinimax(Mobility{}, uint64(b.Mine), uint64(b.Theirs), depth); int(last.Score) != want ||
			last.Depth != min(depth, b.Empty().Len()) {
			t.Fatalf("%v at depth %d: %v at %d, want %d", b, depth, last.Score, last.Depth, want)
		}
	}
}

// fewDiscs is an evaluator for which the side with fewer discs is ahead, so it misjudges a side without discs.
type fewDiscs struct{ Mobility }

func (fewDiscs) Eval(_ int, mine, theirs uint64) int {
	return Unit * (bits.OnesCount64(theirs) - bits.OnesCount64(mine))
}

// A side without discs has lost, also at the horizon, where the evaluator may say otherwise.
func TestSearchSeesWipeouts(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	wiped := 0
	for range some(3000) {
		b := engine.Board{Theirs: 1<<27 | 1<<rng.IntN(64)}
		for b.Mine.Len() < 10 {
			b.Mine |= (1 << rng.IntN(64)) &^ b.Theirs
		}
		if rng.IntN(2) == 0 {
			b.Mine, b.Theirs = b.Theirs, b.Mine
		}
		depth := 1 + rng.IntN(4)
		want := plainMinimax(fewDiscs{}, uint64(b.Mine), uint64(b.Theirs), depth)
		if want == 64 || want == -64 {
			wiped++
		}
		var last Info
		for last = range New(Options{Depth: depth, Level: Exact, TableBytes: 1 << 20, Evaluator: func() Evaluator {
			return fewDiscs{}
		}}).Search(context.Background(), b) {
		}
		if int(last.Score) != want {
			t.Fatalf("%v at depth %d: %v, want %d", b, depth, last.Score, want)
		}
	}
	if wiped < 10 {
		t.Errorf("%d boards end without discs of a side, want 10 or more", wiped)
	}
}

// After these moves, black threatens to flip all discs in two moves of its own, which b5 would allow. A
// selective search once played b5, as the evaluator ranked the empty side ahead.
func TestSelectiveSearchSeesWipeout(t *testing.T) {
	b := engine.Standard()
	for _, name := range strings.Fields("f5 f4 c3 c4 e3 e6 f3 g5 c5 d3 h5 d6 c2 f6 e7 b5") {
		s, err := engine.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		b = b.Play(s)
	}
	for _, depth := range []int{3, 6, 9, 10, 12} {
		var last Info
		for last = range New(Options{Depth: depth}).Search(context.Background(), b) {
		}
		if last.Score != 64 {
			t.Errorf("depth %d: %v, want +64", depth, last.Score)
		}
	}
}

// signature is the number of nodes that searches of fixed positions visit. It
// changes with every change of behaviour, and goes into the commit's "Bench:" line.
const signature = 7746184

func TestSignature(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	var nodes uint64
	for _, opt := range []Options{{Depth: 8}, {Depth: 6, Level: Exact}, {Last: Exact, Exact: 18},
		{Depth: 8, Level: Sure45}} {
		e := New(opt)
		for range 4 {
			empties := 44
			if opt.Exact > 0 {
				empties = 17
			}
			for info := range e.Search(context.Background(), randomBoard(rng, empties)) {
				nodes += info.Nodes
			}
		}
	}
	if nodes != signature {
		t.Errorf("Bench: %d, the constant says %d", nodes, signature)
	}
}

// A search ends soon after its context, and at its nodes.
func TestLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	e := New(Default)
	steps := 0
	for range e.Search(ctx, engine.Standard()) {
		if steps++; steps == 5 {
			cancel()
		}
	}
	if steps != 5 {
		t.Errorf("%d steps, the context ended after 5", steps)
	}
	if _, err := e.Solve(ctx, engine.Standard()); !errors.Is(err, context.Canceled) {
		t.Errorf("Solve of a search that was stopped: %v", err)
	}
	for _, nodes := range []uint64{1, 1000, 123_456} {
		opt := Default
		opt.Nodes = nodes
		e := New(opt)
		var last Info
		for last = range e.Search(context.Background(), engine.Standard()) {
		}
		if last.Nodes > nodes+64 { // the shallow searches that order moves do not look
			t.Errorf("%d nodes, the limit is %d", last.Nodes, nodes)
		}
		if _, err := e.Solve(context.Background(), engine.Standard()); !errors.Is(err, ErrUnfinished) {
			t.Errorf("Solve: %v", err)
		}
	}
}

// A search that is interrupted in a step in which it has found a better move plays that move. At this depth
// the move's value is at least the score, and greater than the value of the move before.
func TestInterruptedStep(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 8))
	found := 0
	for range some(60) {
		b := randomBoard(rng, 40)
		opt := Options{Level: Exact, TableBytes: 1 << 20, Late: true}
		value := func(depth int, m engine.Square) (v float64) {
			opt.Depth = depth
			for info := range New(opt).SearchMove(t.Context(), b, m) {
				v = info.Score
			}
			return v
		}
		finished := map[int]uint64{} // nodes by depth
		opt.Depth = 7
		for info := range New(opt).Search(t.Context(), b) {
			finished[info.Depth] = info.Nodes
		}
		for nodes := uint64(100); nodes < finished[7]; nodes += nodes / 8 {
			var before, last Info
			opt.Depth, opt.Nodes = 7, nodes
			for info := range New(opt).Search(t.Context(), b) {
				before, last = last, info
			}
			if last.Nodes == finished[last.Depth] {
				continue
			}
			found++
			opt.Nodes = 0
			now, then := value(last.Depth, last.Move()), value(last.Depth, before.Move())
			if now < last.Score || now <= then || before.Nodes != finished[before.Depth] {
				t.Fatalf("%v, %d nodes: %v is worth %v, not %v; %v before is worth %v", b, nodes, last.Move(),
					now, last.Score, before.Move(), then)
			}
		}
	}
	if found == 0 {
		t.Error("no interrupted step has found a better move")
	}
}

// Prepare provides what the first search would allocate, and leaves what later searches have stored.
func TestPrepare(t *testing.T) {
	b := randomBoard(rand.New(rand.NewPCG(2, 10)), 40)
	e := New(Options{Depth: 5, TableBytes: 1 << 20})
	e.Prepare()
	if e.table == nil || len(e.workers) != 1 {
		t.Fatal("nothing is prepared")
	}
	search := func() (last Info) {
		for last = range e.Search(t.Context(), b) {
		}
		return last
	}
	first := search()
	e.Prepare()
	if again := search(); again.Nodes >= first.Nodes {
		t.Errorf("%d nodes, then %d: the table is empty", first.Nodes, again.Nodes)
	}
}

// The same search visits the same nodes.
func TestOneThreadRepeats(t *testing.T) {
	b := randomBoard(rand.New(rand.NewPCG(2, 3)), 40)
	opt := Options{Depth: 9, Level: Sure45, TableBytes: 1 << 16}
	search := func() (last Info) {
		for last = range New(opt).Search(context.Background(), b) {
		}
		return last
	}
	e := New(opt)
	again := func() (last Info) {
		e.Forget()
		for last = range e.Search(context.Background(), b) {
		}
		return last
	}
	if a, b := again(), again(); a.Nodes != b.Nodes {
		t.Errorf("after Forget: %d and %d nodes", a.Nodes, b.Nodes)
	}
	if a, b := search(), search(); a.Nodes != b.Nodes || a.Score != b.Score || a.Move() != b.Move() {
		t.Errorf("%+v\n%+v", a, b)
	}
}

func TestChoose(t *testing.T) {
	e := New(Options{Depth: 2})
	ctx := context.Background()
	if s, err := e.Choose(ctx, engine.Standard()); err != nil || !engine.Standard().Moves().Has(s) {
		t.Errorf("%v, %v", s, err)
	}
	small, _ := engine.SquareShape(6)
	start, _ := small.Start()
	if _, err := e.Choose(ctx, start.Board); !errors.Is(err, errShape) {
		t.Errorf("6x6: %v", err)
	}
	full, _ := engine.NewBoard(engine.Full, engine.AllSquares, 0)
	if _, err := e.Choose(ctx, full); !errors.Is(err, engine.ErrNoMove) {
		t.Errorf("full board: %v", err)
	}
	if e.Nodes() == 0 {
		t.Error("a search without nodes")
	}
	// out of time before it began, it still moves, and not anywhere: a1 is a corner
	over, cancel := context.WithCancel(ctx)
	cancel()
	corner, _ := engine.ParsePosition("-OX-OX-------OX--------------------------------------------XO--- X")
	if s, err := e.Choose(over, corner.Board); err != nil || s != 0 {
		t.Errorf("no time: %v, %v", s, err)
	}
}

// A root at which the side to move passes has its own score and the other's moves.
func TestPassAtTheRoot(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 4))
	e := New(Options{Last: Exact})
	for found := 0; found < 20; {
		b := randomBoard(rng, 9).Pass()
		if b.Moves() != 0 {
			continue
		}
		found++
		if got, want := solved(t, e, b), plainSolve(uint64(b.Mine), uint64(b.Theirs), -infinite,
			infinite); got != want {
			t.Fatalf("%v: %d, want %d", b, got, want)
		}
	}
}

// The table takes no more memory than it is given.
func TestTableMemory(t *testing.T) {
	for _, bytes := range []int{1 << 10, 1<<20 - 1, 1 << 20, 100 << 20} {
		if got := len(newTable(bytes).buckets) * int(unsafe.Sizeof(bucket{})); got > bytes {
			t.Errorf("%d bytes for a table of %d", got, bytes)
		}
	}
	if size := unsafe.Sizeof(knowledge{}); size != 8 {
		t.Errorf("knowledge takes %d bytes, want 8", size)
	}
}

// The tree allocates nothing.
func TestSearchAllocatesNothing(t *testing.T) {
	e := New(Options{Level: Sure87})
	w := e.borrow(e.begin(context.Background()))
	b := randomBoard(rand.New(rand.NewPCG(2, 5)), 30)
	n := root(b)
	n.level = Sure87
	w.eval.Reset(n.mine, n.theirs)
	if allocs := testing.AllocsPerRun(5, func() {
		n.depth++
		w.nullWindow(&n, 0)
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// One ply before the horizon, a search at Sure45 believes the evaluator if its value is beyond the margin. Other
// searches, and this one within the margin, look at the moves.
func TestLeafCut(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	believed := 0
	for range 200 {
		e := New(Options{TableBytes: 1 << 20})
		w := e.borrow(e.begin(t.Context()))
		n := root(randomBoard(rng, 30))
		n.depth = 1
		w.eval.Reset(n.mine, n.theirs)
		guess := w.evaluate(&n)
		margin := int(math.Ceil(0.6 * DefaultErrors.Sigma(30, 1, 0)))
		best := plainMinimax(Mobility{}, n.mine, n.theirs, 1)
		for alpha := -64; alpha < 64; alpha++ {
			greater := best > alpha
			if n.level = Sure50; w.nullWindow(&n, alpha) > alpha != greater {
				t.Fatalf("%+v: the best move is worth %d, greater than %d is %v at Sure50", n, best, alpha, !greater)
			}
			switch {
			case guess > alpha+margin:
				greater = true
			case guess <= alpha-margin:
				greater = false
			}
			if greater != (best > alpha) {
				believed++
			}
			if n.level = Sure45; w.nullWindow(&n, alpha) > alpha != greater {
				t.Fatalf("%+v: the best move is worth %d, the evaluator says %d, greater than %d is %v at Sure45", n,
					best, guess, alpha, !greater)
			}
		}
	}
	if believed == 0 {
		t.Error("the evaluator always agrees with the moves")
	}
}

// A search that may be cut short goes to the end in steps of at most two plies, until five
// at most are left: what it spends on a step it does not finish is spent for nothing.
func TestStepsOfLimitedSearches(t *testing.T) {
	for _, o := range []Options{{Last: Exact}, {Exact: 60, Depth: 3, Last: Exact},
		{Last: Sure95, Level: Sure87}} {
		for empties := 1; empties <= 60; empties++ {
			before := step{0, o.Level}
			for _, s := range o.steps(empties, true) {
				allowed := 2
				if s.depth == empties {
					allowed = 5
				}
				if s.depth-before.depth > allowed || s == before || s.level < before.level {
					t.Errorf("%+v, %d empty squares: %v after %v", o, empties, s, before)
				}
				before = s
			}
			if want := (step{empties, o.Last}); before != want &&
				(empties > mobilityEmpties || before != (step{empties, Exact})) {
				t.Errorf("%+v, %d empty squares: ends with %v", o, empties, before)
			}
		}
	}
}
