package study

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// timing is the work that measures players' time per move, one player at a time.
type timing struct {
	Lines     []timedLine
	X         string // name of the lines' numbers
	Plies     []int  // numbers of random plies before the boards, used in turn
	Positions int    // number of boards
	Least     int    // minimum number of boards at any scale
	// Nodes adds rows about visited nodes, for players that count them. These numbers do not depend on the
	// machine.
	Nodes  bool
	Growth bool               // add rows about the growth of time and nodes: a factor per step of X
	Ratio  bool               // add rows about the logarithms of the first two lines' factors
	Linear bool               // add rows about the exponent of the time: 2 for X²
	Worst  bool               // show the longest times instead of means
	Paper  map[string]float64 // by row label
	Pairs  [][2]int           // add rows about the ratio of the times of two lines with one number each
}

// A timedLine is a player with several values of one of its numbers.
type timedLine struct {
	Name  string
	Spec  string // contains %d for the number, if it has one
	At    []int
	X     string // name of the number; "" = the work's X
	Times int    // the spec's number is At · Times; the time is fitted as a power of At; 0 = 1
}

// spec returns the spec for a number.
func (l timedLine) spec(x int) string {
	if !strings.Contains(l.Spec, "%") {
		return l.Spec
	}
	return fmt.Sprintf(l.Spec, x*max(1, l.Times))
}

// A timed contains the time and the nodes of one move.
type timed struct {
	NS    int64  `json:"ns"`
	Nodes uint64 `json:"nodes"`
}

// Run implements [work].
func (t timing) Run(ctx context.Context, r *execution) (out outcome, err error) {
	boards, err := r.Boards(t.Plies, r.Scaled(t.Positions, max(len(t.Plies), t.Least)))
	if err != nil {
		return out, err
	}
	var list []step[timed]
	for _, line := range t.Lines {
		for _, x := range line.At {
			player, err := r.player(line.spec(x))
			if err != nil {
				return out, err
			}
			for i, b := range boards {
				list = append(list, step[timed]{fmt.Sprintf("%s | board %d", player.Name, i),
					func(ctx context.Context) (timed, error) {
						return r.timeMove(ctx, player, b)
					}})
			}
		}
	}
	times, err := takeSteps(ctx, r, "taking times", "moves", 1, list)
	if err != nil {
		return out, err
	}
	return t.outcome(times, len(boards)), nil
}

// Boards returns n boards after random plies. It uses the numbers of plies in turn.
func (r *execution) Boards(plies []int, n int) (list []engine.Board, err error) {
	for i := range n {
		m := arena.Match{Random: plies[i%len(plies)], Seed: r.Seed}
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

// timeMove asks fresh agents for a move and returns the shortest of at least three times, or of fewer if they
// take too long. The shortest is best because other load on the machine can only add time. The number of
// tries is limited in case the clock stands still.
func (r *Runner) timeMove(ctx context.Context, p arena.Player, b engine.Board) (t timed, err error) {
	const enough, plenty, most = 2 * time.Millisecond, 200 * time.Millisecond, 1000
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
		if c, ok := engine.As[interface{ Nodes() uint64 }](agent); ok {
			t.Nodes = c.Nodes()
		}
	}
	t.NS = slices.Min(times)
	return t, ctx.Err()
}

// outcome returns rows and curves. times contains the times of the boards for each number of each line.
func (t timing) outcome(times []timed, boards int) (out outcome) {
	out.Notes = []string{"times measured on " + machine() + "; the time of a board is the shortest of " +
		"several measurements"}
	for _, q := range t.quantities() {
		var growths []growth
		rest, plot := times, chart.Lines{X: t.X, Y: q.axis}
		for _, line := range t.Lines {
			g, rows := t.line(line, q, rest, boards)
			rest = rest[boards*len(line.At):]
			growths = append(growths, g)
			s := g.curve(line.Name)
			if len(s.X) == 0 && q.counts {
				continue
			}
			out.Rows = append(out.Rows, rows...)
			if len(s.X) > 0 {
				plot.Series = append(plot.Series, s)
			}
		}
		for _, p := range t.Pairs {
			if !q.counts {
				a, b := p[0], p[1]
				out.Rows = append(out.Rows, timesRow(pairLabel(t.Lines[a].Name, t.Lines[b].Name), growths[a].y[0],
					growths[b].y[0]))
			}
		}
		if t.Ratio {
			out.Rows = append(out.Rows, ratioRow("logarithms of the factors, second line by first"+q.suffix,
				growths[1], growths[0]))
		}
		if t.Linear && !t.Growth {
			plot = logX(plot)
		}
		if len(plot.Series) > 0 {
			out.Plots = append(out.Plots, namedPlot{q.name, plot})
		}
	}
	t.addPaper(out.Rows)
	return out
}

// pairLabel returns the label of the row that states how many times as long one line takes as another.
func pairLabel(line, as string) string { return line + ", times as long as " + as }

// timesRow returns the row that states how many times as long one thing takes as another, from the mean
// logarithm of the ratio of their times in the same cases.
func timesRow(label string, long, short []float64) Row {
	var logs []float64
	for i := range long {
		logs = append(logs, math.Log(long[i]/short[i]))
	}
	m, low, high := meanOf(logs)
	return Row{Label: label, Unit: unitFactor, Ours: text.Known(math.Exp(m)), Low: text.Known(math.Exp(low)),
		High: text.Known(math.Exp(high)), Games: len(logs)}
}

// line returns the growth and the rows of a line, whose times come first in times.
func (t timing) line(l timedLine, q quantity, times []timed, boards int) (g growth, rows []Row) {
	g.x = l.At
	for _, x := range l.At {
		var values []float64
		for _, one := range times[:boards] {
			values = append(values, q.of(one))
		}
		times, g.y = times[boards:], append(g.y, values)
		rows = append(rows, t.row(fmt.Sprintf("%s, %s %d%s", l.Name, cmp.Or(l.X, t.X), x, q.suffix),
			q.unit, values))
	}
	if len(l.At) > 1 {
		rows = append(rows, t.growthRows(l, q, g)...)
	}
	return g, rows
}

// A quantity is a cost of a move, such as its time.
type quantity struct {
	name, axis string
	suffix     string // of labels
	unit       Unit
	counts     bool // only some players count it
	of         func(timed) float64
}

func (t timing) quantities() []quantity {
	list := []quantity{{"time", "logarithm of the seconds for a move, base 10", "", unitSeconds, false,
		func(one timed) float64 { return float64(one.NS) / 1e9 }}}
	if t.Nodes {
		list = append(list, quantity{"nodes", "logarithm of the nodes for a move, base 10", ", nodes",
			unitNodes, true, func(one timed) float64 { return float64(one.Nodes) }})
	}
	return list
}

// addPaper adds the report's numbers to rows.
func (t timing) addPaper(rows []Row) {
	for i, row := range rows {
		if x, ok := t.Paper[row.Label]; ok {
			rows[i].Paper = number(x)
		}
	}
}

func (t timing) row(label string, u Unit, values []float64) Row {
	if !t.Worst {
		return boardsRow(label, u, values)
	}
	return Row{Label: label + ", longest", Unit: u, Ours: text.Known(slices.Max(values)), Games: len(values)}
}
