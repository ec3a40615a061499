package deep

import "time"

// Budget returns how long to think about a move on a board with a number of empty squares when
// the clock has the given time left for the rest of the game. From about twelve
// empty squares on a game is solved in no time, so what is left is shared out among
// the moves before that, the next one getting a quarter more than its share: the
// middle of the game is where it is lost. A fortieth is kept back for what is not
// thinking.
func Budget(left time.Duration, empties int) time.Duration {
	moves := max((empties-12)/2, 1) // of this side until then
	left -= left / 40
	return left * 5 / time.Duration(4*moves+4)
}
