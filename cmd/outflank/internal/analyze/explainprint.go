package analyze

import (
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/explain"
)

// print prints a table with a column for each of the best moves and a row for each feature that differs
// between them. It then prints the largest contributions to one move. A limit of 0 means all.
func (e *explanation) print(a *cli.App, moves, rows int) {
	shown := e.Moves
	if moves > 0 {
		shown = shown[:min(moves, len(shown))]
	}
	a.Printf("%s, %s to move: contributions to the value of each move, in %s\n\n", e.Agent, e.At.Color,
		e.UnitName())
	t := a.Table()
	t.All = "a wider window shows all; or --top 3"
	row := func(name string, cell func(m *explain.Move) string) {
		cells := []string{name}
		for i := range shown {
			cells = append(cells, cell(&shown[i]))
		}
		t.Row(append(cells, "")...)
	}
	row("feature", func(m *explain.Move) string { return m.Move })
	features := explain.Apart(shown)
	if rows == 0 || len(features) <= rows+1 {
		rows = len(features)
	}
	sum := func(features []string) func(m *explain.Move) string {
		return func(m *explain.Move) string {
			x := 0.0
			for _, f := range features {
				x += m.Sums[f]
			}
			return e.Number(x)
		}
	}
	for _, f := range features[:rows] {
		row(explain.FeatureName(f), sum([]string{f}))
	}
	if rest := features[rows:]; len(rest) > 0 {
		row(fmt.Sprintf("%d others", len(rest)), sum(rest))
	}
	row("value", func(m *explain.Move) string { return e.Number(m.Value) })
	if slices.ContainsFunc(shown, func(m explain.Move) bool { return m.Expected != nil }) {
		row("expected result", func(m *explain.Move) string {
			if m.Expected == nil {
				return ""
			}
			return e.Number(*m.Expected)
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
func (e *explanation) printParts(a *cli.App, m *explain.Move) {
	const most = 8
	a.Printf("\nThe largest of %s to %s:\n\n", text.Plural(len(m.Parts), "contribution"), m.Move)
	t := a.Table()
	t.Row("feature", "value", "squares (X = discs of the side to move)")
	for _, c := range m.Parts[:min(most, len(m.Parts))] {
		t.Row(explain.FeatureName(c.Feature), e.Number(c.Value), strings.TrimSpace(c.Squares+" "+c.Contents))
	}
	t.Flush()
}

// chart draws the values of the moves on the position. Beside it, it draws the contributions of the squares
// to one move; a feature is divided equally among its squares.
func (e *explanation) chart() chart.Chart {
	values := chart.Diagram{Title: "Value of each move", Subtitle: e.Agent + ", in " + e.UnitName(),
		Position: e.At, Texts: map[engine.Square]string{}}
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
	squares := chart.Board{Title: "What squares contribute to " + move.Move, Field: e.At.Board.Shape.Field,
		Legend: e.UnitName()}
	for _, c := range move.Parts {
		if len(c.Places) == 0 {
			elsewhere += c.Value
		}
		for _, s := range c.Places {
			squares.Values[s] += c.Value / float64(len(c.Places))
		}
	}
	squares.Subtitle = fmt.Sprintf("%s in all, %s of it from the whole board", e.Number(move.Value),
		e.Number(elsewhere))
	return chart.Grid{Columns: 2, Charts: []chart.Chart{values, squares}}
}
