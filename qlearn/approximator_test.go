package qlearn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// patterns are features that Tables are for: one stage and more, terms that symmetry
// folds in every way, balanced ones, single squares.
var patterns = []string{
	"logistello@2",
	"all2@3",
	"snakes-6x5-1",
	"balanced-edge@2",
	"balanced-all2+corner",
	"d4e4d5e5+d4",
	"balanced-d4e4d5e5+balanced-d4+balanced-a1h8",
	"a1b1@60+c1d1e1f1@60",
	"edge+edge",
}

// pair are the two approximators of a model: tables, and what they must agree with.
type pair struct{ tables, plain Approximator }

func newPair(t testing.TB, m *eval.Model, opt Optimizer) pair {
	t.Helper()
	q, ok := approximator(t, m, opt).(*tables)
	if !ok {
		t.Fatalf("%s: not the approximator that is to be tested", m.Features.ID())
	}
	return pair{q, newLinear(m, opt)}
}

// same tells whether the values of all turns of a game agree.
func (p pair) same(t testing.TB, g engine.Game) bool {
	t.Helper()
	p.tables.Begin()
	p.plain.Begin()
	for ply, err := range g.Plies() {
		if err != nil {
			t.Fatal(err)
		}
		a, b := p.tables.Turn(ply.Position.Board, ply.Legal), p.plain.Turn(ply.Position.Board, ply.Legal)
		if a != ply.Index || b != ply.Index {
			t.Fatalf("turn %d has numbers %d and %d", ply.Index, a, b)
		}
	}
	for i := range g.Moves {
		want := slices.Clone(p.plain.Values(i))
		got := p.tables.Values(i)
		if len(got) != len(want) {
			t.Fatalf("%d values, want %d", len(got), len(want))
		}
		for k := range want {
			if !near32(got[k], want[k], 1e-5) {
				t.Errorf("%v: turn %d, move %d: %v, want %v", g, i, k, got[k], want[k])
				return false
			}
		}
		k := i % len(want)
		if one := p.tables.Value(i, k); !near32(one, want[k], 1e-5) {
			t.Errorf("%v: turn %d, move %d alone: %v, want %v", g, i, k, one, want[k])
			return false
		}
	}
	return true
}

func near32(x, y float32, tolerance float64) bool {
	return math.Abs(float64(x)-float64(y)) <= tolerance*max(1, math.Abs(float64(y)))
}

// wipeOut is a game in which black takes all after nine moves.
const wipeOut = "e6f4e3f6g5d6e7f5c5"

// boardGames are random games, with passes, and a wipe-out.
func boardGames(t testing.TB, n int) []engine.Game {
	t.Helper()
	list := randomGames(t, engine.StandardStart(), n)
	passes := 0
	for _, g := range list {
		for ply := range g.Plies() {
			if ply.Passed {
				passes++
			}
		}
	}
	if passes < n/4 {
		t.Fatalf("only %d passes in %d games", passes, n)
	}
	g, err := engine.ParseGame(engine.StandardStart(), wipeOut)
	if err != nil {
		t.Fatal(err)
	}
	return append(list, g)
}

// TestTablesAreLinear compares the values of all moves of games before and after
// learning from them, and the weights, which differ by rounding only.
func TestTablesAreLinear(t *testing.T) {
	list := boardGames(t, 3)
	for _, id := range patterns {
		for _, opt := range []Optimizer{{}, {Normalise: true}, {Normalise: true, Coherence: true}} {
			p := newPair(t, randomModel(t, id), opt)
			rng := rand.New(rand.NewPCG(3, 3))
			for round := range 2 {
				for _, g := range list {
					if !p.same(t, g) {
						t.Fatalf("%s, %+v, round %d", id, opt, round)
					}
					for i, s := range g.Moves { // the turns are still there
						step := float32(rng.Float64()-0.5) / 4
						if !opt.Normalise {
							step /= 100
						}
						k := int(s) % len(p.plain.Values(i))
						p.tables.Learn(i, k, step)
						p.plain.Learn(i, k, step)
					}
				}
			}
			a, b := p.tables.Model(), p.plain.Model()
			for i, w := range b.Weights {
				if math.Abs(a.Weights[i]-w) > 1e-4 {
					t.Fatalf("%s, %+v: weight %d (%s) is %v, want %v", id, opt, i, a.Features.Name(i), a.Weights[i], w)
				}
			}
		}
	}
}

