package study

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
)

// convergence is the work that counts how often players choose a best move in endings, as a function of a
// parameter. A move is best if it preserves the result of best play: win, draw or loss. Monte Carlo counts
// nothing else. Endings in which all moves are best are left out.
type convergence struct {
	players          []player // their specs contain %d for the parameter
	x                string   // name of the parameter
	at               []int
	plies            int // random plies before the ending
	positions, least int
}

func (c convergence) Run(ctx context.Context, r *execution) (out outcome, err error) {
	endings, err := c.endings(ctx, r, r.Scaled(c.positions, c.least))
	if err != nil {
		return out, err
	}
	boards := make([]engine.Board, len(endings))
	for i, e := range endings {
		boards[i] = e.board
	}
	lines := chart.Lines{X: "logarithm of the " + c.x + ", base 10", Y: "share of best moves",
		Marks: []float64{1}}
	for _, p := range c.players {
		s := chart.Series{Name: p.name}
		for _, x := range c.at {
			moves, err := r.Choices(ctx, fmt.Sprintf(p.spec, x), boards)
			if err != nil {
				return out, err
			}
			best := make([]bool, len(moves))
			for i, m := range moves {
				best[i] = endings[i].best.Has(m)
			}
			row := countRow(c.label(p.name, x), best)
			out.Rows = append(out.Rows, row)
			addPoint(&s, math.Log10(float64(x)), row)
		}
		lines.Series = append(lines.Series, s)
	}
	out.Plots = []namedPlot{{Name: "best", Chart: lines}}
	return out, nil
}

func (c convergence) label(name string, x int) string { return fmt.Sprintf("%s, %d %s", name, x, c.x) }

// labels returns the labels of a player's rows.
func (c convergence) labels(name string) (list []string) {
	for _, x := range c.at {
		list = append(list, c.label(name, x))
	}
	return list
}

// An ending is a board with its best moves.
type ending struct {
	board engine.Board
	best  engine.Set
}

// endings returns n endings of random games in which some move is not best.
func (c convergence) endings(ctx context.Context, r *execution, n int) (list []ending, err error) {
	boards, err := r.Boards([]int{c.plies}, 8*n)
	solver := search.New(nil, search.Options{Exact: 64})
	for _, b := range boards {
		if len(list) == n {
			break
		}
		if best := bestMoves(ctx, solver, b); best != b.Moves() {
			list = append(list, ending{b, best})
		}
	}
	if err = cmp.Or(err, ctx.Err()); err == nil && len(list) < n {
		err = fmt.Errorf("%d endings of %d boards have a wrong move, want %d", len(list), len(boards), n)
	}
	return list, err
}

// bestMoves returns the moves that preserve the result of best play.
func bestMoves(ctx context.Context, solver *search.Searcher, b engine.Board) (best engine.Set) {
	most := -2
	for m := range b.Moves().All() {
		var value engine.Info
		for value = range solver.SearchMove(ctx, b, m) {
		}
		switch result := cmp.Compare(value.Score, 0); {
		case result > most:
			best, most = m.Set(), result
		case result == most:
			best |= m.Set()
		}
	}
	return best
}
