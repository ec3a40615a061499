package dataset

import (
	"errors"
	"fmt"
	"math"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/wthor"
)

// FromWthor returns the row for a record of a WTHOR game file. The header contains the year and the depth of
// the theoretical score. players and tournaments contain the labels by id; an id without a label gets one
// such as "#123". The caller must set Source and Record, and call Replay.
//
// This is the only place that converts black's discs, 0 to 64, to the disc difference 2*discs-64. Nothing is
// lost: [Game.Wthor] is the inverse. Meaningless years above 32767 and depths above 64 become these numbers.
//
// FromWthor appends the moves to dst, which may be nil. Their capacity is limited, so appending to them does
// not overwrite the next game's moves.
func FromWthor(dst []engine.Square, r wthor.Game, h wthor.Header, players, tournaments []string) Game {
	var buf [60]uint8
	start := len(dst)
	for _, s := range r.AppendSquares(buf[:0]) {
		dst = append(dst, engine.Square(s)) // wthor and engine number squares the same way
	}
	return Game{
		Game:          engine.Game{Start: engine.StandardStart(), Moves: dst[start:len(dst):len(dst)]},
		Year:          min(int(h.Year), math.MaxInt16),
		TournamentID:  int(r.Tournament),
		BlackID:       int(r.Black),
		WhiteID:       int(r.White),
		Tournament:    NameOf(tournaments, r.Tournament),
		Black:         NameOf(players, r.Black),
		White:         NameOf(players, r.White),
		Score:         difference(r.Score),
		Theory:        difference(r.Theory),
		TheoryEmpties: min(h.Depth(), 64),
	}
}

// Wthor returns the record of a WTHOR game file that [FromWthor] converts to this row. The year and the depth
// of the theoretical score are not part of it; they belong to the header. Wthor returns an error if the
// format cannot store the game: a different start position, more than 60 moves, no result, a score that is
// odd or too large, or an id outside 0 to 65535. An unknown theoretical score becomes the actual one, as in
// files for games that ended before the depth was reached.
func (g *Game) Wthor() (wthor.Game, error) {
	var r wthor.Game
	if !g.Standard() {
		return r, fmt.Errorf("dataset: WTHOR record: start position %q is not the ordinary one", g.Start)
	}
	if g.NoResult {
		return r, errors.New("dataset: WTHOR record: the result is unknown, and the format cannot say so")
	}
	var err error
	r.Tournament = narrow(&err, "tournament", g.TournamentID)
	r.Black = narrow(&err, "black player", g.BlackID)
	r.White = narrow(&err, "white player", g.WhiteID)
	r.Score = discs(&err, "score", g.Score)
	r.Theory = r.Score
	if g.TheoryEmpties > 0 {
		r.Theory = discs(&err, "theoretical score", g.Theory)
	}
	if err != nil {
		return r, err
	}
	squares := make([]uint8, len(g.Moves))
	for i, s := range g.Moves {
		squares[i] = uint8(s)
	}
	return r, r.SetSquares(squares)
}

// narrow returns an id as the format's 16 bits. If it does not fit and err is not set yet, narrow sets err.
func narrow(err *error, what string, id int) uint16 {
	if *err == nil && (id < 0 || id > math.MaxUint16) {
		*err = fmt.Errorf("dataset: WTHOR record: %s id is %d, want 0 to 65535", what, id)
	}
	return uint16(id)
}

// discs returns black's discs for a disc difference.
func discs(err *error, what string, diff int) uint8 {
	if *err == nil && (diff < -64 || diff > 64 || diff%2 != 0) {
		*err = fmt.Errorf("dataset: WTHOR record: %s is %+d, want an even number from -64 to 64", what, diff)
	}
	return uint8((diff + 64) / 2)
}

func difference(discs uint8) int { return 2*int(discs) - 64 }

// NameOf returns the label of an id, or a text such as "#123" if there is none.
func NameOf(labels []string, id uint16) string {
	if int(id) < len(labels) {
		return labels[id]
	}
	return fmt.Sprintf("#%d", id)
}
