package study

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
)

// duels is a work in which players meet in pairs.
type duels struct {
	Duels   []duel
	Random  int     // random plies at the start of each game
	Perturb float64 // probability of a random move
	Games   int     // number of games per duel, unless the duel sets its own; even
	Least   int     // minimum number of games at any scale
	Curve   *curve  // how to draw the duels as a curve; nil = draw a row for each
}

// A duel is a meeting of two players, with the measures to count in their games.
type duel struct {
	A, B   string // specs
	Shape  string // of the board; "" = 8x8
	Holes  engine.Holes
	Games  int
	X      float64 // on the axis of the curve
	Series string  // the curve to which it belongs
	Counts []count
}

// A count is a row of a duel.
type count struct {
	Label   string
	Measure measure
	Phase   phase // phase of the game in which moves and discs are counted
	Paper   *float64
	Sample  int // number of games behind the report's number
}

// A curve draws rows as a picture: the first count of each duel over the duel's X.
type curve struct {
	X, Y string    // labels of the axes
	Mark []float64 // dashed lines
}

// Run implements [work].
func (d duels) Run(ctx context.Context, r *execution) (out outcome, err error) {
	games, err := r.Meet(ctx, "playing", d.meetings(r))
	if err != nil {
		return out, err
	}
	for i, duel := range d.Duels {
		for _, c := range duel.Counts {
			row := c.Measure.Row(c.Label, c.Phase.of(games[i]))
			row.Paper, row.Sample = c.Paper, c.Sample
			out.Rows = append(out.Rows, row)
		}
	}
	out.Notes = forfeits(d.Duels, games)
	out.Plots = []namedPlot{d.plot(out.Rows)}
	return out, nil
}

func (d duels) meetings(r *execution) (list []*meeting) {
	for _, duel := range d.Duels {
		games := d.Games
		if duel.Games > 0 {
			games = duel.Games
		}
		list = append(list, &meeting{
			A: duel.A, B: duel.B, Pairs: r.Pairs(games, max(2, d.Least)),
			Shape: duel.Shape, Holes: duel.Holes, Random: d.Random, Perturb: d.Perturb,
		})
	}
	return list
}

// plot draws the rows, which must be in the order of the duels.
func (d duels) plot(rows []Row) namedPlot {
	if d.Curve == nil {
		return rowPlot("rows", "Scores of the matches", rows)
	}
	lines := chart.Lines{X: d.Curve.X, Y: d.Curve.Y, Marks: d.Curve.Mark}
	at := map[string]int{}
	for _, duel := range d.Duels {
		row := rows[0]
		rows = rows[len(duel.Counts):]
		i, ok := at[duel.Series]
		if !ok {
			i, at[duel.Series] = len(lines.Series), len(lines.Series)
			lines.Series = append(lines.Series, chart.Series{Name: duel.Series})
		}
		addPoint(&lines.Series[i], duel.X, row)
	}
	return namedPlot{"curve", lines}
}

// addPoint adds a row to a curve. Without an interval, it uses the value itself.
func addPoint(s *chart.Series, x float64, row Row) {
	if row.Ours == nil {
		return
	}
	low, high := *row.Ours, *row.Ours
	if row.Low != nil && row.High != nil {
		low, high = *row.Low, *row.High
	}
	s.X, s.Y = append(s.X, x), append(s.Y, *row.Ours)
	s.Low, s.High = append(s.Low, low), append(s.High, high)
}

// forfeits returns notes about forfeited games; normally there are none.
func forfeits(duels []duel, games [][]twoGames) (notes []string) {
	for i, d := range duels {
		n := 0
		for _, g := range games[i] {
			n += g.A.Forfeits + g.B.Forfeits
		}
		if n > 0 {
			notes = append(notes, fmt.Sprintf("%s against %s: %d games forfeited", d.A, d.B, n))
		}
	}
	return notes
}
