package reports

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/outflank/outflank/qlearn/study"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
)

// convergence is a work: how often players choose a best move in endings, by one of their
// numbers. A move is best if it keeps the result of best play, win, draw or loss, which is all
// that Monte Carlo counts; endings in which all moves do are left out.
type convergence struct {
	players          []player // specs with %d for the number
	x                string   // what it is
	at               []int
	plies            int // random ones before the ending
	positions, least int
}

func (c convergence) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	endings, err := c.endings(r, r.Scaled(c.positions, c.least))
	if err != nil {
		return out, err
	}
	var list []study.Step[bool]
	for _, p := range c.players {
		for _, x := range c.at {
			agent, err := r.Host.Player(fmt.Sprintf(p.spec, x))
			if err != nil {
				return out, err
			}
			for i, e := range endings {
				list = append(list, study.Step[bool]{Key: fmt.Sprintf("%s | ending %d", agent.Name, i), Do: func(ctx context.Context) (bool, error) {
					move, err := moveOf(ctx, agent, e.board, uint64(i))
					return e.best.Has(move), err
				}})
			}
		}
	}
	best, err := study.Steps(ctx, r, "choosing", "moves", r.Workers, list)
	if err != nil {
		return out, err
	}
	lines := chart.Lines{X: "logarithm of the " + c.x + ", base 10", Y: "share of best moves", Marks: []float64{1}}
	for _, p := range c.players {
		s := chart.Series{Name: p.name}
		for _, x := range c.at {
			row := study.CountRow(c.label(p.name, x), best[:len(endings)])
			best = best[len(endings):]
			out.Rows = append(out.Rows, row)
			study.AddPoint(&s, math.Log10(float64(x)), row)
		}
		lines.Series = append(lines.Series, s)
	}
	out.Plots = []study.Plot{{Name: "best", Chart: lines}}
	return out, nil
}

func (c convergence) label(name string, x int) string { return fmt.Sprintf("%s, %d %s", name, x, c.x) }

// labels are the rows of a player.
func (c convergence) labels(name string) (list []string) {
	for _, x := range c.at {
		list = append(list, c.label(name, x))
	}
	return list
}

// An ending is a board and its best moves.
type ending struct {
	board engine.Board
	best  engine.Set
}

// endings returns n of random games in which not all moves are best.
func (c convergence) endings(r *study.Run, n int) (list []ending, err error) {
	boards, err := r.Boards([]int{c.plies}, 8*n)
	for _, b := range boards {
		if len(list) == n {
			break
		}
		if best := bestMoves(b); best != b.Moves() {
			list = append(list, ending{b, best})
		}
	}
	if err == nil && len(list) < n {
		err = fmt.Errorf("%d endings of %d boards have a wrong move, want %d", len(list), len(boards), n)
	}
	return list, err
}

// bestMoves returns the moves that keep the result of best play.
func bestMoves(b engine.Board) (best engine.Set) {
	most := -2
	for s := range b.Moves().All() {
		switch result := -resultOf(b.Play(s)); {
		case result > most:
			best, most = s.Set(), result
		case result == most:
			best |= s.Set()
		}
	}
	return best
}

// resultOf returns the result of best play for the side to move: 1 win, 0 draw, -1 loss.
func resultOf(b engine.Board) int {
	moves := b.Moves()
	switch {
	case moves == 0 && b.Pass().Moves() == 0:
		return cmp.Compare(b.Score(), 0)
	case moves == 0:
		return -resultOf(b.Pass())
	}
	best := -1
	for s := range moves.All() {
		if best = max(best, -resultOf(b.Play(s))); best == 1 {
			break
		}
	}
	return best
}
