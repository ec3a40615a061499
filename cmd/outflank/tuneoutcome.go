package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"runtime"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// tuneOutcome rates vectors by how well they foretell the results of games from the
// positions in them (P. Österlund, "Texel's tuning method"). The JSON fields are stable.
type tuneOutcome struct {
	Paths     []string `json:"paths"`     // of games
	Positions int      `json:"positions"` // drawn from all of them
	Loss      string   `json:"loss"`      // "mse", of discs, or "logistic", of the points
	Sum       string   `json:"sum,omitempty"`
	Seed      uint64   `json:"seed"`
	rows      []outcomeRow
}

// An outcomeRow is a position as the features see it, with what came of it.
type outcomeRow struct {
	phi    []eval.Feature
	result float64 // disc difference at the end for the side to move
}

func (o *tuneOutcome) check() error {
	switch {
	case len(o.Paths) == 0:
		return misuse(fmt.Errorf("objective outcome needs games: give GAMES"))
	case o.Positions < 1 || o.Positions > 10_000_000:
		return misuse(fmt.Errorf("--positions %d: want 1 to 10000000", o.Positions))
	case o.Loss != "mse" && o.Loss != "logistic":
		return misuse(fmt.Errorf("--loss %s: want mse or logistic", o.Loss))
	}
	return nil
}

// open reads the positions.
func (o *tuneOutcome) open(ctx context.Context, a *app, f eval.Features) error {
	if err := o.check(); err != nil {
		return err
	}
	db, err := a.openDatabase(ctx, o.Paths, dataset.Filter{})
	if err != nil {
		return err
	}
	bar := a.meter("reading", "games", db.count)
	defer bar.end()
	list, err := o.draw(counting(db.games, bar))
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return badInput(fmt.Errorf("objective outcome needs finished games, and there are none"))
	}
	sum := sha256.New()
	for _, p := range list {
		_ = binary.Write(sum, binary.LittleEndian, []int64{int64(p.board.Mine), int64(p.board.Theirs), int64(p.score)}) // a hash does not fail
		o.rows = append(o.rows, outcomeRow{f.Append(nil, p.board), float64(p.score)})
	}
	now := hex.EncodeToString(sum.Sum(nil))
	if o.Sum != "" && o.Sum != now {
		return badInput(fmt.Errorf("%s: holds other games than when the run began", o.Paths[0]))
	}
	o.Sum = now
	return nil
}

// A judgedBoard is a position with the final disc difference for the side to move.
type judgedBoard struct {
	board engine.Board
	score int
}

// draw returns positions of finished games, all equally likely (J. Vitter, "Random
// sampling with a reservoir", 1985, algorithm R).
func (o *tuneOutcome) draw(games iter.Seq2[dataset.Game, error]) (list []judgedBoard, err error) {
	rng := rand.New(rand.NewPCG(o.Seed, streamTuning+1))
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
				p.score = -p.score
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

// objective returns the negative loss over all positions: the root of the mean squared
// error in discs, or the mean cross-entropy of the points where a value is log-odds.
func (o *tuneOutcome) objective(workers int) tune.Objective {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return tune.Each(func(ctx context.Context, x []float64) (float64, error) {
		sum := 0.0
		part := func(_ context.Context, from int) (float64, error) {
			return o.loss(x, o.rows[from:min(from+outcomePart, len(o.rows))]), nil
		}
		for loss, err := range parallel.Map(ctx, workers, 4*workers, partsOf(len(o.rows)), part) {
			if err != nil {
				return 0, err
			}
			sum += loss
		}
		mean := sum / float64(len(o.rows))
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
func (o *tuneOutcome) loss(x []float64, rows []outcomeRow) (sum float64) {
	for _, r := range rows {
		value := 0.0
		for _, f := range r.phi {
			value += x[f.Index] * f.Value
		}
		if o.Loss == "mse" {
			sum += (value - r.result) * (value - r.result)
		} else {
			sum += crossEntropy(value, r.result)
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
