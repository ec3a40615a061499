package eval

import (
	"math"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestSquareValues: of features that count discs the values are the weights, by whatever
// boards; squares count half a disc, discs a sixteenth.
func TestSquareValues(t *testing.T) {
	m := randomModel(t, "squares+discs+parity+constant@3")
	values, seen := SquareValues(m, gameBoards(t, "8x8", 20))
	for s := range engine.Square(64) {
		want := m.Weights[Class(s)]/2 + m.Weights[10]/16
		if math.Abs(values[s]-want) > 1e-9 || seen[s] != seen[Classes[Class(s)].First()] || seen[s] == 0 {
			t.Errorf("%v has value %v on %d boards, want %v", s, values[s], seen[s], want)
		}
	}
}

// TestSquareValuesOfPattern is worked by hand: pattern a1b1 on a board with X on a1, O
// on b1 and a2, which are two images: XO twice. To turn a1 makes OO of both, to turn b1
// XX of one. Of a8 and the like nothing is known.
func TestSquareValuesOfPattern(t *testing.T) {
	m := NewModel(features(t, "a1b1"))
	m.Weights[1+2*3], m.Weights[2+2*3], m.Weights[1+1*3] = 10, 4, 30 // XO, OO, XX
	b := engine.Board{Mine: engine.SetOf(0), Theirs: engine.SetOf(1, 8), Shape: engine.Full}
	values, seen := SquareValues(m, []engine.Board{b})
	// The model is symmetric, so a corner stands for all four and b1 for its class.
	if values[0] != (20-8)/2 || seen[0] != 1 || values[63] != 6 || seen[63] != 1 {
		t.Errorf("a1 %v on %d boards, h8 %v, want 6", values[0], seen[0], values[63])
	}
	if values[1] != (40-20)/2 || seen[1] != 2 {
		t.Errorf("b1 %v on %d discs, want 10", values[1], seen[1])
	}
	if values[27] != 0 || seen[27] != 0 {
		t.Errorf("d4 %v on %d boards", values[27], seen[27])
	}
}

// TestSquareValuesApart keeps squares apart that the model tells apart.
func TestSquareValuesApart(t *testing.T) {
	w := make([]float64, 64)
	for s := range w {
		w[s] = float64(s)
	}
	f, err := New("position", w)
	if err != nil {
		t.Fatal(err)
	}
	m := NewModel(f)
	m.Weights[0] = 2
	values, seen := SquareValues(m, gameBoards(t, "8x8", 20))
	for s, v := range values {
		if math.Abs(v-2*float64(s)) > 1e-9 || seen[s] == 0 {
			t.Errorf("%v has value %v on %d boards, want %v", engine.Square(s), v, seen[s], 2*s)
		}
	}
}

// TestSwings: parity adds its weight with either sign, the constant its own, and discs a
// sixteenth of it for each disc.
func TestSwings(t *testing.T) {
	m := NewModel(features(t, "parity+discs@2+constant@3+edge"))
	copy(m.Weights, []float64{-3, 16, 16, 5, 5, 5})
	boards := []engine.Board{engine.Standard(), {Mine: 0b111, Theirs: 0b1 << 40, Shape: engine.Full},
		{Mine: 0xFF, Theirs: 0b1111 << 40, Shape: engine.Full}}
	want := []float64{3, math.Sqrt((0 + 4 + 16) / 3.0), 5, 0}
	if got := Swings(m, boards); !slices.EqualFunc(got, want, func(a, b float64) bool {
		return math.Abs(a-b) < 1e-12
	}) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Swings(m, nil); !slices.Equal(got, make([]float64, 4)) {
		t.Errorf("of no boards: %v", got)
	}
}
