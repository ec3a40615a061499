package engine

import "context"

// Perft counts the sequences of depth plies from a position. A forced pass is a ply, and a game that ends
// earlier counts once. It stops when ctx ends. Aart Bik, "Computing deep perft and divide numbers for
// Othello", publishes the counts from the start position.
func Perft(ctx context.Context, b Board, depth int) (uint64, error) {
	const polled = 7 // subtrees of this depth take about a millisecond
	if depth < polled {
		return perft(b, depth), nil
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	moves := b.Moves()
	if moves == 0 {
		if b.Over() {
			return 1, nil
		}
		return Perft(ctx, b.Pass(), depth-1)
	}
	var total uint64
	for s := range moves.All() {
		n, err := Perft(ctx, b.Play(s), depth-1)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

func perft(b Board, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := b.Moves()
	if moves == 0 {
		if b.Over() {
			return 1
		}
		return perft(b.Pass(), depth-1)
	}
	if depth == 1 {
		return uint64(moves.Len()) // bulk count: the last ply need not be played
	}
	var total uint64
	for s := range moves.All() {
		total += perft(b.Play(s), depth-1)
	}
	return total
}
