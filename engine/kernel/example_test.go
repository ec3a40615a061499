package kernel_test

import (
	"fmt"
	"math/bits"

	"github.com/outflank/outflank/engine/kernel"
)

// The moves of black, whose discs are mine, at the start of the game, and what the first
// of them flips.
func Example() {
	const black, white = 1<<28 | 1<<35, 1<<27 | 1<<36 // e4 d5, d4 e5
	moves := kernel.Moves(black, white)
	fmt.Println(bits.OnesCount64(moves), "moves")
	square := uint(bits.TrailingZeros64(moves))
	flips := kernel.Flips(black, white, square)
	fmt.Printf("%c%d flips %c%d\n", 'a'+square%8, 1+square/8, 'a'+rune(bits.TrailingZeros64(flips)%8),
		1+bits.TrailingZeros64(flips)/8)

	// White sees the board after the move: its discs are mine now.
	mine, theirs := white&^flips, black|flips|1<<square
	fmt.Println(bits.OnesCount64(kernel.Moves(mine, theirs)), "replies")
	// Output:
	// 4 moves
	// d3 flips d4
	// 3 replies
}
