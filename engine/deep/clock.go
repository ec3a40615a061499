package deep

import "time"

// Budget returns the time for a move on a board with a number of empty squares, if the clock has the given
// time left for the rest of the game. From about twelve empty squares on, solving takes almost no time, so
// Budget divides the time among the moves before that. The next move gets a quarter more than its share,
// because the midgame decides most games. A fortieth is kept back for overhead.
func Budget(left time.Duration, empties int) time.Duration {
	moves := max((empties-12)/2, 1) // moves of this side until then
	left -= left / 40
	return left * 5 / time.Duration(4*moves+4)
}
