package stats

import (
	"math"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Calibration compares an evaluator's values of positions with the results of their games. It measures
// errors, predicted winners, and the calibration of probabilities. The outcome is the recorded disc
// difference for the side to move. Only complete games from the ordinary start count. Use [NewCalibration] to
// create one.
type Calibration struct {
	eval           func(engine.Board) float64
	forecast       *Forecast // nil = use the evaluator's values
	games, skipped int
	notNumbers     int // positions for which the evaluator gave no number
	plies          [maxSquares]fit
	cells          [cells]cell
	squares        int // sum of squared doubled points: 4 for a win, 1 for a draw
}

const (
	maxSquares = 64   // maximum number of moves in a game, without passes, and the number of squares
	grain      = 1024 // values are rounded to 1/1024 disc
	cellsADisc = 4
	cells      = 2*maxSquares*cellsADisc + 1
)

// A fit sums values v and outcomes o of positions, in grains. It also counts the positions of games with a
// winner (decided) and, among them, the values with the winner's sign (right).
type fit struct {
	n, decided, right               int
	sumV, sumO, sumOO, abs, squares int64
}

// A cell counts positions of nearly equal value, and twice the points scored by the side to move.
type cell struct{ n, points int }

// NewCalibration returns a calibration of an evaluator, which estimates the final disc difference for the
// side to move. With several workers ([Collect]), each calibration needs its own evaluator unless the
// evaluator is safe for concurrent use.
func NewCalibration(eval func(engine.Board) float64) *Calibration {
	return &Calibration{eval: eval}
}

// Through makes c compare the predictions of f with the results, instead of the evaluator's values, and
// returns c. It only reads f.
func (c *Calibration) Through(f *Forecast) *Calibration {
	c.forecast = f
	return c
}

// Add counts the position before each move of a game.
func (c *Calibration) Add(g *dataset.Game) {
	if !calibrates(g) {
		c.skipped++
		return
	}
	c.games++
	for ply, err := range g.Plies() {
		if err != nil {
			return
		}
		side, value := ply.Position.Color, c.eval(ply.Position.Board)
		if c.forecast != nil {
			value = c.forecast.Expect(g, ply.Index, side, within(value))
		}
		c.observe(ply.Index, value, outcomeFor(g, side))
	}
}

// calibrates reports whether the values of a game's positions can be compared with its result.
func calibrates(g *dataset.Game) bool {
	return g.Standard() && !g.NoResult && g.Status == dataset.Complete
}

// outcomeFor returns a game's disc difference from a side's view.
func outcomeFor(g *dataset.Game, side engine.Color) int {
	if side == engine.White {
		return -g.Score
	}
	return g.Score
}

// within limits a value to -64 to 64.
func within(value float64) float64 { return min(max(value, -maxSquares), maxSquares) }

// inGrains limits a value to -64 to 64 and rounds it to grains.
func inGrains(value float64) int64 { return int64(math.Round(within(value) * grain)) }

// observe counts one position.
func (c *Calibration) observe(ply int, value float64, outcome int) {
	if math.IsNaN(value) {
		c.notNumbers++
		return
	}
	value = within(value)
	c.plies[ply].add(inGrains(value), int64(outcome)*grain)
	at := &c.cells[int(math.Round((value+maxSquares)*cellsADisc))]
	at.n++
	switch {
	case outcome > 0:
		at.points += 2
		c.squares += 4
	case outcome == 0:
		at.points++
		c.squares++
	}
}

func (f *fit) add(v, o int64) {
	d := v - o
	f.n++
	f.sumV += v
	f.sumO += o
	f.sumOO += o * o
	f.abs += max(d, -d)
	f.squares += d * d
	if o != 0 {
		f.decided++
	}
	if o > 0 && v > 0 || o < 0 && v < 0 {
		f.right++
	}
}

func (f *fit) merge(g fit) {
	f.n += g.n
	f.sumV += g.sumV
	f.sumO += g.sumO
	f.sumOO += g.sumOO
	f.abs += g.abs
	f.squares += g.squares
	f.decided += g.decided
	f.right += g.right
}

// Merge adds the counts of d, which has the same evaluator and counted other games.
func (c *Calibration) Merge(d *Calibration) {
	c.games, c.skipped, c.notNumbers = c.games+d.games, c.skipped+d.skipped, c.notNumbers+d.notNumbers
	c.squares += d.squares
	for i := range c.plies {
		c.plies[i].merge(d.plies[i])
	}
	for i := range c.cells {
		c.cells[i].n += d.cells[i].n
		c.cells[i].points += d.cells[i].points
	}
}

// discs returns a sum of grains as a mean in discs.
func (f *fit) discs(sum int64) float64 { return float64(sum) / float64(f.n) / grain }

// r2 returns the coefficient of determination of the values themselves, without fitting a line: 1 - sum
// (v-o)² / sum (o-mean o)². It is negative if the mean of the outcomes predicts better than the values.
func (f *fit) r2() float64 {
	n, o := float64(f.n), float64(f.sumO)
	return 1 - float64(f.squares)/(float64(f.sumOO)-o*o/n)
}

// probability returns the share of the points, 0 to 1, predicted by a value in discs.
func probability(value, scale float64) float64 { return 1 / (1 + portable.Exp(-value/scale)) }

// value returns the middle of a cell, in discs.
func (c *Calibration) value(cell int) float64 { return float64(float64(cell)/cellsADisc) - maxSquares }

// scale returns the number of discs that corresponds to odds of e. It maximizes the likelihood of the
// outcomes if the probability of winning is 1/(1+e^(-value/scale)). The likelihood is concave in 1/scale, so
// its slope is monotone and bisection finds the maximum between 1/64 and 1024 discs.
func (c *Calibration) scale() float64 {
	low, high := 1.0/1024, 64.0 // of 1/scale
	for range 100 {
		middle := (low + high) / 2
		slope := 0.0
		for i, cell := range c.cells {
			v := c.value(i)
			slope += float64(v * (float64(cell.points)/2 - float64(float64(cell.n)*probability(v, 1/middle))))
		}
		if slope > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return 2 / (low + high)
}

// brier returns the mean squared difference between probability and points (G. Brier, "Verification of
// forecasts expressed in terms of probability", 1950). It is 0 for perfect forecasts, and 0.25 for always
// predicting 1/2 if no game is drawn. A draw is half a point.
func (c *Calibration) brier(scale float64) float64 {
	sum, n := float64(c.squares)/4, 0
	for i, cell := range c.cells {
		p := probability(c.value(i), scale)
		sum += float64(float64(cell.n)*p*p) - float64(float64(cell.points)*p)
		n += cell.n
	}
	return sum / float64(n)
}
