package qlearn

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// scattered gives each board a whole number from -40 to 40 that says nothing about it, and
// differs for the two sides by more than its sign.
type scattered struct{}

func (scattered) Eval(b engine.Board) float64 {
	rng := rand.New(rand.NewPCG(uint64(b.Mine), uint64(b.Theirs)))
	rng.Uint64()
	return float64(rng.IntN(81) - 40)
}

// A pairTable has a weight for each state and action, the tabular case.
type pairTable struct {
	q     map[pairKey]float32
	first func(engine.Board) float32 // Q of a state that nothing was learned about
	turns [][]pairKey
}

type pairKey struct {
	board engine.Board
	move  engine.Square
}

func newPairTable(first func(engine.Board) float32) *pairTable {
	return &pairTable{q: map[pairKey]float32{}, first: first}
}

func (p *pairTable) Begin() { p.turns = p.turns[:0] }

func (p *pairTable) Turn(b engine.Board, moves engine.Set) int {
	var keys []pairKey
	for s := range moves.All() {
		keys = append(keys, pairKey{b, s})
	}
	p.turns = append(p.turns, keys)
	return len(p.turns) - 1
}

func (p *pairTable) of(k pairKey) float32 {
	if q, ok := p.q[k]; ok {
		return q
	}
	return p.first(k.board)
}

func (p *pairTable) Values(turn int) (list []float32) {
	for _, k := range p.turns[turn] {
		list = append(list, p.of(k))
	}
	return list
}

func (p *pairTable) Value(turn, i int) float32 { return p.of(p.turns[turn][i]) }

func (p *pairTable) Learn(turn, i int, step float32) {
	k := p.turns[turn][i]
	p.q[k] = p.of(k) + step
}

func (p *pairTable) Params() [][]float32 { return nil }
func (p *pairTable) Share() Approximator { return &pairTable{q: p.q, first: p.first} }
func (p *pairTable) Clone() Approximator { return &pairTable{q: maps.Clone(p.q), first: p.first} }
func (p *pairTable) Model() *eval.Model  { return nil }

func zero(engine.Board) float32 { return 0 }

// minusPhi is −Φ of [scattered].
func minusPhi(b engine.Board) float32 { return -float32(scattered{}.Eval(b)) / 64 }

// A pairedLearner learns from the same games with and without shaping.
type pairedLearner struct {
	cfg            Config
	plain, shaped  learner
	plainQ, shapeQ *pairTable
}

func newPaired(cfg Config) *pairedLearner {
	p := &pairedLearner{cfg: cfg, plainQ: newPairTable(zero), shapeQ: newPairTable(minusPhi)}
	p.plain = learner{q: p.plainQ, cfg: &p.cfg, alpha: 0.25, epsilon: 0.125}
	p.shaped = learner{q: p.shapeQ, cfg: &p.cfg, alpha: 0.25, epsilon: 0.125, potential: scattered{}}
	if cfg.Rule == DoubleQ {
		p.plain.q, p.shaped.q = newDouble(p.plainQ), newDouble(p.shapeQ)
	}
	return p
}

// learn plays a random game from the start, in which some moves are marked as random and some
// as solved, and learns it twice.
func (p *pairedLearner) learn(t *testing.T, from engine.Position, rng *rand.Rand) {
	var games [2][]turn
	p.plain.q.Begin()
	p.shaped.q.Begin()
	at, legal := from.Turn()
	for legal != 0 {
		i := rng.IntN(legal.Len())
		u := turn{board: at.Board, color: at.Color, played: i, explored: rng.IntN(5) == 0,
			exact: float64(rng.IntN(3) - 1), isExact: rng.IntN(8) == 0}
		for k, l := range []*learner{&p.plain, &p.shaped} {
			u.id = l.q.Turn(at.Board, legal)
			games[k] = append(games[k], u)
		}
		at, legal = engine.Position{Board: at.Board.Play(legal.Nth(i)), Color: at.Color.Opponent()}.Turn()
	}
	score := at.Score(engine.Black)
	rewards := [2]float64{p.cfg.Reward.Of(score), p.cfg.Reward.Of(-score)}
	side := rng.IntN(2)
	for k, l := range []*learner{&p.plain, &p.shaped} {
		if d, ok := l.q.(*double); ok {
			d.learns = side
		}
		if err := l.learn(games[k], rewards); err != nil {
			t.Fatal(err)
		}
	}
}

