package store

import (
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/arena"
)

// WritePlayed writes a game of a match as a row of a games table.
func WritePlayed(table *Writer, r arena.Result, names []string) error {
	g := dataset.Game{
		Game: r.Game, Record: r.Pairing.Game, TournamentID: -1, BlackID: r.Black, WhiteID: r.White,
		Black: names[r.Black], White: names[r.White], Score: r.Score,
	}
	if err := g.Replay(); err != nil {
		return err
	}
	if r.Judged {
		g.Theory, g.TheoryEmpties = r.Score, g.Empties
	}
	return table.Write(g)
}