// TestTablesLearnGames has trainers of both kinds learn 200 recorded games by each rule:
// the weights differ by rounding only.
func TestTablesLearnGames(t *testing.T) {
	source, err := NewTranscripts(boardGames(t, 199), false, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range []Rule{Sarsa, TD, MonteCarlo} {
		m := randomModel(t, "corner@3+balanced-a1b1c1d1@3+d4e4d5e5@3")
		cfg := Default
		cfg.Rule, cfg.Games, cfg.Batch = rule, 200, 100
		p := newPair(t, m, cfg.Optimizer)
		var got [2]*eval.Model
		var stats [2]Stats
		for i, q := range []Approximator{p.tables, p.plain} {
			tr, err := New(q, cfg, source)
			if err != nil {
				t.Fatal(err)
			}
			stats[i] = train(t, tr)
			got[i] = tr.Learned().Model
		}
		if stats[0].Updates != stats[1].Updates || math.Abs(stats[0].Error-stats[1].Error) > 1e-4 {
			t.Errorf("%v: %+v and %+v", rule, stats[0], stats[1])
		}
		changed := 0
		for i, w := range got[1].Weights {
			if w != m.Weights[i] {
				changed++
			}
			if math.Abs(got[0].Weights[i]-w) > 1e-3 {
				t.Fatalf("%v: weight %d is %v, want %v", rule, i, got[0].Weights[i], w)
			}
		}
		if changed < 1000 {
			t.Errorf("%v: only %d weights learned", rule, changed)
		}
	}
}

// TestNewApproximator: tables where they can be, without actions and stages that differ.
func TestNewApproximator(t *testing.T) {
	for id, want := range map[string]bool{"edge+corner": true, "all2@3": true, "edge@2+corner@3": false,
		"edge+parity": false, "report": false, "constant": false} {
		m := model(t, id)
		if _, ok := approximator(t, m, Optimizer{}).(*tables); ok != want {
			t.Errorf("%s: tables are %v", id, ok)
		}
		m.Actions = make([]float64, len(eval.Classes))
		if _, ok := approximator(t, m, Optimizer{}).(*linear); !ok {
			t.Errorf("%s: not linear with actions", id)
		}
		m.Actions = make([]float64, 64)
		if _, ok := approximator(t, m, Optimizer{}).(*linear); !ok {
			t.Errorf("%s: not linear with actions by square", id)
		}
		m.Actions[0] = math.NaN()
		if _, err := NewApproximator(m, Optimizer{}); err == nil {
			t.Errorf("%s: a weight that is no number", id)
		}
	}
}

// each runs a test for both approximators.
func each(t *testing.T, id string, opt Optimizer, test func(t *testing.T, q Approximator)) {
	p := newPair(t, randomModel(t, id), opt)
	t.Run("tables", func(t *testing.T) { test(t, p.tables) })
	t.Run("linear", func(t *testing.T) { test(t, p.plain) })
}

// TestSharedWeightsByHand: after d3 white sees its opponent's discs on three of the
// four squares in the middle and its own on e5. The tuple d4 has these four as images,
// so Q = −(3 w(O) + w(X)), whose gradient is (−3, −1): a step of 1/8 changes w(O) by
// −3/8 and w(X) by −1/8, and Q by 9/8 + 1/8 = 10/8, ten times the step. Normalised,
// the weights change by a tenth of that, and Q by the step. Balanced, there is one
// weight with Q = 2w: four times the step, or the step.
func TestSharedWeightsByHand(t *testing.T) {
	d3, err := engine.ParseSquare("d3")
	if err != nil {
		t.Fatal(err)
	}
	b, k := engine.Standard(), 0
	if b.Moves().First() != d3 {
		t.Fatal("d3 is not the first move")
	}
	for _, c := range []struct {
		id        string
		normalise bool
		change    float64
	}{{"d4", false, 1.25}, {"d4", true, 0.125}, {"balanced-d4", false, 0.5}, {"balanced-d4", true, 0.125}} {
		each(t, c.id, Optimizer{Normalise: c.normalise}, func(t *testing.T, q Approximator) {
			before, weights := qOf(q, b, d3), q.Model().Weights
			q.Learn(0, k, 0.125)
			if got := qOf(q, b, d3) - before; !near(got, c.change) {
				t.Errorf("%s, normalise %v: Q has changed by %v, want %v", c.id, c.normalise, got, c.change)
			}
			if c.id == "d4" {
				for i, w := range q.Model().Weights { // contents -, X, O
					if got, want := w-weights[i], -c.change/10*float64([]int{0, 1, 3}[i]); !near(got, want) {
						t.Errorf("weight %d has changed by %v, want %v", i, got, want)
					}
				}
			}
		})
	}
}

// TestNormalisedStep: Q of what was learned changes by the step, whatever the features
// and however often symmetric places show the same; where no feature is on, nothing
// happens.
func TestNormalisedStep(t *testing.T) {
	list := boardGames(t, 4)
	check := func(t *testing.T, q Approximator) {
		for _, g := range list {
			q.Begin()
			for ply := range g.Plies() {
				turn := q.Turn(ply.Position.Board, ply.Legal)
				k := ply.Legal.Len() - 1
				before := q.Value(turn, k)
				q.Learn(turn, k, 0.25)
				after := q.Value(turn, k)
				if got := float64(after - before); math.Abs(got-0.25) > 1e-4 && got != 0 {
					t.Fatalf("%v: turn %d: Q has changed by %v", g, turn, got)
				} else if got == 0 && math.Abs(float64(before)) > 1e-6 { // not all cancels out
					t.Fatalf("%v: turn %d: nothing learned", g, turn)
				}
			}
		}
	}
	for _, id := range patterns {
		t.Run(id, func(t *testing.T) { each(t, id, Optimizer{Normalise: true}, check) })
	}
	for _, id := range []string{"report@6+edge", "squares+grid", "constant"} {
		m := randomModel(t, id)
		for _, n := range []int{len(eval.Classes), 64} {
			m.Actions = make([]float64, n)
			t.Run(id, func(t *testing.T) { check(t, approximator(t, m, Optimizer{Normalise: true})) })
		}
	}
}

// TestEmptyGradient: where the only feature is off, Q is 0 and stays so.
func TestEmptyGradient(t *testing.T) {
	each(t, "a1", Optimizer{Normalise: true, Coherence: true}, func(t *testing.T, q Approximator) {
		before := q.Model().Weights
		q.Begin()
		turn := q.Turn(engine.Standard(), engine.Standard().Moves())
		q.Learn(turn, 0, 1)
		if q.Value(turn, 0) != 0 || !slices.Equal(q.Model().Weights, before) {
			t.Error("learned from nothing")
		}
	})
}

// TestCoherenceByHand takes steps of one weight. Its rate is |sum|/all of the steps
// before, 1 at first:
//
//	step    rate   w       sum   all
//	 3/4    1      3/4     3/4   3/4
//	−1/4    1      1/2     1/2   1
//	 1      1/2    1       3/2   2
//	−1      3/4    1/4     1/2   3
func TestCoherenceByHand(t *testing.T) {
	q := newLinear(eval.NewModel(tableFor(rows("XO-"))), Optimizer{Coherence: true})
	q.Begin()
	b := rows("XO-").Board
	turn := q.Turn(b, b.Moves())
	for i, c := range []struct{ step, want float64 }{{0.75, 0.75}, {-0.25, 0.5}, {1, 1}, {-1, 0.25}} {
		q.Learn(turn, 0, float32(c.step))
		if got := float64(q.Value(turn, 0)); !near(got, c.want) {
			t.Errorf("Q after step %d is %v, want %v", i+1, got, c.want)
		}
	}
	if p := q.Params(); p[1][0] != -0.5 || p[2][0] != 3 { // of the weight, which is −Q
		t.Errorf("sums %v", p)
	}
}

// TestSymmetryIsKept: after learning, boards that are images of each other still have
// the same values: all contents that share a weight have changed alike.
func TestSymmetryIsKept(t *testing.T) {
	list := boardGames(t, 12)
	for _, id := range patterns {
		for _, opt := range []Optimizer{{Normalise: true}, {Normalise: true, Coherence: true}} {
			q := newPair(t, randomModel(t, id), opt).tables
			for i, g := range list {
				learnRandomly(q, g, uint64(i))
			}
			for _, g := range list[8:] {
				for ply := range g.Plies() {
					b, s := ply.Position.Board, ply.Move
					want := qOf(q, b, s)
					for y := engine.Symmetry(0); y < engine.Symmetries; y++ {
						if got := qOf(q, b.Transform(y), y.Square(s)); math.Abs(got-want) > 2e-5 {
							t.Fatalf("%s: Q of image %d is %v, want %v", id, y, got, want)
						}
					}
				}
			}
		}
	}
}

// TestBalanceIsKept: a balanced model says of the same board with the sides exchanged the
// opposite, also after learning.
func TestBalanceIsKept(t *testing.T) {
	each(t, "balanced-all2+balanced-edge+balanced-d4e4d5e5", Optimizer{Normalise: true},
		func(t *testing.T, q Approximator) {
			list := boardGames(t, 12)
			for i, g := range list {
				learnRandomly(q, g, uint64(i))
			}
			l := q.Model().Linear()
			for _, g := range list {
				for ply := range g.Plies() {
					b := ply.Position.Board.Play(ply.Move)
					if got, want := l.Eval(b.Pass()), -l.Eval(b); math.Abs(got-want) > 1e-9 {
						t.Fatalf("%v with the sides exchanged is worth %v, want %v", b, got, want)
					}
				}
			}
		})
}

// learnRandomly learns from all turns of a game.
func learnRandomly(q Approximator, g engine.Game, seed uint64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	q.Begin()
	for ply := range g.Plies() {
		q.Learn(q.Turn(ply.Position.Board, ply.Legal), rng.IntN(ply.Legal.Len()), float32(rng.Float64()-0.5))
	}
}

// TestModelRoundTrip: an approximator of the model that another has learned has the same
// values bit for bit, and the model says the same.
func TestModelRoundTrip(t *testing.T) {
	list := boardGames(t, 6)
	for _, id := range append(slices.Clone(patterns), "report@3+edge") {
		m := randomModel(t, id)
		m.Meta["unit"] = "win"
		q := approximator(t, m, Optimizer{Normalise: true})
		for i, g := range list {
			learnRandomly(q, g, uint64(i))
		}
		got := q.Model()
		if got.Features.ID() != id || got.Meta["unit"] != "win" || got.Check() != nil {
			t.Errorf("%s: %v %v", got.Features.ID(), got.Meta, got.Check())
		}
		again, l := approximator(t, got, Optimizer{Normalise: true}), got.Linear()
		for _, g := range list {
			for ply := range g.Plies() {
				b, s := ply.Position.Board, ply.Move
				x := qOf(q, b, s)
				if y := qOf(again, b, s); x != y {
					t.Fatalf("%s: Q = %v, read again %v", id, x, y)
				}
				if y := l.Q(b, s); math.Abs(x-y) > 1e-4 {
					t.Fatalf("%s: Q = %v, the model says %v", id, x, y)
				}
			}
		}
		got.Meta["unit"] = "discs"
		got.Weights[0]++
		if m.Meta["unit"] != "win" || q.Model().Weights[0] == got.Weights[0] {
			t.Errorf("%s: the model is no copy", id)
		}
	}
}

// TestCloneAndShare: a clone has weights of its own, whoever shares them sees what is
// learned; both have turns of their own.
func TestCloneAndShare(t *testing.T) {
	each(t, "all2@2+d4e4d5e5@2", Optimizer{Normalise: true, Coherence: true}, testCloneAndShare)
	t.Run("double", func(t *testing.T) {
		testCloneAndShare(t, newDouble(approximator(t, randomModel(t, "report"), Optimizer{Normalise: true})))
	})
}

func testCloneAndShare(t *testing.T, q Approximator) {
	list := boardGames(t, 3)
	learnRandomly(q, list[0], 1) // so that the state of coherence is not empty
	clone, shared := q.Clone(), q.Share()
	for _, other := range []Approximator{q, clone, shared} {
		other.Begin()
		for ply := range list[1].Plies() {
			other.Turn(ply.Position.Board, ply.Legal)
		}
	}
	shared.Begin()
	b := list[2].Start.Board
	turn := shared.Turn(b, b.Moves())
	before := cloneParams(q.Params())
	learn := func(of Approximator) {
		for i := range list[1].Moves {
			of.Learn(i, 0, 0.25)
		}
	}
	learn(clone)
	if !sameParams(q.Params(), before) || sameParams(clone.Params(), before) {
		t.Error("the clone's weights are not its own")
	}
	value := shared.Value(turn, 0)
	learn(q)
	if !sameParams(q.Params(), clone.Params()) {
		t.Error("the clone learns something else")
	}
	if shared.Value(turn, 0) == value || float64(shared.Value(turn, 0)) != qOf(q, b, b.Moves().First()) {
		t.Error("who shares the weights does not see what is learned")
	}
}

// sameParams compares bit by bit.
func sameParams(a, b [][]float32) bool {
	return slices.EqualFunc(a, b, func(x, y []float32) bool {
		return slices.EqualFunc(x, y, func(p, q float32) bool { return math.Float32bits(p) == math.Float32bits(q) })
	})
}

// TestParamsAreAll: whoever takes over the parameters has the same values and learns the
// same from then on.
func TestParamsAreAll(t *testing.T) {
	each(t, "all2@2+balanced-corner@2", Optimizer{Normalise: true, Coherence: true},
		func(t *testing.T, q Approximator) {
			list := boardGames(t, 4)
			fresh := q.Clone()
			learnRandomly(q, list[0], 0)
			learnRandomly(q, list[1], 1)
			copyParams(fresh.Params(), q.Params())
			for _, g := range list[2:] {
				learnRandomly(q, g, 2)
				learnRandomly(fresh, g, 2)
			}
			if !sameParams(q.Params(), fresh.Params()) {
				t.Error("the parameters are not all that learning changes")
			}
		})
}

// TestOrderOfTurns: boards need not follow each other, and turns are kept until Begin.
func TestOrderOfTurns(t *testing.T) {
	var plies []engine.Ply
	for _, g := range boardGames(t, 8) {
		for ply := range g.Plies() {
			plies = append(plies, ply)
		}
	}
	rng := rand.New(rand.NewPCG(4, 4))
	each(t, "logistello", Optimizer{}, func(t *testing.T, q Approximator) {
		l := q.Model().Linear()
		for range 20 {
			q.Begin()
			var kept []engine.Ply
			for range 1 + rng.IntN(80) {
				ply := plies[rng.IntN(len(plies))]
				kept = append(kept, ply)
				q.Turn(ply.Position.Board, ply.Legal)
			}
			for range 100 {
				i := rng.IntN(len(kept))
				k := rng.IntN(kept[i].Legal.Len())
				b, s := kept[i].Position.Board, kept[i].Legal.Nth(k)
				if got, want := float64(q.Value(i, k)), l.Q(b, s); math.Abs(got-want) > 1e-4 {
					t.Fatalf("turn %d, move %d: %v, want %v", i, k, got, want)
				}
			}
		}
	})
}
