package study

import (
	"context"
	"fmt"
	"strings"

	"github.com/outflank/outflank/dataset/chart"
)

// depthNeeded is the work of the table of depths: the depth that each player needs to beat an opponent.
type depthNeeded struct {
	players  []entry // their specs contain "depth=4", in which other depths replace the 4
	mmnet    string  // name of MMNet, which is evolved
	opponent string
	games    []int // games at each depth from 1; even; openings have eight random plies
	itself   int   // games of a player against itself at a lower depth; even
	paper    map[string]float64
}

// Run implements [work].
func (d depthNeeded) Run(ctx context.Context, r *execution) (out outcome, err error) {
	evolved, err := r.TuneIn(ctx, "genetic-table", mmnetJobs(r, evolution{Random: 4}))
	if err != nil {
		return out, err
	}
	mmnet := entry{Name: d.mmnet}
	for _, t := range evolved {
		mmnet.Seeds = append(mmnet.Seeds, t.Kept[0].Spec)
	}
	plot := chart.Lines{X: "depth", Y: "share of the points as black", Marks: []float64{0.5}}
	var needed Rows
	for _, p := range append(d.players[:len(d.players):len(d.players)], mmnet) {
		rows, err := d.depths(ctx, r, p)
		if err != nil {
			return out, err
		}
		s := chart.Series{Name: p.Name}
		for depth := 1; depth <= len(d.games); depth++ {
			addPoint(&s, float64(depth), rows.Row(depthLabel(p.Name, "black", depth)))
		}
		plot.Series = append(plot.Series, s)
		needed = append(needed, d.needed(rows, p.Name, "black"), d.needed(rows, p.Name, "white"))
		itself, err := d.againstItself(ctx, r, p)
		if err != nil {
			return out, err
		}
		out.Rows = append(append(out.Rows, rows...), itself...)
	}
	out.Rows = append(needed, out.Rows...)
	out.Plots = []namedPlot{{Name: "curve", Chart: plot}}
	out.Notes = r.ScaleNote([]int{mmnetGenerations}, 2, "generations of MMNet")
	return out, nil
}

// depthLabel returns the label of a depth's row.
func depthLabel(player, color string, depth int) string {
	return fmt.Sprintf("%s as %s, depth %d", player, color, depth)
}

// depths returns rows with a player's share of the points at each depth, by colour.
func (d depthNeeded) depths(ctx context.Context, r *execution, p entry) (rows Rows, err error) {
	specs := p.specs()
	var list []*meeting
	var of []int // number of meetings per depth
	for i, games := range d.games {
		pairs, n := r.Pairs(games, 2), 0
		for seed, spec := range specs { // a player with several seeds divides the games among them
			if mine := (pairs - seed + len(specs) - 1) / len(specs); mine > 0 {
				list, n = append(list, &meeting{A: atDepth(spec, i+1), B: d.opponent, Pairs: mine, Random: 8}), n+1
			}
		}
		of = append(of, n)
	}
	games, err := r.Meet(ctx, "playing "+p.Name, list)
	if err != nil {
		return nil, err
	}
	for i, n := range of {
		row := func(m measure, color string) Row {
			if label := depthLabel(p.Name, color, i+1); p.Seeds == nil {
				return m.Row(label, games[0])
			} else {
				return m.SeedsRow(label, games[:n])
			}
		}
		rows = append(rows, row(pointsAsBlack, "black"), row(pointsAsWhite, "white"))
		games = games[n:]
	}
	return rows, nil
}

// atDepth returns the spec with a different depth.
func atDepth(spec string, depth int) string {
	return strings.Replace(spec, "depth=4", fmt.Sprintf("depth=%d", depth), 1)
}

// itselfDepths are the pairs of depths at which a player meets itself.
var itselfDepths = [][2]int{{4, 1}, {6, 4}}

// againstItself returns the rows of a player against itself at a lower depth, seed by seed.
func (d depthNeeded) againstItself(ctx context.Context, r *execution, p entry) (rows Rows, err error) {
	var list []*meeting
	for _, depths := range itselfDepths {
		for _, spec := range p.specs() {
			list = append(list, &meeting{A: atDepth(spec, depths[0]), B: atDepth(spec, depths[1]),
				Pairs: r.Pairs(d.itself/len(p.specs()), 2), Random: 8})
		}
	}
	games, err := r.Meet(ctx, "playing "+p.Name+" against itself", list)
	for i, n := 0, len(p.specs()); err == nil && i < len(itselfDepths); i++ {
		rows = append(rows, points.rowOf(itselfLabel(p.Name, itselfDepths[i][0], itselfDepths[i][1]),
			games[i*n:(i+1)*n]))
	}
	return rows, err
}

func itselfLabel(player string, depth, than int) string {
	return fmt.Sprintf("%s, depth %d – depth %d", player, depth, than)
}

// needed returns the row with the smallest depth that wins more than half of the points. If no depth does,
// the number is one more than the largest depth. The interval extends from the first depth that may win more
// than half to the first that certainly does.
func (d depthNeeded) needed(rows Rows, player, color string) Row {
	none := len(d.games) + 1
	may, does, must := none, none, none
	for depth := len(d.games); depth >= 1; depth-- {
		r := rows.Row(depthLabel(player, color, depth))
		low, high, known := r.interval()
		if !known || high > 0.5 {
			may = depth
		}
		if *r.Ours > 0.5 {
			does = depth
		}
		if known && low > 0.5 {
			must = depth
		}
	}
	row := Row{Label: neededLabel(player, color), Unit: unitPlies, Ours: number(float64(does)),
		Low: number(float64(may)), High: number(float64(must)),
		Games: rows.Row(depthLabel(player, color, 1)).Games}
	if x, ok := d.paper[row.Label]; ok {
		row.Paper = number(x)
	}
	return row
}

func neededLabel(player, color string) string {
	return fmt.Sprintf("%s as %s, depth needed", player, color)
}

// lessDepth tests that one player needs less depth than others, with either colour.
func lessDepth(a string, than ...string) Test {
	var tests []Test
	for _, color := range []string{"black", "white"} {
		for _, b := range than {
			tests = append(tests, more(neededLabel(b, color), neededLabel(a, color)))
		}
	}
	return both(tests...)
}

// noDepth tests that a player wins less than half of the points at each depth up to depth, with either
// colour.
func noDepth(player string, depth int) Test {
	var labels []string
	for d := range depth {
		labels = append(labels, depthLabel(player, "black", d+1), depthLabel(player, "white", d+1))
	}
	return every(func(l string) Test { return below(l, 0.5) }, labels...)
}

// onlyAt tests that, at a depth, only the first player wins more than half of the points. It must do so with
// at least one colour, and the others with neither.
func onlyAt(depth int, first string, others ...string) Test {
	tests := []Test{either(above(depthLabel(first, "black", depth), 0.5),
		above(depthLabel(first, "white", depth), 0.5))}
	for _, p := range others {
		tests = append(tests, below(depthLabel(p, "black", depth), 0.5), below(depthLabel(p, "white", depth), 0.5))
	}
	return both(tests...)
}

// deeperIsStronger tests that players win more points against the opponent at one depth than at another.
func deeperIsStronger(color string, depth, than int, players ...string) Test {
	return every(func(p string) Test { return more(depthLabel(p, color, depth), depthLabel(p, color, than)) },
		players...)
}

// beatsItself tests that players beat themselves at a lower depth.
func beatsItself(depth, than int, players ...string) Test {
	return every(func(p string) Test { return above(itselfLabel(p, depth, than), 0.5) }, players...)
}
