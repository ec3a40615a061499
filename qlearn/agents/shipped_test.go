package agents

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn"
)

// The generalist is what q plays by; both win nearly always against an agent that
// plays at random.
func TestShippedModelsPlay(t *testing.T) {
	for _, spec := range []string{"q", "q:model=league"} {
		m, err := Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		r := scoreOf(t, m)
		if r < 0.9 {
			t.Errorf("%s scores %v against random", spec, r)
		}
	}
}

// TestEngineSeesWhatAlphaBetaSees: on boards of random games a model says the same, in
// discs, to the engine and to the plain searches.
func TestEngineSeesWhatAlphaBetaSees(t *testing.T) {
	counts := randomModel(t, "report+frontier@3+d3e4d5e5")
	counts.Meta["squash"] = "logit"
	counts.Weights[0] /= 1000 // position weighs discs by the thousand
	for name, m := range map[string]*eval.Model{
		pattern.BuiltIn: pattern.ShippedModel(pattern.BuiltIn),
		pattern.General: pattern.ShippedModel(pattern.General),
		pattern.League:  pattern.ShippedModel(pattern.League), "counts": counts,
	} {
		made, err := deepEvaluator(m)
		if err != nil {
			t.Fatal(err)
		}
		fast, plain := made(), qlearn.DiscEvaluator(m)
		for _, empties := range []int{55, 40, 25, 10, 2} {
			for _, b := range benchBoards(40, empties) {
				fast.Reset(uint64(b.Mine), uint64(b.Theirs))
				got := float64(fast.Eval(0, uint64(b.Mine), uint64(b.Theirs))) / deep.Unit
				if want := min(max(plain.Eval(b), -64), 64); math.Abs(got-want) > 50*0.5/deep.Unit {
					t.Fatalf("%s: %v: the engine sees %v discs, alpha-beta %v", name, b, got, want)
				}
			}
		}
	}
	if _, err := deepEvaluator(&eval.Model{Features: counts.Features, Weights: counts.Weights,
		Meta: map[string]string{"unit": eval.UnitPoints}}); err == nil ||
		!strings.Contains(err.Error(), `the model's unit is "points", want discs or win`) {
		t.Errorf("a model in points: %v", err)
	}
}

// scoreOf returns the share of the points against random in a hundred games.
func scoreOf(t *testing.T, p arena.Player) float64 {
	t.Helper()
	random, err := Parse("random")
	if err != nil {
		t.Fatal(err)
	}
	m := arena.Match{Players: []arena.Player{p, random}, Games: 100, Seed: 1}
	cross := arena.NewTally(2)
	for r, err := range m.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		cross.Add(r)
	}
	return cross.Of(0, 1).Score()
}

// randomModel returns a model with weights from -1 to 1.
func randomModel(t *testing.T, features string) *eval.Model {
	t.Helper()
	f, err := eval.New(features, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel(f)
	m.Meta["unit"] = "win"
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range m.Weights {
		m.Weights[i] = 2*rng.Float64() - 1
	}
	return m
}
