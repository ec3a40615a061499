package qlearn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// netKinds are of both sorts, small and large.
var netKinds = []eval.NetKind{eval.MMNet, eval.PolicyNet, {Hidden: 3, Outputs: 1}, {Hidden: 3, Outputs: 64}}

func newTestNet(k eval.NetKind, opt Optimizer) *Net {
	return NewNet(k, opt, rand.New(rand.NewPCG(1, 2)))
}

// playing returns the network of package eval with those weights.
func playing(t testing.TB, n *Net, dna []float64) *eval.Net {
	t.Helper()
	net, err := eval.NewNet(n.Kind(), dna)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// netQ is Q of a move by a network of package eval. For many outputs all but the move's
// are hidden from Eval, which gives the first, by exchanging the two.
func netQ(t testing.TB, n *Net, dna []float64, b engine.Board, s engine.Square) float64 {
	t.Helper()
	k := n.Kind()
	if k.Outputs == 1 {
		return -playing(t, n, dna).Eval(b.Play(s))
	}
	dna = slices.Clone(dna)
	copy(dna[65*k.Hidden:][:k.Hidden], dna[(65+int(s))*k.Hidden:])
	dna[(65+64)*k.Hidden] = dna[(65+64)*k.Hidden+int(s)]
	return playing(t, n, dna).Eval(b)
}

// TestNetPlaysAsItLearns: Q is what the network of package eval says that plays with the
// DNA.
func TestNetPlaysAsItLearns(t *testing.T) {
	for _, k := range netKinds {
		n := newTestNet(k, Optimizer{})
		for _, g := range boardGames(t, 3) {
			n.Begin()
			for ply := range g.Plies() {
				n.Turn(ply.Position.Board, ply.Legal)
			}
			for ply := range g.Plies() {
				values, i := slices.Clone(n.Values(ply.Index)), 0
				for s := range ply.Legal.All() {
					want := float32(netQ(t, n, n.DNA(), ply.Position.Board, s))
					if got := n.Value(ply.Index, i); got != values[i] || !near32(got, want, 1e-5) {
						t.Fatalf("%v: %v and %v, want %v", k, got, values[i], want)
					}
					i++
				}
			}
		}
	}
}

// TestNetGradient compares what Learn changes with the slope of Q along each weight, by
// central differences: (Q(w+h) − Q(w−h)) / 2h. Normalised it is divided by Σ slope².
func TestNetGradient(t *testing.T) {
	const h = 1e-4
	b := boardGames(t, 1)[0]
	p, err := engine.Game{Start: b.Start, Moves: b.Moves[:20]}.End()
	if err != nil {
		t.Fatal(err)
	}
	moves := p.Board.Moves()
	i := moves.Len() - 1
	for _, k := range netKinds {
		net := newTestNet(k, Optimizer{})
		before := net.DNA()
		var slopes []float64
		length := 0.0
		for w := range before {
			at := func(x float64) float64 {
				dna := slices.Clone(before)
				dna[w] += x
				return netQ(t, net, dna, p.Board, moves.Nth(i))
			}
			slope := (at(h) - at(-h)) / (2 * h)
			slopes, length = append(slopes, slope), length+slope*slope
		}
		for _, normalise := range []bool{false, true} {
			n := newTestNet(k, Optimizer{Normalise: normalise})
			n.Learn(n.Turn(p.Board, moves), i, 0.5)
			for w, x := range n.DNA() {
				want := 0.5 * slopes[w]
				if normalise {
					want /= length
				}
				if got := x - before[w]; math.Abs(got-want) > 1e-6 {
					t.Fatalf("%v, normalise %v: weight %d changes by %v, want %v", k, normalise, w, got, want)
				}
			}
		}
	}
}

// TestNetByHand: one node, all weights 0 but that of the output, 2. The node is at
// σ(0) = 1/2, so Q = −2·1/2 = −1. Of −2·σ(x) the slopes are −1/2 along the output's
// weight and −2·1/2·1/2 = −1/2 along x: of the bias, of the squares of the opponent, who
// is to move there, and with the other sign of those of who moved. On the row "XO-" that
// are three squares after the move, all of who moved: the length is 1/4 · 5.
func TestNetByHand(t *testing.T) {
	k := eval.NetKind{Hidden: 1, Outputs: 1}
	dna := make([]float64, k.Len())
	dna[65] = 2
	b := rows("XO-").Board
	for _, c := range []struct {
		normalise bool
		step      float64
	}{{false, 1}, {true, 1 / 1.25}} {
		n, err := NetOf(k, dna, Optimizer{Normalise: c.normalise})
		if err != nil {
			t.Fatal(err)
		}
		if q := qOf(n, b, c1); !near(q, -1) {
			t.Fatalf("Q is %v", q)
		}
		n.Learn(0, 0, 1)
		want := make([]float64, k.Len())
		want[0], want[1], want[2] = c.step/2, c.step/2, c.step/2 // a1 to c1
		want[64], want[65] = -c.step/2, 2-c.step/2
		for i, x := range n.DNA() {
			if !near(x, want[i]) {
				t.Errorf("normalise %v: weight %d is %v, want %v", c.normalise, i, x, want[i])
			}
		}
	}
}

// TestNetCoherence: where an error is followed by its opposite, the sums say that
// nothing is to be learned, and the third step changes nothing.
func TestNetCoherence(t *testing.T) {
	k := eval.NetKind{Hidden: 1, Outputs: 1}
	n, err := NetOf(k, make([]float64, k.Len()), Optimizer{Coherence: true})
	if err != nil {
		t.Fatal(err)
	}
	n.Turn(rows("XO-").Board, c1.Set())
	// Output weight 0 keeps all else at 0; the node is at 1/2, the slope −1/2.
	for _, c := range []struct{ step, want float64 }{
		{1, -0.5}, // rate 1; sums −1/2, 1/2
		{-1, 0},   // rate 1; sums 0, 1
		{1, 0},    // rate 0; sums −1/2, 3/2
		{3, -0.5}, // rate 1/3 of −3/2
	} {
		n.Learn(0, 0, float32(c.step))
		n.weights[64] = 0
		for i := range 3 {
			n.weights[i] = 0
		}
		if got := n.DNA()[65]; !near(got, c.want) {
			t.Errorf("step %v: %v, want %v", c.step, got, c.want)
		}
	}
}

// TestNetCopies: a clone has weights of its own, what shares them has not.
func TestNetCopies(t *testing.T) {
	b := rows("XO-").Board
	n := newTestNet(eval.MMNet, Optimizer{Coherence: true})
	clone, shared := n.Clone(), n.Share()
	before := qOf(n, b, c1)
	n.Learn(0, 0, 1)
	after := qOf(n, b, c1)
	if after == before || qOf(clone, b, c1) != before || qOf(shared, b, c1) != after {
		t.Errorf("%v, then %v; the clone %v, shared %v", before, after, qOf(clone, b, c1), qOf(shared, b, c1))
	}
	if n.Model() != nil {
		t.Error("a network as a linear model")
	}
	if _, err := NetOf(eval.MMNet, make([]float64, 3), Optimizer{}); err == nil {
		t.Error("a network of three weights")
	}
}

func netTrainer(t testing.TB, k eval.NetKind, cfg Config) *Trainer {
	t.Helper()
	tr, err := New(newTestNet(k, cfg.Optimizer), cfg, smallSource(t))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestNetTraining: every rule trains networks, with the same bytes on any number of
// goroutines and from a checkpoint on; the model is the average.
func TestNetTraining(t *testing.T) {
	for r := range Rule(len(ruleNames)) {
		for _, k := range netKinds[2:] {
			cfg := small(r)
			one, two := netTrainer(t, k, cfg), netTrainer(t, k, cfg)
			two.Workers = 4
			for range two.Train(t.Context()) {
				break
			}
			three := netTrainer(t, k, cfg)
			if err := three.Restore(checkpoint(t, two)); err != nil {
				t.Fatal(err)
			}
			train(t, one)
			train(t, two)
			train(t, three)
			if want := checkpoint(t, one); !slices.Equal(want, checkpoint(t, two)) ||
				!slices.Equal(want, checkpoint(t, three)) {
				t.Errorf("%v, %v: workers or checkpoints matter", r, k)
			}
			if got := one.Learned().Net; got == nil || !slices.Equal(got.weights, one.average[0]) ||
				one.Learned().Model != nil {
				t.Errorf("%v, %v: the network is not what was learned", r, k)
			}
		}
	}
	if tr := smallTrainer(t, small(TD)); tr.Learned().Net != nil {
		t.Error("tables as a network")
	}
}

// TestNetLearnsAGame: by montecarlo from one game again and again the error becomes a tenth.
func TestNetLearnsAGame(t *testing.T) {
	source, err := NewTranscripts(randomGames(t, start(t, "4x4"), 1), false, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range netKinds[:2] {
		cfg := Config{Rule: MonteCarlo, Gamma: 1, Alpha: 0.3, AlphaEnd: 0.3, Optimizer: Optimizer{Normalise: true},
			Temperature: 1, Games: 300, Actors: 1, Batch: 10}
		tr, err := New(newTestNet(k, cfg.Optimizer), cfg, source)
		if err != nil {
			t.Fatal(err)
		}
		first, last := 0.0, 0.0
		for st, err := range tr.Train(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if first == 0 {
				first = st.Error
			}
			last = st.Error
		}
		if !(last < first/10) {
			t.Errorf("%v: the error falls from %v to %v", k, first, last)
		}
	}
}
