package lines

import "context"

// Rules are the rules on one kind of board, as the side to move sees it, and its features.
// They serve one goroutine at a time when they are [Rules.Cached].
type Rules[S comparable] struct {
	// Of returns the board of the discs of the side to move and of its opponent; a1 is bit
	// 0, h1 bit 7, h8 bit 63.
	Of func(mine, theirs uint64) S
	// Successors returns the legal moves with the boards after them, by ascending squares,
	// none where the side to move has to pass or the game is over. It is not to be changed.
	Successors func(S) []Successor[S]
	// Pass returns the board as the opponent sees it.
	Pass func(S) S
	// Discs returns how many discs both sides have.
	Discs func(S) (mine, theirs int)
	// Features returns what the report judges boards by.
	Features func(S, *[64]float64) Features
}

// A Successor is a legal move and the board after it, as the opponent sees it.
type Successor[S comparable] struct {
	Move uint8 // square, a1 = 0, h1 = 7, h8 = 63
	Next S
}

// Perft counts the sequences of depth plies from a board: a forced pass is a ply, and a
// game that ends earlier counts once. All moves are played. It stops when ctx does.
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
