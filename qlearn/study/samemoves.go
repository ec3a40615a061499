package study

import (
	"context"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine"
)

// sameMoves is the work that counts, by depth, on how many boards with a choice of moves players choose the
// model's move.
type sameMoves struct {
	model            string   // spec with %d for the depth
	players          []player // their specs have the same form
	depths           []int
	plies            []int // numbers of random plies before the boards, used in turn
	positions, least int
	last             bool // the model plays the last, not the first, of equal moves
}

// A player is an agent with its name in rows.
type player struct{ name, spec string }

func (s sameMoves) Run(ctx context.Context, r *execution) (out outcome, err error) {
	boards, err := r.Boards(s.plies, r.Scaled(s.positions, s.least))
	if err != nil {
		return out, err
	}
	boards = slices.DeleteFunc(boards, func(b engine.Board) bool { return b.Moves().Len() < 2 })
	models := make([][]engine.Square, len(s.depths))
	for i, depth := range s.depths {
		model := fmt.Sprintf(s.model, depth)
		if s.last {
			model = r.lastOfEquals(depth, exactValues)
		}
		if models[i], err = r.Choices(ctx, model, boards); err != nil {
			return out, err
		}
	}
	for _, p := range s.players {
		for i, depth := range s.depths {
			moves, err := r.Choices(ctx, fmt.Sprintf(p.spec, depth), boards)
			if err != nil {
				return out, err
			}
			same := make([]bool, len(moves))
			for k, m := range moves {
				same[k] = m == models[i][k]
			}
			out.Rows = append(out.Rows, countRow(s.label(p.name, depth), same))
		}
	}
	out.Plots = []namedPlot{rowPlot("same", "Positions in which both choose the same move", out.Rows)}
	return out, nil
}

func (s sameMoves) label(name string, depth int) string {
	return fmt.Sprintf("%s, depth %d", name, depth)
}

// every tests that all rows of a player differ from 1 by at most 0.01.
func (s sameMoves) every(name string) Test {
	var tests []Test
	for _, depth := range s.depths {
		tests = append(tests, equal(s.label(name, depth), 1, 0.01))
	}
	return both(tests...)
}
