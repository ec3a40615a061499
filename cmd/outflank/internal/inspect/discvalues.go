package inspect

import (
	"cmp"
	"fmt"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
)

// gameParts is the number of parts of the game, by the number of discs.
const gameParts = 3

// partFinding holds the values of discs in a part of the game.
type partFinding struct {
	From   int          `json:"from_discs" doc:"minimum number of discs on the board in this part of the game"`
	To     int          `json:"to_discs" doc:"maximum number of discs"`
	Boards int          `json:"boards" doc:"number of boards"`
	Worth  [64]*float64 `json:"worth" doc:"value of a disc, by square from a1; null if the square never had a disc"`
}

// partFindings measures each part of the game that has boards in the sample.
func partFindings(m *eval.Model, sample []sampleBoard) []partFinding {
	parts := []partFinding{}
	for part := range gameParts {
		var boards []engine.Board
		for _, s := range sample {
			if eval.Stage(s.board, gameParts) == part {
				boards = append(boards, s.board)
			}
		}
		if len(boards) > 0 {
			parts = append(parts, newPart(m, part, boards))
		}
	}
	return parts
}

func newPart(m *eval.Model, part int, boards []engine.Board) partFinding {
	from, to := eval.StageDiscs(part, gameParts)
	f := partFinding{From: from, To: to, Boards: len(boards)}
	values, seen := eval.SquareValues(m, boards)
	for s := range values {
		if seen[s] > 0 {
			f.Worth[s] = &values[s]
		}
	}
	return f
}

func discRange(from, to int) string {
	if from >= to {
		return text.Plural(to, "disc")
	}
	return fmt.Sprintf("%d to %d discs", from, to)
}

func (v modelFinding) printParts(a *cli.App) {
	for _, p := range v.Parts {
		a.Printf("\nvalues of discs with %s on the board, by %s\n", discRange(p.From, p.To),
			text.Plural(p.Boards, "board"))
		a.PrintSquares(8, func(s engine.Square) string { return valueText(p.Worth[s]) })
	}
}

func valueText(w *float64) string {
	if w == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *w)
}

// draw writes the picture of a model's squares, if requested.
func (o *inspectOptions) draw(found finding) error {
	if o.png == "" {
		return nil
	}
	v, ok := found.(modelFinding)
	if !ok {
		return fault.Misusef("--png draws only the squares of models")
	}
	if len(v.Parts) == 0 {
		return fault.Misusef("--png needs --games 1 or more: without games, discs have no values")
	}
	return chart.Save(o.png, v.Chart())
}

// Chart returns a board for each part of the game.
func (v modelFinding) Chart() chart.Chart {
	grid := chart.Grid{
		Title: "Value of a disc to the model",
		Subtitle: fmt.Sprintf("half the change of the model's value when the disc changes sides, in %s, over %s",
			cmp.Or(v.Unit, "the model's unit"), text.Plural(v.Boards, "board")),
		Columns: len(v.Parts),
	}
	for _, p := range v.Parts {
		board := chart.Board{Title: discRange(p.From, p.To), Bare: true}
		for s, w := range p.Worth {
			if w != nil {
				board.Values[s] = *w
				board.Field |= engine.Square(s).Set()
			}
		}
		grid.Charts = append(grid.Charts, board)
	}
	return grid
}
