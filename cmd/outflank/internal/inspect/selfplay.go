package inspect

import (
	"cmp"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

const (
	maxModelGames = 1000 // which take a few seconds
	randomShare   = 0.1  // share of random moves, as in the Othello League
)

// A sampleBoard is a board of a game from the view of the side to move, with the final disc difference for
// this side.
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

// playItself plays games of a model against itself, one ply deep with some random moves. It returns the board
// before each move.
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
		if rng.Float64() < randomShare {
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

// bestQ returns the move with the highest Q. Of equal moves, it returns the first.
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

// calibrationBins is the number of bins for values.
const calibrationBins = 10

// binFinding compares the values of boards with their outcomes, both in the model's unit and for the side to
// move. If training squashed the values, they are squashed here too.
type binFinding struct {
	Boards int     `json:"boards" doc:"number of boards in the bin"`
	Value  float64 `json:"mean_value" doc:"mean value of the boards, in the unit of the model"`
	Result float64 `json:"mean_result" doc:"mean result of their games, in the unit of the model"`
}

// calibrate sorts boards by value into bins of equal size. It returns no bins for values in points, because
// points do not predict a result.
func calibrate(m *eval.Model, sample []sampleBoard) []binFinding {
	bins := []binFinding{}
	unit := m.Meta["unit"]
	if unit != eval.UnitWin && unit != "discs" {
		return bins
	}
	l, squash := m.Linear(), qlearn.SquashOf(m)
	predictions := make([]stats.Prediction, len(sample))
	for i, s := range sample {
		predictions[i] = stats.Prediction{Value: squash.Of(l.Eval(s.board)), Outcome: resultIn(unit, s.score)}
	}
	for _, q := range stats.Quantiles(predictions, calibrationBins) {
		bins = append(bins, binFinding{q.N, q.Value, q.Outcome})
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
		t.Row(text.Number(f.Boards), fmt.Sprintf("%+.3f", f.Value), fmt.Sprintf("%+.3f", f.Result))
	}
	t.Flush()
}
