package tuning

import (
	"context"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"runtime"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// Outcome rates vectors by how well they foretell the results of games from the
// positions in them (P. Österlund, "Texel's tuning method"). The JSON fields are stable.
type Outcome struct {
	Paths     []string     `json:"paths"`     // of games
	Positions int          `json:"positions"` // drawn from all of them
	Loss      string       `json:"loss"`      // "mse", of discs, or "logistic", of the points
	Sum       string       `json:"sum,omitempty"`
	Seed      uint64       `json:"seed"`
	Rows      []OutcomeRow `json:"-"`
}

// An OutcomeRow is a position as the features see it, with what came of it.
type OutcomeRow struct {
	Phi    []eval.Feature
	Result float64 // disc difference at the end for the side to move
}

func (o *Outcome) Check() error {
	switch {
	case len(o.Paths) == 0:
		return fault.Misuse(fmt.Errorf("objective outcome needs games: give GAMES"))
	case o.Positions < 1 || o.Positions > 10_000_000:
		return fault.Misuse(fmt.Errorf("--positions %d: want 1 to 10000000", o.Positions))
	case o.Loss != "mse" && o.Loss != "logistic":
		return fault.Misuse(fmt.Errorf("--loss %s: want mse or logistic", o.Loss))
	}
	return nil
}

// A judgedBoard is a position with the final disc difference for the side to move.
type judgedBoard struct {
	Board engine.Board
	Score int
}

// Draw returns positions of finished games, all equally likely (J. Vitter, "Random
// sampling with a reservoir", 1985, algorithm R).
func (o *Outcome) Draw(games iter.Seq2[dataset.Game, error]) (list []judgedBoard, err error) {
	rng := rand.New(rand.NewPCG(o.Seed, engine.StreamReservoir))
	seen := 0
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		if g.Status != dataset.Complete {
			continue
		}
		for ply, err := range g.Plies() {
			if err != nil {
				return nil, err // no complete game has illegal moves
			}
			p := judgedBoard{ply.Position.Board, g.Score}
			if ply.Position.Color == engine.White {
				p.Score = -p.Score
			}
			if seen++; len(list) < o.Positions {
				list = append(list, p)
			} else if at := rng.IntN(seen); at < o.Positions {
				list[at] = p
			}
		}
	}
	return list, nil
}

// outcomePart is how many positions are judged at a time.
const outcomePart = 2048

// Objective returns the negative loss over all positions: the root of the mean squared
// error in discs, or the mean cross-entropy of the points where a value is log-odds.
func (o *Outcome) Objective(workers int) tune.Objective {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return tune.Each(func(ctx context.Context, x []float64) (float64, error) {
		sum := 0.0
		part := func(_ context.Context, from int) (float64, error) {
			return o.loss(x, o.Rows[from:min(from+outcomePart, len(o.Rows))]), nil
		}
		for loss, err := range parallel.Map(ctx, workers, 4*workers, partsOf(len(o.Rows)), part) {
			if err != nil {
				return 0, err
			}
			sum += loss
		}
		mean := sum / float64(len(o.Rows))
		if o.Loss == "mse" {
			mean = math.Sqrt(mean)
		}
		return -mean, nil
	})
}

// partsOf yields where the parts of n rows begin.
func partsOf(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for from := 0; from < n && yield(from); from += outcomePart {
		}
	}
}

// loss sums up the losses of rows.
func (o *Outcome) loss(x []float64, rows []OutcomeRow) (sum float64) {
	for _, r := range rows {
		value := 0.0
		for _, f := range r.Phi {
			value += x[f.Index] * f.Value
		}
		if o.Loss == "mse" {
			sum += (value - r.Result) * (value - r.Result)
		} else {
			sum += crossEntropy(value, r.Result)
		}
	}
	return sum
}

// crossEntropy is the loss of log-odds v where the result is a win, a draw or a loss:
// ln(1+e^v) − p·v with the points p.
func crossEntropy(v, result float64) float64 {
	points := 0.5
	if result != 0 {
		points += math.Copysign(0.5, result)
	}
	return max(v, 0) + math.Log1p(math.Exp(-math.Abs(v))) - points*v
}
