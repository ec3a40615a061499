package analysis

import (
	"math"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Judgement marks a move by its expected loss in points; a win is 1 point and a draw ½. The zero value
// means no mark: the move is good or its loss is unknown.
type Judgement string

// The marks, each with the smallest loss in points.
//
// Lichess uses 0.1, 0.2 and 0.3 for chess (lila, modules/tree/src/main/Advice.scala), as differences of
// winning chances on a scale from -1 to 1. Here the numbers apply to a scale from 0 to 1, so a mark needs
// twice the difference: discs are a coarse unit. A search of 12 plies has a standard error of 4 discs. In
// an even position with this error, a loss of 2 discs is an inaccuracy, of 3 a mistake and of 4 a blunder.
// With exact values, a move that changes the result loses half a point or more, which is a blunder.
const (
	Inaccuracy Judgement = "inaccuracy" // 0.1
	Mistake    Judgement = "mistake"    // 0.2
	Blunder    Judgement = "blunder"    // 0.3
)

// judge returns the mark of a move with an expected loss of points, 0 to 1.
func judge(points float64) Judgement {
	switch {
	case points >= 0.3:
		return Blunder
	case points >= 0.2:
		return Mistake
	case points >= 0.1:
		return Inaccuracy
	}
	return ""
}

// Mark returns the usual annotation "?!", "?" or "??", or "" without a mark.
func (j Judgement) Mark() string {
	return map[Judgement]string{Inaccuracy: "?!", Mistake: "?", Blunder: "??"}[j]
}

// winPoints returns the expected points for a value in discs: 0 for a loss, ½ for a draw, 1 for a win. It
// assumes that the value's error is normally distributed with the given standard error in discs. Exact values
// have the standard error 0.
func winPoints(value, standardError float64) float64 {
	if standardError > 0 {
		return math.Erfc(-value/(standardError*math.Sqrt2)) / 2
	}
	switch {
	case value > 0:
		return 1
	case value < 0:
		return 0
	}
	return 0.5
}

// accuracyOf returns the accuracy, 0 to 100, of a move with an expected loss of points. It uses the formula
// of lichess (https://lichess.org/page/accuracy), 103.1668 exp(-4.354 p) - 3.1669. A player's accuracy is the
// mean over the player's moves; lichess uses a weighted mean.
func accuracyOf(points float64) float64 {
	return max(0, min(float64(103.1668*portable.Exp(-4.354*points))-3.1669, 100))
}

// pointsLost returns the expected points that a move loses compared with the best move. They are unknown
// if the values are inexact and their standard error is unknown (0).
func pointsLost(best, played float64, exact bool, standardError float64) (points float64, known bool) {
	if exact {
		standardError = 0
	}
	return winPoints(best, standardError) - winPoints(played, standardError), exact || standardError > 0
}
