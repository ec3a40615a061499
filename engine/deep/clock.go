package deep

import "time"

// Budget returns the time to spend on a move, given the time left on the clock and the number of empty
// squares. With about twelve or fewer empty squares, solving takes almost no time, so Budget divides the time
// among the moves before that point. The next move gets a quarter more than an equal share, because the
// midgame decides most games. A fortieth is reserved for overhead.
func Budget(left time.Duration, empties int) time.Duration {
	moves := max((empties-12)/2, 1) // moves of this side until that point
	left -= left / 40
	return left * 5 / time.Duration(4*moves+4)
}
