package deep

import (
	"fmt"
	"strconv"
	"strings"
)

// A Level is the confidence of a selective search: the share of its cuts that a full search would confirm if
// errors were normally distributed.
type Level int8

// The levels, in order. The zero value is the default. Searches at Sure45, for play against the clock,
// also cut nodes one ply before the horizon, by the evaluator alone.
const (
	Sure45 Level = iota - 2
	Sure50
	Sure73
	Sure87
	Sure95
	Sure98
	Sure99
	Exact // no selective search
)

// margins holds the two-sided margins of the levels from Sure45 on, in standard deviations.
var margins = [...]float64{0.6, 0.67, 1.1, 1.5, 2.0, 2.4, 2.8}

// margin returns the margin of a level below Exact, in standard deviations.
func (l Level) margin() float64 { return margins[l-Sure45] }

// Valid reports whether l is one of the levels.
func (l Level) Valid() bool { return l >= Sure45 && l <= Exact }

// Percent returns the confidence in percent.
func (l Level) Percent() int { return [...]int{45, 50, 73, 87, 95, 98, 99, 100}[min(l, Exact)-Sure45] }

// ParseLevel parses a confidence in percent, with or without the percent sign: 73 or 73%.
func ParseLevel(text string) (Level, error) {
	var known []string
	for l := Sure45; l <= Exact; l++ {
		percent := strconv.Itoa(l.Percent())
		if strings.TrimSuffix(text, "%") == percent {
			return l, nil
		}
		known = append(known, percent)
	}
	return 0, fmt.Errorf("want a confidence in percent: %s", strings.Join(known, ", "))
}
