package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset/chart"
)

// A drawer creates a chart from the tables of a result. It names the columns that it draws and leaves out
// rows with unknown values.
type drawer interface {
	Chart(tables []Table) chart.Chart
}

// pictureRows is the maximum number of rows in a picture.
const pictureRows = 25

// dotsOf draws a row for each value, with its interval.
type dotsOf struct {
	title, axis  string // axis "" = share of the points
	table, label string
	value        string // a column with an interval
	marks        []float64
}

func (d dotsOf) Chart(tables []Table) chart.Chart {
	v := viewOf(tables, d.table)
	by := v.percent(d.value)
	dots := chart.Dots{Title: d.title, Subtitle: chart.Intervals, X: cmp.Or(d.axis, "share of the points, %"),
		Notes: "games", Marks: scaled(d.marks, by)}
	for row := range v.known(d.value, d.value+"_low", d.value+"_high") {
		if len(dots.Rows) == pictureRows {
			break
		}
		dots.Rows = append(dots.Rows, chart.Dot{
			Label: cmp.Or(v.text(row, d.label), "(no name)"), Note: v.count(row, "games"),
			Value: by * v.number(row, d.value), Low: by * v.number(row, d.value+"_low"),
			High: by * v.number(row, d.value+"_high"),
		})
	}
	return dots
}

// linesOf draws columns against another column.
type linesOf struct {
	title, subtitle string
	table           string
	only            map[string]string // draw only rows with these texts, by column
	x, unit, y      string            // unit of x; "" = the name of the column
	low, high       float64           // of the Y axis; both 0 = fit the lines
	marks           []float64
	diagonal        bool
	lines           []lineOf
	by              string // a text column: a line for each of the first few texts; "" = one line for all rows
}

// pictureLines is the maximum number of lines in a picture with a line for each text of a column.
const pictureLines = 5

// A lineOf is a column to draw, with its interval if it has one.
type lineOf struct{ name, column string }

func (l linesOf) Chart(tables []Table) chart.Chart {
	v := viewOf(tables, l.table)
	lines := chart.Lines{Title: l.title, Subtitle: l.subtitle, X: cmp.Or(l.unit, l.x), Y: l.y, Low: l.low,
		High: l.high, Marks: l.marks, Diagonal: l.diagonal}
	by := 1.0
	if !l.diagonal { // its X axis has shares from 0 to 1 as well
		by = v.percent(l.lines[0].column)
	}
	if by > 1 {
		lines.Marks, lines.Y = scaled(l.marks, by), cmp.Or(l.y, "share of the points")+", %"
	}
	for _, line := range l.lines {
		columns := []string{l.x, line.column}
		interval := v.has(line.column + "_low")
		if interval {
			columns = append(columns, line.column+"_low", line.column+"_high")
		}
		s := chart.Series{Name: line.name}
		for row := range v.known(columns...) {
			if !v.matches(row, l.only) {
				continue
			}
			if l.by != "" && v.text(row, l.by) != s.Name {
				if s.X != nil {
					lines.Series = append(lines.Series, s)
				}
				if len(lines.Series) == pictureLines {
					return lines
				}
				s = chart.Series{Name: v.text(row, l.by)}
			}
			s.X, s.Y = append(s.X, v.number(row, l.x)), append(s.Y, by*v.number(row, line.column))
			if interval {
				s.Low, s.High = append(s.Low, by*v.number(row, line.column+"_low")),
					append(s.High, by*v.number(row, line.column+"_high"))
			}
		}
		lines.Series = append(lines.Series, s)
	}
	return lines
}

// pictureColumns draws a distribution.
type pictureColumns struct {
	title, table, x, unit string // unit of x; "" = the name of the column
	height                string
	step                  float64 // distance between adjacent columns
}

func (o pictureColumns) Chart(tables []Table) chart.Chart {
	v := viewOf(tables, o.table)
	columns := chart.Columns{Title: o.title, X: cmp.Or(o.unit, o.x), Y: "games", Step: o.step}
	for row := range v.known(o.x, o.height) {
		columns.At = append(columns.At, v.number(row, o.x))
		columns.Heights = append(columns.Heights, v.number(row, o.height))
	}
	return columns
}

