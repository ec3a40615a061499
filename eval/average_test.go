package eval

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestAverageByHand averages models of the two weights of constant and parity.
func TestAverageByHand(t *testing.T) {
	model := func(a, b float64) *Model {
		m := NewModel(features(t, "constant+parity"))
		m.Weights[0], m.Weights[1] = a, b
		return m
	}
	models := []*Model{model(1, -2), model(4, 1)}
	for _, c := range []struct {
		shares, want []float64
	}{
		{nil, []float64{2.5, -0.5}},
		{[]float64{3, 2}, []float64{2.2, -0.8}}, // (3·1 + 2·4)/5, (−3·2 + 2·1)/5
		{[]float64{0.5, 1}, []float64{3, 0}},    // (0.5 + 4)/1.5, (−1 + 1)/1.5
		{[]float64{7, 7}, []float64{2.5, -0.5}},
	} {
		m, err := Average(models, c.shares)
		if err != nil || !slices.Equal(m.Weights, c.want) {
			t.Errorf("shares %v: %v, %v, want %v", c.shares, m, err, c.want)
		}
	}
	if !slices.Equal(models[0].Weights, []float64{1, -2}) {
		t.Error("the first model was changed")
	}
}

// TestAveragePromotes: a model of fewer terms and stages counts as one of all of them.
func TestAveragePromotes(t *testing.T) {
	few, many := NewModel(features(t, "constant")), NewModel(features(t, "constant@2+parity@2"))
	few.Weights[0] = 1
	for i := range many.Weights {
		many.Weights[i] = 3
	}
	for _, models := range [][]*Model{{few, many}, {many, few}} {
		m, err := Average(models, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range []float64{2, 2, 1.5, 1.5} { // (1+3)/2, and (0+3)/2 where few has none
			if m.Weights[i] != want || m.Features.ID() != many.Features.ID() {
				t.Errorf("%s: %v", m.Features.ID(), m.Weights)
			}
		}
	}
}

func TestAverageActions(t *testing.T) {
	with := func(x float64) *Model {
		m := NewModel(features(t, "constant"))
		m.Actions = make([]float64, len(Classes))
		m.Actions[3] = x
		return m
	}
	m, err := Average([]*Model{with(2), with(4)}, nil)
	if err != nil || m.Actions[3] != 3 || m.Actions[0] != 0 {
		t.Errorf("%v, %v", m, err)
	}
}

// TestAverageRefuses: what does not mean the same is not averaged.
func TestAverageRefuses(t *testing.T) {
	model := func(id string) *Model { return NewModel(features(t, id)) }
	squashed, acting, short, parity := model("constant"), model("constant"), model("constant"), model("parity")
	parity.Weights[0] = 1
	squashed.Meta["squash"] = "logit"
	acting.Actions = make([]float64, len(Classes))
	short.Weights = nil
	for _, c := range []struct {
		models []*Model
		shares []float64
		want   string
	}{
		{nil, nil, "0 models"},
		{[]*Model{model("constant")}, []float64{1, 2}, "1 models and 2 shares"},
		{[]*Model{model("constant"), parity}, nil, "model 2 has the features parity, the first has constant"},
		{[]*Model{model("constant"), squashed}, nil, `model 2 has squash "logit", the first has ""`},
		{[]*Model{model("constant"), acting}, nil, "model 2 has 10 weights for actions, the first has 0"},
		{[]*Model{model("constant"), short}, nil, "model 2 wrong number of weights"},
		{[]*Model{model("constant")}, []float64{0}, "the share of model 1 is 0, want above 0"},
	} {
		if _, err := Average(c.models, c.shares); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if _, err := Average(nil, nil); !errors.Is(err, errCount) {
		t.Errorf("%v is no ErrCount", err)
	}
}
