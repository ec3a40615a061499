package reports

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/qlearn/study"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// sameMoves is a work: on how many boards with a choice players move as a model of them does,
// by depth.
type sameMoves struct {
	model            string   // spec with %d for the depth
	players          []player // with such specs
	depths           []int
	plies            []int // boards after this number of random plies, in turn
	positions, least int
}

// A player is an agent with the name that rows give it.
type player struct{ name, spec string }

func (s sameMoves) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	boards, err := r.Boards(s.plies, r.Scaled(s.positions, s.least))
	if err != nil {
		return out, err
	}
	var list []study.Step[bool]
	for _, p := range s.players {
		for _, depth := range s.depths {
			agents, err := s.agents(r.Host, p, depth)
			if err != nil {
				return out, err
			}
			for i, b := range boards {
				if b.Moves().Len() > 1 {
					list = append(list, sameMove(agents, i, b))
				}
			}
		}
	}
	same, err := study.Steps(ctx, r, "choosing", "moves", r.Workers, list)
	if err != nil {
		return out, err
	}
	n := len(same) / len(s.players) / len(s.depths)
	for _, p := range s.players {
		for _, depth := range s.depths {
			out.Rows = append(out.Rows, study.CountRow(s.label(p.name, depth), same[:n]))
			same = same[n:]
		}
	}
	out.Plots = []study.Plot{study.RowPlot("same", out.Rows)}
	return out, nil
}

func (s sameMoves) label(name string, depth int) string {
	return fmt.Sprintf("%s, depth %d", name, depth)
}

// agents are the model and the player.
func (s sameMoves) agents(host study.Host, p player, depth int) (two [2]arena.Player, err error) {
	for i, spec := range [2]string{s.model, p.spec} {
		if two[i], err = host.Player(fmt.Sprintf(spec, depth)); err != nil {
			return two, err
		}
	}
	return two, nil
}

// sameMove asks both for a move.
func sameMove(agents [2]arena.Player, i int, b engine.Board) study.Step[bool] {
	return study.Step[bool]{Key: fmt.Sprintf("%s | %s | board %d", agents[1].Name, agents[0].Name, i), Do: func(ctx context.Context) (bool, error) {
		var moves [2]engine.Square
		for k, agent := range agents {
			var err error
			if moves[k], err = moveOf(ctx, agent, b, 0); err != nil {
				return false, err
			}
		}
		return moves[0] == moves[1], nil
	}}
}

// every names the rows of a player, all of which are to be exactly 1.
func (s sameMoves) every(name string) study.Test {
	var tests []study.Test
	for _, depth := range s.depths {
		tests = append(tests, study.Equal(s.label(name, depth), 1, 0.01))
	}
	return study.Both(tests...)
}

// moveOf asks a fresh agent for a move.
func moveOf(ctx context.Context, p arena.Player, b engine.Board, seed uint64) (engine.Square, error) {
	return p.New(rand.New(rand.NewPCG(seed, 0))).Choose(ctx, b)
}
