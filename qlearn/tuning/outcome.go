package tuning

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// Outcome rates vectors by how well they predict the results of recorded games from positions in them (P.
// Österlund, "Texel's tuning method"). The JSON fields are stable, because run folders store them.
type Outcome struct {
	Paths     []string `json:"paths"`         // files of games
	Positions int      `json:"positions"`     // number of positions drawn from all games, 1 to 10,000,000
	Loss      string   `json:"loss"`          // "mse", in discs, or "logistic", in points
	Sum       string   `json:"sum,omitempty"` // SHA-256 of the positions, set when the run begins
	Seed      uint64   `json:"seed"`
	list      []scoredBoard
	rows      []row
}

// A row is a position as a feature vector, with its result.
type row struct {
	phi    []eval.Feature
	result float64 // final disc difference for the side to move
}

// check returns an error for invalid settings.
func (o *Outcome) check() error {
	switch {
	case len(o.Paths) == 0:
		return fault.Misusef("objective outcome needs games: give GAMES")
	case o.Positions < 1 || o.Positions > 10_000_000:
		return fault.Setting("positions", o.Positions, "want 1 to 10000000")
	case o.Loss != "mse" && o.Loss != "logistic":
		return fault.Setting("loss", o.Loss, "want mse or logistic")
	}
	return nil
}

// open draws the positions.
func (o *Outcome) open(open OpenGames, f eval.Features) error {
	if err := o.check(); err != nil {
		return err
	}
	games, err := open(o.Paths)
	if err != nil {
		return err
	}
	if o.list, err = o.draw(games); err != nil {
		return err
	}
	if len(o.list) == 0 {
		return fault.BadInput(errors.New("objective outcome needs finished games, and there are none"))
	}
	o.rows = rowsOf(o.list, f)
	sum := sha256.New()
	for _, p := range o.list {
		// Writing to a hash does not fail.
		_ = binary.Write(sum, binary.LittleEndian, []int64{int64(p.board.Mine), int64(p.board.Theirs),
			int64(p.score)})
	}
	now := hex.EncodeToString(sum.Sum(nil))
	if o.Sum != "" && o.Sum != now {
		return fault.BadInputf("%s: holds other games than when the run began", o.Paths[0])
	}
	o.Sum = now
	return nil
}

// rowsOf returns the positions as feature vectors.
func rowsOf(list []scoredBoard, f eval.Features) []row {
	rows := make([]row, len(list))
	for i, p := range list {
		rows[i] = row{f.Append(nil, p.board), float64(p.score)}
	}
	return rows
}

// A scoredBoard is a position with the final disc difference for the side to move.
type scoredBoard struct {
	board engine.Board
	score int
}

// draw returns random positions of finished games, all equally likely (J. Vitter, "Random sampling with a
// reservoir", 1985, algorithm R).
func (o *Outcome) draw(games iter.Seq2[dataset.Game, error]) (list []scoredBoard, err error) {
	rng := rand.New(rand.NewPCG(o.Seed, engine.StreamReservoir))
	seen := 0
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		if g.Status != dataset.Complete || g.NoResult {
			continue
		}
		for ply, err := range g.Plies() {
			if err != nil {
				return nil, err // complete games have no illegal moves
			}
			p := scoredBoard{ply.Position.Board, g.Score}
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

// objective returns the objective that rates a vector by its negative loss over all positions: the root mean
// square error in discs or, if values are log-odds, the mean cross-entropy of the points. See
// [Games.Objective].
func (o *Outcome) objective(ctx context.Context, subject *Subject, workers int,
	farm parallel.Farm) (_ tune.Objective, end func(error) error, err error) {
	parts, settings := 1, outcomeSettings{} // number of parts per stretch
	if farm != nil {
		parts = stretchParts
		if settings, err = o.jobSettings(subject); err != nil {
			return nil, nil, err
		}
	}
	team, err := outcomeKind.Team(ctx, farm, settings, workers, o.rate, checkLosses)
	if err != nil {
		return nil, nil, err
	}
	return o.rateBy(team, parts), team.End, nil
}

// rateBy returns an objective that sends stretches of a number of parts to a team.
func (o *Outcome) rateBy(team *parallel.Team[stretch, []float64], parts int) tune.Objective {
	do := func(ctx context.Context, s stretch) (rated ratedStretch, err error) {
		rated.member = s.member
		rated.losses, err = team.Do(ctx, s)
		return rated, err
	}
	return func(ctx context.Context, _ int, group [][]float64) (r tune.Ratings, err error) {
		r.Values = make([]float64, len(group))
		seq := stretches(group, len(o.rows), parts)
		for s, err := range parallel.Map(ctx, team.Workers, 4*team.Workers, seq, do) {
			if err != nil {
				return r, err
			}
			for _, loss := range s.losses {
				r.Values[s.member] += loss
			}
		}
		for i, sum := range r.Values {
			mean := sum / float64(len(o.rows))
			if o.Loss == "mse" {
				mean = math.Sqrt(mean)
			}
			r.Values[i] = -mean
		}
		return r, nil
	}
}

// checkLosses returns an error if losses cannot be the result of a stretch.
func checkLosses(s stretch, losses []float64) error {
	if want := (s.To - s.From + rowsPart - 1) / rowsPart; len(losses) != want {
		return fmt.Errorf("tuning: %d losses of %d parts", len(losses), want)
	}
	for _, loss := range losses {
		if !(loss >= 0) || math.IsInf(loss, 1) {
			return fmt.Errorf("tuning: a loss of %v", loss)
		}
	}
	return nil
}

// loss returns the sum of the losses of rows.
func (o *Outcome) loss(x []float64, rows []row) (sum float64) {
	for _, r := range rows {
		value := 0.0
		for _, f := range r.phi {
			value += float64(x[f.Index] * f.Value)
		}
		if o.Loss == "mse" {
			sum += float64((value - r.result) * (value - r.result))
		} else {
			sum += crossEntropy(value, r.result)
		}
	}
	return sum
}

// crossEntropy returns the loss of log-odds v for a win, a draw or a loss: ln(1+e^v) − p·v, where p is the
// points of the result.
func crossEntropy(v, result float64) float64 {
	points := 0.5
	if result != 0 {
		points += math.Copysign(0.5, result)
	}
	return max(v, 0) + portable.Log1p(portable.Exp(-math.Abs(v))) - float64(points*v)
}

const (
	rowsPart     = 2048 // number of positions whose losses are summed together, here or on a farm
	stretchParts = 64   // number of parts in a stretch, which makes it worth sending
)

// A stretch is a range of the positions, divided into parts, together with the vector that rates them.
type stretch struct {
	X      []float64 `json:"x"`
	From   int       `json:"from"` // first row
	To     int       `json:"to"`
	member int       // index in the group
}

// A ratedStretch contains the losses of the parts of a stretch.
type ratedStretch struct {
	member int
	losses []float64
}

// stretches divides n rows into stretches of a number of parts, for each vector of a group.
func stretches(group [][]float64, n, parts int) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		for i, x := range group {
			for from := 0; from < n; from += parts * rowsPart {
				if !yield(stretch{x, from, min(from+parts*rowsPart, n), i}) {
					return
				}
			}
		}
	}
}

// rate computes the loss of each part of a stretch.
func (o *Outcome) rate(_ context.Context, s stretch) (losses []float64, err error) {
	for from := s.From; from < s.To; from += rowsPart {
		losses = append(losses, o.loss(s.X, o.rows[from:min(from+rowsPart, s.To)]))
	}
	return losses, nil
}
