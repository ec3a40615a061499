package eval

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	vec "gonum.org/v1/gonum/floats"

	"github.com/outflank/outflank/engine"
)

// A NetKind is one of the two three-layer networks of Hong and Kahn ("Genetic
// Othello"). Both have 64 inputs, one a square: 1 for a disc of the side to move, -1
// for one of the opponent's, 0 for an empty square. The nodes of the middle layer are
// sigmoid, those of the output layer add.
type NetKind uint8

const (
	MMNet     NetKind = iota // 64-32-1, an evaluator for minimax
	PolicyNet                // 64-64-64, "Net": an output for a move to each square
)

// layers returns the nodes of the middle and the output layer.
func (k NetKind) layers() (hidden, outputs int) {
	if k == PolicyNet {
		return 64, 64
	}
	return 32, 1
}

// Len returns the length of the network's DNA: 66·32 numbers for an MMNet and 2·64·65
// for a PolicyNet. For each square the weights of the middle nodes, then the biases of
// these; then for each output its weights; then the outputs' biases, which an MMNet
// lacks, as a constant prefers no board.
func (k NetKind) Len() int {
	hidden, outputs := k.layers()
	n := 65*hidden + outputs*hidden
	if outputs > 1 {
		n += outputs
	}
	return n
}

// A Net is such a network. It owns a buffer: use one for each goroutine; they may
// share DNA.
type Net struct {
	kind   NetKind
	dna    []float64
	hidden []float64
}

// NewNet returns the network with that DNA, which it keeps.
func NewNet(k NetKind, dna []float64) (*Net, error) {
	if len(dna) != k.Len() {
		return nil, fmt.Errorf("eval: net: DNA of %d numbers, want %d", len(dna), k.Len())
	}
	hidden, _ := k.layers()
	return &Net{k, dna, make([]float64, hidden)}, nil
}

// RandomDNA returns numbers from -1 to 1, as networks have before they evolve.
func RandomDNA(k NetKind, rng *rand.Rand) []float64 {
	dna := make([]float64, k.Len())
	for i := range dna {
		dna[i] = 2*rng.Float64() - 1
	}
	return dna
}

// ReadDNA reads the DNA of a network: as many numbers as it has, divided by spaces,
// commas or line ends.
func ReadDNA(k NetKind, r io.Reader) ([]float64, error) {
	w, err := readWords(r)
	if err != nil {
		return nil, fmt.Errorf("eval: net: %w", err)
	}
	dna, err := w.numbers(k.Len())
	if err == nil && w.next < len(w.words) {
		err = fmt.Errorf("line %d: %q after the last of %d numbers", w.words[w.next].line, w.words[w.next].text, k.Len())
	}
	if err != nil {
		return nil, fmt.Errorf("eval: net: %w", err)
	}
	return dna, nil
}

// think computes the middle layer.
func (n *Net) think(b engine.Board) {
	h := len(n.hidden)
	copy(n.hidden, n.dna[64*h:])
	for s := range b.Mine.All() {
		vec.Add(n.hidden, n.dna[int(s)*h:][:h])
	}
	for s := range b.Theirs.All() {
		vec.Sub(n.hidden, n.dna[int(s)*h:][:h])
	}
	for i, x := range n.hidden {
		n.hidden[i] = 1 / (1 + math.Exp(-x))
	}
}

// output returns an output after think.
func (n *Net) output(i int) float64 {
	h := len(n.hidden)
	sum := vec.Dot(n.hidden, n.dna[(65+i)*h:][:h])
	if n.kind == PolicyNet {
		sum += n.dna[(65+64)*h+i]
	}
	return sum
}

// Eval returns the first output: the value for the side to move, in points.
func (n *Net) Eval(b engine.Board) float64 {
	n.think(b)
	return n.output(0)
}

// Best returns the legal move with the highest output, the lowest square of equals,
// [engine.None] if there is none. The network must be a PolicyNet.
func (n *Net) Best(b engine.Board) engine.Square {
	n.think(b)
	best, most := engine.None, math.Inf(-1)
	for s := range b.Moves().All() {
		if v := n.output(int(s)); v > most {
			best, most = s, v
		}
	}
	return best
}
