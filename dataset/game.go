package dataset

import (
	"fmt"
	"unicode/utf8"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/kernel"
)

// A Status is the result of replaying a game's moves.
type Status uint8

const (
	Complete   Status = iota // neither side has a move after the last move
	Unfinished               // all moves are legal, but the game is not over
	Illegal                  // a move is illegal; the moves before it are legal
)

var statusNames = [...]string{"complete", "unfinished", "illegal"}

// String returns "complete", "unfinished" or "illegal".
func (s Status) String() string { return nameOf("status", s, statusNames[:]) }

// ParseStatus is the inverse of [Status.String].
func ParseStatus(name string) (Status, error) {
	return parseName[Status]("status", name, "complete, unfinished or illegal", statusNames[:])
}

// A Game is a row of a games table: a transcript with its source, players and results. Scores are black's
// disc difference.
type Game struct {
	engine.Game // start position and moves; the row owns Moves

	ID     int64  // id in the tables; the Writer assigns it, and updates keep it
	Source string // name of its file; "" = none
	Record int    // number of the record in the source, from 0

	Year int // calendar year; 0 = unknown

	// Ids in the source's names file; -1 = none. They stay the same when a label is corrected. Players of text
	// files have the ids and labels of other sources' names files ([People]).
	TournamentID, BlackID, WhiteID int
	Tournament, Black, White       string // labels; "" = unknown

	// Score is the recorded final disc difference for black, -64 to 64; the winner gets the empty squares. If
	// the moves stop early, it is the result of the actual game and may differ from Replayed. It is meaningless
	// if NoResult is set.
	Score int

	// NoResult means that the result is unknown: the moves stop early and the source states no result.
	NoResult bool

	// Theory is the disc difference for black after best play by both sides from the position of this game with
	// TheoryEmpties empty squares. It is meaningless if TheoryEmpties is 0.
	Theory, TheoryEmpties int

	// Replay sets the fields below.

	Replayed int    // disc difference for black after the last legal move; the winner gets the empty squares
	Status   Status // whether the moves complete the game
	Passes   int    // forced passes between the moves
	Empties  int    // empty squares after the last legal move
}

// Result returns the Score, or nil if the result is unknown.
func (g *Game) Result() *int {
	if g.NoResult {
		return nil
	}
	score := g.Score
	return &score
}

// Replay plays the moves once and sets Status, Replayed, Passes and Empties. If a move is illegal, they
// describe the game up to that move, and Replay returns the [*engine.IllegalMoveError].
func (g *Game) Replay() error {
	if g.Start.Board.Shape == engine.Full && g.replayFull() {
		return nil
	}
	end := g.Start
	g.Passes = 0
	for ply, err := range g.Plies() {
		if err != nil {
			g.settle(end, Illegal)
			return err
		}
		if ply.Passed {
			g.Passes++
		}
		end = engine.Position{Board: ply.Position.Board.Play(ply.Move), Color: ply.Position.Color.Opponent()}
	}
	status := Unfinished
	if end.Board.Over() {
		status = Complete
	}
	g.settle(end, status)
	return nil
}

// replayFull is Replay on the full board, in a sixth of the time. It returns false if a move is illegal.
func (g *Game) replayFull() bool {
	color := g.Start.Color
	mine, theirs := uint64(g.Start.Board.Mine), uint64(g.Start.Board.Theirs)
	g.Passes = 0
	legal := kernel.Moves(mine, theirs)
	for _, s := range g.Moves {
		if legal == 0 {
			mine, theirs, color = theirs, mine, color.Opponent()
			legal = kernel.Moves(mine, theirs)
			g.Passes++
		}
		if legal>>s&1 == 0 {
			return false
		}
		flips, replies := kernel.Replies(mine, theirs, uint(s))
		mine, theirs, legal, color = theirs&^flips, mine|flips|1<<s, replies, color.Opponent()
	}
	status := Unfinished
	if legal == 0 && kernel.Moves(theirs, mine) == 0 {
		status = Complete
	}
	board := engine.Board{Mine: engine.Set(mine), Theirs: engine.Set(theirs), Shape: engine.Full}
	g.settle(engine.Position{Board: board, Color: color}, status)
	return true
}

// settle records the final position of the replay.
func (g *Game) settle(end engine.Position, s Status) {
	g.Status = s
	g.Replayed = end.Score(engine.Black)
	g.Empties = end.Board.Empty().Len()
}

// Standard reports whether the game starts from the ordinary position.
func (g *Game) Standard() bool { return g.Start == engine.StandardStart() }

// maxPlies is the maximum number of moves in a game, because no board has more squares.
const maxPlies = 64

// Check returns an error if a table cannot store the game without loss.
func (g *Game) Check() error {
	if g.ID < 0 {
		return fmt.Errorf("id %d is negative", g.ID)
	}
	for _, s := range [...]string{g.Source, g.Tournament, g.Black, g.White} {
		if !utf8.ValidString(s) {
			return fmt.Errorf("text %q is not UTF-8", s)
		}
	}
	if len(g.Moves) > maxPlies {
		return fmt.Errorf("%d moves, want at most %d", len(g.Moves), maxPlies)
	}
	for i, s := range g.Moves {
		if s >= engine.None {
			return fmt.Errorf("move %d is square %d, want 0 to 63", i+1, s)
		}
	}
	for _, n := range [...]int{g.Record, g.TournamentID, g.BlackID, g.WhiteID} {
		if int(int32(n)) != n {
			return fmt.Errorf("number %d does not fit 32 bits", n)
		}
	}
	if int(int16(g.Year)) != g.Year {
		return fmt.Errorf("year %d does not fit 16 bits", g.Year)
	}
	for _, n := range [...]int{g.Score, g.Replayed, g.Theory, g.TheoryEmpties, g.Passes, g.Empties} {
		if n < -64 || n > 64 {
			return fmt.Errorf("%d discs or squares, want -64 to 64", n)
		}
	}
	if int(g.Status) >= len(statusNames) {
		return fmt.Errorf("%v is not a status", g.Status)
	}
	return nil
}
