package store

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/text"
)

// byteOrderMark starts texts written by some Windows programs.
const byteOrderMark = "\ufeff"

// IsCSV reports whether head starts with a line of column names that include "moves".
func IsCSV(head []byte) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(string(head), byteOrderMark), "\n")
	names, err := csvLine(first)
	return err == nil && slices.Contains(names, "moves")
}

func csvLine(line string) ([]string, error) {
	return csv.NewReader(strings.NewReader(line)).Read()
}

// ReadCSV reads games from comma-separated values: a line of column names, then one game per line. The
// columns are those of [Columns] in any order; only "moves" is required. ReadCSV ignores other columns, and
// those that follow from the moves, because it replays every game. A game without a score gets the replayed
// score if it is finished, and otherwise has no result. Ids of players and tournaments are kept. The record
// is the line number, from 1; the importer sets the game's id and source.
//
// A bad line yields a [*notation.Error], and reading continues with the next line. A first line without
// "moves", or a line longer than [notation.MaxLine], yields an error that wraps [dataset.ErrSchema].
func ReadCSV(r io.Reader) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		var c *csvReader
		n := 0
		for line, err := range text.Lines(r, notation.MaxLine) {
			if errors.Is(err, text.ErrTooLong) {
				err = fmt.Errorf("%w: %w", dataset.ErrSchema, err)
			}
			if err != nil {
				yield(dataset.Game{}, err)
				return
			}
			n++
			if c == nil {
				if !IsCSV([]byte(line)) {
					yield(dataset.Game{}, fmt.Errorf("%w: its first line names no column moves", dataset.ErrSchema))
					return
				}
				c = newCSVReader(line)
				continue
			}
			if strings.TrimSpace(line) == "" {
				continue
			}
			g, err := c.game(line, n)
			g.Record = n
			if !yield(g, err) {
				return
			}
		}
	}
}

// A csvReader turns lines into games.
type csvReader struct {
	names   []string // of the columns
	decoder *decoder
}

func newCSVReader(names string) *csvReader {
	list, _ := csvLine(names)
	return &csvReader{list, newDecoder()}
}

// game reads line number n.
func (c *csvReader) game(line string, n int) (dataset.Game, error) {
	bad := func(text, want string) error {
		return &notation.Error{Format: CSVFormat, Line: n, Column: 1, Text: fmt.Sprintf("%.40s", text), Want: want,
			Err: notation.ErrSyntax}
	}
	fields, err := csvLine(line)
	if err != nil || len(fields) != len(c.names) || !utf8.ValidString(line) {
		return dataset.Game{}, bad(line, fmt.Sprintf("%d fields in UTF-8", len(c.names)))
	}
	g := csvGame{score: unscored, start: engine.StandardStart()}
	g.TournamentID, g.BlackID, g.WhiteID = -1, -1, -1
	for i, text := range fields {
		if want := g.set(c.names[i], text, c.decoder); want != "" {
			return dataset.Game{}, bad(text, c.names[i]+" that is "+want)
		}
	}
	if g.Game.Game, err = engine.ParseGame(g.start, g.moves); err == nil {
		err = g.Replay()
	}
	if err != nil {
		return dataset.Game{}, &notation.Error{Format: CSVFormat, Line: n, Column: 1, Err: err}
	}
	switch {
	case g.score != unscored:
		g.Score = g.score
	case g.Status == dataset.Complete:
		g.Score = g.Replayed
	default:
		g.NoResult = true
	}
	if g.TheoryEmpties == 0 {
		g.Theory = 0 // the position it belongs to is unknown
	}
	return g.Game, nil
}

// A csvGame is a game whose fields are being read.
type csvGame struct {
	dataset.Game
	start engine.Position
	moves string
	score int
}

// unscored marks a game without a score.
const unscored = 65

// set sets the value of a column. If the text is invalid, it returns the expected form.
func (g *csvGame) set(column, text string, d *decoder) (want string) {
	switch column {
	case "tournament":
		g.Tournament = d.intern(text)
	case "black":
		g.Black = d.intern(text)
	case "white":
		g.White = d.intern(text)
	case "year":
		return setNumber(&g.Year, text, 0, math.MaxInt16)
	case "tournament_id":
		return setNumber(&g.TournamentID, text, -1, math.MaxInt32)
	case "black_id":
		return setNumber(&g.BlackID, text, -1, math.MaxInt32)
	case "white_id":
		return setNumber(&g.WhiteID, text, -1, math.MaxInt32)
	case "score":
		return setNumber(&g.score, text, -64, 64)
	case "theory":
		return setNumber(&g.Theory, text, -64, 64)
	case "theory_empties":
		return setNumber(&g.TheoryEmpties, text, 0, 64)
	case "moves":
		g.moves = text
	case "start":
		return g.setStart(text)
	}
	return ""
}

// setNumber parses a whole number. It accepts forms such as 22.0, which pandas writes in columns with nulls.
// Empty text leaves the value unchanged.
func setNumber(to *int, text string, low, high int) (want string) {
	if text == "" {
		return ""
	}
	n, err := strconv.Atoi(strings.TrimSuffix(text, ".0"))
	if err != nil || n < low || n > high {
		return fmt.Sprintf("a whole number from %d to %d", low, high)
	}
	*to = n
	return ""
}

func (g *csvGame) setStart(text string) (want string) {
	if text == "" {
		return ""
	}
	start, err := engine.ParsePosition(text)
	if err != nil {
		return "a position of 64 squares and the side to move"
	}
	g.start = start
	return ""
}
