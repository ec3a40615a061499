package qlearn

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/eval"
)

// A Net is Q as a small network like the baselines in the literature. With one output it evaluates boards:
// Q(s,a) = −net(board after the move, from the opponent's view). With 64 outputs it evaluates moves: Q(s,a)
// is the output of the move's square. It learns by stochastic gradient descent with backpropagation
// (Rumelhart, Hinton and Williams, "Learning representations by back-propagating errors", 1986).
type Net struct {
	kind    eval.NetKind
	opt     Optimizer
	weights []float32 // in the order of eval.NetKind.Len
	sum     []float32 // temporal coherence: sum of the errors of each weight
	all     []float32 // temporal coherence: sum of their absolute values

	hidden []float32 // middle layer of the last board
	delta  []float32 // gradient of the output with respect to the inputs of the middle layer
	moves  []netMove
	turns  []span // in moves
	values []float32
}

// A netMove describes how the network computes Q of a move: sign · output for the board.
type netMove struct {
	board  engine.Board
	output int
	sign   float32
}

// NewNet returns a network of size k with random weights and zero biases. Weights are uniform with variance
// 1/(inputs of the node), so that no node starts saturated (LeCun et al., "Efficient BackProp", 1998, 4.6). k
// must come from [eval.ParseNetKind].
func NewNet(k eval.NetKind, opt Optimizer, rng *rand.Rand) *Net {
	dna := make([]float64, k.Len())
	fill := func(part []float64, inputs int) {
		for i := range part {
			part[i] = math.Sqrt(3/float64(inputs)) * (2*rng.Float64() - 1)
		}
	}
	fill(dna[:64*k.Hidden], 64)
	fill(dna[65*k.Hidden:][:k.Outputs*k.Hidden], k.Hidden)
	n, err := NetOf(k, dna, opt)
	if err != nil {
		panic(err) // k is not from ParseNetKind
	}
	return n
}

// NetOf returns a network with the weights dna, rounded to single precision.
func NetOf(k eval.NetKind, dna []float64, opt Optimizer) (*Net, error) {
	if _, err := eval.NewNet(k, dna); err != nil {
		return nil, err
	}
	n := emptyNet(k, opt)
	for _, x := range dna {
		n.weights = append(n.weights, float32(x))
	}
	if opt.Coherence {
		n.sum, n.all = make([]float32, len(dna)), make([]float32, len(dna))
	}
	return n, nil
}

func emptyNet(k eval.NetKind, opt Optimizer) *Net {
	return &Net{kind: k, opt: opt, hidden: make([]float32, k.Hidden), delta: make([]float32, k.Hidden)}
}

// Kind returns the network's size.
func (n *Net) Kind() eval.NetKind { return n.kind }

// DNA returns a copy of the weights, for [eval.NewNet] and [eval.WriteDNA].
func (n *Net) DNA() []float64 {
	dna := make([]float64, len(n.weights))
	for i, x := range n.weights {
		dna[i] = float64(x)
	}
	return dna
}

// Begin forgets the turns of the last game.
func (n *Net) Begin() { n.moves, n.turns = n.moves[:0], n.turns[:0] }

// Turn stores the boards that are the network's inputs.
func (n *Net) Turn(b engine.Board, moves engine.Set) int {
	from := len(n.moves)
	for s := range moves.All() {
		m := netMove{b, int(s), 1}
		if n.kind.Outputs == 1 {
			m = netMove{b.Play(s), 0, -1}
		}
		n.moves = append(n.moves, m)
	}
	n.turns = append(n.turns, span{from, len(n.moves)})
	return len(n.turns) - 1
}

// Values returns Q of the moves of a turn.
func (n *Net) Values(turn int) []float32 {
	n.values = n.values[:0]
	t := n.turns[turn]
	for i, m := range n.moves[t.from:t.to] {
		if i == 0 || n.kind.Outputs == 1 { // otherwise all moves have the same board
			n.think(m.board)
		}
		n.values = append(n.values, n.q(m))
	}
	return n.values
}

