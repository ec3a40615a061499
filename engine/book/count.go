package book

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/outflank/outflank/engine"
)

// Counts holds positions counted in games, for [Build].
type Counts struct {
	nodes []*node // by board
}

// Len returns the number of positions.
func (c Counts) Len() int { return len(c.nodes) }

// Count returns the positions that at least minGames games reach within their first plies moves. Games from
// starts other than the ordinary one and moves after an illegal move do not count. A game cannot reach a
// position twice. Count stops at the first error of games.
func Count(games iter.Seq2[engine.Game, error], plies, minGames int) (Counts, error) {
	var kept [][]engine.Square
	reached := map[engine.Board]int32{}
	for g, err := range games {
		if err != nil {
			return Counts{}, err
		}
		if g.Start != engine.StandardStart() {
			continue
		}
		moves := slices.Clone(g.Moves[:min(plies, len(g.Moves))])
		kept = append(kept, moves)
		for b := range choices(moves) {
			reached[b]++
		}
	}
	maps.DeleteFunc(reached, func(_ engine.Board, n int32) bool { return int(n) < minGames })
	at := map[engine.Board]*node{}
	for b, n := range reached {
		at[b] = newNode(b)
		at[b].games = int(n)
	}
	for _, moves := range kept {
		for b, s := range choices(moves) {
			if n := at[b]; n != nil && s != engine.None {
				n.count(s)
			}
		}
	}
	return Counts{slices.SortedFunc(maps.Values(at), func(x, y *node) int {
		return compareBoards(x.board, y.board)
	})}, nil
}

// count counts a game in which legal move s was played.
func (n *node) count(s engine.Square) {
	after := n.board.Play(s).Least()
	for _, m := range n.moves {
		if n.board.Play(m.square).Least() != after {
			continue
		}
		i, ok := slices.BinarySearchFunc(n.played, m.square, func(p played, s engine.Square) int {
			return cmp.Compare(p.square, s)
		})
		if !ok {
			n.played = slices.Insert(n.played, i, played{square: m.square})
		}
		n.played[i].games++
		return
	}
}

// choices yields the positions of a game with these moves as least boards, each with the chosen move. The
// position after the last move comes with None.
func choices(moves []engine.Square) iter.Seq2[engine.Board, engine.Square] {
	return func(yield func(engine.Board, engine.Square) bool) {
		b := engine.Standard()
		for i := 0; ; i++ {
			if b.Moves() == 0 {
				b = b.Pass()
			}
			legal := b.Moves()
			if legal == 0 {
				return
			}
			least, by := b.Canonical()
			if i == len(moves) || !legal.Has(moves[i]) {
				yield(least, engine.None)
				return
			}
			if !yield(least, b.Shape.Image(by, moves[i].Set()).First()) {
				return
			}
			b = b.Play(moves[i])
		}
	}
}
