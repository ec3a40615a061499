package play

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/board"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// The searches behind hint and values: an answer within about a second, and the
// same one every time, so they count nodes and read no clock.
var (
	hintSearch  = search.Options{Depth: 10, Exact: 14, Nodes: 400_000, TableBytes: 16 << 20}
	valueSearch = search.Options{Depth: 5, Exact: 10, Nodes: 100_000, TableBytes: 4 << 20}

	hintEngine  = deep.Options{Depth: 16, Exact: 18, Nodes: 2_000_000, Last: deep.Exact, TableBytes: 32 << 20}
	valueEngine = deep.Options{Depth: 8, Exact: 12, Nodes: 2_000_000, Last: deep.Exact, TableBytes: 16 << 20, Lines: 60}
)

// engineWith returns the full engine with the shipped evaluator.
func engineWith(opt deep.Options) *deep.Engine {
	opt.Evaluator, _ = agents.DeepEvaluator(nil) // it fails for models of files only
	return deep.New(opt)
}

// hint describes the best move that an agent, or with "" a search, finds. It returns
// "" when ctx ends before there is one.
func hint(ctx context.Context, p engine.Position, spec string) (string, error) {
	if spec == "" {
		return hintOf(p, adviser(p.Board.Shape).Search(ctx, p.Board)), nil
	}
	player, err := agents.ParseOn(spec, p.Board.Shape)
	if err != nil {
		return "", err
	}
	agent := player.New(rand.New(rand.NewPCG(1, uint64(p.Board.Mine))))
	defer agents.Close(agent)
	chosen := choose(ctx, agent, p)
	if chosen.err != nil {
		return "", chosen.err
	}
	text := fmt.Sprintf("%s plays %v", spec, chosen.move)
	if chosen.thought != "" {
		text += " and expects " + chosen.thought
	}
	return text, nil
}

// adviser returns the search that gives hints on boards of a shape.
func adviser(sh engine.Shape) analysis.Searcher {
	if sh == engine.Full {
		return &agents.FullEngine{Engine: engineWith(hintEngine)}
	}
	return search.New(qlearn.DiscEvaluator(eval.Default()), hintSearch)
}

func hintOf(p engine.Position, infos iter.Seq[engine.Info]) string {
	var best engine.Info
	for info := range infos {
		best = info
	}
	if best.PV == nil {
		return ""
	}
	if best.Exact {
		return fmt.Sprintf("%v is best: %+.0f for %v with best play (%s)",
			best.Move(), best.Score, p.Color, joinSquares(best.PV))
	}
	return fmt.Sprintf("%v is best: %s for %v, looking %d moves ahead (%s)",
		best.Move(), board.ValueText(best.Score), p.Color, best.Depth, joinSquares(best.PV))
}

// moveValues returns what each legal move is worth to the side to move, in discs, and
// how many moves the search has looked ahead.
func moveValues(ctx context.Context, p engine.Position) (values map[engine.Square]float64, depth int) {
	values = map[engine.Square]float64{}
	if p.Board.Shape == engine.Full {
		for info := range engineWith(valueEngine).Search(ctx, p.Board) {
			for _, l := range info.Lines {
				values[l.PV[0]] = l.Score + 0 // no -0
			}
			depth = info.Depth
		}
		return values, depth
	}
	s := search.New(qlearn.DiscEvaluator(eval.Default()), valueSearch)
	for move := range p.Board.Moves().All() {
		for info := range s.Search(ctx, p.Board.Play(move)) {
			values[move] = -info.Score + 0
		}
	}
	return values, valueSearch.Depth + 1
}

// A choice is what an agent plays, and what it expects to come of it.
type choice struct {
	move    engine.Square
	thought string // "" = it does not say
	err     error
}

// choose asks an agent for a move. One that searches is asked for its search, of which
// the last step is the move it would choose.
func choose(ctx context.Context, agent engine.Agent, p engine.Position) choice {
	s, limit := searching(agent)
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

// searching returns the search that an agent is, with its time limit; nil if it is
// none, or more than that.
func searching(agent engine.Agent) (s analysis.Searcher, limit time.Duration) {
	if l, ok := agent.(*agents.Limited); ok && l.Exact == 0 {
		agent, limit = l.Agent, l.Time
	}
	switch agent := agent.(type) {
	case *search.Searcher:
		return agent, limit
	case *agents.FullEngine:
		return agent, limit
	}
	return nil, 0
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

// TestMoveValues: where the search sees the end, the values are the results.
func TestMoveValues(t *testing.T) {
	shape, _ := engine.SquareShape(4)
	start, _ := shape.Start()
	p, err := engine.Game{Start: start, Moves: []engine.Square{engine.At(1, 0)}}.End()
	if err != nil {
		t.Fatal(err)
	}
	values, _ := moveValues(context.Background(), p)
	best := -64.0
	for _, v := range values {
		best = max(best, v)
	}
	// White wins 4×4 by 10 (11 to 3 and two empty squares) whatever black begins with.
	if len(values) != p.Board.Moves().Len() || best != 10 {
		t.Errorf("values %v: want the best to be 10", values)
	}
}
