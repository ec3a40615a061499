package main

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/eval"
)

// Every model that ships can be read, is small, and says how it was made.
func TestShippedModels(t *testing.T) {
	for _, name := range []string{generalModel, leagueModel} {
		text, err := models.ReadFile("models/" + name + ".model")
		if err != nil || len(text) > 2e6 {
			t.Errorf("%s: %d bytes, want at most 2 MB (%v)", name, len(text), err)
		}
		m := shippedModel(name)
		if m.Meta["unit"] != unitWin || m.Meta["squash"] == "" || m.Meta["seed"] == "" || m.Meta["config"] == "" {
			t.Errorf("%s: its header says %v", name, m.Meta)
		}
	}
}

// The generalist is what q plays by; both win nearly always against an agent that
// plays at random.
func TestShippedModelsPlay(t *testing.T) {
	for _, spec := range []string{"q", "q:model=league"} {
		m, err := parseSpec(spec)
		if err != nil {
			t.Fatal(err)
		}
		r := scoreOf(t, m)
		if r < 0.9 {
			t.Errorf("%s scores %v against random", spec, r)
		}
	}
}

// TestModelsServeEveryAgent: the models that ship, and one trained with nothing but the
// presets, play by q and under all searches.
func TestModelsServeEveryAgent(t *testing.T) {
	trained := filepath.Join(t.TempDir(), "trained.model")
	runCommand(t, t.Context(), exitDone, "train", "-o", trained, "--mode", "self", "--games", "8")
	for _, model := range []string{builtIn, generalModel, leagueModel, trained} {
		args := []string{"bench", "--games", "2", "--json"}
		for _, agent := range []string{"q:model=", "minimax:depth=2,model=", "ab:depth=2,model=", "engine:depth=2,exact=8,hash=1M,model="} {
			args = append(args, agent+model)
		}
		runCommand(t, t.Context(), exitDone, args...)
	}
}

// TestEngineSeesWhatAlphaBetaSees: on boards of random games a model says the same, in
// discs, to the engine and to the plain searches.
func TestEngineSeesWhatAlphaBetaSees(t *testing.T) {
	counts := randomModel(t, "report+frontier@3+d3e4d5e5")
	counts.Meta["squash"] = "logit"
	counts.Weights[0] /= 1000 // position weighs discs by the thousand
	for name, m := range map[string]*eval.Model{
		builtIn: shippedModel(builtIn), generalModel: shippedModel(generalModel), leagueModel: shippedModel(leagueModel), "counts": counts,
	} {
		made, err := deepEvaluator(m)
		if err != nil {
			t.Fatal(err)
		}
		fast, plain := made(), discs(m)
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
	if _, err := deepEvaluator(&eval.Model{Features: counts.Features, Weights: counts.Weights, Meta: map[string]string{"unit": eval.UnitPoints}}); err == nil || !strings.Contains(err.Error(), `the model's unit is "points", want discs or win`) {
		t.Errorf("a model in points: %v", err)
	}
}

// scoreOf returns the share of the points against random in a hundred games.
func scoreOf(t *testing.T, p arena.Player) float64 {
	t.Helper()
	random, err := parseSpec("random")
	if err != nil {
		t.Fatal(err)
	}
	m := arena.Match{Players: []arena.Player{p, random}, Games: 100, Seed: 1}
	cross := arena.NewCross(2)
	for r, err := range m.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		cross.Add(r)
	}
	return cross.Of(0, 1).Score()
}
