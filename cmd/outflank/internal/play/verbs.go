package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// A verb is a command that a person can enter instead of a move.
type verb struct {
	names []string // the name in the help, then other names
	args  string
	about string
	do    func(s *session, ctx context.Context, args string) error
}

// verbs returns all commands. It is a function because help lists them.
func verbs() []verb {
	return []verb{
		{[]string{"undo", "u"}, "", "take back your last move and the reply to it", (*session).takeBack},
		{[]string{"redo", "r"}, "", "replay the moves that undo took back", (*session).putBack},
		{[]string{"hint", "h"}, "[AGENT]", "show the best move of a search or an agent, and the expected result", (*session).hint},
		{[]string{"values", "v"}, "[AGENT]", "show the values of all moves, in discs for the side to move, best first", (*session).showValues},
		{[]string{"moves"}, "", "show the legal moves with the discs they flip, and the moves played", (*session).listMoves},
		{[]string{"board", "b"}, "", "show the board again", (*session).redraw},
		{[]string{"save"}, "FILE", "write the game; .pgn, .ggf, .sgf or .obf chooses the format; otherwise, the moves", (*session).saveAs},
		{[]string{"save!"}, "FILE", "like save, but overwrite an existing file", (*session).saveOver},
		{[]string{"load"}, "FILE [N]", "continue a game from a file, the first or number N", (*session).loadFrom},
		{[]string{"new"}, "[AGENT]", "start a new game from the same position, against an agent or a level such as expert", (*session).newGame},
		{[]string{"resign"}, "", "give up the game", (*session).resign},
		{[]string{"help", "?"}, "", "show this list", (*session).help},
		{[]string{"quit", "q", "exit"}, "", "quit the game", (*session).quit},
	}
}

// verbHelp lists the commands and their effects.
func verbHelp() string {
	var text strings.Builder
	for _, v := range verbs() {
		fmt.Fprintf(&text, "  %-14s %s\n", strings.TrimSpace(v.names[0]+" "+v.args), v.about)
	}
	return text.String()
}

// obey carries out a line: a command or moves. An empty line does nothing.
func (s *session) obey(ctx context.Context, line string) error {
	word, args, _ := strings.Cut(line, " ")
	if word == "" {
		return nil
	}
	for _, v := range verbs() {
		if slices.Contains(v.names, strings.ToLower(word)) {
			return v.do(s, ctx, strings.TrimSpace(args))
		}
	}
	moves, err := engine.ParseMoves(line)
	switch {
	case err != nil:
		return fmt.Errorf("%w; help lists the commands", err)
	case len(moves) == 0:
		return errors.New("passes are forced and played automatically")
	}
	return s.move(moves...)
}

func (s *session) takeBack(context.Context, string) error {
	if s.lost != nil { // take back the resignation
		return s.changed(nil)
	}
	return s.changed(s.Undo(s.isPerson))
}

func (s *session) putBack(context.Context, string) error {
	return s.changed(s.Redo(s.isPerson))
}

// changed redraws the board after undo, redo or a resignation taken back. If err is not nil, it only returns
// err.
func (s *session) changed(err error) error {
	if err == nil {
		s.clock.Halt()
		s.thoughts, s.lost = [2]string{}, nil
		s.moved()
	}
	return err
}

// newGame begins a new game from the same start. If spec names an agent, this agent replaces the previous
// one, or plays white if two people play.
func (s *session) newGame(_ context.Context, spec string) error {
	before := s.set.players
	if spec != "" {
		side := engine.White
		if !s.isPerson(engine.Black) {
			side = engine.Black
		}
		s.set.players[side] = levelSpec(spec)
	}
	err := s.begin(engine.Game{Start: s.Start})
	if err != nil {
		s.set.players = before
	}
	return err
}

func (s *session) redraw(context.Context, string) error {
	s.front.changed()
	return nil
}

func (s *session) help(context.Context, string) error {
	fmt.Fprint(s.out, "  f5             a move, or several moves for both sides in turn\n", verbHelp())
	return nil
}

func (s *session) quit(context.Context, string) error { return errQuit }

var errOver = errors.New("the game is over")

func (s *session) resign(context.Context, string) error {
	p := s.Position()
	if s.over() {
		return errOver
	}
	s.lost = &loss{s.resigner(p.Color), notation.Resigned}
	s.clock.Halt()
	s.moved()
	return nil
}

// resigner returns the side that resigns: the person's side, even while an agent thinks, or the side to move
// if two people or none play.
func (s *session) resigner(c engine.Color) engine.Color {
	if s.isPerson(c.Opponent()) && !s.isPerson(c) {
		return c.Opponent()
	}
	return c
}

func (s *session) hint(ctx context.Context, spec string) error {
	p := s.Position()
	if s.over() {
		return errOver
	}
	s.front.busy("looking for a move…")
	text, err := hint(ctx, p, cmp.Or(spec, s.set.hint))
	if err == nil {
		fmt.Fprintln(s.out, "  "+text)
		err = s.tellBook(p)
	}
	return err
}

// tellBook prints the book's values for a position, if it is in the book.
func (s *session) tellBook(p engine.Position) error {
	text, err := bookText(p, s.book)
	if text != "" {
		fmt.Fprintln(s.out, "  "+text)
	}
	return err
}

func (s *session) showValues(ctx context.Context, spec string) error {
	p := s.Position()
	if s.over() {
		return errOver
	}
	s.front.busy("finding the values…")
	r, err := rank(ctx, p, cmp.Or(spec, s.set.hint))
	switch {
	case err != nil:
		return err
	case r.Lines == nil:
		return errNoValues
	}
	s.values = values(r)
	s.front.values(s)
	fmt.Fprintln(s.out, "  "+rankText(p, r))
	return s.tellBook(p)
}

func (s *session) listMoves(context.Context, string) error {
	p := s.Position()
	var moves []string
	for m := range p.Board.Moves().All() {
		moves = append(moves, fmt.Sprintf("%v (%d)", m, p.Board.Flips(m).Len()))
	}
	if len(moves) > 0 {
		fmt.Fprintf(s.out, "  %v can play %s\n", p.Color, strings.Join(moves, ", "))
	}
	if len(s.Moves) > 0 {
		fmt.Fprintf(s.out, "  played: %v\n", s.Game())
	}
	return nil
}

func (s *session) saveAs(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err == nil && path != s.saved {
		return fmt.Errorf("%s exists: enter save! %[1]s to overwrite it, or choose another name", path)
	}
	return s.saveOver(ctx, path)
}

// saveOver writes the game, even over an existing file.
func (s *session) saveOver(_ context.Context, path string) error {
	if path == "" {
		return errors.New("save where? Enter save FILE")
	}
	if err := s.writeGame(path); err != nil {
		return err
	}
	s.saved = path
	fmt.Fprintf(s.out, "  wrote %s\n", path)
	return nil
}

func (s *session) loadFrom(_ context.Context, args string) error { return s.load(args) }
