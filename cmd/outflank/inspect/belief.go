package inspect

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

const (
	maxBeliefGames = 100_000
	beliefRandom   = 0.1 // share of moves at random, as in the Othello League
	gameParts      = 3
	chanceBins     = 10
)

// A sampleBoard is a board of a game, as the side to move sees it, and how the game ended
// for that side in discs.
type sampleBoard struct {
	board engine.Board
	score int
}

func sampled(sample []sampleBoard) []engine.Board {
	boards := make([]engine.Board, len(sample))
	for i, s := range sample {
		boards[i] = s.board
	}
	return boards
}

// playItself lets a model play against itself, one ply deep with some random moves, and
// returns the boards before all moves.
func playItself(m *eval.Model, games int, seed uint64) (sample []sampleBoard) {
	l := m.Linear()
	for g := range games {
		sample = append(sample, playOnce(l, rand.New(rand.NewPCG(seed, uint64(g))))...)
	}
	return sample
}

func playOnce(l *eval.Linear, rng *rand.Rand) (boards []sampleBoard) {
	p := engine.StandardStart()
	var colors []engine.Color
	for moves := p.Board.Moves(); moves != 0; moves = p.Board.Moves() {
		boards, colors = append(boards, sampleBoard{board: p.Board}), append(colors, p.Color)
		move := bestQ(l, p.Board)
		if rng.Float64() < beliefRandom {
			move = moves.Nth(rng.IntN(moves.Len()))
		}
		p, _ = p.Play(move)
	}
	for i := range boards {
		boards[i].score = p.Board.Score()
		if colors[i] != p.Color {
			boards[i].score = -boards[i].score
		}
	}
	return boards
}

// bestQ returns the move with the highest Q, the first of equals.
func bestQ(l *eval.Linear, b engine.Board) (best engine.Square) {
	most := 0.0
	best = engine.None
	for s := range b.Moves().All() {
		if q := l.Q(b, s); best == engine.None || q > most {
			best, most = s, q
		}
	}
	return best
}

// partFinding says what discs are worth in a part of the game.
type partFinding struct {
	From   int          `json:"from_discs"`
	To     int          `json:"to_discs"`
	Boards int          `json:"boards"`
	Worth  [64]*float64 `json:"worth"` // of a disc, by square from a1; null where none came to lie
}

// partFindings looks at each part of the game that the sample has boards of.
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
	from, to := stageDiscs(part, gameParts)
	f := partFinding{From: from, To: to, Boards: len(boards)}
	values, seen := eval.SquareValues(m, boards)
	for s := range values {
		if seen[s] > 0 {
			f.Worth[s] = &values[s]
		}
	}
	return f
}

// stageDiscs returns how many discs lie on the board in stage k of n, see eval.Stage: at
// least the four that a game begins with.
func stageDiscs(k, n int) (from, to int) {
	return max(4, (65*k+n-1)/n), (65*(k+1)+n-1)/n - 1
}

func discRange(from, to int) string {
	if from >= to {
		return report.Plural(to, "disc")
	}
	return fmt.Sprintf("%d to %d discs", from, to)
}

func (v modelFinding) printParts(a *cli.App) {
	for _, p := range v.Parts {
		a.Printf("\nwhat a disc is worth with %s on the board, by %s\n", discRange(p.From, p.To), report.Plural(p.Boards, "board"))
		fmt.Fprintf(a.Out, "  %8s%8s%8s%8s%8s%8s%8s%8s\n", "a", "b", "c", "d", "e", "f", "g", "h")
		for rank := range 8 {
			fmt.Fprintf(a.Out, "%d ", rank+1)
			for file := range 8 {
				fmt.Fprintf(a.Out, "%8s", worthText(p.Worth[engine.At(file, rank)]))
			}
			fmt.Fprintln(a.Out)
		}
	}
}

func worthText(w *float64) string {
	if w == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *w)
}

// draw writes the picture of a model's squares, if one is wanted.
func (o *inspectOptions) draw(found finding) error {
	if o.png == "" {
		return nil
	}
	v, ok := found.(modelFinding)
	if !ok {
		return fault.Misuse(fmt.Errorf("--png draws the squares of models only"))
	}
	if len(v.Parts) == 0 {
		return fault.Misuse(fmt.Errorf("--png needs --games 1 or more: without games no disc is worth anything"))
	}
	return chart.Save(o.png, v.Chart())
}

// Chart returns a board for each part of the game.
func (v modelFinding) Chart() chart.Chart {
	grid := chart.Grid{
		Title:    "What a disc is worth to the model",
		Subtitle: fmt.Sprintf("half of what its value changes with the disc's side, in %s, over %s", cmp.Or(v.Unit, "its own unit"), report.Plural(v.Boards, "board")),
		Columns:  len(v.Parts),
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

// chanceFinding compares the values of boards with their outcomes, both in the
// model's unit, for the side to move. Values that training squashed are squashed.
type chanceFinding struct {
	Boards int     `json:"boards"`
	Value  float64 `json:"mean_value"`
	Result float64 `json:"mean_result"`
}

// calibrate sorts boards by their values into bins of equal size. Values in points
// predict no result and have none.
func calibrate(m *eval.Model, sample []sampleBoard) []chanceFinding {
	bins := []chanceFinding{}
	unit := m.Meta["unit"]
	if unit != eval.UnitWin && unit != "discs" {
		return bins
	}
	l, squash := m.Linear(), qlearn.SquashOf(m)
	predictions := make([]stats.Prediction, len(sample))
	for i, s := range sample {
		predictions[i] = stats.Prediction{Value: squash.Of(l.Eval(s.board)), Outcome: resultIn(unit, s.score)}
	}
	for _, q := range stats.Quantiles(predictions, chanceBins) {
		bins = append(bins, chanceFinding{q.N, q.Value, q.Outcome})
	}
	return bins
}

// resultIn returns a final disc difference in a model's unit.
func resultIn(unit string, score int) float64 {
	if unit == eval.UnitWin {
		return float64(cmp.Compare(score, 0))
	}
	return float64(score)
}

func (v modelFinding) printCalibration(a *cli.App) {
	if len(v.Calibration) == 0 {
		return
	}
	a.Printf("\nvalues and outcomes in its own games, for the side to move\n")
	t := a.Table()
	t.Row("boards", "mean value", "mean result")
	for _, f := range v.Calibration {
		t.Row(report.Number(f.Boards), fmt.Sprintf("%+.3f", f.Value), fmt.Sprintf("%+.3f", f.Result))
	}
	t.Flush()
}
