package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
)

// A playSession is a game at the terminal, from the first board to the result.
type playSession struct {
	playRecord
	set     playSettings
	players [2]playPlayer
	style   boardStyle
	in      *lineReader
	out     io.Writer

	keyboard bool // a person types and sees it: prompt; else repeat what was read
	canErase bool // the cursor can move up
	drawn    int  // lines of the last board that may be drawn over; 0 = none
	shown    bool // the position now is on the screen

	resigned *engine.Color
}

// errQuit ends a session without a complaint.
var errQuit = errors.New("quit")

// run plays until the game is over or left, and then says how it ended. Commands
// are still taken after the end, so that a person can go back.
func (s *playSession) run(ctx context.Context) error {
	defer s.closeAgents()
	s.greet()
	err := s.play(ctx)
	if errors.Is(err, errQuit) || errors.Is(err, io.EOF) {
		err = nil
	}
	if ctx.Err() != nil {
		fmt.Fprintln(s.out)
		err = errInterrupted
	}
	return errors.Join(err, s.finish())
}

func (s *playSession) greet() {
	if s.watching() {
		return
	}
	fmt.Fprintln(s.out, "Enter a move such as f5, or help.")
	s.tellPass()
}

// play goes on until something ends the session.
func (s *playSession) play(ctx context.Context) error {
	for {
		p := s.position()
		over := p.Board.Moves() == 0
		var err error
		switch {
		case over && s.watching():
			s.show()
			return nil
		case over || s.isPerson(p.Color):
			err = s.ask(ctx, p, over)
		default:
			err = s.letAgent(ctx, p)
		}
		if err != nil {
			return err
		}
	}
}

// isPerson tells whether a person plays side c.
func (s *playSession) isPerson(c engine.Color) bool { return s.players[c].agent == nil }

// watching tells whether nobody but agents plays.
func (s *playSession) watching() bool { return !s.isPerson(engine.Black) && !s.isPerson(engine.White) }

// ask reads one line and does what it says. Only what ends the session is
// returned as an error; the rest is explained to the person.
func (s *playSession) ask(ctx context.Context, p engine.Position, over bool) error {
	if !s.shown {
		s.show()
	}
	prompt := fmt.Sprintf("%v> ", p.Color)
	if over {
		prompt = "undo, save FILE or quit> "
	}
	line, err := s.readLine(ctx, prompt)
	if err != nil {
		return err
	}
	err = s.obey(ctx, line)
	if errors.Is(err, errQuit) || ctx.Err() != nil {
		return err
	}
	if err != nil {
		fmt.Fprintln(s.out, explain(err))
	}
	return nil
}

// readLine reads a line after a prompt. What does not come from a keyboard is
// repeated, so that the output reads like a game at one.
func (s *playSession) readLine(ctx context.Context, prompt string) (string, error) {
	if s.keyboard {
		fmt.Fprint(s.out, prompt)
	}
	line, err := s.in.next(ctx)
	switch {
	case err == nil && !s.keyboard:
		fmt.Fprintln(s.out, strings.TrimSpace(prompt+line))
	case errors.Is(err, io.EOF) && s.keyboard:
		fmt.Fprintln(s.out)
	}
	return line, err
}

// explain words an error for somebody at the board.
func explain(err error) string { return "  " + strings.TrimPrefix(err.Error(), "engine: ") }

// closeAgents ends agents that hold something, such as other programs.
func (s *playSession) closeAgents() {
	for _, p := range s.players {
		_ = closeAgent(p.agent) // the game is over
	}
}

// letAgent has the agent of the side to move make its move.
func (s *playSession) letAgent(ctx context.Context, p engine.Position) error {
	if s.watching() {
		s.show()
		if err := pause(ctx, s.set.delay); err != nil {
			return err
		}
	} else if s.keyboard && s.canErase {
		fmt.Fprintf(s.out, "  %v is thinking…", p.Color)
		defer fmt.Fprint(s.out, "\r\x1b[K")
	}
	g := s.game()
	move, err := s.players[p.Color].agent.Choose(engine.WithGame(ctx, &g), p.Board)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		err = s.move(move)
	}
	if err != nil {
		return &engine.ForfeitError{Color: p.Color, Err: err}
	}
	return nil
}

// pause waits for d or the end of ctx.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
	return ctx.Err()
}

// move plays moves and tells what they did.
func (s *playSession) move(moves ...engine.Square) error {
	before := len(s.moves)
	if err := s.playRecord.play(moves...); err != nil {
		return err
	}
	s.shown = false
	if !s.watching() {
		s.tell(before)
	}
	return nil
}

// tell describes the moves from number n on, and the passes after them.
func (s *playSession) tell(n int) {
	if s.keyboard && s.canErase {
		fmt.Fprint(s.out, "\r\x1b[K") // over "is thinking"
	}
	for ply := range s.game().Plies() {
		if ply.Passed && ply.Index > n {
			fmt.Fprintf(s.out, "  %v has no move and passes\n", ply.Position.Color.Opponent())
		}
		if ply.Index >= n {
			fmt.Fprintln(s.out, "  "+describe(ply))
		}
	}
	s.tellPass()
}

func (s *playSession) tellPass() {
	if pass := s.passNow(); pass != "" {
		fmt.Fprintln(s.out, "  "+pass)
	}
}

// describe says who moved where and what it turned.
func describe(ply engine.Ply) string {
	return fmt.Sprintf("%v plays %v and turns %d",
		ply.Position.Color, ply.Move, ply.Position.Board.Flips(ply.Move).Len())
}

// passNow says who had to pass just now, if anybody.
func (s *playSession) passNow() string {
	p := s.position()
	turn := s.start.Color
	if last, ok := s.lastPly(); ok {
		turn = last.Position.Color.Opponent()
	}
	if turn == p.Color {
		return ""
	}
	return fmt.Sprintf("%v has no move and passes", turn)
}
