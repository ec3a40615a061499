package explore

import (
	"math"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// A row is a game in compact form: labels and start positions are indices into shared lists.
type row struct {
	id                                int64
	moves                             uint32 // index of its first move among the moves of all games
	start                             uint32
	source, tournament, black, white  uint32
	tournamentID, blackID, whiteID    int32
	record, year, passes, empties     int32
	score, replayed, theory, theoryAt int32
	plies                             uint8
	status                            dataset.Status
	noResult                          bool
}

// A memory is a set of games in memory.
type memory struct {
	rows   []row
	moves  []engine.Square
	labels list[string]
	starts list[engine.Position]
}

// A list contains distinct values in the order of their first occurrence.
type list[T comparable] struct {
	values []T
	number map[T]uint32
}

// add returns the index of a value.
func (l *list[T]) add(v T) uint32 {
	n, ok := l.number[v]
	if !ok {
		if l.number == nil {
			l.number = map[T]uint32{}
		}
		n = uint32(len(l.values))
		l.number[v] = n
		l.values = append(l.values, v)
	}
	return n
}

// add appends a game. It returns false if there is no room for it.
func (s *memory) add(g *dataset.Game) bool {
	if uint64(len(s.moves))+uint64(len(g.Moves)) > math.MaxUint32 {
		return false
	}
	s.rows = append(s.rows, row{
		id: g.ID, moves: uint32(len(s.moves)), start: s.starts.add(g.Start),
		plies:  uint8(min(len(g.Moves), math.MaxUint8)),
		source: s.labels.add(g.Source), tournament: s.labels.add(g.Tournament), black: s.labels.add(g.Black),
		white:        s.labels.add(g.White),
		tournamentID: int32(g.TournamentID), blackID: int32(g.BlackID), whiteID: int32(g.WhiteID),
		record: int32(g.Record), year: int32(g.Year), passes: int32(g.Passes), empties: int32(g.Empties),
		score: int32(g.Score), replayed: int32(g.Replayed), theory: int32(g.Theory),
		theoryAt: int32(g.TheoryEmpties),
		status:   g.Status, noResult: g.NoResult,
	})
	s.moves = append(s.moves, g.Moves...)
	return true
}

// game returns the game of a row. It shares its moves with the memory.
func (s *memory) game(n int) dataset.Game {
	r := &s.rows[n]
	end := r.moves + uint32(r.plies)
	return dataset.Game{
		Game: engine.Game{Start: s.starts.values[r.start], Moves: s.moves[r.moves:end:end]},
		ID:   r.id, Source: s.labels.values[r.source], Record: int(r.record), Year: int(r.year),
		TournamentID: int(r.tournamentID), BlackID: int(r.blackID), WhiteID: int(r.whiteID),
		Tournament: s.labels.values[r.tournament], Black: s.labels.values[r.black], White: s.labels.values[r.white],
		Score: int(r.score), NoResult: r.noResult, Theory: int(r.theory), TheoryEmpties: int(r.theoryAt),
		Replayed: int(r.replayed), Status: r.status, Passes: int(r.passes), Empties: int(r.empties),
	}
}
