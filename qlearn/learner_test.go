package qlearn

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// TestOneGameByHand learns a game of two moves of black with one feature, discs,
// where φ = (mine − theirs)/16 as white, which has to pass, sees the board:
//
//	start    X O -   X O -
//	c1       X X X   X O -   φ = (1−4)/16 = −3/16   Q(start,c1) = Q(start,c3) = 3w/16
//	c3       X X X   X X X   φ = −6/16              Q(after c1,c3) = 6w/16
//
// Black wins, r = 1. With α = 1/2 and w = 0 at first, the last move is learned first:
//
//	c3   δ = 1 − 0 = 1                          w = 1/2·1·6/16             = 3/16
//	c1   V = 6/16·3/16 = 18/256, newly computed
//	     δ = γ·18/256 − 3/16·3/16               w = 3/16 + 1/2·δ·3/16
//
// so that with γ = 1 δ = 9/256 and w = 3/16 + 27/8192, and with γ = 1/2 δ = 0.
// Stale values would give V = 0 and δ = −9/256 or, stale in both places, 0.
func TestOneGameByHand(t *testing.T) {
	game := games{recorded(t, rows("XO-", "XO-"), "c1c3")}
	for _, c := range []struct{ gamma, delta, w float64 }{
		{1, 9.0 / 256, 3.0/16 + 27.0/8192},
		{0.5, 0, 3.0 / 16},
	} {
		for _, rule := range []Rule{Q, Sarsa, ExpectedSarsa, TD} { // there is one move to choose from
			cfg := Config{Rule: rule, Gamma: c.gamma, Alpha: 0.5, Temperature: 1, Games: 1, Actors: 1, Batch: 1}
			tr := trainer(t, model(t, "discs"), cfg, game)
			st := train(t, tr)
			if w := tr.Learned().Model.Weights[0]; w != c.w {
				t.Errorf("γ %v, %v: w = %v, want %v", c.gamma, rule, w, c.w)
			}
			want := Stats{Games: 1, Total: 1, Round: 1, Updates: 2, GreedyMoves: 2,
				Error: math.Sqrt((1 + c.delta*c.delta) / 2), Alpha: 0.5}
			if !math.IsNaN(st.Score) {
				t.Errorf("score %v without an opponent", st.Score)
			}
			if st.Score = 0; st != want {
				t.Errorf("γ %v, %v: %+v, want %+v", c.gamma, rule, st, want)
			}
		}
	}
}

// TestActionByHand learns one move with a weight for the action. r = 1, φ = −3/16,
// class of c1 is 2; both weights move along their part of the gradient.
func TestActionByHand(t *testing.T) {
	m := model(t, "discs")
	m.Actions = make([]float64, len(eval.Classes))
	cfg := Config{Gamma: 1, Alpha: 0.25, Temperature: 1, Games: 1, Actors: 1, Batch: 1}
	tr := trainer(t, m, cfg, games{recorded(t, rows("XO-"), "c1")})
	train(t, tr)
	got, want := tr.Learned().Model, []float64{0, 0, 0.25, 0, 0, 0, 0, 0, 0, 0}
	if got.Weights[0] != 0.25*3/16 || !slices.Equal(got.Actions, want) {
		t.Errorf("weight %v, actions %v", got.Weights, got.Actions)
	}
}

// TestRewardsByHand has one move that wins, draws or loses against discs that nobody
// can reach: 3 to 2, where the winner gets the empty square, 3 to 3, and 3 to 4.
func TestRewardsByHand(t *testing.T) {
	for _, c := range []struct {
		theirs string
		want   [3]float64 // by kind
	}{
		{"OO-", [3]float64{1, 2.0 / 64, math.Tanh(2.0 / 16)}},
		{"OOO", [3]float64{}},
		{"OOOO", [3]float64{-1, -1.0 / 64, math.Tanh(-1.0 / 16)}},
	} {
		for n := range 2 * len(c.want) {
			kind, from := n/2, rows("XO-", c.theirs)
			from.Color = engine.Color(n % 2) // whoever moves
			want := c.want[kind]
			cfg := Config{Reward: Reward(kind), Gamma: 1, Alpha: 0.5, Temperature: 1, Games: 1, Actors: 1, Batch: 1}
			tr := trainer(t, eval.NewModel(tableFor(from)), cfg, games{recorded(t, from, "c1")})
			st := train(t, tr)
			if got := tr.Learned().Model.Linear().Q(from.Board, c1); !near(got, want/2) ||
				!near(st.Error, math.Abs(want)) {
				t.Errorf("%v against %s: Q = %v, error %v, want half of %v", Reward(kind), c.theirs, got, st.Error, want)
			}
		}
	}
}

