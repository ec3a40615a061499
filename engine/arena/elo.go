package arena

import (
	"math"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// Scale is how many Elo points make odds of e, because 400 points more mean ten wins
// for every loss.
const Scale = 400 / math.Ln10

// Expected returns the share of the points, 0 to 1, that a player expects against one
// who is weaker by the given Elo points.
func Expected(elo float64) float64 { return 1 / (1 + portable.Exp(-elo/Scale)) }

// Difference returns the Elo points that make score, 0 to 1, the expected one: the
// inverse of [Expected]. For 0 and 1 it is infinite.
func Difference(score float64) float64 { return Scale * portable.Log(score/(1-score)) }
