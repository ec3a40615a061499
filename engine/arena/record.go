package arena

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine/notation"
)

// Record returns the game as a record of a text format, with the names of the players. It has no date, so
// repeating a match writes the same files.
func (r *Result) Record(names []string) notation.Record {
	record := notation.Record{
		Game: r.Game, Event: "match", Site: "Outflank", Round: strconv.Itoa(r.Pairing.Game + 1),
		Black: names[r.Black], White: names[r.White],
		Result: notation.Result{Kind: notation.Difference, Diff: float64(r.Score), Empties: notation.ToWinner},
	}
	switch {
	case r.Forfeit != nil:
		record.Result = notation.Result{Kind: notation.Outcome, Diff: float64(cmp.Compare(r.Score, 0)),
			End: notation.Awarded}
		if errors.Is(r.Forfeit, ErrTime) {
			record.Result.End = notation.TimedOut
		}
		reason := strings.Join(strings.Fields(r.Forfeit.Error()), " ")
		// GGF cannot quote "]"
		record.Tags = []notation.Tag{{Name: "Forfeit", Value: strings.ReplaceAll(reason, "]", ")")}}
	case r.Judged:
		record.Result.End = notation.Awarded
	}
	return record
}
