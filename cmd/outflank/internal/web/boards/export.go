package boards

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Write returns a game as a file in a text format, "" = pgn. If no result is stated, it is that of the moves.
func Write(name string, r notation.Record) (wire.File, error) {
	format, err := notation.Named(cmp.Or(name, "pgn"))
	if err == nil && format.Write == nil {
		err = fmt.Errorf("no games are written in the format %s", format.Name)
	}
	if err != nil {
		return wire.File{}, fault.Misusef("format: %w", err)
	}
	if r.Result == (notation.Result{}) {
		if end, err := r.End(); err == nil && end.Board.Over() {
			r.Result = notation.Result{Kind: notation.Difference, Diff: float64(end.Score(engine.Black)),
				Empties: notation.ToWinner}
		}
	}
	var text bytes.Buffer
	if err := format.Write(&text, r); err != nil {
		if _, unfit := errors.AsType[*notation.UnsupportedError](err); unfit {
			err = fault.Misuse(err)
		}
		return wire.File{}, err
	}
	return wire.File{Media: "text/plain; charset=utf-8", Name: "game" + format.Extensions[0],
		Data: text.Bytes()}, nil
}
