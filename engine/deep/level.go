package deep

// A Level says how sure a selective search is of its result: the share of cuts
// that a search without them would confirm, if errors are normally distributed.
type Level uint8

// The levels, in order.
const (
	Sure73 Level = iota
	Sure87
	Sure95
	Sure98
	Sure99
	Exact // nothing is cut on a guess
)

// margins are the levels in standard deviations, on both sides.
var margins = [...]float64{Sure73: 1.1, Sure87: 1.5, Sure95: 2.0, Sure98: 2.4, Sure99: 2.8}

// Percent returns the confidence in percent.
func (l Level) Percent() int { return [...]int{73, 87, 95, 98, 99, 100}[min(l, Exact)] }
