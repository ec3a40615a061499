package pattern

import (
	"math/bits"

	"github.com/outflank/outflank/eval"
)

// maxLevels is the number of consecutive positions that an [Evaluator] stores.
const maxLevels = 128

// An Evaluator stores the indices of the positions along a line, level by level, and evaluates them. It is
// not safe for concurrent use and allocates nothing. Deeper levels are valid until a move is played from a
// shallower one. Levels are 0 to 127.
type Evaluator struct {
	tables *Tables
	rest   *eval.Linear // nil = all terms have tables
	levels [maxLevels]level
}

// A level contains the indices of a position for both sides: in mine, discs of the side to move have digit 1,
// and in theirs, discs of the opponent. So one table serves both sides.
type level struct{ mine, theirs lanes }

// Evaluator returns an evaluator set to the empty board.
func (t *Tables) Evaluator() *Evaluator {
	e := &Evaluator{tables: t}
	if t.rest != nil {
		e.rest = t.rest.Linear()
	}
	return e
}

// Reset sets level 0 to a board, given by the discs of the side to move and of the opponent.
func (e *Evaluator) Reset(mine, theirs uint64) {
	e.levels[0].of(mine, theirs)
}

// Play sets level n+1 to the position after the side to move at level n plays on square, 0 to 63, and flips
// the discs in flips.
func (e *Evaluator) Play(n int, square uint, flips uint64) {
	follow(&e.levels[(n+1)&(maxLevels-1)], &e.levels[n&(maxLevels-1)], square, flips)
}

// Pass sets level n+1 to the position at level n with the other side to move.
func (e *Evaluator) Pass(n int) {
	from, to := &e.levels[n&(maxLevels-1)], &e.levels[(n+1)&(maxLevels-1)]
	to.mine, to.theirs = from.theirs, from.mine
}

// Eval returns the expected final disc difference for the side to move at level n, in 1/[Unit] discs, within
// ±64 discs. mine and theirs must be the board at that level from the view of the side to move.
func (e *Evaluator) Eval(n int, mine, theirs uint64) int {
	l := &e.levels[n&(maxLevels-1)]
	discs := bits.OnesCount64(mine|theirs) & 127
	if discs > 64 {
		discs = 64
	}
	t := e.tables.of(discs)
	s := e.tables.scalars[discs]
	sum := s.base
	for w, x := range l.mine[:e.tables.words] {
		v := t[w]
		sum += int32(v[uint16(x)]) + int32(v[uint16(x>>16)]) + int32(v[uint16(x>>32)]) + int32(v[uint16(x>>48)])
	}
	if e.tables.mobile {
		sum += (s.mobility*mobility(mine, theirs) + Unit/2) / Unit
	}
	if e.rest != nil {
		sum += e.valueOfRest(mine, theirs)
	}
	if e.tables.squash != nil {
		sum = e.tables.squash.of(sum)
	}
	return int(min(max(sum, -64*Unit), 64*Unit))
}