func TestReward(t *testing.T) {
	for _, c := range []struct {
		score                    int
		win, discs, tanhs, clips float64
	}{{64, 1, 1, math.Tanh(4), 1}, {16, 1, 0.25, math.Tanh(1), 1}, {1, 1, 1.0 / 64, math.Tanh(1.0 / 16), 1.0 / 16},
		{0, 0, 0, 0, 0}} {
		for kind, want := range map[Reward]float64{Win: c.win, Discs: c.discs, TanhDiscs: c.tanhs, ClippedDiscs: c.clips} {
			if kind.Of(c.score) != want || kind.Of(-c.score) != -want {
				t.Errorf("%v of ±%d: %v and %v, want ±%v", kind, c.score, kind.Of(c.score), kind.Of(-c.score), want)
			}
		}
	}
}

// TestTanhByHand: w·φ = ln(3)/2 at first, so that Q = 1/2 and dQ/d(w·φ) = 1 − 1/4. The
// target is 1 and α = 1/2, so w·φ grows by 1/2·1/2·3/4 = 3/16.
func TestTanhByHand(t *testing.T) {
	l := newLab(t, rows("XO-"), Config{Squash: Tanh})
	l.set("c1", math.Log(3)/2)
	l.play("c1")
	l.check("tanh", map[string]float64{"c1": math.Log(3)/2 + 3.0/16})
	if want := 0.25; !near(l.tally.squares, want) {
		t.Errorf("squared error %v, want %v", l.tally.squares, want)
	}
}

// TestSquashedTargets: V is Q, not w·φ. c5 after c1 has w·φ = ln(3)/2, so V = 1/2, which
// is the target of c1 by q; its own slope is 1 at 0: w·φ = 1/4. And c3, whose only move
// next has just got w·φ = 1/2, gets 1/2·tanh(1/2).
func TestSquashedTargets(t *testing.T) {
	l := newLab(t, rows("XO-", "XO-", "XO-"), Config{Squash: Tanh})
	l.set("c1c5", math.Log(3)/2)
	l.play("c1c3c5")
	l.check("tanh", map[string]float64{"c1": 1.0 / 4, "c1c3": math.Tanh(0.5) / 2, "c1c3c5": 0.5})
}

func TestSlopeIsADerivative(t *testing.T) {
	const h = 1e-6
	for _, s := range []Squash{None, Tanh} {
		for _, x := range []float64{-3, -0.5, 0, 0.25, 2} {
			if got, want := s.slope(s.Of(x)), (s.Of(x+h)-s.Of(x-h))/(2*h); math.Abs(got-want) > 1e-8 {
				t.Errorf("%v at %v: slope %v, want %v", s, x, got, want)
			}
		}
	}
}

// TestClip: an error of 1 counts as 1/4, one of 1/8 as it is; the statistics have it whole.
func TestClip(t *testing.T) {
	for _, c := range []struct{ before, error, after float64 }{
		{0, 1, 1.0 / 8}, {7.0 / 8, 1.0 / 8, 15.0 / 16}, {3, -2, 23.0 / 8},
	} {
		l := newLab(t, rows("XO-"), Config{Clip: 0.25})
		l.set("c1", c.before)
		l.play("c1")
		l.check("clip", map[string]float64{"c1": c.after})
		if !near(l.tally.squares, c.error*c.error) {
			t.Errorf("squared error %v, want that of %v", l.tally.squares, c.error)
		}
	}
}

// TestConservativeByHand: penalty and update start from the same values, so that the
// step is the sum of both. One turn of two moves, all Q 0, r = 1, α = 1/2: the
// penalty's softmax is (1/2, 1/2), so with weight 1 the played move gains
// 1/2·1/2 + 1/2·1, the other loses 1/2·1/2.
func TestConservativeByHand(t *testing.T) {
	l := newLab(t, rows("XO-", "XO-"), Config{Rule: MonteCarlo, Conservative: 1})
	l.play("c1c3")
	l.check("conservative", map[string]float64{"c1": 0.75, "c3": -0.25, "c1c3": 0.5})
}

