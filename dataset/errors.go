package dataset

import (
	"errors"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Kinds of errors about files. The error that wraps them names the file, see [fault.IsBadInput].
var (
	// ErrManifest: manifest.json is missing, truncated, changed, or inconsistent.
	ErrManifest error = fault.Kind("bad manifest")
	// ErrChecksum: a table is missing or differs from the manifest.
	ErrChecksum error = fault.Kind("damaged table")
	// ErrSchema: a table has a different schema or schema version, or contains a value that is impossible in a
	// game.
	ErrSchema error = fault.Kind("not a games table")
	// ErrPositions: a file is not a positions table, is damaged, or contains positions on boards other than the
	// full one.
	ErrPositions error = fault.Kind("not a positions table")
	// ErrMoves: a file is not a table of analysed moves, or is damaged.
	ErrMoves error = fault.Kind("not an intact table of analysed moves")
	// ErrNoSources: no game file was found.
	ErrNoSources error = fault.Kind("no game files")
	// ErrUnfit: an Othello file contains no games on 8x8, for example only puzzles.
	ErrUnfit error = fault.Kind("it holds no games for a table")
	// ErrNoGames: the files contain no game that a table can store.
	ErrNoGames error = fault.Kind("no game")
	// ErrNames: there are several names files beside a game file, and none of them has an expected name.
	ErrNames error = fault.Kind("ambiguous names files")
)

// A GameError reports a bad game with its source and the reason. It does not affect other games. If a table
// cannot store the game, Err is the error of [Game.Check].
type GameError struct {
	File   string `json:"file"`           // name of the source
	Record int    `json:"record"`         // number of the record, from 0
	Offset int64  `json:"offset"`         // byte in the file; 0 = text file
	Line   int    `json:"line,omitempty"` // line in a text file, from 1; 0 = other file
	Ply    int    `json:"ply"`            // number of the move, from 1; 0 = no move
	Reason string `json:"reason"`         // the reason
	Err    error  `json:"-"`              // *wthor.FormatError, *notation.Error or *engine.IllegalMoveError
}

// Error names the file, the record, counted from 1, the byte or line, and the reason.
func (e *GameError) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("dataset: %s: record %d (line %d): %s", e.File, e.Record+1, e.Line, e.Reason)
	}
	return fmt.Sprintf("dataset: %s: record %d (byte %d): %s", e.File, e.Record+1, e.Offset, e.Reason)
}

// Unwrap returns Err.
func (e *GameError) Unwrap() error { return e.Err }

// Illegal reports whether the reason is an illegal move.
func (e *GameError) Illegal() bool {
	_, ok := errors.AsType[*engine.IllegalMoveError](e.Err)
	return ok
}
