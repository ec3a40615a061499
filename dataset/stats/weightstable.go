package stats

import (
	"io"

	"github.com/apache/arrow/go/v17/arrow"

	"github.com/outflank/outflank/engine"
)

// A WeightRow is what one square is worth in one part of the games.
type WeightRow struct {
	Phase       string  `json:"phase" unit:"text" meaning:"all, opening (plies 0-19), midgame (20-39), endgame (40-59)"`
	Square      string  `json:"square" unit:"text" meaning:"a1 to h8"`
	WinnerMoves int     `json:"winner_moves" unit:"move" meaning:"moves of winners on the square"`
	LoserMoves  int     `json:"loser_moves" unit:"move" meaning:"moves of losers on the square"`
	Difference  int     `json:"difference" unit:"move" meaning:"winner_moves - loser_moves"`
	Weight      float64 `json:"weight" unit:"1" meaning:"difference averaged over the 8 symmetries, divided by the largest absolute value of the phase, -1 to 1"`
}

// WeightsSchema is the Arrow schema of the table of square weights: a row for each
// square of whole games (phase "all") and of each phase. Unit and meaning of the
// columns stand in their metadata.
var WeightsSchema = func() *arrow.Schema {
	t := new(PhaseWeights).table()
	return t.Schema()
}()

// Rows returns the weights of whole games and then of each phase, by square.
func (p *PhaseWeights) Rows() (rows []WeightRow) {
	rows = appendWeights(rows, "all", p.Total())
	for i, w := range p {
		rows = appendWeights(rows, Phase(i).String(), w)
	}
	return rows
}

func appendWeights(rows []WeightRow, phase string, w SquareWeights) []WeightRow {
	difference, weights := w.Difference(), w.Weights()
	for s := range engine.Square(64) {
		rows = append(rows, WeightRow{phase, s.String(), w.WinnerMoves[s], w.LoserMoves[s], difference[s], weights[s]})
	}
	return rows
}

func (p *PhaseWeights) table() Table {
	return newTable("weights", "Square weights by phase", p.Rows())
}

// Tables returns the table of weights.
func (p *PhaseWeights) Tables() []Table { return []Table{p.table()} }

// Record returns the table as an Arrow batch, the caller's to release.
func (p *PhaseWeights) Record() arrow.Record {
	t := p.table()
	return t.Record()
}

// WriteParquet writes the table as a Parquet file.
func (p *PhaseWeights) WriteParquet(w io.Writer) error {
	t := p.table()
	return t.WriteParquet(w)
}

// WriteCSV writes the table as comma-separated values; see [Table.WriteCSV].
func (p *PhaseWeights) WriteCSV(w io.Writer) error {
	t := p.table()
	return t.WriteCSV(w)
}
