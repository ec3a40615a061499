package qlearn

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
	"github.com/outflank/outflank/eval"
)

// tables is a version of linear for models whose features are all patterns. It is many times as fast on 8×8
// boards. It updates contents instead of reading them from the board. Every pattern has a table indexed by
// content; contents that share a weight have equal values.
//
// In self-play, totals takes a quarter of the time, Learn a sixth, and follow and flipping discs a tenth
// each. Four ideas did not pay: computing values by difference, which looks up three numbers for each of the
// 18 of 46 images that a move changes on average; recomputing the words of a move for each request; looping
// over moves inside a loop over groups of words, because branch prediction gets worse; and large memory
// pages.
type tables struct {
	*layout
	model *eval.Model // features and meta; its weights are not used
	opt   Optimizer

	values   []float32           // of Q, so they are the negated weights: by stage, term and content
	tables   []*[1 << 16]float32 // slices of values, by stage and word
	sum, all []float32           // temporal coherence, by entry of the model
	board    struct{ mine, theirs uint64 }
	// Words of the board from the opponent's view: digit 1 for the opponent's discs, 2 for those of the side to
	// move.
	base     []uint64
	occupied []uint64 // words with digit 1 for each disc

	turns  []tableTurn
	after  []uint64 // words of the boards after all moves of all turns
	mirror []uint64 // twins of the contents in the words to learn from; 0 = none
	least  []uint64 // the smaller of each content and its twin
	q      []float32
}

type tableTurn struct {
	from, moves int // where the turn's words start in after, and its number of moves
	stage       int // stage of the board after a move
}

// newTables returns tables for a model, or nil if it does not support the model.
func newTables(m *eval.Model, opt Optimizer) *tables {
	l := newLayout(m.Features)
	if l == nil {
		return nil
	}
	t := &tables{layout: l, model: m, opt: opt, values: make([]float32, l.stages*l.size+1<<16)}
	for i := range l.terms {
		t.load(&l.terms[i], m.Weights)
	}
	if opt.Coherence {
		t.sum, t.all = make([]float32, len(m.Weights)), make([]float32, len(m.Weights))
	}
	return t.ready()
}

// ready allocates the buffers that each goroutine needs.
func (t *tables) ready() *tables {
	t.tables = nil
	for stage := range t.stages {
		for _, at := range t.at {
			t.tables = append(t.tables, (*[1 << 16]float32)(t.values[stage*t.size+at:]))
		}
	}
	t.base, t.occupied = make([]uint64, t.width), make([]uint64, t.width)
	t.turns, t.after, t.q, t.mirror = nil, nil, nil, make([]uint64, t.width)
	t.least = make([]uint64, t.width)
	t.board.mine, t.board.theirs = 0, 0
	return t
}

