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
// The points are those that people reach, see [PointsLost]. In an even midgame, a loss of 4 discs is an
// inaccuracy, of 8 a mistake and of 13 a blunder; with 8 empty squares, of 2, 3 and 5 discs. In a decided
// game, a move may lose many discs without a mark. `outflank stats marks` counts the marks of people's games:
// of the moves of players rated below 1400, 2.8 % are blunders, of those rated 2000 or more 0.6 %, once in
// six games (notebooks/reports/measurements.md).
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

// WinPoints returns the points that people are expected to reach from a value in discs: 0 for a loss, ½ for a
// draw, 1 for a win. It assumes that results are normally distributed around the value, with a standard
// deviation, see [Spread].
func WinPoints(value, spread float64) float64 {
	return float64(math.Erfc(-value/(spread*math.Sqrt2)) / 2)
}

// Spread returns the standard deviation, in discs, of people's results around values with a number of empty
// squares. It is near the most likely one, for [WinPoints], of the points in 182 games of the federation's
// database, with values of 12 plies that are exact from 18 empty squares on, as `outflank stats marks` fits
// it. With 24 empty squares, the theoretical scores of 87,103 games give 17.8, and those of players rated
// 2000 or more 13.8.
//
//	empties   6-7  8-9  10-11  12-13  14-15  16-23  24-31  32-39  40-47
//	fitted    4.7  5.5    8.5   11.9   13.9   16.7   16.2   15.2   13.0
//	spread    3.4  5.8    8.8   12.5   15.0   15.0   15.0   15.0   15.0
func Spread(empties float64) float64 {
	n := max(1, empties)
	return min(15, float64(0.08*float64(n*n)))
}

// PointsLost returns the points, 0 to 1, that people are expected to lose by a move with a value, compared
// with the best move. Values are discs for the mover; empties is the number of empty squares before the move.
//
// With perfect play, a lead of 2 discs would be worth a whole point, and each move that gives it away would
// be a blunder. With 24 empty squares, people score only 52 % with such a lead.
func PointsLost(best, played float64, empties int) float64 {
	s := Spread(float64(empties))
	return WinPoints(best, s) - WinPoints(played, s)
}

// accuracyOf returns the accuracy, 0 to 100, of a move with an expected loss of points. It uses the formula
// of lichess (https://lichess.org/page/accuracy), 103.1668 exp(-4.354 p) - 3.1669. A player's accuracy is the
// mean over the player's moves; lichess uses a weighted mean.
func accuracyOf(points float64) float64 {
	return max(0, min(float64(103.1668*portable.Exp(-4.354*points))-3.1669, 100))
}
