package eval

import (
	"slices"
	"strings"
	"testing"
)

// TestPromoteKeepsValues: stages that divide those before leave every value as it was.
func TestPromoteKeepsValues(t *testing.T) {
	for _, c := range [][2]string{
		{"logistello", "logistello@13"},
		{"edge+mobility", "mobility@60+edge@4"},
		{"report@3+squares", "report@6+squares@5"},
		{"all2+constant@2", "all3@2+all2@7+constant@4"},
		{"balanced-all1@5", "balanced-all1@60"},
		{"edge@4+edge@2", "edge@8+edge@6"},
		{"edge@3", "edge@3"},
	} {
		m := randomModel(t, c[0])
		m.Meta["unit"] = "win"
		m.Actions = []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
		before := slices.Clone(m.Weights)
		p, err := m.Promote(features(t, c[1]))
		if err != nil || p.Check() != nil || p.Meta["unit"] != "win" || !slices.Equal(p.Actions, m.Actions) {
			t.Fatalf("%s to %s: %v, %+v", c[0], c[1], err, p)
		}
		was, is := m.Linear(), p.Linear()
		for _, shape := range []string{"8x8", "6x6"} {
			for _, b := range gameBoards(t, shape, 3) {
				// The order of terms may change, and with it the rounding of the sum.
				if a, b := was.Eval(b), is.Eval(b); a-b > 1e-9 || b-a > 1e-9 {
					t.Fatalf("%s to %s: %v becomes %v", c[0], c[1], a, b)
				}
			}
		}
		p.Weights[0], p.Actions[0], p.Meta["unit"] = 77, 77, "discs"
		if !slices.Equal(m.Weights, before) || m.Actions[0] != 1 || m.Meta["unit"] != "win" {
			t.Errorf("%s: the promoted model shares its numbers", c[0])
		}
	}
}

// TestPromoteStages is worked by hand. Of three stages the middles lie at 1/6, 3/6 and
// 5/6 of the game: in stages 0, 2 and 4 of five.
func TestPromoteStages(t *testing.T) {
	m := NewModel(features(t, "discs@5"))
	m.Weights = []float64{10, 11, 12, 13, 14}
	for id, want := range map[string][]float64{
		"discs":                  {12},
		"discs@2":                {11, 13}, // 1/4, 3/4
		"discs@3":                {10, 12, 14},
		"discs@10":               {10, 10, 11, 11, 12, 12, 13, 13, 14, 14},
		"parity@2+discs+discs@2": {0, 0, 12, 0, 0},
	} {
		p, err := m.Promote(features(t, id))
		if err != nil || !slices.Equal(p.Weights, want) {
			t.Errorf("%s: %v, %v, want %v", id, p, err, want)
		}
	}
}

func TestPromoteErrors(t *testing.T) {
	m := NewModel(features(t, "discs+edge@2"))
	if _, err := m.Promote(features(t, "edge")); err != nil {
		t.Errorf("a term that weighs 0 is missing: %v", err)
	}
	m.Weights[0] = 3
	broken := NewModel(features(t, "discs"))
	broken.Weights = nil
	foreign := NewModel(someFeatures{})
	w := DefaultSquares()
	w[0]++
	other, err := New("position", w)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		m    *Model
		f    Features
		want string
	}{
		{m, features(t, "edge"), `eval: promote "discs+edge@2" to "edge": term discs is missing, and its weight of discs is 3`},
		{broken, features(t, "discs"), "wrong number of weights"},
		{foreign, features(t, "discs"), "features that New did not build"},
		{m, someFeatures{}, "features that New did not build"},
		{NewModel(features(t, "position")), other, "the square weights W differ"},
	} {
		if _, err := c.m.Promote(c.f); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// someFeatures are features that New did not build.
type someFeatures struct{ Features }

func (someFeatures) ID() string        { return "some" }
func (someFeatures) Len() int          { return 0 }
func (someFeatures) Params() []float64 { return nil }
