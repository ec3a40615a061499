package dataset

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// FromRecord returns the row for a game of a text format, replayed. Names, event and
// the year of the date are those of the record; ids are -1 and the theoretical score
// is unknown, since these formats have neither.
//
// The score is what the record states, with the empty squares given to the winner;
// when it states nothing, the replayed one of a game that was played out, and no
// result of one that stops before. A result that counted the discs on the
// board gets the empty squares of the last position if the game was played out. One
// that says only who won stands for the replayed score if that agrees, and else for
// the least there is, two discs. With a komi, or half discs, a game that was played
// out has the replayed score. A result that is not the one of a game that was played
// out is kept: then Score differs from Replayed.
func FromRecord(r notation.Record, source string, record int) Game {
	g := Game{
		Game: r.Game, Source: source, Record: record, Year: r.Year(),
		TournamentID: -1, BlackID: -1, WhiteID: -1,
		Tournament: r.Event, Black: r.Black, White: r.White,
	}
	_ = g.Replay() // the status tells
	if g.Status != Complete && !stated(r.Result) {
		g.NoResult = true
		return g
	}
	g.Score = statedScore(r, &g)
	return g
}

// stated tells whether a result says who won, at least.
func stated(r notation.Result) bool { return r.Kind != notation.NoResult && !math.IsNaN(r.Diff) }

// statedScore returns the score that the result of a record comes to. The game has
// been replayed.
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

// outcomeScore returns the replayed score if it says who won, else the least that does.
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

// rawScore is the difference of the discs on the board after the last move.
func rawScore(g *Game) int {
	switch {
	case g.Replayed > 0:
		return g.Replayed - g.Empties
	case g.Replayed < 0:
		return g.Replayed + g.Empties
	}
	return 0
}

// winnerTakes gives empty squares to the winner.
func winnerTakes(diff, empties int) int {
	switch {
	case diff > 0:
		return min(64, diff+empties)
	case diff < 0:
		return max(-64, diff-empties)
	}
	return 0
}

// TextRecord returns the game as text formats know it. [FromRecord] is the inverse for
// what they hold: ids, the theoretical score and the source get lost.
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

// textFormat returns the name of the format of games in a text file that begins with
// head. What the file holds decides; its name does where it is damaged.
func textFormat(head []byte, name string) (string, error) {
	if IsCSV(head) {
		return CSVFormat, nil
	}
	f, err := notation.Detect(head, name)
	if err != nil && folderFormats[extension(name)] != "" {
		f, err = notation.Named(folderFormats[extension(name)])
	}
	if err == nil && f.Read == nil {
		err = fmt.Errorf("%w: it is %s (%s)", ErrUnfit, f.Name, f.About)
	}
	return f.Name, err
}

// folderFormats are the text formats that are looked for in folders, by extension.
// Others have extensions that say too little, such as .txt.
var folderFormats = map[string]string{".ggf": "ggf", ".pgn": "pgn", ".sgf": "sgf", ".gam": "logbook"}

// readHead returns what is needed to recognise a file.
func (f *finder) readHead(path string) ([]byte, error) {
	file, err := f.open.open(path)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	defer file.Close()
	head := make([]byte, notation.DetectLen)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, fmt.Errorf("dataset: %s: %w", path, err)
	}
	return head[:n], nil
}

// A lineGame is a game of a text file and the line that it begins in, from 1.
type lineGame struct {
	Game
	line int
}

// textGames yields the games of a text file, whose source and record are not set.
func (f SourceFile) textGames(in io.Reader) iter.Seq2[lineGame, error] {
	if f.Format == CSVFormat {
		return readCSV(in)
	}
	return func(yield func(lineGame, error) bool) {
		format, err := notation.Named(f.Format)
		if err != nil {
			yield(lineGame{}, err)
			return
		}
		for r, err := range format.Read(in) {
			var g lineGame
			if err == nil {
				g = lineGame{FromRecord(r, "", 0), r.Line}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// readText yields the games of a text file as chunks; false if there is no going on.
func (f SourceFile) readText(in io.Reader, yield func(chunk) bool) bool {
	s := newSourceReader(in)
	var c chunk
	n := 0
	for g, err := range f.textGames(s) {
		g.Source, g.Record = f.Name, n
		bad, err := f.checkText(&g, err)
		switch {
		case err != nil:
			c.err = err
			yield(c)
			return false
		case bad != nil:
			c.bad = append(c.bad, bad)
		default:
			c.rows = append(c.rows, g.Game)
		}
		if n++; n%chunkGames == 0 {
			if !yield(c) {
				return false
			}
			c = chunk{}
		}
	}
	end := s.source(f.Name, "games", n)
	end.Header = "" // it has none
	c.end = &end
	return yield(c)
}

// checkText tells a bad game from an error of the file. The error is the reader's.
func (f SourceFile) checkText(g *lineGame, err error) (*GameError, error) {
	if e, ok := errors.AsType[*notation.Error](err); ok {
		return textError(f.Name, g.Record, e), nil
	}
	if err != nil {
		return nil, fmt.Errorf("dataset: %s: %w", f.Path, err)
	}
	if err := g.check(); err != nil {
		return &GameError{File: f.Name, Record: g.Record, Line: g.line, Err: err, Reason: err.Error()}, nil
	}
	return nil, nil
}

// textError describes a damaged game of a text file.
func textError(file string, record int, err *notation.Error) *GameError {
	e := &GameError{File: file, Record: record, Line: err.Line, Err: err, Reason: err.Error()}
	if _, after, ok := strings.Cut(e.Reason, fmt.Sprintf("line %d, ", err.Line)); ok {
		e.Reason = strings.Replace(after, ": engine: ", ": ", 1)
	}
	if illegal, ok := errors.AsType[*engine.IllegalMoveError](err); ok {
		e.Ply = illegal.Index + 1
	}
	return e
}
