package play

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/live"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// plainMoves is the format of files without a known extension: only the moves, from any start.
const plainMoves = "transcript"

// writeGame writes the game in the format of the file's extension. If this is a format of positions, it
// writes the position.
func (s *session) writeGame(path string) error {
	if err := cli.CheckOutput(path); err != nil {
		return err
	}
	if dir := filepath.Dir(path); !cli.IsFolder(dir) {
		return fmt.Errorf("%s: there is no folder %s", path, dir)
	}
	format, err := formatFor(path)
	if err != nil {
		return err
	}
	var text bytes.Buffer // if the format cannot hold the game, the file stays unchanged
	switch {
	case format.Name == plainMoves:
		fmt.Fprintln(&text, s.Game())
	case format.Write != nil:
		err = format.Write(&text, s.record())
	default:
		err = format.WriteProblem(&text, notation.Problem{Position: s.Position()})
	}
	if err != nil {
		return err
	}
	return durable.WriteFile(path, text.Bytes())
}

// formatFor returns the text format that belongs to a file's extension.
func formatFor(path string) (notation.Format, error) {
	ext := cli.Extension(path)
	if ext == "" {
		return notation.Named(plainMoves)
	}
	var known []string
	for _, f := range notation.Formats() {
		if f.Write == nil && f.WriteProblem == nil {
			continue
		}
		if slices.Contains(f.Extensions, ext) {
			return f, nil
		}
		known = append(known, f.Extensions...)
	}
	return notation.Format{}, fmt.Errorf("%s: unknown extension: want one of %s", path,
		strings.Join(known, " "))
}

// record returns the game with its players, its result and the times of the moves.
func (s *session) record() notation.Record {
	r := notation.Record{Game: s.Game(), Black: s.set.players[engine.Black], White: s.set.players[engine.White]}
	p := s.Position()
	switch {
	case s.lost != nil:
		r.Result = notation.Result{Kind: notation.Outcome, Diff: 1, End: s.lost.end}
		if s.lost.color == engine.Black {
			r.Result.Diff = -1
		}
	case p.Board.Over():
		r.Result = notation.Result{Kind: notation.Difference, Diff: float64(p.Score(engine.Black)),
			Empties: notation.ToWinner}
	default:
		r.Result.End = notation.Unfinished
	}
	if len(s.Spent) > 0 && s.clock.Limit.All > 0 {
		r.Notes = make([]notation.Note, len(s.Moves))
		for i, d := range s.Spent {
			r.Notes[i] = notation.Note{Seconds: float64(d.Milliseconds()) / 1000, HasTime: true}
		}
	}
	return r
}

// readGame reads game number n, or a start position, from a file in any text format. If the file has only
// moves, they begin at start.
func readGame(path string, n int, start engine.Position) (engine.Game, error) {
	f, err := durable.Open(path)
	if err != nil {
		return engine.Game{}, err
	}
	defer f.Close()
	g, err := gameOf(f, path, n, start)
	if err != nil {
		err = fault.BadInputf("%s: %w", path, err)
	}
	return g, err
}

func gameOf(f io.Reader, path string, n int, start engine.Position) (engine.Game, error) {
	in := bufio.NewReaderSize(f, notation.DetectLen)
	head, err := in.Peek(notation.DetectLen)
	if err != nil && err != io.EOF {
		return engine.Game{}, err
	}
	if format, err := notation.Detect(head, path); err == nil && format.Name == plainMoves &&
		start != engine.StandardStart() {
		return readMoves(in, n, start)
	}
	list, err := book.OpeningGames(head, path, in)
	if err != nil {
		return engine.Game{}, err
	}
	i := 0
	for g, err := range list {
		if i++; i == n {
			return g, err
		}
	}
	return engine.Game{}, fmt.Errorf("holds %s, want number %d", text.Plural(i, "game"), n)
}

// readMoves reads line n of a file of moves, which begin at start.
func readMoves(in io.Reader, n int, start engine.Position) (g engine.Game, err error) {
	line := 0
	for moves, err := range text.Lines(in, notation.MaxLine) {
		if err != nil {
			return g, err
		}
		if line++; line == n {
			if g, err = engine.ParseGame(start, moves); err != nil {
				err = fmt.Errorf("line %d: %w", n, err)
			}
			return g, err
		}
	}
	return g, fmt.Errorf("holds %s, want number %d", text.Plural(line, "game"), n)
}

// load continues a game from a file. args is FILE, or FILE and a number.
func (s *session) load(args string) error {
	path, n, err := fileAndNumber(args)
	if err != nil {
		return err
	}
	g, err := readGame(path, n, s.Start)
	if err != nil {
		return err
	}
	return s.begin(g)
}

// fileAndNumber parses "FILE" or "FILE 3".
func fileAndNumber(args string) (path string, n int, err error) {
	if args == "" {
		return "", 0, errors.New("load what? Enter load FILE, or load FILE 3 for the third game")
	}
	if i := strings.LastIndexByte(args, ' '); i > 0 {
		if n, err := strconv.Atoi(args[i+1:]); err == nil && n > 0 {
			return strings.TrimSpace(args[:i]), n, nil
		}
	}
	return args, 1, nil
}

// begin continues another game, with new agents that know nothing of the previous game.
func (s *session) begin(g engine.Game) error {
	var players [2]seat
	for c := range players {
		var err error
		if players[c], err = s.set.player(engine.Color(c), g.Start.Board.Shape); err != nil {
			return err
		}
	}
	s.closeAgents()
	s.players = players
	s.History = live.History{Start: g.Start, Moves: g.Moves}
	s.thoughts, s.lost = [2]string{}, nil
	s.clock.Halt()
	s.moved()
	return nil
}
