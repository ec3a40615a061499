package deep

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
)

// root returns the node of a board.
func root(b engine.Board) node {
	mine, theirs := uint64(b.Mine), uint64(b.Theirs)
	return node{mine: mine, theirs: theirs, moves: kernel.Moves(mine, theirs)}
}

// A step is one search of the deepening: a depth and a confidence.
type step struct {
	depth int
	level Level
}

// steps returns the searches that lead up to the requested one. Each orders the moves for the next. They are
// selective searches of increasing depth, then searches to the end of the game with increasing confidence. A
// search that may be interrupted takes more and smaller steps, so its latest result is always recent.
func (o *Options) steps(empties int, limited bool) (steps []step) {
	depth := o.Depth
	if depth <= 0 || empties <= o.Exact {
		depth = empties
	}
	if depth < empties {
		for d := 1; d <= depth; d++ {
			steps = append(steps, step{d, o.Level})
		}
		return steps
	}
	d := 1
	for ; d <= rehearsal(empties); d++ {
		steps = append(steps, step{d, o.Level})
	}
	if limited {
		for d++; d <= empties-4; d += 2 {
			steps = append(steps, step{d, o.Level})
		}
	}
	if empties <= mobilityEmpties {
		return append(steps, step{empties, Exact}) // so close to the end, no selective search
	}
	for _, l := range surer(empties, limited) {
		if l >= o.Level && l < o.Last {
			steps = append(steps, step{empties, l})
		}
	}
	return append(steps, step{empties, o.Last})
}

// surer returns the levels of the selective searches to the end that precede the exact one. On FFO #46-49,
// solving takes a tenth less time with one search at Sure87 before the exact one than with one at Sure73, or
// with two or five searches.
func surer(empties int, limited bool) []Level {
	switch {
	case empties > 26 || limited:
		return []Level{Sure45, Sure50, Sure73, Sure87, Sure95, Sure99}
	case empties > mobilityEmpties+2:
		return []Level{Sure87}
	}
	return nil
}

// rehearsal returns the greatest depth of the searches that precede an unlimited search to the end.
func rehearsal(empties int) int {
	if empties <= mobilityEmpties {
		return 0
	}
	return max(1, empties-10)
}

// deepen searches the moves in among in steps and reports each step. If among is empty, it searches all
// moves.
func (w *worker) deepen(n node, among engine.Set, yield func(Info) bool) {
	if over(n.mine, n.theirs) {
		result := float64(w.result(kernel.Final(n.mine, n.theirs)))
		yield(Info{engine.Info{Score: result, Exact: true}, Exact})
		return
	}
	turned := n.moves == 0 // the side to move passes
	if turned {
		n = n.passed()
		n.ply = 0
	}
	list := w.rootMoves(&n)
	if among != 0 {
		list = slices.DeleteFunc(list, func(m move) bool { return !among.Has(engine.Square(m.Square)) })
	}
	guess := 0
	steps := w.search.engine.opt.steps(n.empties(), w.search.limited())
	if steps[len(steps)-1].depth == n.empties() && !w.search.limited() {
		w.search.valueDepth = solveValueDepth
	}
	for i, s := range steps {
		n.depth, n.level = s.depth, s.level
		w.prepare(&n)
		first := list[0].Square
		score := w.aspire(&n, list, guess)
		if w.stopped && (!w.search.engine.opt.Late || i == 0 || w.lines[0].moves[0] == first) {
			return
		}
		w.toFront(list)
		guess = score
		if turned {
			score = -score
		}
		found := engine.Info{
			Depth: s.depth, Score: float64(score), PV: w.lines[0].squares(), Nodes: w.tell(),
			Exact: s.depth == n.empties() && s.level == Exact && !w.stopped,
		}
		if !yield(Info{found, s.level}) || w.stopped || w.search.ctx.Err() != nil {
			return
		}
	}
}

// rootMoves returns the moves of the root in their initial order, and sets the evaluator's level 0 to the
// root.
func (w *worker) rootMoves(n *node) []move {
	w.eval.Reset(n.mine, n.theirs)
	list := kernel.Children(n.mine, n.theirs, n.moves, new([64]move))
	w.orderByValue(n, list, noMoves)
	slices.SortStableFunc(list, func(a, b move) int { return int(b.Key - a.Key) })
	return list
}

// result converts a score to the unit that the options ask for.
func (w *worker) result(score int) int {
	if w.search.engine.opt.Result {
		return cmp.Compare(score, 0)
	}
	return score
}
