package kernel

import (
	"context"
	"math/bits"
)

// Perft counts the sequences of depth plies from a position: a forced pass is a
// ply, and a game that ends earlier counts once. With bulk the moves of the last
// ply are counted, not played. It stops when ctx does.
func Perft(ctx context.Context, mine, theirs uint64, depth int, bulk bool) (uint64, error) {
	const polled = 7 // subtrees of this depth take less than a millisecond
	if depth < polled {
		if bulk {
			return perftBulk(mine, theirs, depth), nil
		}
		return perftPlayed(mine, theirs, depth), nil
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	moves := Moves(mine, theirs)
	if moves == 0 {
		if Moves(theirs, mine) == 0 {
			return 1, nil
		}
		return Perft(ctx, theirs, mine, depth-1, bulk)
	}
	var total uint64
	for ; moves != 0; moves &= moves - 1 {
		square := uint(bits.TrailingZeros64(moves))
		flips := Flips(mine, theirs, square)
		n, err := Perft(ctx, theirs&^flips, mine|flips|1<<square, depth-1, bulk)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

func perftBulk(mine, theirs uint64, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := Moves(mine, theirs)
	if moves == 0 {
		if Moves(theirs, mine) == 0 {
			return 1
		}
		return perftBulk(theirs, mine, depth-1)
	}
	if depth == 1 {
		return uint64(bits.OnesCount64(moves))
	}
	var total uint64
	for ; moves != 0; moves &= moves - 1 {
		square := uint(bits.TrailingZeros64(moves))
		flips := Flips(mine, theirs, square)
		total += perftBulk(theirs&^flips, mine|flips|1<<(square&63), depth-1)
	}
	return total
}

func perftPlayed(mine, theirs uint64, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := Moves(mine, theirs)
	if moves == 0 {
		if Moves(theirs, mine) == 0 {
			return 1
		}
		return perftPlayed(theirs, mine, depth-1)
	}
	var total uint64
	for ; moves != 0; moves &= moves - 1 {
		square := uint(bits.TrailingZeros64(moves))
		flips := Flips(mine, theirs, square)
		total += perftPlayed(theirs&^flips, mine|flips|1<<(square&63), depth-1)
	}
	return total
}
