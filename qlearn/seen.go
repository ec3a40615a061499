package qlearn

import "github.com/outflank/outflank/engine"

// Seen holds the moves that recorded games play from each board, up to symmetry, for [Config.Restricted]. It
// is safe for concurrent use.
type Seen struct {
	several map[engine.Board]engine.Set // by canonical board; boards with only one move are left out
}

// NewSeen returns the moves of the games or, if winners is true, only the moves of the winners, as in
// [Transcripts]. It ignores the rest of a game after an illegal move.
//
// It steps through all games together, disc by disc. Boards with different numbers of discs cannot be equal,
// so it stores only boards with one number of discs at a time. The 124,000 tournament games of the WTHOR
// database take 2 s. They contain 90,000 boards with several moves, which take 6 MB and make up 28 % of all
// turns.
func NewSeen(games []engine.Game, winners bool) *Seen {
	s := &Seen{several: map[engine.Board]engine.Set{}}
	var list []*replay
	most := 0
	for _, g := range games {
		r := newReplay(g, winners)
		list, most = append(list, r), max(most, r.Board.Empty().Len())
	}
	moves := map[engine.Board]engine.Set{}
	for empty := most; empty > 0; empty-- {
		for _, r := range list {
			if r.Board.Empty().Len() == empty {
				r.step(moves)
			}
		}
		s.keep(moves)
		clear(moves)
	}
	return s
}

// keep stores the boards from which several moves were played.
func (s *Seen) keep(moves map[engine.Board]engine.Set) {
	for b, set := range moves {
		if set.Len() > 1 {
			s.several[b] = set
		}
	}
}

// Moves returns the moves that the games play from the board, or none if there is only one.
func (s *Seen) Moves(b engine.Board) engine.Set {
	set, ok := s.several[b.Least()]
	if !ok {
		return 0
	}
	canonical, y := b.Canonical()
	return canonical.Shape.Image(y.Inverse(), set)
}

// among returns the moves of a turn that occur in recorded games, including the played one: bit i stands for
// move i.
func (s *Seen) among(b engine.Board, legal engine.Set, played int) (bits uint64) {
	set, i := s.Moves(b), 0
	for m := range legal.All() {
		if set.Has(m) || i == played {
			bits |= 1 << i
		}
		i++
	}
	return bits
}

// A replay is a game that NewSeen is stepping through.
type replay struct {
	engine.Position
	moves []engine.Square // remaining moves
	skip  [2]bool         // colours whose moves are ignored
}

func newReplay(g engine.Game, winners bool) *replay {
	p, _ := g.Start.Turn()
	r := &replay{p, g.Moves, [2]bool{}}
	if winners {
		r.skip, _ = losers(g)
	}
	return r
}

// step records the next move and plays it.
func (r *replay) step(into map[engine.Board]engine.Set) {
	if len(r.moves) == 0 || !r.Board.Moves().Has(r.moves[0]) {
		r.moves = nil
		return
	}
	m := r.moves[0]
	if !r.skip[r.Color] {
		b, y := r.Board.Canonical()
		into[b] |= r.Board.Shape.Image(y, m.Set())
	}
	r.Position, _ = r.Play(m)
	r.moves = r.moves[1:]
}
