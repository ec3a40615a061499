package explore

import (
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// A question is what answers are kept by.
type question struct {
	key      uint64
	filter   string
	examples int
}

// Explore tells what was played after a game, in those games of the index that a filter takes, with a
// number of example games of each move: what a [stats.Explorer] tells that is given these games. It
// fails with an [*engine.IllegalMoveError].
func (x *Index) Explore(after engine.Game, f Filter, examples int) (stats.ExplorerResult, error) {
	p, err := after.End()
	if err != nil {
		return stats.ExplorerResult{}, err
	}
	key, _ := keyOf(p)
	q := question{key, f.text(), examples}
	found, ok := x.answers.Get(q)
	if !ok {
		e, err := stats.NewExplorer(after, examples)
		if err != nil {
			return stats.ExplorerResult{}, err
		}
		x.count(e, key, x.choose(f))
		found = e.Explored()
		x.answers.Add(q, found)
	}
	return found.After(after)
}

// count tells the explorer of a position which of the chosen games reach it.
func (x *Index) count(e *stats.Explorer, key uint64, c *choice) {
	for _, r := range x.find(key) {
		if c != nil && !c.has(r.row()) {
			continue
		}
		g := x.game(r.row())
		if m := r.move(); m == ended {
			e.AddEnd(&g)
		} else {
			e.AddMove(&g, engine.Square(m))
		}
	}
}
