package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// hint describes the best move that an agent finds; spec "" = the analyst. It returns "" if ctx is done
// before there is a move.
func hint(ctx context.Context, p engine.Position, spec string) (string, error) {
	an, agent, err := adviser(p.Board, spec)
	if err != nil {
		return "", err
	}
	defer agents.Close(agent)
	if an == nil {
		move, _, err := agents.Choose(ctx, agent, p.Board)
		return fmt.Sprintf("%s plays %v", spec, move), err
	}
	r := an.Best(ctx, p.Board)
	if r.Lines == nil {
		return "", nil
	}
	best := r.Lines[0]
	text := fmt.Sprintf("%v is best: %s for %v, %s (%s)", best.PV[0], score(r, best), p.Color, reach(r),
		joinSquares(best.PV))
	if spec != "" {
		text = spec + ": " + text
	}
	return text, nil
}

// rank returns the values of all legal moves, from the search of an agent; spec "" = the analyst. The ranking
// is empty if ctx is done too early.
func rank(ctx context.Context, p engine.Position, spec string) (analysis.Ranking, error) {
	an, agent, err := adviser(p.Board, spec)
	if err != nil {
		return analysis.Ranking{}, err
	}
	defer agents.Close(agent)
	if an == nil {
		return analysis.Ranking{}, fmt.Errorf("%s does not search, so it has no values for moves", spec)
	}
	return an.Best(ctx, p.Board), nil
}

// adviser returns an analyst that searches as the agent of the spec does; spec "" = the default analyst,
// without an agent. If the agent does not search, the analyst is nil, and the agent can only choose a move.
func adviser(b engine.Board, spec string) (*analysis.Analyst, engine.Agent, error) {
	if spec == "" {
		limits := agents.DefaultLimits
		limits.Threads = runtime.NumCPU()
		return agents.NewAnalyst(b.Shape, limits, nil), nil, nil
	}
	player, err := agents.ParseOn(spec, b.Shape)
	if err != nil {
		return nil, nil, err
	}
	agent := player.New(rand.New(rand.NewPCG(1, uint64(b.Mine))))
	an, _ := agents.AnalystOf(spec, agent)
	return an, agent, nil
}

// values returns the values of a ranking by move.
func values(r analysis.Ranking) map[engine.Square]float64 {
	list := map[engine.Square]float64{}
	for _, l := range r.Lines {
		list[l.PV[0]] = l.Score
	}
	return list
}

// rankText lists the values of all moves, the best first.
func rankText(p engine.Position, r analysis.Ranking) string {
	moves := make([]string, len(r.Lines))
	for i, l := range r.Lines {
		moves[i] = fmt.Sprintf("%v %s", l.PV[0], score(r, l))
	}
	return fmt.Sprintf("discs for %v, %s: %s", p.Color, reach(r), strings.Join(moves, ", "))
}

// bookText lists a book's values of the moves in a position. Of symmetric moves, it lists the lowest square.
// It returns "" if the position is not in the book or there is no book.
func bookText(p engine.Position, b *book.Book) (string, error) {
	e, _, err := b.Look(p.Board)
	var moves []string
	for _, m := range e.Moves {
		if !m.AtMost {
			moves = append(moves, fmt.Sprintf("%v %+d", m.Square, m.Value))
		}
	}
	if moves == nil {
		return "", err
	}
	return fmt.Sprintf("discs for %v, from the book: %s", p.Color, strings.Join(moves, ", ")), nil
}

// score formats the value of a move for the side to move.
func score(r analysis.Ranking, l analysis.Line) string {
	if r.Exact {
		return fmt.Sprintf("%+.0f", l.Score)
	}
	return board.ValueText(l.Score)
}

// reach describes the depth of a search.
func reach(r analysis.Ranking) string {
	if r.Exact {
		return "with best play"
	}
	return "looking " + text.Plural(r.Depth, "move") + " ahead"
}

// errNoValues is the error of an interrupted search without values.
var errNoValues = errors.New("interrupted before the first values")

// thought formats the score and the line that a search expects, such as "+2.3 (d6 c3 d3)"; "" = the agent has
// none.
func thought(i engine.Info) string {
	if i.PV == nil {
		return ""
	}
	line := joinSquares(i.PV[:min(len(i.PV), 6)])
	if i.Exact {
		return fmt.Sprintf("%+.0f exactly (%s)", i.Score+0, line)
	}
	return fmt.Sprintf("%s (%s)", board.ValueText(i.Score+0), line)
}

func joinSquares(squares []engine.Square) string { return strings.Trim(fmt.Sprint(squares), "[]") }
