package kernel_test

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// A board is a position, mine to move, with rules that walk square by square.
type board struct{ mine, theirs uint64 }

var start = board{0x0000000810000000, 0x0000001008000000}

// parse reads squares from a1 on, X mine and O theirs; the rest is empty.
func parse(tb testing.TB, text string) (b board) {
	tb.Helper()
	for i, c := range []byte(text) {
		switch c {
		case 'X':
			b.mine |= 1 << i
		case 'O':
			b.theirs |= 1 << i
		case '-':
		default:
			tb.Fatalf("%q: %q at %d", text, c, i)
		}
	}
	return b
}

func squares(set uint64) iter.Seq[uint] {
	return func(yield func(uint) bool) {
		for ; set != 0 && yield(uint(bits.TrailingZeros64(set))); set &= set - 1 {
		}
	}
}

func (b board) flips(square uint) (flips uint64) {
	for _, d := range [8][2]int{{1, 0}, {0, 1}, {-1, 1}, {1, 1}, {-1, 0}, {0, -1}, {1, -1}, {-1, -1}} {
		run := uint64(0)
		for f, r := int(square%8)+d[0], int(square/8)+d[1]; f >= 0 && f < 8 && r >= 0 && r < 8; f,
			r = f+d[0], r+d[1] {
			bit := uint64(1) << (8*r + f)
			if b.theirs&bit == 0 {
				if b.mine&bit != 0 {
					flips |= run
				}
				break
			}
			run |= bit
		}
	}
	return flips
}

func (b board) moves() (moves uint64) {
	for square := range squares(^(b.mine | b.theirs)) {
		if b.flips(square) != 0 {
			moves |= 1 << square
		}
	}
	return moves
}

// play returns the board after a move as the opponent sees it.
func (b board) play(square uint) board {
	flips := b.flips(square)
	return board{b.theirs &^ flips, b.mine | flips | 1<<square}
}

// draw returns a board of one of two kinds: any discs anywhere, or of a random game.
func draw(rng *rand.Rand) board {
	if rng.IntN(2) == 0 {
		discs := rng.Uint64() | rng.Uint64()&rng.Uint64()
		mine := rng.Uint64() & discs
		return board{mine, discs &^ mine}
	}
	b, _ := playOn(rng, start, rng.IntN(61), func(board, bool) {})
	return b
}

// playOn plays at most n random moves. It shows each board, and whether the side
// to move is the one that moved second.
func playOn(rng *rand.Rand, b board, n int, see func(b board, other bool)) (board, bool) {
	other := false
	for range n {
		moves := b.moves()
		if moves == 0 {
			b, other = board{b.theirs, b.mine}, !other
			if moves = b.moves(); moves == 0 {
				break
			}
		}
		for range rng.IntN(bits.OnesCount64(moves)) {
			moves &= moves - 1
		}
		b, other = b.play(uint(bits.TrailingZeros64(moves))), !other
		see(b, other)
	}
	return b, other
}
