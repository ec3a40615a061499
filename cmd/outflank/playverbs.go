package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// A playVerb is a command that a person can enter instead of a move.
type playVerb struct {
	names []string // the first is shown, the others are short for it
	args  string
	about string
	do    func(s *playSession, ctx context.Context, args string) error
}

// playVerbs are all of them. It is a function because help lists them.
func playVerbs() []playVerb {
	return []playVerb{
		{[]string{"undo", "u"}, "", "take your last move back, and the answer to it", (*playSession).takeBack},
		{[]string{"redo", "r"}, "", "play again what undo took back", (*playSession).putBack},
		{[]string{"hint"}, "", "the best move that a search finds, with the result it expects", (*playSession).hint},
		{[]string{"values"}, "", "the board with the expected result of each move, in discs for who moves", (*playSession).values},
		{[]string{"moves"}, "", "the moves you can make, with the discs they turn, and those played", (*playSession).listMoves},
		{[]string{"board", "b"}, "", "the board again", (*playSession).redraw},
		{[]string{"save"}, "FILE", "write the transcript to a file", (*playSession).saveAs},
		{[]string{"resign"}, "", "give the game up", (*playSession).resign},
		{[]string{"help", "?"}, "", "this list", (*playSession).help},
		{[]string{"quit", "q", "exit"}, "", "leave", (*playSession).quit},
	}
}

// verbHelp lists the commands with what they do.
func verbHelp() string {
	var text strings.Builder
	for _, v := range playVerbs() {
		fmt.Fprintf(&text, "  %-10s %s\n", strings.TrimSpace(v.names[0]+" "+v.args), v.about)
	}
	return text.String()
}

// obey does what a line says: a command, or moves. An empty line says nothing.
func (s *playSession) obey(ctx context.Context, line string) error {
	word, args, _ := strings.Cut(line, " ")
	if word == "" {
		return nil
	}
	for _, v := range playVerbs() {
		if slices.Contains(v.names, strings.ToLower(word)) {
			return v.do(s, ctx, strings.TrimSpace(args))
		}
	}
	moves, err := engine.ParseMoves(line)
	switch {
	case err != nil:
		return fmt.Errorf("%w; help lists the commands", err)
	case len(moves) == 0:
		return errors.New("passes are forced and made for you")
	}
	return s.move(moves...)
}

func (s *playSession) takeBack(context.Context, string) error {
	return s.changed(s.undo(s.isPerson))
}

func (s *playSession) putBack(context.Context, string) error {
	return s.changed(s.redo(s.isPerson))
}

// changed has the board drawn again unless there is an error, which it returns.
func (s *playSession) changed(err error) error {
	if err == nil {
		s.shown = false
	}
	return err
}

func (s *playSession) redraw(context.Context, string) error {
	return s.changed(nil)
}

func (s *playSession) help(context.Context, string) error {
	fmt.Fprint(s.out, "  f5         a move; several at once are played for both sides\n", verbHelp())
	return nil
}

func (s *playSession) quit(context.Context, string) error { return errQuit }

var errOver = errors.New("the game is over")

func (s *playSession) resign(context.Context, string) error {
	p := s.position()
	if p.Board.Moves() == 0 {
		return errOver
	}
	s.resigned = &p.Color
	return errQuit
}

func (s *playSession) hint(ctx context.Context, _ string) error {
	p := s.position()
	if p.Board.Moves() == 0 {
		return errOver
	}
	fmt.Fprintln(s.out, "  "+hint(ctx, p))
	return nil
}

func (s *playSession) values(ctx context.Context, _ string) error {
	p := s.position()
	if p.Board.Moves() == 0 {
		return errOver
	}
	lines, _ := drawBoard(p, boardMarks{last: engine.None, values: moveValues(ctx, p)}, s.style)
	for _, line := range lines {
		fmt.Fprintln(s.out, "  "+strings.TrimRight(line, " "))
	}
	fmt.Fprintf(s.out, "  expected discs for %v, looking %d moves ahead\n", p.Color, valueSearch.Depth+1)
	return nil
}

func (s *playSession) listMoves(context.Context, string) error {
	p := s.position()
	var moves []string
	for m := range p.Board.Moves().All() {
		moves = append(moves, fmt.Sprintf("%v (%d)", m, p.Board.Flips(m).Len()))
	}
	if len(moves) > 0 {
		fmt.Fprintf(s.out, "  %v can play %s\n", p.Color, strings.Join(moves, ", "))
	}
	if len(s.moves) > 0 {
		fmt.Fprintf(s.out, "  played: %v\n", s.game())
	}
	return nil
}

func (s *playSession) saveAs(_ context.Context, path string) error {
	if path == "" {
		return errors.New("save where? Enter save FILE")
	}
	if err := s.writeTranscript(path); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "  wrote %s\n", path)
	return nil
}

// writeTranscript writes the moves so far to a file.
func (s *playSession) writeTranscript(path string) error {
	return dataset.ReplaceFile(path, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, s.game())
		return err
	})
}
