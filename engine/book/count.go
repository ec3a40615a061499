package book

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"github.com/outflank/outflank/engine"
)

// Count returns a book of the positions that at least s.MinGames games reach within their first s.Plies
// moves. It has no leaves yet, see [Build]. Games from starts other than the ordinary one and moves after an
// illegal move do not count. A game cannot reach a position twice. Count stops at the first error of games,
// or returns a misuse error for invalid settings.
func Count(games iter.Seq2[engine.Game, error], s Settings) (*Draft, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	var kept [][]engine.Square
	reached := map[engine.Board]int32{}
	for g, err := range games {
		if err != nil {
			return nil, err
		}
		if g.Start != engine.StandardStart() {
			continue
		}
		moves := slices.Clone(g.Moves[:min(s.Plies, len(g.Moves))])
		kept = append(kept, moves)
		for b := range choices(moves) {
			reached[b]++
		}
	}
	maps.DeleteFunc(reached, func(_ engine.Board, n int32) bool { return int(n) < s.MinGames })
	at := map[engine.Board]*node{}
	for b, n := range reached {
		at[b] = newNode(b)
		at[b].games = int(n)
	}
	for _, moves := range kept {
		for b, move := range choices(moves) {
			if n := at[b]; n != nil && move != engine.None {
				n.count(move)
			}
		}
	}
	return newDraft(s, slices.Collect(maps.Values(at))), nil
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