// load fills the tables of a term.
func (t *tables) load(term *tableTerm, weights []float64) {
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
func (t *tables) Begin() { t.turns, t.after = t.turns[:0], t.after[:0] }

// Turn stores the words of the boards after all moves. The mover's discs have digit 2: the move adds 2 on its
// square, and changes 1 to 2 on the flipped discs.
func (t *tables) Turn(b engine.Board, moves engine.Set) int {
	mine, theirs := uint64(b.Mine), uint64(b.Theirs)
	t.see(mine, theirs)
	from, n := len(t.after), moves.Len()
	t.after = slices.Grow(t.after, n*t.width)[:from+n*t.width]
	after := t.after[from:]
	for rest := uint64(moves); rest != 0; rest &= rest - 1 {
		s := uint(bits.TrailingZeros64(rest))
		follow(after, t.base, t.squares, s, flips(&b, s), 0)
		after = after[t.width:]
	}
	stage := (bits.OnesCount64(mine|theirs) + 1) * t.stages / (b.Shape.Field.Len() + 1)
	t.turns = append(t.turns, tableTurn{from, n, stage})
	return len(t.turns) - 1
}

// flips returns the discs that a move flips. The kernel covers lines in all eight directions.
func flips(b *engine.Board, s uint) uint64 {
	if b.Shape.Lattice == engine.Orthogonal {
		return kernel.Flips(uint64(b.Mine), uint64(b.Theirs), s)
	}
	return uint64(b.Flips(engine.Square(s)))
}

// see updates the words to a board. Few discs change between two turns of a game, but the sides may swap:
// subtracting each digit from 3 swaps 1 and 2.
func (t *tables) see(mine, theirs uint64) {
	was := &t.board
	if bits.OnesCount64(was.mine^theirs|was.theirs^mine) < bits.OnesCount64(was.mine^mine|was.theirs^theirs) {
		was.mine, was.theirs = was.theirs, was.mine
		for w, x := range t.occupied {
			t.base[w] = 3*x - t.base[w]
		}
	}
	before, now := was.mine|was.theirs, mine|theirs
	t.change(t.occupied, now&^before, before&^now)
	t.change(t.base, mine&was.theirs|theirs&^before, theirs&was.mine|was.theirs&^now)
	if up, down := mine&^before, was.mine&^now; up|down != 0 { // the side that did not move last
		t.change(t.base, up, down)
		t.change(t.base, up, down)
	}
	was.mine, was.theirs = mine, theirs
}

// change adds 1 to the digits of the squares plus and subtracts 1 from those of the squares minus.
func (t *tables) change(words []uint64, plus, minus uint64) {
	follow(words, words, t.squares, 64, plus, minus)
}

// Values returns Q of the moves of a turn.
func (t *tables) Values(turn int) []float32 {
	u := &t.turns[turn]
	tables, after := t.tables[u.stage*t.words:][:t.words], t.after[u.from:]
	t.q = slices.Grow(t.q[:0], u.moves)[:u.moves]
	totals(t.q, tables, after, t.width)
	return t.q
}

// Value returns Q of move i.
func (t *tables) Value(turn, i int) float32 {
	u := &t.turns[turn]
	return total(t.tables[u.stage*t.words:][:t.words], t.after[u.from+i*t.width:])
}

// totalsPlain writes the sum of the values of each board's contents to q. The words of successive boards are
// width apart.
func totalsPlain(q []float32, tables []*[1 << 16]float32, after []uint64, width int) {
	for i := range q {
		q[i] = total(tables, after[i*width:])
	}
}

// total returns the sum of the values of a board's contents.
func total(tables []*[1 << 16]float32, after []uint64) float32 {
	var s0, s1, s2, s3 float32
	after = after[:len(tables)]
	for w, v := range tables {
		x := after[w]
		s0 += v[uint16(x)]
		s1 += v[uint16(x>>16)]
		s2 += v[uint16(x>>32)]
		s3 += v[uint16(x>>48)]
	}
	return s0 + s1 + (s2 + s3)
}

// Learn changes the weights of the contents after move i.
func (t *tables) Learn(turn, i int, step float32) {
	u := &t.turns[turn]
	after := t.after[u.from+i*t.width:][:t.width]
	t.reflect(after)
	if t.opt.Normalise {
		length := t.squared(after)
		if length == 0 {
			return
		}
		step /= float32(length)
	}
	if t.opt.Coherence {
		for k := range t.terms {
			t.learnCoherently(&t.terms[k], after, u.stage, step)
		}
		return
	}
	for w, values := range t.tables[u.stage*t.words:][:t.words] {
		if t.twins[w] != nil {
			learnTwins(values, after[w], t.mirror[w], step)
		}
	}
	for _, k := range t.others {
		term := &t.terms[k]
		term.learn(t.values[u.stage*t.size+term.at:], after[term.word:], step)
	}
}

// reflect records the twins of the contents in words.
func (t *tables) reflect(after []uint64) {
	for w, twin := range t.twins {
		if twin != nil {
			x := after[w]
			a, b, c, d := twin[uint16(x)], twin[uint16(x>>16)], twin[uint16(x>>32)], twin[uint16(x>>48)]
			t.mirror[w] = uint64(a) | uint64(b)<<16 | uint64(c)<<32 | uint64(d)<<48
		}
	}
}

// learnTwins adds a step to the values of four contents and their twins. Contents that share a weight always
// have the same value. Content 0 has no weight: its value stays 0.
func learnTwins(values *[1 << 16]float32, x, twins uint64, step float32) {
	a, b, c, d := uint16(x), uint16(x>>16), uint16(x>>32), uint16(x>>48)
	v := values[a] + step
	values[a], values[uint16(twins)] = v, v
	v = values[b] + step
	values[b], values[uint16(twins>>16)] = v, v
	v = values[c] + step
	values[c], values[uint16(twins>>32)] = v, v
	v = values[d] + step
	values[d], values[uint16(twins>>48)] = v, v
	values[0] = 0
}

// learn adds a step, with the right sign, to the weight of each content.
func (term *tableTerm) learn(values []float32, own []uint64, step float32) {
	for i := range term.Images {
		if c := content(own, i); term.entry[c] >= 0 {
			term.add(values, c, step)
		}
	}
}

// content returns the content of a term's image.
func content(own []uint64, image int) uint16 {
	return uint16(own[image/lanes] >> (image % lanes * 16))
}

// learnCoherently changes the weights of a term, each at its own rate.
func (t *tables) learnCoherently(term *tableTerm, after []uint64, stage int, step float32) {
	own := after[term.word:]
	values, entries := t.values[stage*t.size+term.at:], term.Offset+stage*term.Len
	for i := range term.Images {
		c := content(own, i)
		if e := int(term.entry[c]); e >= 0 {
			rate := coherent(&t.sum[entries+e], &t.all[entries+e], step*float32(sign(term.Term, int(c))))
			term.add(values, c, rate*step)
		}
	}
}

// squared returns the sum of the squared counts of all weights, which is the number of ordered pairs of
// images that share a weight. Call reflect first.
func (t *tables) squared(after []uint64) (sum int) {
	sum = pairsOf(t.least, after, t.mirror)
	for _, w := range t.seconds {
		sum += 2 * between(t.least[w], t.least[w-1])
	}
	for _, k := range t.others {
		term := &t.terms[k]
		sum += term.squared(after[term.word:])
	}
	return sum
}

// squared is tables.squared for one term of any kind.
func (term *tableTerm) squared(own []uint64) (sum int) {
	for i := range term.Images {
		c := content(own, i)
		if term.entry[c] < 0 {
			continue
		}
		sum++
		for j := range i {
			if d := content(own, j); term.entry[d] == term.entry[c] {
				sum += 2 * sign(term.Term, int(c)) * sign(term.Term, int(d))
			}
		}
	}
	return sum
}

// add adds x to the values of content c and of all contents that share its weight.
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
func (t *tables) Params() [][]float32 {
	return [][]float32{t.values[:t.stages*t.size], t.sum, t.all}
}

// centre moves values that are in the order of the original contents, see [eval.Term.Centred].
func (t *tables) centre(values []float32) {
	for i, term := range eval.Terms(t.model.Features) {
		_, index := term.Centred()
		for stage := range t.stages {
			part := values[stage*t.size+t.terms[i].at:]
			for c, v := range slices.Clone(part[:len(index)]) {
				part[index[c]] = v
			}
		}
	}
}

// Share returns an approximator with the same weights.
func (t *tables) Share() Approximator {
	s := *t
	return s.ready()
}

// Clone returns an approximator with its own weights.
func (t *tables) Clone() Approximator {
	s := *t
	s.values, s.sum, s.all = slices.Clone(t.values), slices.Clone(t.sum), slices.Clone(t.all)
	return s.ready()
}

// Model returns the model with a copy of the current weights.
func (t *tables) Model() *eval.Model {
	m := &eval.Model{Features: t.model.Features, Weights: make([]float64, len(t.model.Weights)),
		Meta: maps.Clone(t.model.Meta)}
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
