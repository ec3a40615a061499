package inspect

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
)

const inspectModelHelp = `For a model, inspect shows how it was made, the contribution of each term to the
values, the value of a disc on each square, the strongest patterns, and a comparison of the
values with the outcomes. To measure these, the model plays games against itself, with one
random move in ten; the same seed gives the same games. The value of a disc is half the change of
the board's value when only that disc changes sides. It is the mean over the boards of those
games, in the model's unit, for each of three parts of the game by the number of discs. A
square that never contains a disc has no value. --png draws these values.

` + "`outflank schema inspect`" + ` describes the fields of --json.`

// modelFinding describes a model, its weights and its values.
type modelFinding struct {
	Kind        string            `json:"kind" doc:"always model"`
	Features    string            `json:"features" doc:"features, in the form of --features"`
	Unit        string            `json:"unit" doc:"discs, win or points"`
	Weights     int               `json:"weights" doc:"number of weights"`
	NonZero     int               `json:"nonzero" doc:"number of weights other than 0"`
	Actions     []float64         `json:"actions,omitempty" doc:"weights that a move adds to its value, one for each class of squares or for each square"`
	Meta        map[string]string `json:"meta" doc:"how the model was made"`
	Terms       []termFinding     `json:"terms" doc:"terms, one for each group of features"`
	Games       int               `json:"games" doc:"number of games that the model played against itself"`
	Boards      int               `json:"boards" doc:"number of boards of these games, one before each move"`
	Parts       []partFinding     `json:"parts" doc:"parts of the game that occur in these games"`
	Patterns    []patternFinding  `json:"patterns" doc:"contents that occur on these boards, the largest weights first"`
	Largest     []weightFinding   `json:"largest" doc:"the largest weights of all terms"`
	Calibration []binFinding      `json:"calibration" doc:"values compared with the outcomes of the games, in bins of equal size"`
	Squares     []float64         `json:"squares,omitempty" doc:"the square weights W of the features"`
}

// termFinding describes the weights of a term.
type termFinding struct {
	Name    string  `json:"name" doc:"name of the term"`
	Entries int     `json:"entries" doc:"number of weights in one stage"`
	Stages  int     `json:"stages" doc:"number of parts of the game that have separate weights"`
	NonZero int     `json:"nonzero" doc:"number of weights other than 0, in all stages"`
	Norm    float64 `json:"norm" doc:"square root of the sum of the squared weights"`
	Largest float64 `json:"largest" doc:"the largest weight by absolute value, with its sign"`
	Swing   float64 `json:"swing" doc:"root mean square of the term's contributions to the values of the boards"`
}

type weightFinding struct {
	Name   string  `json:"name" doc:"the entry, with its stage"`
	Weight float64 `json:"weight" doc:"weight in the unit of the model"`
}

func inspectModel(m *eval.Model, o inspectOptions) modelFinding {
	sample := playItself(m, o.games, o.seed)
	return modelFinding{
		Kind: "model", Features: m.Features.ID(), Unit: m.Meta["unit"], Meta: m.Meta,
		Weights: len(m.Weights), NonZero: countNonZero(m.Weights),
		Actions: m.Actions, Terms: termFindings(m, sampled(sample)),
		Games: o.games, Boards: len(sample), Parts: partFindings(m, sample),
		Patterns: strongestPatterns(m, sampled(sample), o.rows), Largest: largestWeights(m, o.rows),
		Calibration: calibrate(m, sample), Squares: m.Features.Params(),
	}
}

func countNonZero(weights []float64) (n int) {
	for _, w := range weights {
		if w != 0 {
			n++
		}
	}
	return n
}

func termFindings(m *eval.Model, boards []engine.Board) []termFinding {
	list := []termFinding{}
	swings := eval.Swings(m, boards)
	for i, t := range eval.Terms(m.Features) {
		f := termFinding{Name: t.Name, Entries: t.Len, Stages: t.Stages, Swing: swings[i]}
		weights := m.Weights[t.Offset:][:t.Len*t.Stages]
		for _, w := range weights {
			f.Norm += w * w
			if math.Abs(w) > math.Abs(f.Largest) {
				f.Largest = w
			}
		}
		f.Norm, f.NonZero = math.Sqrt(f.Norm), countNonZero(weights)
		list = append(list, f)
	}
	return list
}

func largestWeights(m *eval.Model, n int) []weightFinding {
	list := []weightFinding{}
	for _, i := range greatest(m.Weights, n, nil) {
		list = append(list, weightFinding{m.Features.Name(i), m.Weights[i]})
	}
	return list
}

// greatest returns the n entries with the largest nonzero absolute weights, the largest first. Entries with
// equal weights keep their order. Unless seen is nil, only the entries in it count.
func greatest(weights []float64, n int, seen map[int]int) (list []int) {
	first := func() []int {
		slices.SortStableFunc(list, func(i, k int) int {
			return cmp.Compare(math.Abs(weights[k]), math.Abs(weights[i]))
		})
		return list[:min(n, len(list))]
	}
	least := 0.0 // an entry needs a larger weight
	for i, w := range weights {
		if n == 0 || math.Abs(w) <= least || seen != nil && seen[i] == 0 {
			continue
		}
		if list = append(list, i); len(list) >= 2*n+1000 {
			list = first()
			least = math.Abs(weights[list[n-1]])
		}
	}
	return first()
}

func (v modelFinding) print(a *cli.App) {
	a.Printf("model, %d weights (%d not zero), features %s\n\n", v.Weights, v.NonZero, v.Features)
	printMeta(a, v.Meta)
	a.Printf("\nterms, and their contribution to a value: the root mean square over %s of %s\n",
		text.Plural(v.Boards, "board"), text.Plural(v.Games, "game"))
	v.printTerms(a)
	v.printParts(a)
	v.printPatterns(a)
	v.printLargest(a)
	v.printActions(a)
	if len(v.Squares) == 64 {
		a.Printf("\nsquare weights W of its features\n")
		a.PrintBoard([64]float64(v.Squares))
	}
	v.printCalibration(a)
}

func (v modelFinding) printTerms(a *cli.App) {
	t := a.Table()
	t.Row("term", "entries", "stages", "not zero", "norm", "largest", "adds")
	for _, f := range v.Terms {
		t.Row(f.Name, text.Number(f.Entries), text.Number(f.Stages), text.Number(f.NonZero),
			fmt.Sprintf("%.4g", f.Norm), fmt.Sprintf("%+.4g", f.Largest), fmt.Sprintf("%.4g", f.Swing))
	}
	t.Flush()
}

func (v modelFinding) printLargest(a *cli.App) {
	a.Printf("\nlargest weights\n")
	for _, w := range v.Largest {
		fmt.Fprintf(a.Out, "%+10.4f  %s\n", w.Weight, w.Name)
	}
}

func (v modelFinding) printActions(a *cli.App) {
	if len(v.Actions) == 0 {
		return
	}
	a.Printf("\nweights of actions, by square\n")
	var board [64]float64
	m := eval.Model{Actions: v.Actions}
	for s := range board {
		board[s] = v.Actions[m.Action(engine.Square(s))]
	}
	a.PrintBoard(board)
}
