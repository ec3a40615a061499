package explore

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Page is a part of a list of games.
type Page struct {
	Count int   // number of games in the whole list
	Hits  []Hit // games of the page
}

// A Hit is a game that was found. It shares its moves with the index.
type Hit struct {
	dataset.Game
	Ply int // number of moves before the searched position; 0 without a position
}

// An Order is an order of games.
type Order string

// The orders.
const (
	First     Order = "first"     // lowest ids first
	Newest    Order = "newest"    // newest years first
	Strongest Order = "strongest" // highest mean rating of the players first, unrated players last
)

// comparing returns a function that compares rows. The first call for Strongest computes the ratings.
func (x *Index) comparing(order Order) func(a, b int) int {
	switch order {
	case Newest:
		return func(a, b int) int { return cmp.Compare(x.rows[b].year, x.rows[a].year) }
	case Strongest:
		ratings := x.ratings() // NaN, which means unknown, is less than all others
		return func(a, b int) int { return cmp.Compare(ratings[b], ratings[a]) }
	}
	return func(a, b int) int { return cmp.Compare(x.rows[a].id, x.rows[b].id) }
}

// Reaching returns up to most games, starting at index first, that a filter accepts and that reach a position
// with its side to move. They may reach it in any order of moves and in any symmetric image.
//
// Games that are equal in the order are sorted by year, newest first, and within a year by id, highest first.
// The error is that of an index file that cannot be read.
func (x *Index) Reaching(p engine.Position, f Filter, order Order, first, most int) (Page, error) {
	list, err := x.reach(p)
	if err != nil {
		return Page{}, err
	}
	if order != Newest {
		compare := x.comparing(order)
		list = slices.Clone(list)
		slices.SortStableFunc(list, func(a, b posting) int { return compare(a.row(), b.row()) })
	}
	var page Page
	chosen := x.choose(f)
	for _, r := range list {
		if chosen != nil && !chosen.has(r.row()) {
			continue
		}
		if page.Count >= first && len(page.Hits) < most {
			g := x.game(r.row())
			page.Hits = append(page.Hits, Hit{g, g.Start.Board.Empty().Len() - p.Board.Empty().Len()})
		}
		page.Count++
	}
	return page, nil
}

// manyGames is the number of games from which the list of a position is cached.
const manyGames = 64

// reach returns the games that reach a position, sorted by row, with their next moves on the canonical board.
func (x *Index) reach(p engine.Position) (list []posting, err error) {
	key, _ := keyOf(p)
	list, ok := x.reached.Get(key)
	if ok {
		return list, nil
	}
	if x.positions == nil {
		list = x.scan(p, key)
		x.reached.Add(key, list)
		return list, nil
	}
	d, n, err := x.positions.find(key)
	list = make([]posting, n)
	for i := range list {
		list[i] = d.next()
	}
	if n >= manyGames {
		x.reached.Add(key, list)
	}
	return list, err
}

// scan is reach by scanning all games.
func (x *Index) scan(p engine.Position, key uint64) (list []posting) {
	find := func(_ context.Context, part int) (list []posting, _ error) {
		for row := part * batchGames; row < min(len(x.rows), (part+1)*batchGames); row++ {
			g := x.game(row)
			n := g.Start.Board.Empty().Len() - p.Board.Empty().Len()
			visit(&g, func(ply int, at engine.Position, next engine.Square) bool {
				if ply == n && at.Color == p.Color {
					if e := byPosition(ply, at, next); e.key == key {
						list = append(list, postingOf(row, e.mark))
					}
				}
				return ply < n
			})
		}
		return list, nil
	}
	parts := parallel.Numbers(0, (len(x.rows)+batchGames-1)/batchGames)
	for found := range parallel.Map(context.Background(), x.workers, 2*x.workers, parts, find) {
		list = append(list, found...)
	}
	return list
}

// List returns up to most games that a filter accepts, starting at index first. The newest year comes first,
// and within a year the highest id.
func (x *Index) List(f Filter, first, most int) (page Page) {
	for i := range x.chosen(f) {
		if page.Count >= first && len(page.Hits) < most {
			page.Hits = append(page.Hits, Hit{Game: x.game(i)})
		}
		page.Count++
	}
	return page
}

// All yields the games that a filter accepts, in the order of [Index.List], for statistics. It yields no
// errors. The games share their moves with the index.
func (x *Index) All(f Filter) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for i := range x.chosen(f) {
			if !yield(x.game(i), nil) {
				return
			}
		}
	}
}

// chosen yields the rows that a filter accepts.
func (x *Index) chosen(f Filter) iter.Seq[int] {
	return func(yield func(int) bool) {
		c := x.choose(f)
		for i := range x.rows {
			if (c == nil || c.has(i)) && !yield(i) {
				return
			}
		}
	}
}
