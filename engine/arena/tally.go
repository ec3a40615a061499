package arena

import (
	"fmt"

	"github.com/outflank/outflank/engine"
)

// A Pair is the record of player A against player B. Add joins records of the same two players.
type Pair struct {
	A, B                int // indices of the players
	Wins, Draws, Losses int // of A
	Discs               int // sum of disc differences for A, forfeits counted as ±Forfeited
}

// Games returns the number of games.
func (p Pair) Games() int { return p.Wins + p.Draws + p.Losses }

// Score returns A's share of the points, 0 to 1: (wins + draws/2) / games. It is NaN if there are no games.
func (p Pair) Score() float64 {
	return (float64(p.Wins) + float64(p.Draws)/2) / float64(p.Games())
}

// Interval returns the bounds of a 95 % confidence interval for Score.
//
// It is Wilson's interval, see [Wilson], with the single game as the unit. The two games of an opening
// usually favour opposite sides, so the true interval is narrower. The interval assumes that the games vary
// at random. Repeating one game between two deterministic agents proves nothing, but the interval does not
// show this.
func (p Pair) Interval() (low, high float64) {
	return Wilson(p.Score(), p.Games())
}

// Swap returns the same games from B's view.
func (p Pair) Swap() Pair {
	return Pair{A: p.B, B: p.A, Wins: p.Losses, Draws: p.Draws, Losses: p.Wins, Discs: -p.Discs}
}

// Add returns the combined games of both pairs, which must have the same A and B.
func (p Pair) Add(q Pair) Pair {
	p.Wins += q.Wins
	p.Draws += q.Draws
	p.Losses += q.Losses
	p.Discs += q.Discs
	return p
}

// String returns a short form of the record, such as "+7 =1 -2, 75.0 % (44.2–92.2)".
func (p Pair) String() string {
	low, high := p.Interval()
	return fmt.Sprintf("+%d =%d -%d, %.1f %% (%.1f–%.1f)", p.Wins, p.Draws, p.Losses, 100*p.Score(),
		100*low, 100*high)
}

// A Tally is the table of a round robin: the records of all players against each other.
type Tally struct {
	n        int
	pairs    []Pair // of players a < b, in that order
	penta    []Pentanomial
	half     map[int]int // doubled points of a in the first game of a pair, by Pairing.Game/2
	forfeits []int
	stats    []PlayerStats
}

// NewTally returns an empty table for n players.
func NewTally(n int) *Tally {
	c := &Tally{n: n, half: map[int]int{}, forfeits: make([]int, n), stats: make([]PlayerStats, n)}
	for a := range n {
		for b := a + 1; b < n; b++ {
			c.pairs = append(c.pairs, Pair{A: a, B: b})
		}
	}
	c.penta = make([]Pentanomial, len(c.pairs))
	return c
}

// index returns the index of the pair a < b.
func (c *Tally) index(a, b int) int { return a*(2*c.n-a-1)/2 + b - a - 1 }

// Add counts a game. Its players must be two different players of the table.
func (c *Tally) Add(r Result) {
	p := Pair{A: r.Black, B: r.White, Discs: r.Score}
	switch {
	case r.Score > 0:
		p.Wins = 1
	case r.Score < 0:
		p.Losses = 1
	default:
		p.Draws = 1
	}
	if p.A > p.B {
		p = p.Swap()
	}
	i := c.index(p.A, p.B)
	c.pairs[i] = c.pairs[i].Add(p)
	c.addHalf(i, r.Pairing.Game/2, 2*p.Wins+p.Draws)
	c.stats[r.Black].add(r, engine.Black)
	c.stats[r.White].add(r, engine.White)
	if loser := r.Loser(); loser >= 0 {
		c.forfeits[loser]++
	}
}

// addHalf counts a pair of games once both games have ended.
func (c *Tally) addHalf(i, pair, points int) {
	first, second := c.half[pair]
	if !second {
		c.half[pair] = points
		return
	}
	delete(c.half, pair)
	c.penta[i][first+points]++
}

// Pentanomial returns the complete pairs of games of players a and b, from a's view.
func (c *Tally) Pentanomial(a, b int) Pentanomial {
	if a > b {
		return c.penta[c.index(b, a)].Swap()
	}
	return c.penta[c.index(a, b)]
}

// Stats returns the statistics of player a in all games.
func (c *Tally) Stats(a int) PlayerStats { return c.stats[a] }

// Pairs returns the records of all pairs with A < B, including pairs without games.
func (c *Tally) Pairs() []Pair { return append([]Pair(nil), c.pairs...) }

// Of returns player a's record against another player b.
func (c *Tally) Of(a, b int) Pair {
	if a > b {
		return c.pairs[c.index(b, a)].Swap()
	}
	return c.pairs[c.index(a, b)]
}

// Total returns player a's combined record against all others; B is -1.
func (c *Tally) Total(a int) Pair {
	total := Pair{A: a, B: -1}
	for b := range c.n {
		if b != a {
			total = total.Add(c.Of(a, b))
		}
	}
	return total
}

// Forfeits returns the number of games that player a has forfeited.
func (c *Tally) Forfeits(a int) int { return c.forfeits[a] }

// A PlayerStats holds statistics of a player's games other than results.
type PlayerStats struct {
	Games int
	Usage Usage // of all games; Moves excludes random moves
	// Positions after the openings with the player to move, including those in which a random move was played.
	Turns    int
	Mobility int                                          // legal moves in these positions
	ByPhase  [phases]struct{ Turns, Mobility, Discs int } // Discs are the player's own discs in these positions
	Judged   int                                          // games that were judged
}

// phases is the number of parts of ten plies in PlayerStats.ByPhase.
const phases = 6

// add adds a game in which the player had colour c.
func (s *PlayerStats) add(r Result, c engine.Color) {
	s.Games++
	s.Usage = s.Usage.Add(r.Usage[c])
	if r.Judged {
		s.Judged++
	}
	for ply, err := range r.Game.Plies() {
		if err != nil {
			return // nothing after an illegal move is a turn
		}
		if ply.Index < r.Book || ply.Position.Color != c {
			continue
		}
		n, phase := ply.Legal.Len(), min(ply.Index/10, phases-1)
		s.Turns++
		s.Mobility += n
		s.ByPhase[phase].Turns++
		s.ByPhase[phase].Mobility += n
		s.ByPhase[phase].Discs += ply.Position.Board.Mine.Len()
	}
}
