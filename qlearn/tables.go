package qlearn

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
	"github.com/outflank/outflank/eval"
)

// Tables is [Linear] for models all of whose features are patterns, many times as fast on
// boards of 8×8: contents are kept up to date instead of read, and
// every pattern has a table by contents, in which those that share a weight are kept
// equal.
type Tables struct {
	*layout
	model *eval.Model // features and meta; its weights are not used
	opt   Optimizer

	values   []float32           // of Q, so minus the weights: by stage, term and contents
	tables   []*[1 << 16]float32 // the same, by stage and word
	sum, all []float32           // temporal coherence, by entry of the model
	board    struct{ mine, theirs uint64 }
	mine     []uint64 // words of the board: digit 1 for discs of the side to move
	theirs   []uint64 // and of its opponent

	turns    []tableTurn
	bases    []uint64 // words of each turn: what the opponent would see without a move
	choices  []choice
	q        []float32
	after    []uint64 // words of the board after move i of a turn
	shown    [2]int   // that turn and i
	contents []uint16 // of all images on that board
	twins    []uint16 // of these, where terms have them
}

type tableTurn struct {
	from, to int // choices
	stage    int // of the board after a move
}

// A choice is a legal move and what it turns.
type choice struct {
	square uint8
	flips  uint64
}

// newTables returns nil for models it is not for.
func newTables(m *eval.Model, opt Optimizer) *Tables {
	l := newLayout(m.Features)
	if l == nil {
		return nil
	}
	t := &Tables{layout: l, model: m, opt: opt, values: make([]float32, l.stages*l.size+1<<16)}
	for i := range l.terms {
		t.load(&l.terms[i], m.Weights)
	}
	if opt.Coherence {
		t.sum, t.all = make([]float32, len(m.Weights)), make([]float32, len(m.Weights))
	}
	return t.ready()
}

// ready makes what a goroutine has for itself.
func (t *Tables) ready() *Tables {
	t.tables = nil
	for stage := range t.stages {
		for _, at := range t.at {
			t.tables = append(t.tables, (*[1 << 16]float32)(t.values[stage*t.size+at:]))
		}
	}
	t.mine, t.theirs, t.after = make([]uint64, t.words), make([]uint64, t.words), make([]uint64, t.words)
	t.turns, t.bases, t.choices, t.q = nil, nil, nil, nil
	t.contents, t.twins = make([]uint16, t.images), make([]uint16, t.images)
	t.board.mine, t.board.theirs = 0, 0
	return t
}

// load fills the tables of a term.
func (t *Tables) load(term *tableTerm, weights []float64) {
	for stage := range t.stages {
		dst, src := t.values[stage*t.size+term.at:], weights[term.Offset+stage*term.Len:]
		for c, entry := range term.entry {
			if entry >= 0 {
				dst[c] = float32(-src[entry] * float64(sign(term.Term, c)))
			}
		}
	}
}

// Begin forgets the turns of the last game.
func (t *Tables) Begin() {
	t.turns, t.bases, t.choices = t.turns[:0], t.bases[:0], t.choices[:0]
	t.shown = [2]int{-1, -1}
}

// Turn keeps what each move turns.
func (t *Tables) Turn(b engine.Board, moves engine.Set) int {
	mine, theirs := uint64(b.Mine), uint64(b.Theirs)
	t.see(mine, theirs)
	from := len(t.choices)
	for rest := uint64(moves); rest != 0; rest &= rest - 1 {
		s := uint(bits.TrailingZeros64(rest))
		t.choices = append(t.choices, choice{uint8(s), flips(b, s)})
	}
	for w, x := range t.theirs {
		t.bases = append(t.bases, x+2*t.mine[w])
	}
	stage := (bits.OnesCount64(mine|theirs) + 1) * t.stages / (b.Shape.Field.Len() + 1)
	t.turns = append(t.turns, tableTurn{from, len(t.choices), stage})
	return len(t.turns) - 1
}

// flips returns what a move turns: the kernel is for lines in eight directions.
func flips(b engine.Board, s uint) uint64 {
	if b.Shape.Lattice == engine.Orthogonal {
		return kernel.Flips(uint64(b.Mine), uint64(b.Theirs), s)
	}
	return uint64(b.Flips(engine.Square(s)))
}

