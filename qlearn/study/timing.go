package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// Timing is a work: the time that players take for a move, one at a time.
type Timing struct {
	Lines     []TimedLine
	X         string             // what the numbers are that the lines go through
	Plies     []int              // boards after this number of random plies, in turn
	Positions int                // boards
	Least     int                // the same at any scale
	Growth    bool               // rows about how the time grows: a factor for each step of X
	Ratio     bool               // a row about the logarithms of the first two lines' factors
	Linear    bool               // rows about the exponent of the time: X² is 2
	Worst     bool               // rows are the longest times, not the mean ones
	Paper     map[string]float64 // by label of a row
}

// A TimedLine is a player by one of its numbers.
type TimedLine struct {
	Name string
	Spec string // with %d for the number
	At   []int
}

// A timed is what a player took for a move.
type timed struct {
	NS    int64  `json:"ns"`
	Nodes uint64 `json:"nodes"`
}

// Run implements [Work].
func (t Timing) Run(ctx context.Context, r *Run) (out Outcome, err error) {
	boards, err := t.boards(r)
	if err != nil {
		return out, err
	}
	var list []Step[timed]
	for _, line := range t.Lines {
		for _, x := range line.At {
			player, err := r.player(fmt.Sprintf(line.Spec, x))
			if err != nil {
				return out, err
			}
			for i, b := range boards {
				list = append(list, Step[timed]{fmt.Sprintf("%s | board %d", player.Name, i), func(ctx context.Context) (timed, error) {
					return r.timeMove(ctx, player, b)
				}})
			}
		}
	}
	times, err := Steps(ctx, r, "taking times", "moves", 1, list)
	if err != nil {
		return out, err
	}
	return t.outcome(times, len(boards)), nil
}

// boards are the positions after random plies.
func (t Timing) boards(r *Run) (list []engine.Board, err error) {
	n := r.Scaled(t.Positions, max(len(t.Plies), t.Least))
	for i := range n {
		m := arena.Match{Random: t.Plies[i%len(t.Plies)], Seed: r.Seed}
		g, err := m.Opening(i)
		if err != nil {
			return nil, err
		}
		p, err := g.End()
		if err != nil {
			return nil, err
		}
		list = append(list, p.Board)
	}
	return list, nil
}

// timeMove asks fresh agents for a move and returns the shortest time of three or more,
// unless that takes long: what else the machine does can only add to it. A clock that
// stands still does not keep it for ever.
func (r *Runner) timeMove(ctx context.Context, p arena.Player, b engine.Board) (t timed, err error) {
	const enough, plenty, most = 2 * time.Millisecond, 200 * time.Millisecond, 10_000
	var times []int64
	begin := r.Clock()
	again := func() bool {
		spent := r.Clock().Sub(begin)
		return len(times) < most && (spent < enough || len(times) < 3 && spent < plenty)
	}
	for len(times) == 0 || again() {
		agent := p.New(rand.New(rand.NewPCG(1, 0)))
		start := r.Clock()
		if _, err := agent.Choose(ctx, b); err != nil {
			return t, err
		}
		times = append(times, r.Clock().Sub(start).Nanoseconds())
		if c, ok := agent.(interface{ Nodes() uint64 }); ok {
			t.Nodes = c.Nodes()
		}
	}
	t.NS = slices.Min(times)
	return t, ctx.Err()
}

// outcome makes rows and curves; times are those of the boards for each number of each line.
func (t Timing) outcome(times []timed, boards int) (out Outcome) {
	plot := chart.Lines{X: t.X, Y: "logarithm of the seconds for a move, base 10"}
	var factors []*float64
	for _, line := range t.Lines {
		s := chart.Series{Name: line.Name}
		for _, at := range line.At {
			row := t.row(fmt.Sprintf("%s, %s %d", line.Name, t.X, at), secondsOf(times[:boards]))
			times = times[boards:]
			out.Rows = append(out.Rows, row)
			if *row.Ours > 0 { // a coarse clock may say 0, which has no logarithm
				s.X, s.Y = append(s.X, float64(at)), append(s.Y, math.Log10(*row.Ours))
			}
		}
		if len(s.X) > 0 {
			plot.Series = append(plot.Series, s)
		}
		if t.Growth {
			row := SlopeRow(line.Name+", factor for one more", s.X, s.Y, func(b float64) float64 { return math.Pow(10, b) })
			out.Rows = append(out.Rows, row)
			factors = append(factors, row.Ours)
		}
		if t.Linear {
			out.Rows = append(out.Rows, SlopeRow(line.Name+", exponent", logs(s.X), s.Y, func(b float64) float64 { return b }))
		}
	}
	if t.Ratio {
		out.Rows = append(out.Rows, Row{Label: "logarithms of the factors, second line by first", Unit: Factor, Ours: ratioOfLogs(factors[1], factors[0]), Games: boards})
	}
	t.addPaper(out.Rows)
	if t.Linear {
		plot = logX(plot)
	}
	if len(plot.Series) > 0 {
		out.Plots = []Plot{{"time", plot}}
	}
	out.Notes = []string{"times of " + Machine() + "; each board's time is the shortest of several"}
	return out
}

// ratioOfLogs returns log a / log b, nil where one is not known or b is 1.
func ratioOfLogs(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	return Known(math.Log(*a) / math.Log(*b))
}

// addPaper puts the report's numbers into rows.
func (t Timing) addPaper(rows []Row) {
	for i, row := range rows {
		if x, ok := t.Paper[row.Label]; ok {
			rows[i].Paper = Number(x)
		}
	}
}

func secondsOf(times []timed) (list []float64) {
	for _, t := range times {
		list = append(list, float64(t.NS)/1e9)
	}
	return list
}

// logs returns the logarithms, base 10.
func logs(x []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Log10(x[i])
	}
	return y
}

func (t Timing) row(label string, seconds []float64) Row {
	if !t.Worst {
		return MeanRow(label, Seconds, seconds)
	}
	return Row{Label: label + ", longest", Unit: Seconds, Ours: Known(slices.Max(seconds)), Games: len(seconds)}
}

// SlopeRow fits a line and makes a row of its slope, without a number if there are fewer
// than two points.
func SlopeRow(label string, x, y []float64, of func(float64) float64) Row {
	row := Row{Label: label, Unit: Factor, Games: len(x)}
	if len(x) < 2 {
		return row
	}
	_, b := stat.LinearRegression(x, y, nil, false)
	row.Ours = Known(of(b))
	if half, ok := slopeError(x, y); ok {
		row.Low, row.High = Known(of(b-half)), Known(of(b+half))
	}
	return row
}

// logX puts curves over the logarithm of their X.
func logX(l chart.Lines) chart.Lines {
	l.X = "logarithm of the " + strings.TrimPrefix(l.X, "the ") + ", base 10"
	for i, s := range l.Series {
		l.Series[i].X = logs(s.X)
	}
	return l
}
