package eval

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestEval multiplies w and φ by hand, on the board after f5: white, to move,
// has one disc against four, and an odd number of empty squares.
func TestEval(t *testing.T) {
	m := NewModel(features(t, "discs+parity+constant"))
	m.Weights = []float64{16, 10, 100}
	l := m.Linear()
	squares, _ := engine.ParseMoves("f5")
	b := engine.Standard()
	if got := l.Eval(b.Play(squares[0])); got != 16*(1-4)/16+10+100 {
		t.Errorf("Eval = %v, want 107", got)
	}
	if got := l.Q(b, squares[0]); got != -107 {
		t.Errorf("Q = %v, want -107", got)
	}
	m.Actions = make([]float64, len(Classes))
	m.Actions[Class(squares[0])] = 7 // f5 is like c4: class d3 by name
	if got := l.Q(b, squares[0]); got != -100 {
		t.Errorf("Q with the action = %v, want -100", got)
	}
	if got := l.Eval(b.Play(squares[0])); got != 107 {
		t.Errorf("Eval takes the action's weight: %v", got)
	}
	m.Actions = make([]float64, 64)
	m.Actions[squares[0]] = 5 // that square's own
	if got := l.Q(b, squares[0]); got != -102 {
		t.Errorf("Q with the action's square = %v, want -102", got)
	}
	m.Actions[squares[0]] = 7
	m.Weights[2] = 0 // the evaluator reads the weights as they are
	if got := l.Q(b, squares[0]); got != 0 {
		t.Errorf("Q after a change of weights = %v, want 0", got)
	}
}

// TestEvalIsDot compares with the sum over the whole vector, entries that stand
// more than once included.
func TestEvalIsDot(t *testing.T) {
	m := randomModel(t, "report@6+edge+corner+diag8")
	l := m.Linear()
	for _, b := range gameBoards(t, "8x8", 2) {
		want := 0.0
		for i, v := range vector(m.Features, b) {
			want += m.Weights[i] * v
		}
		if got := l.Eval(b); math.Abs(got-want) > 1e-9 {
			t.Fatalf("%v, want %v", got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	m := tinyModel(t)
	if err := m.Check(); err != nil {
		t.Error(err)
	}
	m.Weights = append(m.Weights, 1)
	if err := m.Check(); !errors.Is(err, errCount) ||
		err.Error() != "eval: wrong number of weights: 3, the features discs+constant have 2" {
		t.Error(err)
	}
	m = tinyModel(t)
	m.Actions = make([]float64, 10)
	m.Actions[4] = math.NaN()
	if err := m.Check(); !errors.Is(err, errWeight) ||
		err.Error() != "eval: weight that is not finite: that of actions like b2 is NaN" {
		t.Error(err)
	}
	m.Actions = make([]float64, 64)
	m.Actions[63] = math.Inf(1)
	if err := m.Check(); !errors.Is(err, errWeight) ||
		err.Error() != "eval: weight that is not finite: that of actions like h8 is +Inf" {
		t.Error(err)
	}
}

// TestNoActions: no weights for actions are nil ones; an empty list is of the wrong length.
func TestNoActions(t *testing.T) {
	m := tinyModel(t)
	m.Actions = []float64{}
	if err := m.Check(); !errors.Is(err, errCount) ||
		err.Error() != "eval: wrong number of weights: 0 for actions, want none, 10 or 64" {
		t.Error(err)
	}
}

// TestDefault holds the hand-made model to what its comment says.
func TestDefault(t *testing.T) {
	m := Default()
	if err := m.Check(); err != nil || m.Features.ID() != ReportID || m.Meta["unit"] != "discs" {
		t.Errorf("%+v: %v", m, err)
	}
	if Default().Weights[0]++; &m.Weights[0] == &Default().Weights[0] ||
		!slices.Equal(m.Weights, Default().Weights) {
		t.Error("two default models share weights")
	}
	l := m.Linear()
	corner := position(t, "X-------"+"--------"+"--------"+"---OX---"+"---XO---"+"--------"+"--------"+
		"-------- X")
	if got, without := l.Eval(corner), l.Eval(engine.Standard()); got < without+8 {
		t.Errorf("a corner has value %v above %v", got, without)
	}
}
