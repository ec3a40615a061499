package book

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Learning holds the settings of [Learn].
type Learning struct {
	Searcher
	Positions int // number to add, 1 or more
	Batch     int // number of leaves expanded together, 1 to 4096; independent of Workers
	// Price is the cost of a ply, in tenths of a disc, 0 or more. A loss of one disc costs as much as 10/Price
	// plies.
	Price int
	// Margin limits the expansion to leaves with an open result: a side leads by at most this number of discs;
	// 64 = all leaves.
	Margin int
}

// DefaultLearning holds settings for a book that follows common play.
var DefaultLearning = Learning{Positions: 1000, Batch: 16, Price: 5, Margin: 10}

func (l *Learning) check() error {
	switch {
	case l.Positions < 1:
		return fault.Setting("positions", l.Positions, "want 1 or more")
	case l.Batch < 1 || l.Batch > 4096:
		return fault.Setting("batch", l.Batch, "want 1 to 4096")
	case l.Price < 0 || l.Price > 1000:
		return fault.Setting("price", l.Price, "want 0 to 1000")
	case l.Margin < 0 || l.Margin > 64:
		return fault.Setting("margin", l.Margin, "want 0 to 64")
	}
	return nil
}

// Learn expands the cheapest leaves of a book in batches, and yields the number of added positions after each
// batch. The book is consistent after each batch, even if Learn ends with an error: invalid settings
// (misuse), or an error of ctx or of a search. Learn ends early if no leaf is open. If it is interrupted and
// called again, the result is the same as without the interruption.
func Learn(ctx context.Context, d *Draft, l Learning) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		if err := l.check(); err != nil {
			yield(0, err)
			return
		}
		for done := 0; done < l.Positions; {
			batch := d.cheapest(l, min(l.Batch, l.Positions-done))
			if len(batch) == 0 {
				return
			}
			if err := d.expand(ctx, &l.Searcher, batch); err != nil {
				yield(done, err)
				return
			}
			if done += len(batch); !yield(done, nil) {
				return
			}
		}
	}
}

// expand adds positions. It searches leaves for them and new leaves for positions whose old leaf has entered
// the book. Then it changes the book in one step.
func (d *Draft) expand(ctx context.Context, r *Searcher, boards []engine.Board) error {
	added := map[engine.Board]bool{}
	var todo []*node
	for _, board := range boards {
		added[board] = true
		todo = append(todo, newNode(board))
	}
	fresh := slices.Clone(todo)
	for _, n := range d.nodes {
		if m, ok := n.leafMove(); ok && added[m.to] {
			todo = append(todo, n)
		}
	}
	list := make([]question, len(todo))
	for i, n := range todo {
		list[i] = questionOf(n, func(to engine.Board) bool { return added[to] || d.at[to] != nil })
	}
	leaves := make([]leaf, 0, len(todo))
	for leaf, err := range r.leaves(ctx, d.Settings, list) {
		if err != nil {
			return err
		}
		leaves = append(leaves, leaf)
	}
	for i, n := range todo {
		n.leaf = leaves[i]
	}
	d.Settings.Learned += len(fresh)
	d.add(fresh)
	return nil
}

// leafMove returns the move of the leaf.
func (n *node) leafMove() (edge, bool) {
	i := slices.IndexFunc(n.moves, func(m edge) bool { return m.square == n.leaf.Square })
	if i < 0 {
		return edge{}, false
	}
	return n.moves[i], true
}

// cheapest returns the positions that open leaves lead to: the n with the lowest cost, or all if there are
// fewer. If no line in the book leads to a position, because games reached it in different ways, its cost is
// the price of its plies.
func (d *Draft) cheapest(l Learning, n int) []engine.Board {
	costs := make(map[engine.Board]int, len(d.nodes))
	for _, p := range d.nodes {
		costs[p.board] = math.MaxInt
	}
	type candidate struct {
		to   engine.Board
		cost int
	}
	leaves := map[engine.Board]int{}
	for _, p := range d.nodes { // fewer discs first, so all lines to p have been seen
		cost := costs[p.board]
		if cost == math.MaxInt {
			cost = l.Price * (60 - p.board.Empty().Len())
		}
		for _, m := range p.moves {
			if inside, value := d.inside(m); inside {
				costs[m.to] = min(costs[m.to], cost+10*(p.value-value)+l.Price)
			}
		}
		if m, ok := p.leafMove(); ok && m.sign != 0 && !p.leaf.Exact &&
			max(p.leaf.Score, -p.leaf.Score) <= l.Margin {
			cost += 10*(p.value-p.leaf.Score) + l.Price
			if old, ok := leaves[m.to]; !ok || cost < old {
				leaves[m.to] = cost
			}
		}
	}
	var list []candidate
	for to, cost := range leaves {
		list = append(list, candidate{to, cost})
	}
	slices.SortFunc(list, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(x.cost, y.cost), compareBoards(x.to, y.to))
	})
	var boards []engine.Board
	for _, c := range list[:min(n, len(list))] {
		boards = append(boards, c.to)
	}
	return boards
}