// apart returns by how much Q − Φ and the shaped Q differ at most, and the number of pairs.
func (p *pairedLearner) apart() (most float64, pairs int) {
	for k := range p.plainQ.q {
		most = max(most, math.Abs(float64(p.plainQ.of(k)+minusPhi(k.board)-p.shapeQ.of(k))))
	}
	return most, len(p.plainQ.q)
}

// TestShapedQ: a learner with shaped rewards whose Q starts at −Φ learns Q(s,a) − Φ(s) from every
// game, where Q is learned without shaping (Wiewiora, "Potential-based shaping and Q-value
// initialization are equivalent", 2003), by every rule, for any λ, γ and number of steps.
// The potential is not even antisymmetric.
func TestShapedQ(t *testing.T) {
	var list []Config
	for rule := range Rule(len(ruleNames)) {
		for _, lambda := range []float64{0, 0.5, 1} {
			list = append(list, Config{Rule: rule, Lambda: lambda})
		}
		for steps := 1; steps <= 3 && rule != TD && rule != MonteCarlo; steps++ {
			list = append(list, Config{Rule: rule, Steps: steps})
		}
	}
	list = append(list, Config{Search: 1}, Config{Search: 2, Lambda: 0.5}, Config{Search: 3})
	for _, cfg := range list {
		for _, gamma := range []float64{1, 0.75} {
			cfg.Gamma, cfg.Reward, cfg.Temperature, cfg.Potential = gamma, Discs, 1, "scattered"
			p, rng := newPaired(cfg), rand.New(rand.NewPCG(8, 8))
			for range 40 {
				p.learn(t, start(t, "4x4"), rng)
			}
			if most, pairs := p.apart(); most > 1e-5 || pairs < 50 {
				t.Errorf("%v, λ %v, γ %v, %d steps, search %d: %v apart in %d pairs", cfg.Rule, cfg.Lambda, gamma,
					cfg.Steps, cfg.Search, most, pairs)
			}
		}
	}
}

// TestShapingByHand is c1 c3 c5 on three rows, of which only black has moves: Φ is 1/4 at first,
// -1/2 after c1 and 1 after c3, in units of 64 discs of 16. All Q are 0, γ = α = 1/2, Sarsa.
//
//	c5  r = 1, F = γ·0 − 1 = -1                   target 0                  Q = 0
//	c3  F = 1/2·1 + 1/2 = 1                       target 1 + 1/2·0 = 1      Q = 1/2
//	c1  F = 1/2·(-1/2) − 1/4 = -1/2               target -1/2 + 1/4 = -1/4  Q = -1/8
func TestShapingByHand(t *testing.T) {
	l := newLab(t, rows("XO-", "XO-", "XO-"), Config{Rule: Sarsa, Gamma: 0.5, PotentialDiscs: 16})
	l.potential = byHand{l.from.Board: 4, l.after("c1").Board: -8, l.after("c1c3").Board: 1000}
	l.play("c1c3c5")
	l.check("shaped", map[string]float64{"c1": -1.0 / 8, "c1c3": 1.0 / 2, "c1c3c5": 0})
}

type byHand map[engine.Board]float64

func (e byHand) Eval(b engine.Board) float64 { return e[b] }