// see brings the words up to date. Between two turns of a game few discs change, but
// the sides change places.
func (t *Tables) see(mine, theirs uint64) {
	if t.board.theirs&theirs|t.board.mine&mine == 0 || bits.OnesCount64(t.board.mine^theirs|t.board.theirs^mine) < bits.OnesCount64(t.board.mine^mine|t.board.theirs^theirs) {
		t.board.mine, t.board.theirs = t.board.theirs, t.board.mine
		t.mine, t.theirs = t.theirs, t.mine
	}
	t.change(t.mine, t.board.mine, mine)
	t.change(t.theirs, t.board.theirs, theirs)
	t.board.mine, t.board.theirs = mine, theirs
}

func (t *Tables) change(words []uint64, from, to uint64) {
	for rest := to &^ from; rest != 0; rest &= rest - 1 {
		for w, x := range t.squares[bits.TrailingZeros64(rest)*t.words:][:len(words)] {
			words[w] += x
		}
	}
	for rest := from &^ to; rest != 0; rest &= rest - 1 {
		for w, x := range t.squares[bits.TrailingZeros64(rest)*t.words:][:len(words)] {
			words[w] -= x
		}
	}
}

// Values returns Q of the moves of a turn.
func (t *Tables) Values(turn int) []float32 {
	t.q = t.q[:0]
	u := &t.turns[turn]
	for i := range u.to - u.from {
		t.q = append(t.q, t.value(turn, i))
	}
	return t.q
}

// Value returns Q of one move.
func (t *Tables) Value(turn, i int) float32 {
	return t.value(turn, i)
}

func (t *Tables) value(turn, i int) float32 {
	u, after := &t.turns[turn], t.play(turn, i)
	var s0, s1, s2, s3 float32
	for w, v := range t.tables[u.stage*t.words:][:len(after)] {
		x := after[w]
		s0 += v[uint16(x)]
		s1 += v[uint16(x>>16)]
		s2 += v[uint16(x>>32)]
		s3 += v[uint16(x>>48)]
	}
	return s0 + s1 + (s2 + s3)
}

// play returns the words of the board after a move: who moved gets digit 2 on the
// square, and 2 in place of 1 on what is turned.
func (t *Tables) play(turn, i int) []uint64 {
	if at := [2]int{turn, i}; at != t.shown {
		t.shown = at
		t.playOut(turn, &t.choices[t.turns[turn].from+i])
	}
	return t.after
}

// playOut does it four words at a time, which stay in registers while the discs are gone
// through: half the time of disc by disc.
func (t *Tables) playOut(turn int, c *choice) {
	base, put := t.bases[turn*t.words:][:t.words], t.squares[int(c.square)*t.words:]
	for w := 0; w < len(t.after); w += 4 {
		from, disc := (*[4]uint64)(base[w:]), (*[4]uint64)(put[w:])
		x0, x1, x2, x3 := from[0]+2*disc[0], from[1]+2*disc[1], from[2]+2*disc[2], from[3]+2*disc[3]
		for rest := c.flips; rest != 0; rest &= rest - 1 {
			turned := (*[4]uint64)(t.squares[bits.TrailingZeros64(rest)*t.words+w:])
			x0 += turned[0]
			x1 += turned[1]
			x2 += turned[2]
			x3 += turned[3]
		}
		*(*[4]uint64)(t.after[w:]) = [4]uint64{x0, x1, x2, x3}
	}
}

// Learn changes the weights of the contents after a move.
func (t *Tables) Learn(turn, i int, step float32) {
	t.read(t.play(turn, i))
	if t.opt.Normalise {
		length := t.squared()
		if length == 0 {
			return
		}
		step /= float32(length)
	}
	stage, first := t.turns[turn].stage, 0
	for k := range t.terms {
		term := &t.terms[k]
		values := t.values[stage*t.size+term.at:][:len(term.next)]
		contents := t.contents[first:][:len(term.Images)]
		switch {
		case t.opt.Coherence:
			t.learnCoherently(term, values, contents, step, term.Offset+stage*term.Len)
		case term.twin == nil:
			for _, c := range contents {
				if term.entry[c] >= 0 {
					term.add(values, c, step)
				}
			}
		default:
			for i, c := range contents {
				if c == 0 {
					continue
				}
				values[c] += step
				if v := t.twins[first+i]; v != c {
					values[v] += step
				}
			}
		}
		first += len(term.Images)
	}
}

// learnCoherently changes the weights of a term, each at its own rate. entries is where
// those of the stage begin.
func (t *Tables) learnCoherently(term *tableTerm, values []float32, contents []uint16, step float32, entries int) {
	for _, c := range contents {
		if e := int(term.entry[c]); e >= 0 {
			rate := coherent(&t.sum[entries+e], &t.all[entries+e], step*float32(sign(term.Term, int(c))))
			term.add(values, c, rate*step)
		}
	}
}