// TestPenaltyIsAGradient compares the step of the penalty with finite differences of
// τ log Σ exp(Q(s,a)/τ) − Q(s,played), squashed or not.
func TestPenaltyIsAGradient(t *testing.T) {
	const step, h = 1.0 / 64, 1.0 / 256
	for i, g := range randomGames(t, engine.StandardStart(), 4) {
		q := newLinear(randomModel(t, "report@2+squares"), Optimizer{})
		cfg := Config{Squash: Squash(i & 1), Conservative: 1, Temperature: 0.3 + float64(i)/4}
		l := learner{q: q, cfg: &cfg, alpha: step}
		for ply := range g.Plies() {
			q.Begin()
			u := turn{id: q.Turn(ply.Position.Board, ply.Legal), played: ply.Legal.Len() / 2}
			loss := func() float64 {
				sum := 0.0
				for k := range ply.Legal.Len() {
					sum += math.Exp(l.value(&u, k) / cfg.Temperature)
				}
				return cfg.Temperature*math.Log(sum) - l.value(&u, u.played)
			}
			want := make([]float64, len(q.weights))
			for k, w := range q.weights {
				q.weights[k] = w + h
				above := loss()
				q.weights[k] = w - h
				want[k] = (above - loss()) / (2 * h)
				q.weights[k] = w
			}
			before := slices.Clone(q.weights)
			l.penalise(&u)
			for k, w := range q.weights {
				if got := float64(before[k]-w) / step; math.Abs(got-want[k]) > 1e-3 {
					t.Fatalf("%v, weight %d: gradient %v, by differences %v", cfg.Squash, k, got, want[k])
				}
			}
			copy(q.weights, before)
		}
	}
}

// TestStaleValuesDiverge: where one weight stands for all four moves of black (Q = −w),
// each step sees what the one before it did, and the error falls to (1−α)⁴ of itself
// in a game: with α = 3/4 Q = 1 − 1/256 after the first. Computed once for the whole
// game, the four steps would add up to Q = 3 and then, with errors of −2 times the
// last, to more and more.
func TestStaleValuesDiverge(t *testing.T) {
	from := rows("XO-", "XO-", "XO-", "XO-")
	for _, rule := range []Rule{MonteCarlo, TD, Sarsa} {
		cfg := Config{Rule: rule, Lambda: 1, Gamma: 1, Alpha: 0.75, AlphaEnd: 0.75, Temperature: 1, Games: 50,
			Actors: 1, Batch: 1}
		tr := trainer(t, model(t, "constant"), cfg, games{recorded(t, from, "c1c3c5c7")})
		for st, err := range tr.Train(t.Context()) {
			q := -tr.Learned().Model.Weights[0]
			if err != nil || st.Games == 1 && q != 1-1.0/256 || math.Abs(q-1) > 1.0/256 {
				t.Fatalf("%v: Q = %v after %d games, %v", rule, q, st.Games, err)
			}
		}
	}
}

// TestDefaultsDoNotDiverge: with the default rates the errors stay of the order of the
// rewards, whatever the features.
func TestDefaultsDoNotDiverge(t *testing.T) {
	list := randomGames(t, engine.StandardStart(), 30)
	for name, cfg := range map[string]Config{"default": Default, "data": DefaultData} {
		for _, id := range []string{"report@6+edge+corner", "all2@3", "report", "squares"} {
			source, err := NewTranscripts(list, false, 1)
			if err != nil {
				t.Fatal(err)
			}
			cfg.Games = 60
			if st := train(t, trainer(t, model(t, id), cfg, source)); !(st.Error < 1.5) {
				t.Errorf("%s, %s: error %v", name, id, st.Error)
			}
		}
	}
}

// TestDiverged learns with a rate far too high: the error comes before weights that are
// no numbers, and no part of the round is learned.
func TestDiverged(t *testing.T) {
	w := eval.DefaultSquares()
	for s := range w {
		w[s] *= 1e9
	}
	f, err := eval.New("position+discs", w)
	if err != nil {
		t.Fatal(err)
	}
	source, err := NewTranscripts(randomGames(t, engine.StandardStart(), 20), false, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, actors := range []int{1, 2} {
		for _, conservative := range []float64{0, 100} {
			cfg := Config{Gamma: 1, Alpha: 1, Conservative: conservative, Temperature: 1e-3, Games: 20,
				Actors: actors, Batch: 1}
			tr := trainer(t, eval.NewModel(f), cfg, source)
			var before *eval.Model
			for _, err = range tr.Train(t.Context()) {
				if err == nil {
					before = tr.Learned().Model
				}
			}
			if !errors.Is(err, ErrDiverged) {
				t.Fatalf("%d actors, penalty %v: %v", actors, conservative, err)
			}
			if tr.Learned().Model.Check() != nil || before != nil &&
				!slices.Equal(tr.Learned().Model.Weights, before.Weights) {
				t.Errorf("%d actors, penalty %v: weights %v", actors, conservative, tr.Learned().Model.Weights)
			}
		}
	}
}

// TestDivergedKeepsWeightsFinite looks at the learner itself: values that are no numbers,
// infinite or beyond all measure are an error, and no weight changes.
func TestDivergedKeepsWeightsFinite(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1)), 2 * valueLimit, -2 * valueLimit} {
		l := newLab(t, rows("XO-", "XO-"), Config{Conservative: 1})
		weights := l.q.(*linear).weights
		for i := range weights {
			weights[i] = bad
		}
		turns, _ := l.turns("c1c3")
		if err := l.learn(turns, [2]float64{1, -1}); !errors.Is(err, ErrDiverged) {
			t.Errorf("%v: %v", bad, err)
		}
		for _, w := range weights {
			if math.Float32bits(w) != math.Float32bits(bad) {
				t.Errorf("%v: weights %v", bad, weights)
			}
		}
	}
}

