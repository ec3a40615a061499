package stats

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/apache/arrow/go/v17/arrow"
	"github.com/apache/arrow/go/v17/arrow/array"
	"github.com/apache/arrow/go/v17/arrow/memory"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// WeightsSchema is the Arrow schema of the table of square weights: a row for each
// square of whole games (phase "all") and of each phase. Unit and meaning of the
// columns stand in their metadata.
var WeightsSchema = arrow.NewSchema([]arrow.Field{
	field("phase", arrow.BinaryTypes.String, "text", "all, opening (plies 0-19), midgame (20-39), endgame (40-59)"),
	field("square", arrow.BinaryTypes.String, "text", "a1 to h8"),
	field("winner_moves", arrow.PrimitiveTypes.Int64, "move", "moves of winners on the square"),
	field("loser_moves", arrow.PrimitiveTypes.Int64, "move", "moves of losers on the square"),
	field("difference", arrow.PrimitiveTypes.Int64, "move", "winner_moves - loser_moves"),
	field("weight", arrow.PrimitiveTypes.Float64, "1", "difference averaged over the 8 symmetries, divided by the largest absolute value of the phase, -1 to 1"),
}, nil)

func field(name string, t arrow.DataType, unit, meaning string) arrow.Field {
	return arrow.Field{Name: name, Type: t, Metadata: arrow.NewMetadata([]string{"unit", "meaning"}, []string{unit, meaning})}
}

// A row is a row of the table.
type row struct {
	phase, square             string
	winner, loser, difference int
	weight                    float64
}

// rows yields the table.
func (p *PhaseWeights) rows(yield func(row) bool) {
	parts := append([]SquareWeights{p.Total()}, p[:]...)
	for i, w := range parts {
		phase := "all"
		if i > 0 {
			phase = Phase(i - 1).String()
		}
		difference, weights := w.Difference(), w.Weights()
		for s := range engine.Square(64) {
			if !yield(row{phase, s.String(), w.WinnerMoves[s], w.LoserMoves[s], difference[s], weights[s]}) {
				return
			}
		}
	}
}

// Record returns the table as an Arrow batch, the caller's to release.
func (p *PhaseWeights) Record() arrow.Record {
	b := array.NewRecordBuilder(memory.DefaultAllocator, WeightsSchema)
	defer b.Release()
	for r := range p.rows {
		b.Field(0).(*array.StringBuilder).Append(r.phase)
		b.Field(1).(*array.StringBuilder).Append(r.square)
		for i, n := range [...]int{r.winner, r.loser, r.difference} {
			b.Field(2 + i).(*array.Int64Builder).Append(int64(n))
		}
		b.Field(5).(*array.Float64Builder).Append(r.weight)
	}
	return b.NewRecord()
}

// WriteParquet writes the table as a Parquet file.
func (p *PhaseWeights) WriteParquet(w io.Writer) error {
	rec := p.Record()
	defer rec.Release()
	return dataset.WriteParquet(w, rec)
}

// WriteCSV writes the table as comma-separated values with a line of column names.
// Weights have as many digits as it takes to read the same number back.
func (p *PhaseWeights) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	var names []string
	for _, f := range WeightsSchema.Fields() {
		names = append(names, f.Name)
	}
	c.Write(names) // errors stay in c until Flush
	for r := range p.rows {
		c.Write([]string{
			r.phase, r.square, strconv.Itoa(r.winner), strconv.Itoa(r.loser), strconv.Itoa(r.difference),
			strconv.FormatFloat(r.weight, 'g', -1, 64),
		})
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("stats: writing CSV: %w", err)
	}
	return nil
}