// read notes what all images show, and the twins of that.
func (t *Tables) read(after []uint64) {
	n := 0
	for k := range t.terms {
		term := &t.terms[k]
		for image := range term.Images {
			c := uint16(after[term.word+image/lanes] >> (image % lanes * 16))
			t.contents[n] = c
			if term.twin != nil {
				t.twins[n] = term.twin[c]
			}
			n++
		}
	}
}

// squared returns the sum over the weights of the squares of how often each counts:
// the number of images that have one, and twice the number of pairs that share it.
func (t *Tables) squared() (sum int) {
	first := 0
	for k := range t.terms {
		term := &t.terms[k]
		n := len(term.Images)
		if contents := t.contents[first:][:n]; term.twin != nil && distinct(contents, t.twins[first:][:n]) {
			sum += n
		} else {
			sum += term.squared(contents)
		}
		first += n
	}
	return sum
}

// distinct tells whether surely no two images share a weight and all have one. It packs
// the lesser of contents and twin of four images into a word and compares it with the
// words before and itself, turned by a lane at a time.
func distinct(contents, twins []uint16) bool {
	var packed [16]uint64
	n := 0
	for ; len(contents) >= 4; contents, twins = contents[4:], twins[4:] {
		a, b, c, d := min(contents[0], twins[0]), min(contents[1], twins[1]), min(contents[2], twins[2]), min(contents[3], twins[3])
		x := uint64(a) | uint64(b)<<16 | uint64(c)<<32 | uint64(d)<<48
		same := zeroLane(x) | zeroLane(x^bits.RotateLeft64(x, 16)) | zeroLane(x^bits.RotateLeft64(x, 32))
		for _, y := range packed[:n] {
			same |= zeroLane(x^y) | zeroLane(x^bits.RotateLeft64(y, 16)) | zeroLane(x^bits.RotateLeft64(y, 32)) | zeroLane(x^bits.RotateLeft64(y, 48))
		}
		if same != 0 || n == len(packed)-1 {
			return false
		}
		packed[n] = x
		n++
	}
	return len(contents) == 0 || n == 0 && len(contents) == 2 && contents[0] != 0 && contents[1] != 0 && contents[0] != contents[1] && contents[0] != twins[1]
}

// zeroLane is not 0 if one of the four lanes of x is, and perhaps when none is.
func zeroLane(x uint64) uint64 { return (x - 0x0001000100010001) &^ x & 0x8000800080008000 }

// squared is Tables.squared for one term of any kind.
func (term *tableTerm) squared(contents []uint16) (sum int) {
	for i, c := range contents {
		if term.entry[c] < 0 {
			continue
		}
		sum++
		for _, d := range contents[:i] {
			if term.entry[d] == term.entry[c] {
				sum += 2 * sign(term.Term, int(c)) * sign(term.Term, int(d))
			}
		}
	}
	return sum
}

// add adds x to the value of contents c and to all that share its weight.
func (term *tableTerm) add(values []float32, c uint16, x float32) {
	for v := int32(c); ; {
		values[v] += x
		if v = term.next[v]; v < 0 {
			v, x = ^v, -x
		}
		if v == int32(c) {
			return
		}
	}
}

// Params returns the tables and the sums of temporal coherence.
func (t *Tables) Params() [][]float32 {
	return [][]float32{t.values[:t.stages*t.size], t.sum, t.all}
}

// Share returns an approximator with the same weights.
func (t *Tables) Share() Approximator {
	s := *t
	return s.ready()
}

// Clone returns an approximator with weights of its own.
func (t *Tables) Clone() Approximator {
	s := *t
	s.values, s.sum, s.all = slices.Clone(t.values), slices.Clone(t.sum), slices.Clone(t.all)
	return s.ready()
}

// Model returns the model with the weights as they are.
func (t *Tables) Model() *eval.Model {
	m := &eval.Model{Features: t.model.Features, Weights: make([]float64, len(t.model.Weights)), Meta: maps.Clone(t.model.Meta)}
	for i := range t.terms {
		term := &t.terms[i]
		for stage := range t.stages {
			src, dst := t.values[stage*t.size+term.at:], m.Weights[term.Offset+stage*term.Len:]
			for c, entry := range term.entry {
				if entry >= 0 {
					dst[entry] = -float64(src[c]) * float64(sign(term.Term, c))
				}
			}
		}
	}
	return m
}
