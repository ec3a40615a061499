package lines

import "context"

// Rules are the rules on one kind of board, from the view of the side to move, and the board's
// features. With [Rules.Cached] they are not safe for concurrent use.
type Rules[S comparable] struct {
	// Of returns the board with these discs of the side to move and of its opponent; a1 is bit 0, h1 bit 7, h8
	// bit 63.
	Of func(mine, theirs uint64) S
	// Successors returns the legal moves with the boards after them, in ascending order of squares. The result
	// is empty if the side to move has to pass or the game is over. The caller must not change the slice.
	Successors func(S) []Successor[S]
	// Pass returns the board from the opponent's view.
	Pass func(S) S
	// Discs returns the numbers of discs of both sides.
	Discs func(S) (mine, theirs int)
	// Features returns the features of the report.
	Features func(S, *[64]float64) Features
}

// A Successor is a legal move and the board after it, from the opponent's view.
type Successor[S comparable] struct {
	Move uint8 // square, a1 = 0, h1 = 7, h8 = 63
	Next S
}

// Perft counts the sequences of depth plies from a board. A forced pass is a ply, and a game that ends
// earlier counts once. It plays every move, including those of the last ply. It stops when ctx ends.
func (r Rules[S]) Perft(ctx context.Context, s S, depth int) (leaves uint64, err error) {
	if depth <= 0 {
		return 1, nil
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	list := r.Successors(s)
	if len(list) == 0 {
		passed := r.Pass(s)
		if len(r.Successors(passed)) == 0 {
			return 1, nil
		}
		return r.Perft(ctx, passed, depth-1)
	}
	if depth == 1 {
		return uint64(len(list)), nil
	}
	for _, next := range list {
		n, err := r.Perft(ctx, next.Next, depth-1)
		if err != nil {
			return 0, err
		}
		leaves += n
	}
	return leaves, nil
}
