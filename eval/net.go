package eval

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"

	vec "gonum.org/v1/gonum/floats"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/portable"
)

// A NetKind is the size of a three-layer network. The 64 inputs are squares: 1 for a disc of the side to
// move, -1 for a disc of the opponent, 0 for an empty square. The middle layer consists of sigmoid nodes;
// output nodes are linear.
type NetKind struct {
	Hidden  int // nodes of the middle layer, 1 to MaxHidden
	Outputs int // 1, the value of the board, or 64, the value of a move to each square
}

// The networks of Hong and Kahn ("Genetic Othello").
var (
	MMNet     = NetKind{32, 1}  // an evaluator for minimax
	PolicyNet = NetKind{64, 64} // "Net" in their report: a value for each move
)

// MaxHidden is the maximum size of the middle layer. It keeps networks below a megabyte.
const MaxHidden = 1024

// ParseNetKind parses a size such as 64-32-1 or 64-64-64: inputs, middle layer, outputs.
func ParseNetKind(text string) (k NetKind, err error) {
	_, err = fmt.Sscanf(text, "64-%d-%d", &k.Hidden, &k.Outputs)
	if err != nil || k.String() != text || k.check() != nil {
		return k, fmt.Errorf("eval: net %.40q: want 64-N-1 or 64-N-64, N from 1 to %d", text, MaxHidden)
	}
	return k, nil
}

// String returns the layers, such as "64-32-1".
func (k NetKind) String() string { return fmt.Sprintf("64-%d-%d", k.Hidden, k.Outputs) }

func (k NetKind) check() error {
	if k.Hidden < 1 || k.Hidden > MaxHidden || k.Outputs != 1 && k.Outputs != 64 {
		return fmt.Errorf("there is no net %v", k)
	}
	return nil
}

// Len returns the length of the network's DNA: 66·32 numbers for MMNet and 2·64·65 for PolicyNet. The DNA
// contains the weights of the middle nodes for each square, then the biases of these nodes, then the weights
// of each output, then the outputs' biases. A single output has no bias, because a constant would not affect
// the choice of a move.
func (k NetKind) Len() int {
	n := (65 + k.Outputs) * k.Hidden
	if k.Outputs > 1 {
		n += k.Outputs
	}
	return n
}

// A Net is a network of a [NetKind]. It owns a buffer, so each goroutine needs its own Net. Nets may share
// DNA.
type Net struct {
	kind   NetKind
	dna    []float64
	hidden []float64
}

// NewNet returns a network with the weights dna. It keeps the slice.
func NewNet(k NetKind, dna []float64) (*Net, error) {
	if err := k.check(); err != nil {
		return nil, fmt.Errorf("eval: net: %w", err)
	}
	if len(dna) != k.Len() {
		return nil, fmt.Errorf("eval: net: DNA of %d numbers, want %d", len(dna), k.Len())
	}
	return &Net{k, dna, make([]float64, k.Hidden)}, nil
}

// RandomDNA returns random numbers from -1 to 1, the DNA of a network before evolution.
func RandomDNA(k NetKind, rng *rand.Rand) []float64 {
	dna := make([]float64, k.Len())
	for i := range dna {
		dna[i] = 2*rng.Float64() - 1
	}
	return dna
}

// ReadDNA reads the DNA of a network. The numbers are separated by spaces, commas or line ends, and there
// must be exactly k.Len() of them.
func ReadDNA(k NetKind, r io.Reader) ([]float64, error) {
	w, err := readWords(r)
	if err != nil {
		return nil, fmt.Errorf("eval: net: %w", err)
	}
	dna, err := w.numbers(k.Len())
	if err == nil && w.next < len(w.words) {
		err = fmt.Errorf("line %d: %q after the last of %d numbers", w.words[w.next].line,
			w.words[w.next].text, k.Len())
	}
	if err != nil {
		return nil, fmt.Errorf("eval: net: %w", err)
	}
	return dna, nil
}

// netKindOf returns the size of a network whose DNA consists of n numbers. It is unique, because 66·N is a
// multiple of 3 and 129·N + 64 is not.
func netKindOf(n int) (NetKind, error) {
	k := NetKind{n / 66, 1}
	if n%66 != 0 {
		k = NetKind{(n - 64) / 129, 64}
	}
	if k.check() != nil || k.Len() != n {
		return NetKind{}, fmt.Errorf("eval: net: %d numbers: want 66·N for a 64-N-1 net or 129·N + 64 for a "+
			"64-N-64 net, N from 1 to %d", n, MaxHidden)
	}
	return k, nil
}

// ReadNet reads the DNA of a network, whose length determines the network's size.
func ReadNet(r io.Reader) (NetKind, []float64, error) {
	w, err := readWords(r)
	if err != nil {
		return NetKind{}, nil, fmt.Errorf("eval: net: %w", err)
	}
	dna, err := w.numbers(len(w.words))
	if err != nil {
		return NetKind{}, nil, fmt.Errorf("eval: net: %w", err)
	}
	k, err := netKindOf(len(dna))
	return k, dna, err
}

// WriteDNA writes the DNA of a network, one number per line. [ReadDNA] restores exactly the same numbers. It
// returns an error if a number is not finite.
func WriteDNA(w io.Writer, dna []float64) error {
	var text []byte
	for i, x := range dna {
		if !finite(x) {
			return fmt.Errorf("eval: net: number %d of the DNA is %v", i+1, x)
		}
		text = append(strconv.AppendFloat(text, x, 'g', -1, 64), '\n')
	}
	_, err := w.Write(text)
	return err
}

// think computes the middle layer for a board.
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
		n.hidden[i] = 1 / (1 + portable.Exp(-x))
	}
}

// output returns an output. Call think first.
func (n *Net) output(i int) float64 {
	h := len(n.hidden)
	sum := portable.Dot(n.hidden, n.dna[(65+i)*h:][:h])
	if n.kind.Outputs > 1 {
		sum += n.dna[(65+n.kind.Outputs)*h+i]
	}
	return sum
}

// Eval returns the first output: the value for the side to move, in points.
func (n *Net) Eval(b engine.Board) float64 {
	n.think(b)
	return n.output(0)
}

// Best returns the legal move with the highest output, or the lowest square among equals. It returns
// [engine.None] if there is no move. The network must have an output for each square.
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
