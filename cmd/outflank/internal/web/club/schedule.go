package club

// A meeting is a game of a schedule. Players and rounds are numbered from 0.
type meeting struct{ round, black, white int }

// schedule returns the games of a round robin of n players in the order of rounds, by the circle method
// (Berger tables). Each pair meets once, or twice with colours swapped. If n is odd, one player has a bye in
// each round. The colours of a player differ by at most one.
//
// A circle of m players, m odd, meets in m rounds: a and b in the round a+b modulo m. A player who would meet
// himself has a bye, or meets the player outside the circle. Either a-b or b-a is odd modulo m, and that
// player has black, so that colours are balanced, and alternate with one exception.
func schedule(n, times int) (list []meeting) {
	m := n - 1 + n%2
	for round := range m * times {
		r := round % m
		for a := range m {
			b := (r - a + m) % m
			black := (a-b+m)%m%2 == 1
			if a == b {
				b, black = m, r%2 == 0
			}
			switch {
			case b < a || b == n: // listed for b, or a bye
			case black == (round < m):
				list = append(list, meeting{round, a, b})
			default:
				list = append(list, meeting{round, b, a})
			}
		}
	}
	return list
}
