package stats

import "github.com/outflank/outflank/engine"

// A squareRow is the weight of a square in a set of games.
type squareRow struct {
	Games         int      `json:"games" unit:"game" meaning:"games with a result, draws included"`
	DrawsExcluded int      `json:"draws_excluded" unit:"game" meaning:"drawn games among these; their moves are left out"`
	Square        string   `json:"square" unit:"text" meaning:"a1 to h8"`
	WinnerMoves   int      `json:"winner_moves" unit:"move" meaning:"moves of winners on the square"`
	LoserMoves    int      `json:"loser_moves" unit:"move" meaning:"moves of losers on the square"`
	Difference    int      `json:"difference" unit:"move" meaning:"winner_moves - loser_moves"`
	Weight        *float64 `json:"weight" unit:"1" meaning:"difference of counts (of shares if relative), averaged over the 8 symmetries and divided by the largest absolute value of the phase or band, -1 to 1; unknown if no square differs"`
	Low           *float64 `json:"weight_low" unit:"1" meaning:"lower bound of its 95 % interval (bootstrap over games); unknown for a single game or without moves on the square"`
	High          *float64 `json:"weight_high" unit:"1" meaning:"upper bound of its 95 % interval"`
}

// rows returns the weights by square.
func (w SquareWeights) rows() []squareRow {
	rows := make([]squareRow, 64)
	difference, weights := w.Difference(), w.known()
	low, high := w.bounds()
	for s := range engine.Square(64) {
		rows[s] = squareRow{w.Games, w.DrawsExcluded, s.String(), w.WinnerMoves[s], w.LoserMoves[s],
			difference[s], nil, low[s], high[s]}
		if weights != nil {
			rows[s].Weight = &weights[s]
		}
	}
	return rows
}

// A weightRow is the weight of a square in whole games or in one phase.
type weightRow struct {
	Phase string `json:"phase" unit:"text" meaning:"all, opening (plies 0-19), midgame (20-39), endgame (40-59)"`
	squareRow
	Relative bool `json:"relative" unit:"1" meaning:"whether weight compares shares of moves instead of counts"`
}

// Tables returns two tables. The first has a row for each square, in whole games (phase "all") and in each
// phase. The second has the difference of the weights for each pair of phases and each class of symmetric
// squares that has moves in both.
func (p *PhaseWeights) Tables() []Table {
	var rows []weightRow
	appendPhase := func(phase string, w SquareWeights) {
		for _, row := range w.rows() {
			rows = append(rows, weightRow{phase, row, w.Relative})
		}
	}
	appendPhase("all", p.Total())
	for i, w := range p {
		appendPhase(Phase(i).String(), w)
	}
	differences := NewTable("differences", "Differences of square weights between phases", p.differences())
	for i, row := range differences.Rows {
		if row[len(row)-1] == true {
			differences.Brief = append(differences.Brief, i)
		}
	}
	return []Table{NewTable("weights", "Square weights by phase", rows), differences}
}
