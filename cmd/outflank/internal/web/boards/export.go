package boards

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// An exportQuery asks for a game as a file.
type exportQuery struct {
	position.Place
	Format string `query:"format" enum:"ggf,pgn,sgf,transcript,logbook" doc:"format of the file; empty = pgn" example:"pgn"`
	Black  string `query:"black" doc:"name of black's player"`
	White  string `query:"white" doc:"name of white's player"`
	Event  string `query:"event"`
	Date   string `query:"date"`
	Result string `query:"result" doc:"result such as 47-17, +6 or 1-0, optionally with a colon and the reason for the end; empty = the result of the moves if they finish the game"`
}

// export answers with a game in a text format.
func export(_ context.Context, q exportQuery) (wire.File, error) {
	g, err := q.Game()
	if err != nil {
		return wire.File{}, err
	}
	r := notation.Record{Game: g, Black: q.Black, White: q.White, Event: q.Event, Date: q.Date}
	if q.Result != "" {
		if r.Result, err = notation.ParseResult(q.Result); err != nil {
			return wire.File{}, fault.Misusef("result: %w", err)
		}
	}
	return Write(q.Format, r)
}

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
