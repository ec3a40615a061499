package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/outflank/outflank/engine"
)

// A GTPServer serves an agent to a program that speaks GTP, such as an interface or a referee. The board is
// 8×8 at first. The command boardsize changes it to 6×6 or 4×4; outflank-setup sets up any position,
// including boards with holes and hexagonal boards.
type GTPServer struct {
	Name, Version string
	Agent         engine.Agent

	// A patient server answers every command in full before it quits, for commands from a file. Other servers
	// stop a search when quit or the end of the input follows, and answer with the best move so far.
	Patient bool
}

// Serve reads commands from in and writes answers to out until quit, the end of in, or the end of ctx. It
// returns the error of ctx, of writing or of reading; a line of more than a megabyte is an error. A goroutine
// that waits for in may remain.
func (s GTPServer) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	reading, cancel := context.WithCancel(ctx)
	defer cancel()
	session := &gtpSession{GTPServer: s, in: newInput(reading, in, s.Patient)}
	session.reset(engine.StandardStart())
	for {
		line, ok := session.in.read(ctx)
		if !ok {
			return cmp.Or(ctx.Err(), session.in.failed())
		}
		id, words := gtpWords(line)
		if len(words) == 0 {
			continue
		}
		answer, err := session.obey(ctx, words)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := gtpAnswer(out, id, answer, err); err != nil {
			return err
		}
		if words[0] == "quit" {
			return nil
		}
	}
}

// gtpWords splits a line according to the specification: it drops control characters and comments, and
// returns a leading number as the id.
func gtpWords(line string) (id string, words []string) {
	line, _, _ = strings.Cut(line, "#")
	line = strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 127:
			return -1
		}
		return r
	}, line)
	words = strings.Fields(line)
	if len(words) > 0 && strings.Trim(words[0], "0123456789") == "" {
		return words[0], words[1:]
	}
	return "", words
}

// gtpAnswer writes an answer or, if err is not nil, a refusal.
func gtpAnswer(w io.Writer, id, answer string, err error) error {
	mark := "="
	if err != nil {
		mark, answer = "?", err.Error()
	}
	if answer != "" {
		answer = " " + answer
	}
	_, err = fmt.Fprintf(w, "%s%s%s\n\n", mark, id, answer)
	return err
}

// Refusals, in the wording of the specification.
var (
	errSyntax   = errors.New("syntax error")
	errUnknown  = errors.New("unknown command")
	errIllegal  = errors.New("illegal move")
	errSize     = errors.New("unacceptable size")
	errUndo     = errors.New("cannot undo")
	errScore    = errors.New("cannot score")
	errGame     = errors.New("unsupported game")
	errLoadFile = errors.New("cannot load file")
)

// A gtpSession is the state of one client.
type gtpSession struct {
	GTPServer
	in    *input
	start engine.Position
	done  []engine.Square // moves and, as None, passes sent by the client
	clock clock
}

func (s *gtpSession) reset(start engine.Position) { s.start, s.done = start, nil }

// game returns the game so far, without passes.
func (s *gtpSession) game() engine.Game {
	g := engine.Game{Start: s.start}
	for _, m := range s.done {
		if m != engine.None {
			g.Moves = append(g.Moves, m)
		}
	}
	return g
}

// position returns the position after a forced pass, if any.
func (s *gtpSession) position() engine.Position {
	end, _ := s.game().End() // all stored moves are legal
	return end
}

// obey executes a command.
func (s *gtpSession) obey(ctx context.Context, words []string) (string, error) {
	for _, c := range gtpCommands {
		if c.name != words[0] {
			continue
		}
		if args := len(words) - 1; args < c.least || args > c.most {
			return "", errSyntax
		}
		return c.do(s, ctx, words[1:])
	}
	return "", errUnknown
}
