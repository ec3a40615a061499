package main

import (
	"testing"

	"github.com/outflank/outflank/engine/arena"
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
