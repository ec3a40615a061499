package explore

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// A Page is a part of a list of games.
type Page struct {
	Count int   // games of the whole list
	Hits  []Hit // those of the page
}

// A Hit is a game that was found. It shares its moves with the index.
type Hit struct {
	dataset.Game
	Ply int // moves before the position that was asked for, 0 if none was
}

// Reaching lists the games that go through the position after a game, by any order of moves and in any
// symmetric image, as far as a filter takes them: the newest year first, in a year the greatest id.
// It returns at most a number of them from one on, counted from 0. It fails with an
// [*engine.IllegalMoveError].
func (x *Index) Reaching(after engine.Game, f Filter, first, most int) (Page, error) {
	p, err := after.End()
	if err != nil {
		return Page{}, err
	}
	key, _ := keyOf(p)
	refs, c := x.find(key), x.choose(f)
	if c == nil {
		page := Page{Count: len(refs)}
		for _, r := range part(refs, first, most) {
			page.add(x.game(r.row()), p.Board)
		}
		return page, nil
	}
	page := Page{}
	for _, r := range refs {
		if !c.has(r.row()) {
			continue
		}
		if page.Count >= first && len(page.Hits) < most {
			page.add(x.game(r.row()), p.Board)
		}
		page.Count++
	}
	return page, nil
}

// Strongest is [Index.Reaching] in another order: the games whose players have the highest mean rating
// first, those without one last; of equal ones as there. The first call waits for [Index.Ratings].
func (x *Index) Strongest(after engine.Game, f Filter, first, most int) (Page, error) {
	p, err := after.End()
	if err != nil {
		return Page{}, err
	}
	key, _ := keyOf(p)
	c, ratings := x.choose(f), x.ratings()
	var rows []int
	for _, r := range x.find(key) {
		if c == nil || c.has(r.row()) {
			rows = append(rows, r.row())
		}
	}
	// unknown is less than all
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(ratings[b], ratings[a]) })
	page := Page{Count: len(rows)}
	for _, row := range part(rows, first, most) {
		page.add(x.game(row), p.Board)
	}
	return page, nil
}

// add adds a game that reaches a board.
func (page *Page) add(g dataset.Game, b engine.Board) {
	page.Hits = append(page.Hits, Hit{g, g.Start.Board.Empty().Len() - b.Empty().Len()})
}

// part returns at most a number of elements from one on.
func part[T any](list []T, first, most int) []T {
	list = list[min(first, len(list)):]
	return list[:min(most, len(list))]
}

// List lists the games that a filter takes, in the order of [Index.Reaching].
func (x *Index) List(f Filter, first, most int) Page {
	page := Page{Count: len(x.rows)}
	if c := x.choose(f); c != nil {
		page.Count = c.n
	}
	for g := range x.from(f, first, most) {
		page.Hits = append(page.Hits, Hit{Game: g})
	}
	return page
}

// All yields the games that a filter takes, in the order of [Index.Reaching] and without errors: it is
// what statistics count. They share their moves with the index.
func (x *Index) All(f Filter) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		for g := range x.from(f, 0, math.MaxInt) {
			if !yield(g, nil) {
				return
			}
		}
	}
}

// from yields at most a number of games from one on.
func (x *Index) from(f Filter, first, most int) iter.Seq[dataset.Game] {
	return func(yield func(dataset.Game) bool) {
		c := x.choose(f)
		if c == nil {
			for i := range part(x.rows, first, most) {
				if !yield(x.game(first + i)) {
					return
				}
			}
			return
		}
		for _, i := range c.all(first, most) {
			if !yield(x.game(i)) {
				return
			}
		}
	}
}
