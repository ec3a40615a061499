package arena

import "github.com/outflank/outflank/engine"

// A PlayerStats is what a player did in its games besides winning and losing them.
type PlayerStats struct {
	Games int
	Usage Usage // of all games; Moves are those that it chose itself
	// positions in which it was to move after the openings, those of random moves too
	Turns    int
	Mobility int                                          // legal moves in them
	ByPhase  [Phases]struct{ Turns, Mobility, Discs int } // Discs are its own in these positions
	Judged   int                                          // games that were judged
}

// Phases is into how many parts of ten plies a game is cut for PlayerStats.ByPhase.
const Phases = 6

// add takes in a game that the player had colour c in.
func (s *PlayerStats) add(r Result, c engine.Color) {
	s.Games++
	s.Usage = s.Usage.Add(r.Usage[c])
	if r.Judged {
		s.Judged++
	}
	for ply, err := range r.Game.Plies() {
		if err != nil {
			return // nothing after an illegal move is a turn
		}
		if ply.Index < r.Book || ply.Position.Color != c {
			continue
		}
		n, phase := ply.Legal.Len(), min(ply.Index/10, Phases-1)
		s.Turns++
		s.Mobility += n
		s.ByPhase[phase].Turns++
		s.ByPhase[phase].Mobility += n
		s.ByPhase[phase].Discs += ply.Position.Board.Mine.Len()
	}
}