// TestShapedFourByFour: self-play on the 4×4 board with a potential that says nothing learns to
// play as perfectly as without: white, which wins the game, wins every line of black, and
// Q + Φ comes near the solver's values.
func TestShapedFourByFour(t *testing.T) {
	from := start(t, "4x4")
	for _, rule := range []Rule{Q, Sarsa, TD} {
		q := newPairTable(zero)
		cfg := Config{Rule: rule, Gamma: 1, Alpha: 0.5, AlphaEnd: 0.02, Schedule: LinearSteps, Temperature: 1,
			Epsilon: 0.5, EpsilonEnd: 0.01, Games: 10000, Actors: 1, Batch: 1000, Seed: 1, Potential: "scattered"}
		tr, err := New(q, cfg, games1{Start: from, Epsilon: -1})
		if err != nil {
			t.Fatal(err)
		}
		tr.Potential = func() search.Evaluator { return scattered{} }
		train(t, tr)
		lines, won, off, memo := 0, 0, 0.0, map[engine.Board]int{}
		var walk func(p engine.Position)
		walk = func(p engine.Position) {
			moves := p.Board.Moves()
			if moves == 0 {
				if lines++; p.Score(engine.White) > 0 {
					won++
				}
				return
			}
			q.Begin()
			values := q.Values(q.Turn(p.Board, moves))
			best := argmax(values)
			if p.Color == engine.White {
				off = max(off, math.Abs(float64(values[best]-minusPhi(p.Board))-Win.Of(solve(p.Board, memo))))
				moves = moves.Nth(best).Set()
			}
			for s := range moves.All() {
				next, _ := p.Play(s)
				walk(next)
			}
		}
		walk(from)
		if won != lines || lines < 30 || off > 0.3 {
			t.Errorf("%v: white won %d of %d lines, Q is off by up to %.2f", rule, won, lines, off)
		}
	}
}

func TestOpenPotential(t *testing.T) {
	b := engine.StandardStart().Board.Play(engine.At(3, 2))
	file := filepath.Join(t.TempDir(), "squares.model")
	m := randomModel(t, "squares")
	m.Meta = map[string]string{"unit": eval.UnitWin, "squash": "tanh"}
	if err := (&Trained{Model: m}).Save(file); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{
		"default": eval.Default().Linear().Eval(b), "flat": -3, file: DiscEvaluator(m).Eval(b),
	} {
		open, err := OpenPotential(name)
		if err != nil || open().Eval(b) != want || want == 0 {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
		if got := PotentialFile(name); got != map[string]string{file: file}[name] {
			t.Errorf("%s: file %q", name, got)
		}
	}
	for _, h := range eval.Heuristics { // those of squares of the 8×8 board, too
		for _, shape := range []string{"4x4", "6x6", "hex", "8x8-a1"} {
			if x := h.Model().Linear().Eval(start(t, shape).Board); math.IsNaN(x) {
				t.Errorf("%s on %s: %v", h.Name, shape, x)
			}
		}
	}
	if _, err := OpenPotential("defalt"); !fault.IsMisuse(err) ||
		err.Error() != `there is no evaluator or file "defalt": did you mean default?` {
		t.Errorf("%v", err)
	}
	if err := os.WriteFile(file, []byte("no model"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenPotential(file); !fault.IsBadInput(err) || !strings.Contains(err.Error(), file) {
		t.Errorf("%v", err)
	}
}

// TestPotentialOfTraining: a training opens the evaluator that its configuration names, for the
// actors of a farm too, and says so if it cannot; the model has no unit of results.
func TestPotentialOfTraining(t *testing.T) {
	cfg := small(Sarsa)
	cfg.Squash, cfg.Potential, cfg.PotentialDiscs = None, "flat", 256
	source := smallSource(t)
	tr := trainer(t, randomModel(t, smallID), cfg, source)
	share, err := trainer(t, randomModel(t, smallID), cfg, source).LearnShare(t.Context(), 0, 12)
	if err != nil || tr.CheckShare(share) != nil {
		t.Fatal(err)
	}
	train(t, tr)
	plain := cfg
	plain.Potential, plain.PotentialDiscs = "", 0
	other := trainer(t, randomModel(t, smallID), plain, source)
	train(t, other)
	if slices.Equal(tr.q.Params()[0], other.q.Params()[0]) {
		t.Error("the potential changes nothing")
	}
	if unit, want := cfg.Meta()["unit"], eval.UnitPoints; unit != want || plain.Meta()["unit"] != eval.UnitWin {
		t.Errorf("unit %s, want %s", unit, want)
	}
	if text := cfg.Meta()["config"]; !strings.Contains(text, `"potential":"flat","potential_discs":256`) ||
		strings.Contains(plain.Meta()["config"], "potential") {
		t.Error(text)
	}
	cfg.Potential = "flta"
	want := fmt.Sprintf("qlearn: potential: there is no evaluator or file %q: did you mean flat?", cfg.Potential)
	for _, err := range trainer(t, randomModel(t, smallID), cfg, source).Train(t.Context()) {
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := trainer(t, randomModel(t, smallID), cfg, source).LearnShare(t.Context(), 0, 12); err == nil ||
		err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
