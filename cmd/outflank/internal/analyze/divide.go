package analyze

import (
	"context"
	"fmt"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// divideResult is what perft --divide reports; the JSON fields are stable.
type divideResult struct {
	perftResult
	Moves []divideMove `json:"moves"` // in the order of their squares
}

type divideMove struct {
	Move  string `json:"move"` // -- is a forced pass
	Count uint64 `json:"count"`
}

// divide prints how many leaves at a depth of 1 or more lie behind each move.
func divide(ctx context.Context, a *cli.App, b engine.Board, depth int, o *perftOptions) error {
	r := divideResult{perftResult: perftResult{Depth: depth, Shape: o.shape, Kernel: o.count.kernel,
		Bulk: o.count.bulk}, Moves: []divideMove{}}
	begin := time.Now()
	for name, next := range successors(b) {
		row, err := o.count.leaves(ctx, next, depth-1)
		if err != nil {
			return err
		}
		r.Moves = append(r.Moves, divideMove{name, row.Count})
		r.Count += row.Count
	}
	if b.Over() {
		r.Count = 1
	}
	r.Seconds = max(time.Since(begin).Seconds(), 1e-9)
	r.Speed = float64(r.Count) / r.Seconds
	return a.Report(o.asJSON, r, func() {
		fmt.Fprintf(a.Out, "kernel %s, depth %d\n%5s %20s\n", r.Kernel, depth, "move", "leaves")
		for _, m := range r.Moves {
			fmt.Fprintf(a.Out, "%5s %20s\n", m.Move, text.Number(int(m.Count)))
		}
		fmt.Fprintf(a.Out, "%5s %20s  in %.3f s, %s leaves/s\n", "all", text.Number(int(r.Count)), r.Seconds,
			text.Number(int(r.Speed)))
	})
}

// successors yields the boards after the moves, or after the pass that is forced.
func successors(b engine.Board) func(yield func(string, engine.Board) bool) {
	return func(yield func(string, engine.Board) bool) {
		legal := b.Moves()
		if legal == 0 && !b.Over() {
			yield(engine.None.String(), b.Pass())
		}
		for s := range legal.All() {
			if !yield(s.String(), b.Play(s)) {
				return
			}
		}
	}
}
