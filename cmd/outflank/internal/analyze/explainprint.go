package analyze

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
)

// print prints a table with a column for each of the best moves and a row for each feature that differs
// between them. It then prints the largest contributions to one move. A limit of 0 means all.
func (e *explanation) print(a *cli.App, moves, rows int) {
	shown := e.Moves
	if moves > 0 {
		shown = shown[:min(moves, len(shown))]
	}
	a.Printf("%s, %s to move: contributions to the value of each move, in %s\n\n", e.Agent, e.at.Color, e.unit())
	t := a.Table()
	t.All = "a wider window shows all; or --top 3"
	row := func(name string, cell func(m *explainedMove) string) {
		cells := []string{name}
		for i := range shown {
			cells = append(cells, cell(&shown[i]))
		}
		t.Row(append(cells, "")...)
	}
	row("feature", func(m *explainedMove) string { return m.Move })
	features := apart(shown)
	if rows == 0 || len(features) <= rows+1 {
		rows = len(features)
	}
	sum := func(features []string) func(m *explainedMove) string {
		return func(m *explainedMove) string {
			x := 0.0
			for _, f := range features {
				x += m.sums[f]
			}
			return e.number(x)
		}
	}
	for _, f := range features[:rows] {
		row(featureName(f), sum([]string{f}))
	}
	if rest := features[rows:]; len(rest) > 0 {
		row(fmt.Sprintf("%d others", len(rest)), sum(rest))
	}
	row("value", func(m *explainedMove) string { return e.number(m.Value) })
	if slices.ContainsFunc(shown, func(m explainedMove) bool { return m.Expected != nil }) {
		row("expected result", func(m *explainedMove) string {
			if m.Expected == nil {
				return ""
			}
			return e.number(*m.Expected)
		})
	}
	t.Flush()
	a.Printf("\n%s\n", e.Why)
	e.printParts(a, &e.Moves[e.move])
	for _, note := range e.Notes {
		a.Printf("\n%s\n", note)
	}
}

// printParts lists the largest contributions to a move.
func (e *explanation) printParts(a *cli.App, m *explainedMove) {
	const most = 8
	a.Printf("\nThe largest of %s to %s:\n\n", text.Plural(len(m.Parts), "contribution"), m.Move)
	t := a.Table()
	t.Row("feature", "value", "squares (X = discs of the side to move)")
	for _, c := range m.Parts[:min(most, len(m.Parts))] {
		t.Row(featureName(c.Feature), e.number(c.Value), strings.TrimSpace(c.Squares+" "+c.Contents))
	}
	t.Flush()
}

// unit names the unit of the values.
func (e *explanation) unit() string {
	return cmp.Or(map[string]string{eval.UnitWin: "wins", "": "the model's unit"}[e.Unit], e.Unit)
}

// number formats a value. Values in wins are small, so they get more digits. A value that rounds to zero has
// no sign.
func (e *explanation) number(x float64) string {
	number := fmt.Sprintf("%+.2f", x)
	if e.Unit == eval.UnitWin {
		number = fmt.Sprintf("%+.3f", x)
	}
	if strings.Trim(number, "+-0.") == "" {
		return number[1:]
	}
	return number
}

// usualNames are names of patterns in the literature.
var usualNames = map[string]string{
	"edge": "edge+2X", "corner": "corner 3×3", "block": "corner 5×2",
	"row2": "row 2", "row3": "row 3", "row4": "row 4", "diag4": "diagonal of 4", "diag5": "diagonal of 5",
	"diag6": "diagonal of 6", "diag7": "diagonal of 7", "diag8": "diagonal of 8",
	"a1b1c1d1a2b2c2a3b3a4": "triangle",
}

