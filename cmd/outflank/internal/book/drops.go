package book

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A habit is a move that people play and that loses; the JSON fields are stable.
type habit struct {
	Moves string `json:"moves"` // that lead there
	Move  string `json:"move"`
	Best  string `json:"best"`
	Games int    `json:"games"` // that played the move
	Drop  int    `json:"drop"`  // what it loses in discs, at least
	Cost  int    `json:"cost"`  // games times drop
	Name  string `json:"name,omitempty"`
}

// habits returns the most costly moves in positions that the book reaches from a place, 0 = all.
func habits(b *book.Book, from engine.Game, top int) []habit {
	list := []habit{}
	seen := map[engine.Board]bool{}
	var walk func(g engine.Game, name string)
	walk = func(g engine.Game, name string) {
		at, err := g.End()
		if err != nil || seen[at.Board.Least()] {
			return
		}
		seen[at.Board.Least()] = true
		e, ok := b.Look(at.Board)
		if !ok {
			return
		}
		if n, ok := stats.NameOf(at); ok {
			name = n.Name
		}
		for _, m := range e.Moves {
			if cost := m.Games * m.Drop; cost > 0 {
				list = append(list, habit{g.String(), m.Square.String(), e.Moves[0].Square.String(), m.Games, m.Drop,
					cost, name})
			}
			if m.Inside {
				walk(engine.Game{Start: g.Start, Moves: append(slices.Clip(g.Moves), m.Square)}, name)
			}
		}
	}
	walk(from, "")
	slices.SortStableFunc(list, func(x, y habit) int { return cmp.Compare(y.Cost, x.Cost) })
	if top > 0 {
		list = list[:min(top, len(list))]
	}
	return list
}

// showDrops prints habits.
func showDrops(a *cli.App, list []habit) {
	t := a.Table()
	t.Left(5)
	t.Left(6)
	t.Row("games", "drop", "cost", "move", "best", "after", "")
	for _, h := range list {
		t.Row(text.Number(h.Games), fmt.Sprint(h.Drop), text.Number(h.Cost), h.Move, h.Best, h.Moves, h.Name)
	}
	t.Flush()
}
