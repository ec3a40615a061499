package play

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

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
		s, _ := agents.SearchOf(engineWith(hintEngine))
		return s
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

// moveValues returns the value of each legal move for the side to move, in discs, and
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