// boardsOf draws a board for each group of 64 rows.
type boardsOf struct{ title, subtitle, table, group, value string }

func (b boardsOf) Chart(tables []Table) chart.Chart {
	v := viewOf(tables, b.table)
	grid := chart.Grid{Title: b.title, Subtitle: b.subtitle, Columns: 3, Scale: 0.7}
	var boards []chart.Board
	for rows := range slices.Chunk(v.Rows, 64) {
		if rows[0][v.column(b.value)] == nil {
			continue
		}
		board := chart.Board{Title: v.text(rows[0], b.group), Subtitle: v.count(rows[0], "games") +
			" games", Limit: 1}
		for s, row := range rows {
			board.Values[s] = v.number(row, b.value)
		}
		low, high := v.column(b.value+"_low"), v.column(b.value+"_high")
		for s, row := range rows {
			if row[low] != nil {
				board.Margins[s] = max(row[high].(float64)-board.Values[s], board.Values[s]-row[low].(float64))
			}
		}
		boards = append(boards, board)
	}
	if len(boards) == 4 {
		grid.Columns = 2
	}
	for i, board := range boards {
		board.Bare = (i+1)%grid.Columns != 0 && i+1 < len(boards) // one colour bar per row of boards
		grid.Charts = append(grid.Charts, board)
	}
	return grid
}

// gridOf draws charts side by side, two per row if there are more than two.
type gridOf struct {
	title, subtitle string
	charts          []drawer
}

func (g gridOf) Chart(tables []Table) chart.Chart {
	grid := chart.Grid{Title: g.title, Subtitle: g.subtitle, Columns: 1}
	if len(g.charts) > 2 {
		grid.Columns = 2
	}
	for _, d := range g.charts {
		grid.Charts = append(grid.Charts, d.Chart(tables))
	}
	return grid
}

// standingsOf draws the results of pairs of players.
type standingsOf struct{ title string }

func (o standingsOf) Chart(tables []Table) chart.Chart {
	v := viewOf(tables, "pairs")
	bars := chart.Bars{Title: o.title, Parts: [3]string{"first wins", "draws", "second wins"}, Notes: "games"}
	for row := range v.known("score") {
		if len(bars.Rows) == pictureRows {
			break
		}
		bars.Rows = append(bars.Rows, chart.Bar{
			Label: v.text(row, "player") + " – " + v.text(row, "opponent"), Note: v.count(row, "games"),
			Parts: [3]float64{v.number(row, "wins"), v.number(row, "draws"), v.number(row, "losses")},
		})
	}
	return bars
}

// treeOf draws the lines with the most games. A line has at least as many games as its continuations, so the
// lines form a tree.
type treeOf struct{}

func (treeOf) Chart(tables []Table) chart.Chart {
	v := viewOf(tables, "tree")
	bars := chart.Bars{
		Title:    "The first moves played most",
		Subtitle: "each move is below the previous one; games are turned to begin with f5",
		Parts:    [3]string{"black wins", "draws", "white wins"}, Notes: "games",
	}
	rows := slices.Collect(v.known("black_score"))
	slices.SortStableFunc(rows, func(a, b []any) int {
		return -cmp.Compare(v.number(a, "games"), v.number(b, "games"))
	})
	rows = rows[:min(pictureRows+1, len(rows))]
	slices.SortFunc(rows, func(a, b []any) int {
		return strings.Compare(v.text(a, "moves"), v.text(b, "moves"))
	})
	for _, row := range rows {
		moves := v.text(row, "moves")
		if moves == "" { // all games
			continue
		}
		bars.Rows = append(bars.Rows, chart.Bar{
			Label: strings.TrimSpace(moves[len(moves)-2:] + "  " + v.text(row, "name")), Indent: len(moves)/2 - 1,
			Note:  v.count(row, "games"),
			Parts: [3]float64{v.number(row, "black_wins"), v.number(row, "draws"), v.number(row, "white_wins")},
		})
	}
	return bars
}
