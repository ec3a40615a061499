package study

// A Measure is a number that is taken of games between two players, A and B.
type Measure uint8

// The measures.
const (
	Points        Measure = iota // A's share of the points
	PointsAsBlack                // the same in the games in which A is black
	PointsAsWhite
	WhitePoints  // white's share of the points, whoever is white
	DiscsAsBlack // A's discs at the end as black, the winner takes the empties
	DiscsAsWhite
	MobilityA // legal moves of A on its turns
	MobilityB
	MiddleA // the same, plies 21 to 40
	MiddleB
	MiddleDiscsA // discs of A on its turns, plies 21 to 40
	MiddleDiscsB
	SecondsA // for all moves of a game
	SecondsB
	SecondsAMove // for a move
)

// Row makes the row of a measure over games.
func (m Measure) Row(label string, games []TwoGames) Row {
	if m <= WhitePoints {
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
	row := MeanRow(label, m.unit(), values)
	if m != DiscsAsBlack && m != DiscsAsWhite {
		row.Games *= 2
	}
	return row
}

// alike is how many games of an opening count as one: who profits from an opening as
// white does so in both its games, which say little more than one; a player who profits in
// one suffers in the other.
func (m Measure) alike() int {
	if m == WhitePoints {
		return 2
	}
	return 1
}

// points returns the points of two games and how many games count.
func (m Measure) points(g TwoGames) (sum float64, games int) {
	asBlack, asWhite := PointsOf(g.Score[0]), PointsOf(g.Score[1])
	switch m {
	case PointsAsBlack:
		return asBlack, 1
	case PointsAsWhite:
		return asWhite, 1
	case WhitePoints:
		return 1 - asBlack + asWhite, 2
	}
	return asBlack + asWhite, 2
}

// Value returns the number of two games, if there is one.
func (m Measure) Value(g TwoGames) (x float64, ok bool) {
	switch m {
	case DiscsAsBlack:
		return float64(64+g.Score[0]) / 2, true
	case DiscsAsWhite:
		return float64(64+g.Score[1]) / 2, true
	case MobilityA:
		return ratio(float64(g.A.Mobility), g.A.Turns)
	case MobilityB:
		return ratio(float64(g.B.Mobility), g.B.Turns)
	case MiddleA:
		return ratio(float64(g.A.Middle[1]), g.A.Middle[0])
	case MiddleB:
		return ratio(float64(g.B.Middle[1]), g.B.Middle[0])
	case MiddleDiscsA:
		return ratio(float64(g.A.Middle[2]), g.A.Middle[0])
	case MiddleDiscsB:
		return ratio(float64(g.B.Middle[2]), g.B.Middle[0])
	case SecondsA:
		return float64(g.A.NS) / 2e9, true
	case SecondsB:
		return float64(g.B.NS) / 2e9, true
	case SecondsAMove:
		return ratio(float64(g.A.NS)/1e9, g.A.Moves)
	}
	panic("not a measure with values")
}

func (m Measure) unit() Unit {
	switch m {
	case DiscsAsBlack, DiscsAsWhite, MiddleDiscsA, MiddleDiscsB:
		return Discs
	case MobilityA, MobilityB, MiddleA, MiddleB:
		return Moves
	case SecondsA, SecondsB, SecondsAMove:
		return Seconds
	}
	return Share
}

func ratio(x float64, n int) (float64, bool) { return x / float64(max(n, 1)), n > 0 }
