package deep

import (
	"fmt"
	"strconv"
	"strings"
)

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
	Exact // no selective search
)

// margins are the levels in standard deviations, on both sides.
var margins = [...]float64{Sure73: 1.1, Sure87: 1.5, Sure95: 2.0, Sure98: 2.4, Sure99: 2.8}

// Percent returns the confidence in percent.
func (l Level) Percent() int { return [...]int{73, 87, 95, 98, 99, 100}[min(l, Exact)] }

// ParseLevel reads a confidence in percent, with or without the sign: 73 or 73%.
func ParseLevel(text string) (Level, error) {
	var known []string
	for l := Sure73; l <= Exact; l++ {
		percent := strconv.Itoa(l.Percent())
		if strings.TrimSuffix(text, "%") == percent {
			return l, nil
		}
		known = append(known, percent)
	}
	return 0, fmt.Errorf("want a confidence in percent: %s", strings.Join(known, ", "))
}
