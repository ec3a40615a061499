package arena

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A move is a move chosen by an agent, with the position before it.
type move struct {
	position engine.Position
	square   engine.Square
}

// A Loss is the average loss of an agent's moves. Forced moves count as moves without loss. The JSON fields
// are stable.
type Loss struct {
	Mean  float64 `json:"mean"` // discs per move
	Low   float64 `json:"low"`  // bounds of the 95 % interval, as if moves were independent
	High  float64 `json:"high"`
	Moves int     `json:"moves"` // number of judged moves
}

// judge returns the loss of each level, or nil if no move was judged.
func (r *run) judge(ctx context.Context) ([]*Loss, error) {
	losses := make([]*Loss, len(r.moves))
	workers := r.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for i, moves := range r.moves {
		drawn := drawMoves(moves, r.Moves, rand.New(rand.NewPCG(r.Config.Seed, engine.StreamJudged+uint64(i))))
		var lost []float64
		for loss, err := range parallel.Map(ctx, workers, 4*workers, slices.Values(drawn), r.lossOf) {
			if err != nil {
				return nil, err
			}
			lost = append(lost, loss)
			if err := r.tell(); err != nil {
				return nil, err
			}
		}
		r.progress.Done += r.Moves - len(drawn) // the agent made fewer moves
		losses[i] = LossOf(lost)
	}
	return losses, nil
}

// drawMoves returns n of the moves, drawn uniformly without replacement, or all of them if there are at most
// n.
func drawMoves(moves []move, n int, rng *rand.Rand) (drawn []move) {
	for _, i := range rng.Perm(len(moves))[:min(n, len(moves))] {
		drawn = append(drawn, moves[i])
	}
	return drawn
}

// lossOf returns the number of discs by which a move is worse than the best move.
func (r *run) lossOf(ctx context.Context, m move) (loss float64, err error) {
	if m.position.Board.Moves().Len() == 1 {
		return 0, nil
	}
	judge := r.Judge(m.position.Board.Shape)
	for judged, err := range judge.Analyze(ctx, engine.Game{Start: m.position,
		Moves: []engine.Square{m.square}}) {
		if err != nil {
			return 0, err
		}
		loss = judged.Loss
	}
	return loss, nil
}

// LossOf returns the average of the losses of moves, in discs, or nil if there are none.
func LossOf(lost []float64) *Loss {
	if len(lost) == 0 {
		return nil
	}
	n, sum, squares := float64(len(lost)), 0.0, 0.0
	for _, x := range lost {
		sum += x
	}
	mean := sum / n
	for _, x := range lost {
		squares += float64((x - mean) * (x - mean))
	}
	half := float64(Z * math.Sqrt(squares/max(n-1, 1)/n))
	return &Loss{Mean: mean, Low: max(0, mean-half), High: mean + half, Moves: len(lost)}
}
