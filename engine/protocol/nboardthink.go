package protocol

import (
	"context"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
)

// hint evaluates the best n moves. If n is 1, it reports every finished depth.
func (s *nboardSession) hint(ctx context.Context, rest string) {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 1 {
		n = 1
	}
	s.say("status %s is thinking", s.Name)
	s.in.while(ctx, stopsHint, func(ctx context.Context) { s.advise(ctx, n) })
	s.say("status %s is waiting", s.Name)
}

func stopsHint(line string) bool { return strings.TrimSpace(line) != "" }

// advise reports the best moves.
func (s *nboardSession) advise(ctx context.Context, n int) {
	p, pending := s.position()
	thinker, ok := s.agent.(Thinker)
	switch {
	case p.Board.Over():
	case pending:
		s.say("search PA 0 0 0 the only move")
	case !ok || p.Board.Moves().Len() == 1:
		s.adviseMove(ctx, p)
	case n == 1:
		s.adviseLine(ctx, thinker, p)
	default:
		list := rank(ctx, thinker, p.Board)
		for _, info := range list[:min(n, len(list))] {
			s.search(info)
		}
		if len(list) == 0 {
			s.adviseMove(ctx, p)
		}
	}
}

// adviseLine searches the position and reports every finished depth.
func (s *nboardSession) adviseLine(ctx context.Context, t Thinker, p engine.Position) {
	said := false
	for info := range t.Think(ctx, p.Board) {
		s.search(info)
		s.say("nodestats %d 0", info.Nodes)
		said = true
	}
	if !said {
		s.adviseMove(ctx, p)
	}
}

// adviseMove reports the agent's move without a value.
func (s *nboardSession) adviseMove(ctx context.Context, p engine.Position) {
	engine.Follow(s.agent, &s.game)
	m, err := s.agent.Choose(ctx, p.Board)
	if err != nil {
		s.complain(err)
		return
	}
	s.say("search %s 0 0 0 without a value", strings.ToUpper(m.String()))
}

// search writes one line about the search: line, value for the side to move, 0, depth.
func (s *nboardSession) search(info engine.Info) {
	pv := strings.ToUpper(string(engine.AppendTranscript(nil, info.PV)))
	s.say("search %s %.2f 0 %d", pv, info.Score, info.Depth)
}

// analyze evaluates every position of the game for the side to move, beginning with the last position. Passes
// count as moves.
func (s *nboardSession) analyze(ctx context.Context, _ string) {
	thinker, ok := s.agent.(Thinker)
	if !ok {
		s.say("status %s: error: this agent has no evaluation", s.Name)
		return
	}
	s.say("status %s is analyzing", s.Name)
	boards := boardsOf(s.game)
	s.in.while(ctx, stopsHint, func(ctx context.Context) {
		for i := len(boards) - 1; i >= 0; i-- {
			info, ok := after(ctx, thinker, boards[i])
			if !ok || ctx.Err() != nil {
				return
			}
			s.say("analysis %d %.2f", i, 0-info.Score) // the score of after is for the side that moved before
		}
	})
	s.say("status %s is waiting", s.Name)
}

// boardsOf returns all boards of a game, including those on which a side has to pass, from the view of the
// side to move.
func boardsOf(g engine.Game) []engine.Board {
	var list []engine.Board
	b := g.Start.Board
	for ply := range g.Plies() {
		list = append(list, b)
		if ply.Passed {
			list = append(list, b.Pass())
		}
		b = ply.Position.Board.Play(ply.Move)
	}
	return append(list, b)
}
