// Package search implements game-tree search: minimax, alpha-beta, NegaScout and MTD(f), with iterative
// deepening and a transposition table, and an exact solver for endings.
//
// All algorithms compute the same function. They differ only in the number of positions they visit. The
// value of a board at a depth of d plies, in discs for the side to move, is
//
//	Score()                    when neither side has a move
//	-value(b.Pass(), d)        when only the opponent has one
//	Eval(b)                    when d = 0
//	max -value(b.Play(s), d-1) over the moves s otherwise
//
// A forced pass costs no depth, because games do not record passes: d counts only chosen moves. The evaluator
// is therefore called only for boards on which the side to move has a move.
//
//	s := search.New(evaluator, search.Options{Depth: 6, Exact: 12})
//	for info := range s.Search(ctx, board) {
//		fmt.Println(info.Depth, info.Score, info.PV)
//	}
//
// [Local] looks only at the boards after its own moves.
//
// The package reads no clock: a time limit is a context that ends. It keeps nothing from one search to the
// next, so the same board and options always produce the same result and node count.
package search
