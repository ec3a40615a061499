package transfer

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// textFormat returns the name of the format of games in a text file that starts with head. The content
// decides, or the name if the file is damaged.
func textFormat(head []byte, name string) (string, error) {
	if store.IsCSV(head) {
		return store.CSVFormat, nil
	}
	f, err := notation.Detect(head, name)
	if err != nil && folderFormats[extension(name)] != "" {
		f, err = notation.Named(folderFormats[extension(name)])
	}
	if err == nil && f.Read == nil {
		err = fmt.Errorf("%w: it is %s (%s)", dataset.ErrUnfit, f.Name, f.About)
	}
	return f.Name, err
}

// folderFormats lists the text formats that folders are searched for, by extension. Extensions of other
// formats, such as .txt, are too general.
var folderFormats = map[string]string{".ggf": "ggf", ".pgn": "pgn", ".sgf": "sgf", ".gam": "logbook"}

// readHead returns the beginning of a file, which identifies its format.
func (f *finder) readHead(path string) ([]byte, error) {
	file, err := f.open.open(path)
	if err != nil {
		return nil, fmt.Errorf("transfer: %w", err)
	}
	defer file.Close()
	head := make([]byte, notation.DetectLen)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, fmt.Errorf("transfer: %s: %w", path, err)
	}
	return head[:n], nil
}

// A lineGame is a game in a text file with the number of its first line, from 1.
type lineGame struct {
	dataset.Game
	line int
}

// textGames yields the games of a text file, without source and record.
func (f SourceFile) textGames(in io.Reader) iter.Seq2[lineGame, error] {
	return func(yield func(lineGame, error) bool) {
		if f.Format == store.CSVFormat {
			for g, err := range store.ReadCSV(in) {
				if !yield(lineGame{g, g.Record}, err) {
					return
				}
			}
			return
		}
		format, err := notation.Named(f.Format)
		if err != nil {
			yield(lineGame{}, err)
			return
		}
		for r, err := range format.Read(in) {
			var g lineGame
			if err == nil {
				g = lineGame{dataset.FromRecord(r, "", 0), r.Line}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

// readText yields the games of a text file as chunks. It returns false if the caller must stop.
func (f SourceFile) readText(in io.Reader, who identifier, yield func(chunk) bool) bool {
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
			alias, known := who.identify(&g.Game)
			c.alias, c.known = c.alias+alias, c.known+known
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
	end.Header = "" // a text file has no header
	c.end = &end
	return yield(c)
}

// checkText distinguishes bad games from errors of the file. err is the reader's error.
func (f SourceFile) checkText(g *lineGame, err error) (*dataset.GameError, error) {
	if e, ok := errors.AsType[*notation.Error](err); ok {
		return textError(f.Name, g.Record, e), nil
	}
	if err != nil {
		return nil, fmt.Errorf("transfer: %s: %w", f.Path, err)
	}
	if err := g.Check(); err != nil {
		return &dataset.GameError{File: f.Name, Record: g.Record, Line: g.line, Err: err, Reason: err.Error()}, nil
	}
	return nil, nil
}

// textError returns the error for a damaged game in a text file.
func textError(file string, record int, err *notation.Error) *dataset.GameError {
	e := &dataset.GameError{File: file, Record: record, Line: err.Line, Err: err, Reason: err.Error()}
	if _, after, ok := strings.Cut(e.Reason, fmt.Sprintf("line %d, ", err.Line)); ok {
		e.Reason = strings.Replace(after, ": engine: ", ": ", 1)
	}
	if illegal, ok := errors.AsType[*engine.IllegalMoveError](err); ok {
		e.Ply = illegal.Index + 1
	}
	return e
}