// sparse are features given for each board; boards that are not in the map have none.
type sparse map[engine.Board][]eval.Feature

func (sparse) ID() string        { return "sparse" }
func (sparse) Params() []float64 { return nil }
func (sparse) OneSided() bool    { return false } // boards are those of the opponent
func (sparse) Len() int          { return 8 }
func (sparse) Name(i int) string { return fmt.Sprint("entry ", i) }
func (f sparse) Append(dst []eval.Feature, b engine.Board) []eval.Feature {
	return append(dst, f[b]...)
}

// TestMaximumOverUnseenMoves learns from what experts played: two moves of black that
// lose, c1 and c3, and in another game one that wins. After c1 nobody ever played c5,
// whose features look like those of the winning move, so that the maximum believes
// that c1 wins. What was played (sarsa), the results (montecarlo) and the penalty on
// what was not played do not, nor does a maximum over what games have.
func TestMaximumOverUnseenMoves(t *testing.T) {
	losing, winning := rows("XO-OO", "XO-OO", "XO-OO", "OOOOOOOO"), rows("XO-")
	afterC1 := losing.Board.Play(c1).Pass()
	f := sparse{
		winning.Board.Play(c1): {{Index: 0, Value: 1}},
		losing.Board.Play(c1):  {{Index: 1, Value: 1}},
		losing.Board.Play(c3):  {{Index: 5, Value: 1}},
		losing.Board.Play(c5):  {{Index: 6, Value: 1}},
		afterC1.Play(c3):       {{Index: 2, Value: 1}},
		afterC1.Play(c5):       {{Index: 0, Value: 1}, {Index: 3, Value: 1}},

		afterC1.Play(c3).Pass().Play(c5): {{Index: 4, Value: 1}},
	}
	source := games{recorded(t, losing, "c1c3c5"), recorded(t, winning, "c1")}
	for i, g := range source {
		source[i].Seen = NewSeen([]engine.Game{{Start: g.Start, Moves: g.Moves}}, false)
	}
	for _, c := range []struct {
		rule         Rule
		conservative float64
		restricted   bool
		low, high    float64
	}{
		{Q, 0, false, 0.9, 1.1},
		{DoubleQ, 0, false, 0.9, 1.1},
		{Q, 0, true, -1.1, -0.9},
		{DoubleQ, 0, true, -1.1, -0.9},
		{Q, 1, false, -1.6, -0.6},
		{Sarsa, 0, false, -1.1, -0.9},
		{TD, 0, false, -1.1, -0.9},
		{MonteCarlo, 0, false, -1.1, -0.9},
	} {
		cfg := Config{Rule: c.rule, Conservative: c.conservative, Restricted: c.restricted, Gamma: 1, Alpha: 0.25,
			AlphaEnd: 0.01, Schedule: LinearSteps, Temperature: 0.1, Games: 1000, Actors: 1, Batch: 1000}
		tr := trainer(t, eval.NewModel(f), cfg, source)
		train(t, tr)
		if got := tr.Learned().Model.Linear().Q(losing.Board, c1); got < c.low || got > c.high {
			t.Errorf("%v, penalty %v, restricted %v: the lost move is worth %.3f, want %v to %v", c.rule,
				c.conservative, c.restricted, got, c.low, c.high)
		}
	}
}

// TestTally counts the moves that the model likes best too, and those that were chosen at random.
func TestTally(t *testing.T) {
	l := newLab(t, rows("XO-", "XO-", "XO-"), Config{})
	l.set("c1c5", 0.75)
	turns, _ := l.turns("c1c3?c5")
	if err := l.learn(turns, [2]float64{1, -1}); err != nil {
		t.Fatal(err)
	}
	if l.tally.updates != 3 || l.tally.greedy != 2 {
		t.Errorf("%+v: two of three moves were not at random", l.tally)
	}
	l = newLab(t, rows("XO-", "XO-", "XO-"), Config{})
	l.set("c1c5", 0.75)
	turns, _ = l.turns("c1c3c5")
	for i := range turns {
		turns[i].recorded = true
	}
	if err := l.learn(turns, [2]float64{1, -1}); err != nil {
		t.Fatal(err)
	}
	if l.tally.updates != 3 || l.tally.greedy != 2 { // c5 and c1, but not c3, which is below 3/4
		t.Errorf("%+v: two of three moves are the best", l.tally)
	}
}
