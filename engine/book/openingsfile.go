package book

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// ReadOpenings returns the openings of a published set, [XOT] or [Lucas1000], or reads a file of openings.
// The file may contain games in any text format of package notation, usually one transcript per line;
// positions; or start boards from the experiments of Lucas and Runarsson (2006), eight rows of eight digits
// each. To read a file that has the name of a set, use a path such as ./xot.
func ReadOpenings(path string) (list []engine.Game, err error) {
	if set, ok := findSet(path); ok {
		return set.games(), nil
	}
	err = EachOpening(path, "opening", func(g engine.Game) error {
		list = append(list, g)
		return playable(g)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w%w", err, cmp.Or(text.Meant(path, []string{XOT, Lucas1000}),
			text.Hint(": want xot, lucas1000 or a file of openings")))
	}
	if err == nil && len(list) == 0 {
		err = fault.BadInput(fmt.Errorf("%s: holds no opening", path))
	}
	return list, err
}

// EachOpening calls do for each game of a file in a format of [ReadOpenings]. Errors, including those
// returned by do, name the file and the number of the game.
func EachOpening(path, name string, do func(engine.Game) error) error {
	f, err := durable.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, notation.DetectLen)
	head, err := in.Peek(notation.DetectLen)
	if err != nil && err != io.EOF {
		return fmt.Errorf("%s: %w", path, err)
	}
	list, err := OpeningGames(head, path, in)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	number := 0
	for g, err := range list {
		if number++; err == nil {
			err = do(g)
		}
		if err != nil {
			return fault.BadInput(fmt.Errorf("%s: %s %d: %w", path, name, number, err))
		}
	}
	return nil
}

// File returns the path of the file that [ReadOpenings] would read. It returns "" for "" and for the name of
// a published set.
func File(path string) string {
	if _, ok := findSet(path); ok {
		return ""
	}
	return path
}

// playable returns an error for an opening after which the game is over.
func playable(g engine.Game) error {
	end, err := g.End()
	if err == nil && end.Board.Over() {
		err = fmt.Errorf("the game is over after its %d moves", len(g.Moves))
	}
	return err
}

// OpeningGames returns a reader of the openings of a file that begins with head.
func OpeningGames(head []byte, path string, in io.Reader) (iter.Seq2[engine.Game, error], error) {
	if isDigitBoards(head) {
		return readDigitBoards(in), nil
	}
	format, err := notation.Detect(head, path)
	switch {
	case err != nil:
		return nil, err
	case format.Read != nil:
		return games(format.Read(in), func(r notation.Record) engine.Game { return r.Game }), nil
	}
	return games(format.ReadProblems(in), func(p notation.Problem) engine.Game {
		return engine.Game{Start: p.Position}
	}), nil
}

// games converts records to openings.
func games[T any](records iter.Seq2[T, error], game func(T) engine.Game) iter.Seq2[engine.Game, error] {
	return func(yield func(engine.Game, error) bool) {
		for r, err := range records {
			if !yield(game(r), err) {
				return
			}
		}
	}
}

// isDigitBoards reports whether a file begins with a row of eight digits that [readDigitBoards] accepts.
func isDigitBoards(head []byte) bool {
	row, _, _ := bytes.Cut(bytes.TrimSpace(head), []byte("\n"))
	fields := bytes.Fields(row)
	for _, f := range fields {
		if len(f) != 1 || f[0] < '0' || f[0] > '2' {
			return false
		}
	}
	return len(fields) == 8
}

// readDigitBoards reads boards of eight rows of eight digits: 2 black, 1 empty, 0 white. Blank lines may
// occur anywhere. White moves first, as in the 1,000 boards of Lucas and Runarsson (2006) and in later
// papers.
func readDigitBoards(in io.Reader) iter.Seq2[engine.Game, error] {
	return func(yield func(engine.Game, error) bool) {
		var discs [3]engine.Set // by digit
		next, line := engine.Square(0), 0
		for row, err := range text.Lines(in, notation.MaxLine) {
			if err != nil {
				yield(engine.Game{}, err)
				return
			}
			line++
			for field := range strings.FieldsSeq(row) {
				if len(field) != 1 || field[0] < '0' || field[0] > '2' {
					yield(engine.Game{}, fmt.Errorf("line %d: %.20q: want 0 white, 1 empty or 2 black", line, field))
					return
				}
				discs[field[0]-'0'] |= next.Set()
				if next++; next < engine.None {
					continue
				}
				board := engine.Board{Mine: discs[0], Theirs: discs[2], Shape: engine.Full}
				if !yield(engine.Game{Start: engine.Position{Board: board, Color: engine.White}}, nil) {
					return
				}
				next, discs = 0, [3]engine.Set{}
			}
		}
		if next != 0 {
			yield(engine.Game{}, fmt.Errorf("line %d: the last board ends after %d squares, want 64", line, next))
		}
	}
}
