package play

import (
	"context"
	"fmt"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/board"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/qlearn/agents"
)

// A choice is what an agent plays, and what it expects to come of it.
type choice struct {
	move    engine.Square
	thought string // "" = it does not say
	err     error
}

// choose asks an agent for a move. One that searches is asked for its search, of which
// the last step is the move it would choose.
func choose(ctx context.Context, agent engine.Agent, p engine.Position) choice {
	s, limit := agents.SearchOf(agent)
	if s == nil || p.Board.Moves().Len() == 1 {
		move, err := agent.Choose(ctx, p.Board)
		return choice{move: move, err: err}
	}
	limited, cancel := engine.Within(ctx, limit)
	defer cancel()
	var last engine.Info
	for info := range s.Search(limited, p.Board) {
		last = info
	}
	if last.PV == nil { // there was no time for a first step
		move, err := agent.Choose(limited, p.Board)
		return choice{move: move, err: err}
	}
	return choice{move: last.Move(), thought: thought(last)}
}

// thought words what a search expects: +2.3 (d6 c3 d3), 12 moves ahead.
func thought(i engine.Info) string {
	line := joinSquares(i.PV[:min(len(i.PV), 6)])
	if i.Exact {
		return fmt.Sprintf("%+.0f for sure (%s)", i.Score+0, line)
	}
	return fmt.Sprintf("%s (%s)", board.ValueText(i.Score+0), line)
}

func joinSquares(squares []engine.Square) string {
	var text strings.Builder
	for i, s := range squares {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(s.String())
	}
	return text.String()
}