// Value returns Q of move i.
func (n *Net) Value(turn, i int) float32 {
	m := n.moves[n.turns[turn].from+i]
	n.think(m.board)
	return n.q(m)
}

// row returns the index of the first weight of a square (0 to 63), of the biases (64) or of an output (65 and
// up).
func (n *Net) row(i int) int { return i * n.kind.Hidden }

// part returns a row of the weights.
func (n *Net) part(i int) []float32 { return n.weights[n.row(i):][:n.kind.Hidden] }

// outputBias returns the index of an output's bias. A network with a single output has none.
func (n *Net) outputBias(output int) int { return n.row(65+n.kind.Outputs) + output }

// think computes the middle layer for a board.
func (n *Net) think(b engine.Board) {
	copy(n.hidden, n.part(64))
	for s := range b.Mine.All() {
		portable.AddScaled32(n.hidden, 1, n.part(int(s)))
	}
	for s := range b.Theirs.All() {
		portable.AddScaled32(n.hidden, -1, n.part(int(s)))
	}
	for i, x := range n.hidden {
		n.hidden[i] = float32(1 / (1 + portable.Exp(-float64(x))))
	}
}

// q returns Q of a move. Call think first.
func (n *Net) q(m netMove) float32 {
	out := portable.Dot32(n.part(65+m.output), n.hidden)
	if n.kind.Outputs > 1 {
		out += n.weights[n.outputBias(m.output)]
	}
	return m.sign * out
}

// Learn changes the weights along the gradient of Q of a move.
func (n *Net) Learn(turn, i int, step float32) {
	m := n.moves[n.turns[turn].from+i]
	n.think(m.board)
	w := n.part(65 + m.output)
	for h, x := range n.hidden {
		n.delta[h] = w[h] * x * (1 - x)
	}
	if n.opt.Normalise {
		step /= n.squared(m.board)
	}
	step *= m.sign
	for s := range m.board.Mine.All() {
		n.change(n.row(int(s)), step, n.delta)
	}
	for s := range m.board.Theirs.All() {
		n.change(n.row(int(s)), -step, n.delta)
	}
	n.change(n.row(64), step, n.delta)
	n.change(n.row(65+m.output), step, n.hidden)
	if n.kind.Outputs > 1 {
		n.change(n.outputBias(m.output), step, []float32{1})
	}
}

// squared returns the squared length of the gradient. The middle layer's part is the same for each disc and
// for the bias, except for its sign. A small constant keeps the result above 0 if no node is active.
func (n *Net) squared(b engine.Board) float32 {
	discs := (b.Mine | b.Theirs).Len()
	sum := float32(float32(discs+1)*portable.Dot32(n.delta, n.delta)) + portable.Dot32(n.hidden, n.hidden)
	if n.kind.Outputs > 1 {
		sum++
	}
	return max(sum, 1e-6)
}

// change adds step · gradient to the weights that start at index at.
func (n *Net) change(at int, step float32, gradient []float32) {
	if !n.opt.Coherence {
		portable.AddScaled32(n.weights[at:][:len(gradient)], step, gradient)
		return
	}
	for i, g := range gradient {
		x := step * g
		n.weights[at+i] += float32(x * coherent(&n.sum[at+i], &n.all[at+i], x))
	}
}

// Params returns the weights and the sums of temporal coherence.
func (n *Net) Params() [][]float32 { return [][]float32{n.weights, n.sum, n.all} }

// Share returns a network with the same weights.
func (n *Net) Share() Approximator {
	s := emptyNet(n.kind, n.opt)
	s.weights, s.sum, s.all = n.weights, n.sum, n.all
	return s
}

// Clone returns a network with its own weights.
func (n *Net) Clone() Approximator {
	c := emptyNet(n.kind, n.opt)
	c.weights, c.sum, c.all = slices.Clone(n.weights), slices.Clone(n.sum), slices.Clone(n.all)
	return c
}

// Model returns nil, because a network is not a linear model. See [Net.DNA].
func (n *Net) Model() *eval.Model { return nil }
