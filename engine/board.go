package engine

import (
	"fmt"
	"math/bits"
)

// A Board holds the discs on a board of some shape, from the view of the side to move. [Position] adds the
// colour of that side. Boards are comparable values: equal discs on equal shapes are equal boards.
type Board struct {
	Mine, Theirs Set // discs of the side to move and of its opponent; disjoint, inside the field
	Shape        Shape
}

// Standard returns the start of the ordinary game, black to move.
func Standard() Board {
	return Board{Mine: 0x0000000810000000, Theirs: 0x0000001008000000, Shape: Full}
}

// NewBoard returns a board with the given discs. It returns an error unless the lattice is valid and the two
// sets of discs are disjoint and inside the shape.
func NewBoard(sh Shape, mine, theirs Set) (Board, error) {
	if sh.Lattice > Hexagonal {
		return Board{}, fmt.Errorf("engine: board: no such lattice: %v", sh.Lattice)
	}
	if both := mine & theirs; both != 0 {
		return Board{}, fmt.Errorf("engine: board: both sides have a disc on %v", both.First())
	}
	if outside := (mine | theirs) &^ sh.Field; outside != 0 {
		return Board{}, fmt.Errorf("engine: board: disc on %v, which is not a square of the shape", outside.First())
	}
	return Board{mine, theirs, sh}, nil
}

// Empty returns the squares of the shape that have no disc.
func (b Board) Empty() Set { return b.Shape.Field &^ (b.Mine | b.Theirs) }

// Moves returns the legal moves of the side to move: empty squares from which a straight run of opposing
// discs leads to one of its own discs.
func (b Board) Moves() Set {
	inner := b.Theirs & filesBtoG // a run that leaves file a or h sideways would reappear on the other side
	m := up(b.Mine, inner, 1) | down(b.Mine, inner, 1) |
		up(b.Mine, b.Theirs, 8) | down(b.Mine, b.Theirs, 8) |
		up(b.Mine, inner, 7) | down(b.Mine, inner, 7)
	if b.Shape.Lattice == Orthogonal {
		m |= up(b.Mine, inner, 9) | down(b.Mine, inner, 9)
	}
	return m & b.Empty()
}

// up returns the squares just after runs of theirs that begin beside mine, in the direction in which square
// numbers grow by n. The fill doubles its stride (parallel prefix); a run has at most six discs.
func up(mine, theirs Set, n uint) Set {
	f := theirs & (mine << (n & 63))
	f |= theirs & (f << (n & 63))
	pairs := theirs & (theirs << (n & 63))
	f |= pairs & (f << (2 * n & 63))
	f |= pairs & (f << (2 * n & 63))
	return f << (n & 63)
}

// down is up in the opposite direction.
func down(mine, theirs Set, n uint) Set {
	f := theirs & (mine >> (n & 63))
	f |= theirs & (f >> (n & 63))
	pairs := theirs & (theirs >> (n & 63))
	f |= pairs & (f >> (2 * n & 63))
	f |= pairs & (f >> (2 * n & 63))
	return f >> (n & 63)
}

// Flips returns the opponent's discs that a disc of the side to move on s would outflank. s must be in
// b.Empty(). The move is legal if and only if the result is not empty.
func (b Board) Flips(s Square) Set {
	var flips Set
	r := &rays[b.Shape.Lattice&1][s&63]
	for i := range r.up {
		// The first square on the ray that is not theirs must be mine. If it is not, below has its top bit set,
		// and the shift masks out the whole ray.
		ray := r.up[i]
		stop := ray &^ b.Theirs
		below := stop&-stop&b.Mine - 1
		flips |= ray & below &^ Set(int64(below)>>63)
	}
	for i := range r.down {
		ray := r.down[i]
		first := Set(1<<63) >> bits.LeadingZeros64(uint64(ray&^b.Theirs)) & b.Mine
		flips |= ray & -(first << 1)
	}
	return flips
}

// Play puts a disc of the side to move on s and returns the board from the opponent's view. If s is not in
// b.Moves(), the result is invalid; [Game.Plies] checks moves. The opponent may have no move on the new
// board; [Position.Play] passes the turn in that case.
func (b Board) Play(s Square) Board {
	flips := b.Flips(s)
	return Board{Mine: b.Theirs &^ flips, Theirs: b.Mine | flips | s.Set(), Shape: b.Shape}
}

// Pass returns the same discs from the opponent's view. It does not check that the side to move has no move.
func (b Board) Pass() Board { return Board{b.Theirs, b.Mine, b.Shape} }

// Over reports whether neither side has a move.
func (b Board) Over() bool { return b.Moves() == 0 && b.Pass().Moves() == 0 }

// Score returns the disc difference for the side to move, -64 to 64. The side with more discs gets the empty
// squares, but not the holes. The score of a finished game is its result.
func (b Board) Score() int {
	diff := b.Mine.Len() - b.Theirs.Len()
	switch empty := b.Empty().Len(); {
	case diff > 0:
		return diff + empty
	case diff < 0:
		return diff - empty
	}
	return 0
}

// rays holds, for each lattice and square, the squares that follow in the four directions of increasing
// square numbers (up) and the four of decreasing ones (down). A ray is empty if the lattice lacks its
// direction.
var rays = func() (t [2][64]struct{ up, down [4]Set }) {
	for s := range Square(64) {
		for _, l := range [...]Lattice{Orthogonal, Hexagonal} {
			for i, a := range l.Axes() {
				t[l][s].up[i], t[l][s].down[i] = ray(s, a.Forward), ray(s, a.Backward)
			}
		}
	}
	return t
}()

// ray returns the squares reached by repeated steps from s, up to the rim of the lattice.
func ray(s Square, step func(Set) Set) (line Set) {
	for next := step(s.Set()); next != 0; next = step(next) {
		line |= next
	}
	return line
}
