package eval

import (
	"math"

	"github.com/outflank/outflank/engine"
)

// SquareValues returns the value of a disc on each square according to the model, in its unit, averaged over
// the boards with a disc there; seen counts these boards. The value of a disc is half the change of the
// board's value when the disc changes sides. For features that count single discs, the values are the square
// weights. For patterns, they are means over the contents on these boards.
//
// Symmetric squares are averaged together, unless the model gives images of these boards different values.
func SquareValues(m *Model, boards []engine.Board) (values [64]float64, seen [64]int) {
	l := m.Linear()
	for _, b := range boards {
		value := l.Eval(b)
		for s := range b.Mine.All() {
			values[s] += (value - l.Eval(turned(b, s))) / 2
			seen[s]++
		}
		for s := range b.Theirs.All() {
			values[s] += (l.Eval(turned(b, s)) - value) / 2
			seen[s]++
		}
	}
	if symmetric(l, boards) {
		shareClasses(&values, &seen)
	}
	for s, n := range seen {
		values[s] /= float64(max(n, 1))
	}
	return values, seen
}

// turned returns the board with the disc on s flipped.
func turned(b engine.Board, s engine.Square) engine.Board {
	b.Mine ^= s.Set()
	b.Theirs ^= s.Set()
	return b
}

// symmetric reports whether each board in a sample has the same value as all its images.
func symmetric(l *Linear, boards []engine.Board) bool {
	for i := 0; i < len(boards); i += 1 + len(boards)/100 {
		value := l.Eval(boards[i])
		for y := engine.Symmetry(1); y < engine.Symmetries; y++ {
			if math.Abs(l.Eval(boards[i].Transform(y))-value) > 1e-9*max(1, math.Abs(value)) {
				return false
			}
		}
	}
	return true
}

// shareClasses replaces the values and counts of the squares in a class with their sums.
func shareClasses(values *[64]float64, seen *[64]int) {
	for _, class := range Classes {
		sum, n := 0.0, 0
		for s := range class.All() {
			sum += values[s]
			n += seen[s]
		}
		for s := range class.All() {
			values[s], seen[s] = sum, n
		}
	}
}

// Swings returns the importance of each of the model's [Terms]: the root mean square of the term's
// contributions to the values of the boards.
func Swings(m *Model, boards []engine.Board) []float64 {
	terms, l := Terms(m.Features), m.Linear()
	swings := make([]float64, len(terms))
	adds := make([]float64, len(terms))
	for _, b := range boards {
		clear(adds)
		for _, f := range l.Phi(b) {
			adds[termOf(terms, int(f.Index))] += float64(m.Weights[f.Index] * f.Value)
		}
		for i, x := range adds {
			swings[i] += float64(x * x)
		}
	}
	for i, x := range swings {
		swings[i] = math.Sqrt(x / float64(max(len(boards), 1)))
	}
	return swings
}

// termOf returns the index of the term to which entry i belongs.
func termOf(terms []Term, i int) int {
	low, high := 0, len(terms)
	for high-low > 1 {
		if middle := (low + high) / 2; terms[middle].Offset <= i {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
