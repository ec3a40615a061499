package study

import (
	"math"
	"slices"
)

// A measure is a number computed from games between two players, A and B.
type measure uint8

// The measures.
const (
	points        measure = iota // A's share of the points
	pointsAsBlack                // A's share in games where A is black
	pointsAsWhite
	won           // share of games that A wins; a draw is no win
	moreMoves     // points of the side with more legal moves on its turns, plies 21 to 40
	fewerDiscs    // points of the side with fewer discs
	discsAndMoves // how often the side with fewer discs has more moves
	whitePoints   // white's share of the points, whichever player is white
	manyMoves     // points of sides with more legal moves than average on their turns, plies 21 to 40
	fewTheirs     // points of sides whose opponent has fewer such moves than average
	discsOfBoth   // A's discs at the end, averaged over both games; the winner gets the empty squares
	mobilityA     // A's legal moves on its turns
	mobilityB
	allMobilityA // A's legal moves, where a pass counts as a turn without moves if the opponent still has turns
	allMobilityB
	mobilityBoth // legal moves on a turn of either player
	middleA      // A's legal moves on its turns, plies 21 to 40
	middleB
	middleDiscsA // A's discs on its turns, plies 21 to 40
	middleDiscsB
	secondsA // time of all moves of a game
	secondsB
	secondsAMove // time per move
)

// Row returns the row of a measure over games.
func (m measure) Row(label string, games []twoGames) Row {
	switch {
	case m == manyMoves:
		return besideMean(label, games, func(g twoGames) (own, theirs float64) { return g.moves() })
	case m == fewTheirs:
		return besideMean(label, games, func(g twoGames) (own, theirs float64) {
			own, theirs = g.moves()
			return -theirs, -own
		})
	case m <= whitePoints:
		sum, n := 0.0, 0
		for _, g := range games {
			p, of := m.points(g)
			sum, n = sum+p, n+of
		}
		return shareOf(label, sum, n, m.alike())
	}
	var values []float64
	for _, g := range games {
		if v, ok := m.Value(g); ok {
			values = append(values, v)
		}
	}
	row := meanRow(label, m.unit(), values)
	row.Games *= 2
	return row
}

// alike returns how many of an opening's games count as one trial. An opening that favours white does so in
// both its games, which then tell little more than one game. If a player wins a game because of the opening,
// it loses the other.
func (m measure) alike() int {
	if m >= moreMoves && m <= whitePoints {
		return 2
	}
	return 1
}

// points returns the points in two games and the number of games that count.
func (m measure) points(g twoGames) (sum float64, games int) {
	asBlack, asWhite := pointsOf(g.Score[0]), pointsOf(g.Score[1])
	moves, theirMoves := g.moves()
	discs, _ := middleDiscsA.Value(g)
	theirDiscs, _ := middleDiscsB.Value(g)
	switch m {
	case moreMoves:
		return ofLeader(moves-theirMoves, asBlack+asWhite)
	case fewerDiscs:
		return ofLeader(theirDiscs-discs, asBlack+asWhite)
	case discsAndMoves:
		if moves > theirMoves {
			return ofLeader(theirDiscs-discs, 2)
		}
		return ofLeader(theirDiscs-discs, 0)
	case pointsAsBlack:
		return asBlack, 1
	case pointsAsWhite:
		return asWhite, 1
	case won:
		return math.Floor(asBlack) + math.Floor(asWhite), 2
	case whitePoints:
		return 1 - asBlack + asWhite, 2
	}
	return asBlack + asWhite, 2
}

// moves returns the legal moves of A and B per turn, plies 21 to 40.
func (g twoGames) moves() (a, b float64) {
	a, _ = middleA.Value(g)
	b, _ = middleB.Value(g)
	return a, b
}

// besideMean returns the row of the points of sides with more of something than the mean of all sides. of
// returns the amounts for A and B.
func besideMean(label string, games []twoGames, of func(twoGames) (a, b float64)) Row {
	sum, n, all := 0.0, 0, 0.0
	for _, g := range games {
		a, b := of(g)
		all += (a + b) / float64(2*len(games))
	}
	for _, g := range games {
		points := pointsOf(g.Score[0]) + pointsOf(g.Score[1])
		a, b := of(g)
		if a > all {
			sum, n = sum+points, n+2
		}
		if b > all {
			sum, n = sum+2-points, n+2
		}
	}
	return shareOf(label, sum, n, 2)
}

// A phase is a third of a game, for the measures about plies 21 to 40.
type phase uint8

const (
	middlePlies phase = iota
	earlyPlies
	latePlies
)

// of returns the games with the phase's plies in place of plies 21 to 40.
func (p phase) of(games []twoGames) []twoGames {
	games = slices.Clone(games)
	for i := range games {
		for _, u := range []*use{&games[i].A, &games[i].B} {
			u.Middle = [][3]int{u.Middle, u.Early, u.Late}[p]
		}
	}
	return games
}

// ofLeader returns A's points in two games if A leads, and B's points if B leads.
func ofLeader(lead, points float64) (sum float64, games int) {
	switch {
	case lead > 0:
		return points, 2
	case lead < 0:
		return 2 - points, 2
	}
	return 0, 0
}

// Value returns the measure over two games, if it is defined.
func (m measure) Value(g twoGames) (x float64, ok bool) {
	switch m {
	case discsOfBoth:
		return float64(128+g.Score[0]+g.Score[1]) / 4, true
	case mobilityA:
		return ratio(float64(g.A.Mobility), g.A.Turns)
	case mobilityB:
		return ratio(float64(g.B.Mobility), g.B.Turns)
	case allMobilityA:
		return ratio(float64(g.A.Mobility), max(g.A.Turns, g.B.Turns))
	case allMobilityB:
		return ratio(float64(g.B.Mobility), max(g.A.Turns, g.B.Turns))
	case mobilityBoth:
		return ratio(float64(g.A.Mobility+g.B.Mobility), g.A.Turns+g.B.Turns)
	case middleA:
		return ratio(float64(g.A.Middle[1]), g.A.Middle[0])
	case middleB:
		return ratio(float64(g.B.Middle[1]), g.B.Middle[0])
	case middleDiscsA:
		return ratio(float64(g.A.Middle[2]), g.A.Middle[0])
	case middleDiscsB:
		return ratio(float64(g.B.Middle[2]), g.B.Middle[0])
	case secondsA:
		return float64(g.A.NS) / 2e9, true
	case secondsB:
		return float64(g.B.NS) / 2e9, true
	case secondsAMove:
		return ratio(float64(g.A.NS)/1e9, g.A.Moves)
	}
	panic("not a measure with values")
}

func (m measure) unit() Unit {
	switch m {
	case discsOfBoth, middleDiscsA, middleDiscsB:
		return unitDiscs
	case mobilityA, mobilityB, allMobilityA, allMobilityB, mobilityBoth, middleA, middleB:
		return unitMoves
	case secondsA, secondsB, secondsAMove:
		return unitSeconds
	}
	return unitShare
}

func ratio(x float64, n int) (float64, bool) { return x / float64(max(n, 1)), n > 0 }