// featureName returns the usual name of a feature. If the squares fill a rectangle, the name has its size and
// their first square.
func featureName(feature string) string {
	if name, ok := usualNames[feature]; ok {
		return name
	}
	var set engine.Set
	low, high := [2]int{8, 8}, [2]int{}
	for square := range slices.Chunk([]byte(feature), 2) {
		s, err := engine.ParseSquare(string(square))
		if err != nil {
			return feature
		}
		set |= s.Set()
		for i, at := range [2]int{s.File(), s.Rank()} {
			low[i], high[i] = min(low[i], at), max(high[i], at)
		}
	}
	width, height := high[0]-low[0]+1, high[1]-low[1]+1
	if set.Len() < width*height {
		return feature
	}
	return fmt.Sprintf("%d×%d from %s", width, height, feature[:2])
}

// apart returns the features of the moves, sorted by how much they differ between the moves, the largest
// difference first.
func apart(moves []explainedMove) []string {
	spread := map[string]float64{}
	for _, m := range moves {
		for f := range m.sums {
			low, high := math.Inf(1), math.Inf(-1)
			for _, other := range moves {
				low, high = min(low, other.sums[f]), max(high, other.sums[f])
			}
			spread[f] = high - low
		}
	}
	return slices.SortedFunc(maps.Keys(spread), func(a, b string) int {
		return cmp.Or(cmp.Compare(spread[b], spread[a]), cmp.Compare(a, b))
	})
}

// why explains in words why the best move leads.
func (e *explanation) why() string {
	best := &e.Moves[0]
	switch {
	case best.Result:
		return fmt.Sprintf("%s ends the game: the result is %s.", best.Move, text.Signed(best.Value))
	case len(e.Moves) == 1:
		return fmt.Sprintf("%s is the only move.", best.Move)
	case e.Moves[1].Result:
		return fmt.Sprintf("%s leads because %s ends the game without a win.", best.Move, e.Moves[1].Move)
	}
	second := &e.Moves[1]
	lead := best.Value - second.Value
	if lead == 0 {
		return fmt.Sprintf("%s and %s have the same value.", best.Move, second.Move)
	}
	var pro, con []string
	for _, f := range apart(e.Moves[:2]) {
		x := best.sums[f] - second.sums[f]
		list := &pro
		if x < 0 {
			list = &con
		}
		if share := math.Abs(x); len(*list) < 3 && share > 0.1*lead && share > 0 {
			*list = append(*list, fmt.Sprintf("%s (%s)", featureName(f), e.number(x)))
		}
	}
	page := fmt.Sprintf("%s leads %s by %s.", best.Move, second.Move, strings.TrimPrefix(e.number(lead), "+"))
	if len(pro) > 0 {
		page += fmt.Sprintf(" In its favour: %s.", strings.Join(pro, ", "))
	}
	if len(con) > 0 {
		page += fmt.Sprintf(" Against it: %s.", strings.Join(con, ", "))
	}
	return page
}

// chart draws the values of the moves on the position. Beside it, it draws the contributions of the squares
// to one move; a feature is divided equally among its squares.
func (e *explanation) chart() chart.Chart {
	values := chart.Diagram{Title: "Value of each move", Subtitle: e.Agent + ", in " + e.unit(), Position: e.at,
		Texts: map[engine.Square]string{}}
	for i, m := range e.Moves {
		s, _ := engine.ParseSquare(m.Move) // the text is always a square
		values.Texts[s] = board.ValueText(m.Value)
		if e.Unit == eval.UnitWin && !m.Result {
			values.Texts[s] = strings.Replace(fmt.Sprintf("%+.2f", m.Value), "0.", ".", 1)
		}
		if i == 0 {
			values.Best = s.Set()
		}
	}
	move, elsewhere := &e.Moves[e.move], 0.0
	squares := chart.Board{Title: "What squares contribute to " + move.Move, Field: e.at.Board.Shape.Field,
		Legend: e.unit()}
	for _, c := range move.Parts {
		if len(c.squares) == 0 {
			elsewhere += c.Value
		}
		for _, s := range c.squares {
			squares.Values[s] += c.Value / float64(len(c.squares))
		}
	}
	squares.Subtitle = fmt.Sprintf("%s in all, %s of it from the whole board", e.number(move.Value),
		e.number(elsewhere))
	return chart.Grid{Columns: 2, Charts: []chart.Chart{values, squares}}
}
