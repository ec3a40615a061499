package stats

// The counters of the registry.
type (
	Curves  = curves
	Endings = endings
	Variety = variety
)

// What makes the others, and what they count.
var (
	NewAccuracy    = newAccuracy
	NewBandWeights = newBandWeights
	NewOpenings    = newOpenings
	NewResults     = newResults
	NewTree        = newTree

	Anchored = anchored
	Frontier = frontier
)

// The constants of the ratings.
const (
	Anchor       = anchor
	VirtualDraws = virtualDraws
)

// By counts the moves of each band by known ratings.
func (b *bandWeights) By(elo map[PlayerID]float64, bounds []float64) bandResult {
	return b.by(elo, bounds)
}

// Product returns the sum over games of the product of a count in phase i and one in phase j.
func (p *PhaseWeights) Product(i, j Phase, a, b int) int { return p.product(i, j, a, b) }

// Result rates the players of the games themselves and counts the moves of each band.
func (b *bandWeights) Result(bounds []float64) bandResult { return b.by(b.players.Elo(), bounds) }
