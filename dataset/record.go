package dataset

import (
	"math"
	"strconv"

	"github.com/outflank/outflank/engine/notation"
)

// FromRecord returns the replayed row for a game in a text format. Names, event and year come from the
// record. Ids are -1 and the theoretical score is unknown, because these formats contain neither.
//
// The score is the stated one, with the empty squares for the winner. If the record states none, a finished
// game gets its replayed score, and a game that stops early has no result. If the record counts the discs on
// the board and the game is finished, the winner gets the empty squares of the last position. A result that
// only names the winner means the replayed score if the winner agrees, and otherwise the smallest win, two
// discs. With a komi, or half discs, a finished game gets its replayed score. If the stated result of a
// finished game differs from its last position, Score keeps the stated result and differs from Replayed.
func FromRecord(r notation.Record, source string, record int) Game {
	g := Game{
		Game: r.Game, Source: source, Record: record, Year: r.Year(),
		TournamentID: -1, BlackID: -1, WhiteID: -1,
		Tournament: r.Event, Black: r.Black, White: r.White,
	}
	_ = g.Replay() // Status records an illegal move
	if g.Status != Complete && !stated(r.Result) {
		g.NoResult = true
		return g
	}
	g.Score = statedScore(r, &g)
	return g
}

// stated reports whether a result states at least the winner.
func stated(r notation.Result) bool { return r.Kind != notation.NoResult && !math.IsNaN(r.Diff) }

// statedScore returns the score that a record states. The game must have been replayed.
func statedScore(r notation.Record, g *Game) int {
	diff := r.Result.Diff
	_, komi := r.Tag("KM")
	switch {
	case !stated(r.Result),
		g.Status == Complete && (diff != math.Trunc(diff) || komi && r.Result.End == notation.Awarded):
		return g.Replayed
	case r.Result.Kind == notation.Outcome:
		return outcomeScore(diff, g.Replayed)
	}
	score := int(math.Round(max(-64, min(diff, 64))))
	raw := rawScore(g)
	switch {
	case g.Status == Complete && score == raw && r.Result.Empties != notation.ToWinner:
		return g.Replayed
	case r.Result.Empties != notation.Raw:
		return score
	case r.Result.Kind == notation.Discs:
		return winnerTakes(score, 64-r.Result.Black-r.Result.White)
	case g.Status == Complete:
		return winnerTakes(score, g.Empties)
	}
	return score
}

// outcomeScore returns the replayed score if it has the same winner, and otherwise the smallest score with
// that winner.
func outcomeScore(outcome float64, replayed int) int {
	switch {
	case outcome > 0 && replayed <= 0:
		return 2
	case outcome < 0 && replayed >= 0:
		return -2
	case outcome == 0:
		return 0
	}
	return replayed
}

// rawScore returns the difference between the discs on the board after the last move.
func rawScore(g *Game) int {
	switch {
	case g.Replayed > 0:
		return g.Replayed - g.Empties
	case g.Replayed < 0:
		return g.Replayed + g.Empties
	}
	return 0
}

// winnerTakes adds the empty squares to the winner's discs.
func winnerTakes(diff, empties int) int {
	switch {
	case diff > 0:
		return min(64, diff+empties)
	case diff < 0:
		return max(-64, diff-empties)
	}
	return 0
}

// TextRecord returns the game as a record for text formats. Such records contain no ids, theoretical score or
// source. [FromRecord] restores the other fields.
func (g *Game) TextRecord() notation.Record {
	r := notation.Record{Game: g.Game, Event: g.Tournament, Black: g.Black, White: g.White}
	if g.Year != 0 {
		r.Date = strconv.Itoa(g.Year)
	}
	if r.Result.End = notation.Unfinished; !g.NoResult {
		r.Result = notation.Result{Kind: notation.Difference, Diff: float64(g.Score), Empties: notation.ToWinner}
	}
	return r
}
