package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval"
)

// The searches behind hint and values: an answer within about a second, and the
// same one every time, so they count nodes and read no clock.
var (
	hintSearch  = search.Options{Depth: 10, Exact: 14, Nodes: 400_000, TableBytes: 16 << 20}
	valueSearch = search.Options{Depth: 5, Exact: 10, Nodes: 100_000, TableBytes: 4 << 20}
)

// hint describes the best move that a search finds. It returns "" when ctx ends
// before there is one.
func hint(ctx context.Context, p engine.Position) string {
	var best search.Info
	for info := range search.New(discs(eval.Default()), hintSearch).Search(ctx, p.Board) {
		best = info
	}
	if best.Move() == engine.None {
		return ""
	}
	if best.Exact {
		return fmt.Sprintf("%v is best: %+.0f for %v with best play (%s)",
			best.Move(), best.Score, p.Color, joinSquares(best.PV))
	}
	return fmt.Sprintf("%v is best: %s for %v, looking %d moves ahead (%s)",
		best.Move(), valueText(best.Score), p.Color, best.Depth, joinSquares(best.PV))
}

// moveValues returns what each legal move is worth to the side to move, in discs.
func moveValues(ctx context.Context, p engine.Position) map[engine.Square]float64 {
	s := search.New(discs(eval.Default()), valueSearch)
	values := map[engine.Square]float64{}
	for move := range p.Board.Moves().All() {
		for info := range s.Search(ctx, p.Board.Play(move)) {
			values[move] = -info.Score + 0 // no -0
		}
	}
	return values
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
