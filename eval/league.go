package eval

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A Table is a published evaluator: the sum of weights for the contents of tuples of squares. It depends on
// the colours, not on the side to move. A high value is good for black.
//
// A player looks one move ahead with the table, by one of two conventions, which its authors chose for
// training. With board inversion, the table always sees the mover's discs as black's. With output negation,
// it sees the board unchanged, and white chooses the lowest value.
type Table struct {
	tuples []tuple
}

// A tuple is a list of squares with all its symmetric copies, and a weight for each content. The digits are 0
// white, 1 empty, 2 black, with the first square most significant.
type tuple struct {
	copies  [][]engine.Square
	weights []float64
}

// Value returns the sum of the weights.
func (t *Table) Value(black, white engine.Set) (sum float64) {
	// Each square's digit is computed once, not for every tuple that contains the square. This more than halves
	// the time of a game.
	var digits [64]uint8
	for s := range digits {
		digits[s] = 1 + uint8(black>>s&1) - uint8(white>>s&1)
	}
	for i := range t.tuples {
		weights := t.tuples[i].weights
		for _, squares := range t.tuples[i].copies {
			index := 0
			for _, sq := range squares {
				index = 3*index + int(digits[sq%64])
			}
			sum += weights[index]
		}
	}
	return sum
}

// Limits of a file.
const (
	maxTuples     = 1000
	maxTupleSize  = 12
	maxTupleCount = 64 // of copies
)

// ReadTable reads the text format of the Othello League, in which braces and line ends count as spaces:
//
//	number of tuples
//	for each: its size n, its number of copies, the squares of each copy, 3^n weights
//
// Squares are numbered row by row, a1 = 0 to h8 = 63. A file of only 64 numbers is a weighted piece counter,
// with the weights of a black disc on a1 to h8. Errors name the line, the text and what was expected.
func ReadTable(r io.Reader) (*Table, error) {
	w, err := readWords(r)
	if err != nil {
		return nil, fmt.Errorf("eval: player: %w", err)
	}
	t, err := w.table()
	if err != nil && len(w.words) == 64 {
		w.next = 0
		t, err = w.pieceCounter()
	}
	if err != nil {
		return nil, fmt.Errorf("eval: player: %w", err)
	}
	return t, nil
}

func (w *words) table() (*Table, error) {
	n, err := w.integer("number of tuples", 1, maxTuples)
	if err != nil {
		return nil, err
	}
	t := &Table{tuples: make([]tuple, n)}
	for i := range t.tuples {
		if t.tuples[i], err = w.tuple(); err != nil {
			return nil, fmt.Errorf("tuple %d of %d: %w", i+1, n, err)
		}
	}
	if w.next < len(w.words) {
		return nil, fmt.Errorf("line %d: %q after the last of %d tuples", w.words[w.next].line,
			w.words[w.next].text, n)
	}
	return t, nil
}

func (w *words) tuple() (t tuple, err error) {
	size, err := w.integer("size", 1, maxTupleSize)
	if err != nil {
		return t, err
	}
	copies, err := w.integer("number of copies", 1, maxTupleCount)
	if err != nil {
		return t, err
	}
	for range copies {
		squares := make([]engine.Square, size)
		for k := range squares {
			sq, err := w.integer("square", 0, 63)
			if err != nil {
				return t, err
			}
			squares[k] = engine.Square(sq)
		}
		t.copies = append(t.copies, squares)
	}
	contents := 1
	for range size {
		contents *= 3
	}
	t.weights, err = w.numbers(contents)
	return t, err
}

// pieceCounter reads 64 weights as single-square tuples.
func (w *words) pieceCounter() (*Table, error) {
	weights, err := w.numbers(64)
	if err != nil {
		return nil, err
	}
	t := &Table{}
	for s, x := range weights {
		t.tuples = append(t.tuples, tuple{[][]engine.Square{{engine.Square(s)}}, []float64{-x, 0, x}})
	}
	return t, nil
}

// words are the words of a text with their line numbers.
type words struct {
	words []word
	next  int
}

type word struct {
	text string
	line int
}

// maxText is the maximum size in bytes of a file of numbers.
const maxText = 64 << 20

func readWords(r io.Reader) (*words, error) {
	w := &words{}
	lines := bufio.NewScanner(text.NewReader(io.LimitReader(r, maxText), 1<<16))
	lines.Buffer(nil, maxText)
	for line := 1; lines.Scan(); line++ {
		for _, text := range strings.FieldsFunc(lines.Text(), func(c rune) bool {
			return strings.ContainsRune("{} \t\r,", c)
		}) {
			w.words = append(w.words, word{text, line})
		}
	}
	return w, lines.Err()
}

// take returns the next word.
func (w *words) take(what string) (word, error) {
	if w.next == len(w.words) {
		return word{}, fmt.Errorf("the file ends after %d numbers where the %s is expected", len(w.words), what)
	}
	w.next++
	return w.words[w.next-1], nil
}

func (w *words) integer(what string, low, high int) (int, error) {
	at, err := w.take(what)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(at.text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("line %d: %s %.40q: want a whole number from %d to %d", at.line, what,
			at.text, low, high)
	}
	return n, nil
}

// numbers returns the next n words as weights.
func (w *words) numbers(n int) ([]float64, error) {
	list := make([]float64, 0, min(n, len(w.words)-w.next))
	for i := range n {
		at, err := w.take(fmt.Sprintf("weight %d of %d", i+1, n))
		if err != nil {
			return nil, err
		}
		x, err := strconv.ParseFloat(at.text, 64)
		if err != nil || !finite(x) {
			return nil, fmt.Errorf("line %d: weight %d of %d, %.40q: want a finite number", at.line, i+1, n, at.text)
		}
		list = append(list, x)
	}
	return list, nil
}
