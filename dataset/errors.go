package dataset

import (
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// These are the kinds of errors about files; the message around them names the
// bad, see [fault.IsBadInput].
var (
	// ErrManifest: manifest.json is missing, cut short, altered, or says what
	// cannot be.
	ErrManifest error = fault.Kind("bad manifest")
	// ErrChecksum: a table is missing or is not the file that the manifest describes.
	ErrChecksum error = fault.Kind("damaged table")
	// ErrSchema: a table has another schema than GameSchema or another schema
	// version, or holds a value that no game has.
	ErrSchema error = fault.Kind("not a games table")
	// ErrPositions: a positions table is damaged, or is none, or has positions of
	// other boards than the full one.
	ErrPositions error = fault.Kind("not a positions table")
	// ErrNoSources: no game file was found.
	ErrNoSources error = fault.Kind("no game files")
	// ErrUnfit: a file is one of Othello but holds no games on 8x8, such as puzzles.
	ErrUnfit error = fault.Kind("it holds no games for a table")
	// ErrNoGames: the files hold no game that could go into a table.
	ErrNoGames error = fault.Kind("no game")
	// ErrNames: several names files lie beside a game file and none has its name.
	ErrNames error = fault.Kind("ambiguous names files")
)

// A GameError says which game of which source is bad, and why. It concerns that
// game only.
type GameError struct {
	File   string `json:"file"`           // name of the source
	Record int    `json:"record"`         // number of the record, from 0
	Offset int64  `json:"offset"`         // byte in the file; 0 in a text file
	Line   int    `json:"line,omitempty"` // line of a text file, from 1; 0 in others
	Ply    int    `json:"ply"`            // number of the move, from 1; 0 = not about a move
	Reason string `json:"reason"`         // what is wrong
	Err    error  `json:"-"`              // *wthor.FormatError, *notation.Error or *engine.IllegalMoveError
}

// Error names the file, the record, which it counts from 1, the byte or line, and the reason.
func (e *GameError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("dataset: %s: record %d (line %d): %s", e.File, e.Record+1, e.Line, e.Reason)
	}
	return fmt.Sprintf("dataset: %s: record %d (byte %d): %s", e.File, e.Record+1, e.Offset, e.Reason)
}

// Unwrap returns Err.
func (e *GameError) Unwrap() error { return e.Err }

// Illegal tells whether the game was left out for an illegal move.
func (e *GameError) Illegal() bool {
	_, ok := errors.AsType[*engine.IllegalMoveError](e.Err)
	return ok
}
