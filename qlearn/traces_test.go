package qlearn

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// A frozen approximator notes what it is told to learn and keeps its weights.
type frozen struct {
	Approximator
	steps map[[2]int]float64 // by turn and move
}

func (f *frozen) Learn(turn, i int, step float32) { f.steps[[2]int{turn, i}] += float64(step) }

// A logged game is turns of an approximator with the gradient of Q of each move that was
// played, by weight.
type logged struct {
	turns     []turn
	gradients []map[int32]float64
}

// logGame plays a random game, of whose moves a fifth count as chosen at random.
func logGame(q Approximator, m *eval.Model, from engine.Position, rng *rand.Rand) (g logged) {
	q.Begin()
	for p := from; !p.Board.Over(); {
		legal := p.Board.Moves()
		if legal == 0 {
			p = engine.Position{Board: p.Board.Pass(), Color: p.Color ^ 1}
			continue
		}
		i := rng.IntN(legal.Len())
		g.turns = append(g.turns, turn{board: p.Board, color: p.Color, id: q.Turn(p.Board, legal), played: i,
			explored: rng.IntN(5) == 0})
		p = engine.Position{Board: p.Board.Play(legal.Nth(i)), Color: p.Color ^ 1}
		gradient := map[int32]float64{}
		for _, f := range m.Features.Append(nil, p.Board) {
			gradient[f.Index] -= f.Value // Q(s,a) = −w·φ(board after a)
		}
		g.gradients = append(g.gradients, gradient)
	}
	return g
}

// A tracer is what accumulating traces, forward through a game with a trace for each
// weight, add to the weights (Sutton and Barto, 2nd ed., 12.2).
type tracer struct {
	q       Approximator
	cfg     *Config
	alpha   float64
	rewards [2]float64
	sums    map[int32]float64 // of the updates of a weight
}

// game adds up the updates of a game, by td along all turns, else along those of each side.
func (r *tracer) game(g logged) {
	chains := [2][]int{}
	for i, u := range g.turns {
		c := u.color
		if r.cfg.Rule == TD {
			c = 0
		}
		chains[c] = append(chains[c], i)
	}
	for _, chain := range chains {
		r.chain(g, chain)
	}
}

// chain lets the trace fade by γλ from turn to turn and change its sign where the players
// do. It is cut by q where the best move was not played, by td at random moves.
func (r *tracer) chain(g logged, chain []int) {
	trace := map[int32]float64{}
	for k, i := range chain {
		u, fades := &g.turns[i], r.cfg.Lambda*r.cfg.Gamma
		best, _ := greatestOf(r.q.Values(u.id))
		switch {
		case r.cfg.Rule == Q && best != u.played || r.cfg.Rule == TD && u.explored:
			fades = 0
		case k > 0 && g.turns[chain[k-1]].color != u.color:
			fades = -fades
		}
		value := r.cfg.Squash.Of(float64(r.q.Value(u.id, u.played)))
		delta := r.rewards[u.color] - r.phi(u, u) - value
		if k+1 < len(chain) {
			next := &g.turns[chain[k+1]]
			delta = r.cfg.Gamma*(r.phi(next, u)+r.bootstrapValue(next, u)) - r.phi(u, u) - value
		}
		r.step(trace, fades, g.gradients[i], value, delta)
	}
}

// phi returns Φ of a turn as the player of turn u sees it.
func (r *tracer) phi(of, u *turn) float64 {
	x := 0.0
	if r.cfg.Potential != "" {
		x = scattered{}.Eval(of.board) / 64
	}
	if of.color != u.color {
		return -x
	}
	return x
}

// bootstrapValue returns V(s') as the player of turn u sees it.
func (r *tracer) bootstrapValue(next, u *turn) float64 {
	v := float64(r.q.Value(next.id, next.played))
	if r.cfg.Rule == Q || r.cfg.Rule == TD && next.explored {
		_, v = greatestOf(r.q.Values(next.id))
	}
	if v = r.cfg.Squash.Of(v); next.color != u.color {
		return -v
	}
	return v
}

