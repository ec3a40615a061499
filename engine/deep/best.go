package deep

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/engine"
)

// toFront moves the first move of the best line to the front and keeps the order of the others.
func (w *worker) toFront(list []move) {
	slices.SortFunc(list, func(a, b move) int { return int(b.Key - a.Key) })
	at := slices.IndexFunc(list, func(m move) bool { return m.Square == w.lines[0].moves[0] })
	m := list[at]
	copy(list[1:at+1], list[:at])
	list[0] = m
}

func (l *line) squares() []engine.Square {
	squares := make([]engine.Square, l.len)
	for i, s := range l.moves[:l.len] {
		squares[i] = engine.Square(s)
	}
	return squares
}

// aspire returns the value of the best move of the list. It starts with a window around the guess and moves
// the window until it contains the value. If the search is stopped after the best move has changed, it
// returns a lower bound.
func (w *worker) aspire(n *node, list []move, guess int) int {
	for i := range list {
		list[i].Key = int32(-i)
	}
	toEnd := n.depth >= n.empties()
	if toEnd && w.search.engine.opt.Result {
		score, _ := w.openMoves(n, list, -1, 1)
		return cmp.Compare(score, 0)
	}
	reach := 3
	switch {
	case n.depth < 4:
		reach = 2 * infinite
	case toEnd:
		guess, reach = guess&^1, 1 // results are even: this window contains one
	}
	low, high := guess-reach, guess+reach
	for misses := 0; ; misses++ {
		if misses == 8 { // selective searches with different windows can contradict each other
			low, high = -infinite, infinite
		}
		score, _ := w.openMoves(n, list, max(low, -infinite), min(high, infinite))
		switch {
		case w.stopped:
			return max(low, score)
		case score <= low && low > -64:
			low, high = score-reach, score+1
		case score >= high && high < 64:
			low, high = score-1, score+reach
		default:
			return score
		}
	}
}
