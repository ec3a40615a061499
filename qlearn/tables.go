package qlearn

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
	"github.com/outflank/outflank/eval"
)

// Tables is [Linear] for models all of whose features are patterns on the full 8×8
// board, many times as fast: contents are kept up to date instead of read, and
// every pattern has a table by contents, in which those that share a weight are kept
// equal.
type Tables struct {
	*layout
	model *eval.Model // features and meta; its weights are not used
	opt   Optimizer

	values   []float32           // of Q, so minus the weights: by stage, term and contents
	contents []*[1 << 16]float32 // the same, by stage and word
	sum, all []float32           // temporal coherence, by entry of the model
	board    struct{ mine, theirs uint64 }
	mine     []uint64 // words of the board: digit 1 for discs of the side to move
	theirs   []uint64 // and of its opponent

	turns   []tableTurn
	bases   []uint64 // words of each turn: what the opponent would see without a move
	choices []choice
	q       []float32
	after   []uint64 // words of the board after move i of a turn
	shown   [2]int   // that turn and i
	hits    []hit    // of that board
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
	t.contents = nil
	for stage := range t.stages {
		for _, at := range t.at {
			t.contents = append(t.contents, (*[1 << 16]float32)(t.values[stage*t.size+at:]))
		}
	}
	t.mine, t.theirs, t.after = make([]uint64, t.words), make([]uint64, t.words), make([]uint64, t.words)
	t.turns, t.bases, t.choices, t.q = nil, nil, nil, nil
	t.hits = make([]hit, t.images)
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
		t.choices = append(t.choices, choice{uint8(s), kernel.Flips(mine, theirs, s)})
	}
	for w, x := range t.theirs {
		t.bases = append(t.bases, x+2*t.mine[w])
	}
	stage := t.stageOf[bits.OnesCount64(mine|theirs)+1]
	t.turns = append(t.turns, tableTurn{from, len(t.choices), int(stage)})
	return len(t.turns) - 1
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
		for w, x := range t.squares[bits.TrailingZeros64(rest)&63][:len(words)] {
			words[w] += x
		}
	}
	for rest := from &^ to; rest != 0; rest &= rest - 1 {
		for w, x := range t.squares[bits.TrailingZeros64(rest)&63][:len(words)] {
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
	for w, v := range t.contents[u.stage*t.words:][:len(after)] {
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

func (t *Tables) playOut(turn int, c *choice) {
	after, base := t.after, t.bases[turn*t.words:][:t.words]
	put := t.squares[c.square&63][:len(after)]
	base = base[:len(after)]
	for w := range after {
		after[w] = base[w] + 2*put[w]
	}
	for rest := c.flips; rest != 0; rest &= rest - 1 {
		turned := t.squares[bits.TrailingZeros64(rest)&63][:len(after)]
		for w := range after {
			after[w] += turned[w]
		}
	}
}

// Learn changes the weights of the contents after a move.
func (t *Tables) Learn(turn, i int, step float32) {
	u := &t.turns[turn]
	t.read(t.play(turn, i))
	if t.opt.Normalise {
		length := t.squared()
		if length == 0 {
			return
		}
		step /= float32(length)
	}
	hits := t.hits
	for k := range t.terms {
		term := &t.terms[k]
		values := t.values[u.stage*t.size+term.at:][:len(term.Fold)]
		entries := term.Offset + u.stage*term.Len
		for _, h := range hits[:len(term.Images)] {
			if h.entry < 0 {
				continue
			}
			x := step
			if t.opt.Coherence {
				e := entries + int(h.entry)
				x *= coherent(&t.sum[e], &t.all[e], step*float32(sign(term.Term, int(h.contents))))
			}
			if term.plain {
				values[h.contents] += x
				if v := term.next[h.contents]; v != int32(h.contents) {
					values[v] += x
				}
			} else {
				term.add(values, int32(h.contents), x)
			}
		}
		hits = hits[len(term.Images):]
	}
}

// A hit is what an image shows: its contents and their entry in a stage of the model.
type hit struct {
	contents uint16
	entry    int32 // -1 = none
}

// read notes what all images show.
func (t *Tables) read(after []uint64) {
	n := 0
	for k := range t.terms {
		term := &t.terms[k]
		for image := range term.Images {
			c := uint16(after[term.word+image/lanes] >> (image % lanes * 16))
			t.hits[n] = hit{c, term.entry[c]}
			n++
		}
	}
}

// squared returns the sum over the weights of the squares of how often each counts:
// the number of hits, and twice the number of pairs that are alike.
func (t *Tables) squared() (sum int) {
	hits := t.hits
	for k := range t.terms {
		term := &t.terms[k]
		for i, h := range hits[:len(term.Images)] {
			if h.entry < 0 {
				continue
			}
			sum++
			for _, g := range hits[:i] {
				if g.entry == h.entry {
					sum += 2 * sign(term.Term, int(g.contents)) * sign(term.Term, int(h.contents))
				}
			}
		}
		hits = hits[len(term.Images):]
	}
	return sum
}

// add adds x to the value of contents c and to all that share its weight.
func (term *tableTerm) add(values []float32, c int32, x float32) {
	for v := c; ; {
		values[v] += x
		if v = term.next[v]; v < 0 {
			v, x = ^v, -x
		}
		if v == c {
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