// step lets the trace fade, adds the gradient where Q is value, and updates.
func (r *tracer) step(trace map[int32]float64, fades float64, gradient map[int32]float64, value,
	delta float64) {
	slope := 1.0
	if r.cfg.Squash == Tanh {
		slope = 1 - value*value
	}
	for w := range trace {
		trace[w] *= fades
	}
	for w, x := range gradient {
		trace[w] += slope * x
	}
	for w, e := range trace {
		r.sums[w] += r.alpha * delta * e
	}
}

func greatestOf(values []float32) (at int, greatest float64) {
	for i, x := range values {
		if x > values[at] {
			at = i
		}
	}
	return at, float64(values[at])
}

// TestReturnsAreTraces: with weights that do not change during the game, what learning from
// λ-returns last move first adds to the weights is what accumulating traces add.
func TestReturnsAreTraces(t *testing.T) {
	m := randomModel(t, "edge@2+row3+corner")
	q := newLinear(m, Optimizer{})
	rng := rand.New(rand.NewPCG(12, 2))
	for range 4 {
		g := logGame(q, m, start(t, "8x8"), rng)
		for _, rule := range []Rule{Q, Sarsa, TD} {
			for _, squash := range []Squash{None, Tanh, Logit} {
				for i, lambda := range []float64{0, 0.5, 0.9, 1, 0, 0.5, 0.9, 1} {
					cfg := Config{Rule: rule, Squash: squash, Lambda: lambda, Gamma: 0.5 + rng.Float64()/2}
					if i >= 4 {
						cfg.Potential = "scattered"
					}
					if largest, most := apart(t, q, &cfg, g); most > 1e-5 || largest < 0.1 {
						t.Errorf("%v, %v, λ %v: the sums of updates lie up to %v apart, the largest is %v", rule, squash,
							lambda, most, largest)
					}
				}
			}
		}
	}
}

// apart returns the largest sum of updates of a weight by traces, and by how much that of
// learning differs at most.
func apart(t *testing.T, q Approximator, cfg *Config, g logged) (largest, most float64) {
	rewards := [2]float64{1, -1}
	f := &frozen{q, map[[2]int]float64{}}
	l := learner{q: f, cfg: cfg, alpha: 0.5}
	if cfg.Potential != "" {
		l.potential = scattered{}
	}
	if err := l.learn(g.turns, rewards); err != nil {
		t.Fatal(err)
	}
	r := tracer{q: q, cfg: cfg, alpha: 0.5, rewards: rewards, sums: map[int32]float64{}}
	r.game(g)
	for _, sum := range r.sums {
		largest = max(largest, math.Abs(sum))
	}
	for i, u := range g.turns {
		for w, x := range g.gradients[i] {
			r.sums[w] -= f.steps[[2]int{u.id, u.played}] * x
		}
	}
	for _, left := range r.sums {
		most = max(most, math.Abs(left))
	}
	return largest, most
}

// TestTracesByHand is the game c1 c3 c5 of [TestRulesByHand] with all Q at 0, λ = α = 1/2
// and γ = 1. Black wins: only the last error is not 0, and traces carry it back to c3 by a
// half and to c1 by a quarter. The returns say the same as long as Q stays 0. Once it is
// learned last move first, V is 1/2 at c5 and 3/8 at c3 when it is asked for, and more goes
// back.
func TestTracesByHand(t *testing.T) {
	l := newLab(t, rows("XO-", "XO-", "XO-"), Config{Rule: Sarsa, Lambda: 0.5})
	f := &frozen{l.q, map[[2]int]float64{}}
	l.learner.q = f
	l.play("c1c3c5")
	for i, want := range []float64{1.0 / 8, 1.0 / 4, 1.0 / 2} {
		if got := f.steps[[2]int{i, 0}]; !near(got, want) {
			t.Errorf("move %d: %v, want %v", i, got, want)
		}
	}
	l.learner.q = l.q
	l.play("c1c3c5")
	l.check("weights that change", map[string]float64{"c1": 9.0 / 32, "c1c3": 3.0 / 8, "c1c3c5": 1.0 / 2})
}
