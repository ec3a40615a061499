package kernel

import "math/bits"

// A Kernel is an implementation of the rules. All kernels return the same results. The processor
// determines which of them are available.
type Kernel struct {
	Name      string // "go", "avx2" or "avx512"
	Moves     func(mine, theirs uint64) uint64
	MovesBoth func(mine, theirs uint64) (uint64, uint64)
	Flips     func(mine, theirs uint64, square uint) uint64
	Replies   func(mine, theirs uint64, square uint) (flips, replies uint64)
	Children  func(mine, theirs, moves uint64, list *[64]Move)
	Stable    func(mine, theirs uint64) uint64
	Ending    func(mine, theirs uint64, alpha int, odd uint64) (score, nodes int) // four to six empty squares
}

// Kernels returns the kernels available on this processor, fastest first. The functions of the package use
// the first one.
func Kernels() []Kernel {
	return append(vectorKernels(), Kernel{"go", movesGo, movesBothGo, flipsGo, repliesGo, childrenGo,
		stableGo, endingGo})
}

// best is called through its fields, which costs no more than a direct call. A branch on the processor would
// prevent inlining of the functions below.
var best = Kernels()[0]

// Name returns the name of the kernel that the functions of the package use on this processor.
func Name() string { return best.Name }

// Moves returns the squares on which mine may put a disc: empty ones from which a
// straight run of theirs leads to a disc of mine.
func Moves(mine, theirs uint64) uint64 { return best.Moves(mine, theirs) }

// MovesBoth returns the moves of both sides, mine first. It costs less than two calls of Moves.
func MovesBoth(mine, theirs uint64) (uint64, uint64) { return best.MovesBoth(mine, theirs) }

// Flips returns the discs of theirs that a disc of mine on the empty square flips, or 0 if the move is
// illegal. square is 0 to 63.
func Flips(mine, theirs uint64, square uint) uint64 { return best.Flips(mine, theirs, square) }

// Replies returns the result of Flips and the moves of theirs after the move. It costs less than two calls.
// A search that orders moves by the opponent's mobility needs both.
func Replies(mine, theirs uint64, square uint) (uint64, uint64) {
	return best.Replies(mine, theirs, square)
}

// A Move is a move with its flips and the replies.
type Move struct {
	Flips   uint64 // the discs that it flips
	Replies uint64 // the moves of the opponent after it
	Key     int32  // set by the caller: the priority of the move
	Square  uint8  // 0 to 63
}

// Children lists the given moves of mine in ascending order of squares. The vector kernels do it in less time
// than separate calls of Replies take. It fills one element of list for each move, leaves the keys unchanged,
// and returns the filled part.
func Children(mine, theirs, moves uint64, list *[64]Move) []Move {
	best.Children(mine, theirs, moves, list)
	return list[:bits.OnesCount64(moves)]
}

func childrenGo(mine, theirs, moves uint64, list *[64]Move) {
	for i := 0; moves != 0; moves &= moves - 1 {
		square := lowest(moves)
		m := &list[i&63]
		m.Square = uint8(square)
		m.Flips, m.Replies = repliesGo(mine, theirs, square)
		i++
	}
}
