package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/live"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

// A session is a game at the terminal, from the first board to the result.
type session struct {
	live.History
	set     settings
	players [2]seat
	style   board.Style
	front   frontend
	out     io.Writer // for messages between boards
	clock   *live.Clock
	clocked bool       // show the clocks
	book    *book.Book // nil = none

	thoughts [2]string                 // the result that each side expected at its last move; "" = unknown
	values   map[engine.Square]float64 // to show in the squares of this position; nil = none
	lost     *loss
	saved    string // the last file that the session wrote
}

// A frontend connects a session with the people who play, line by line or on the whole screen.
type frontend interface {
	// changed is called when the position has changed.
	changed()
	// busy shows the work in progress.
	busy(what string)
	// values is called when there are values to show in the squares.
	values(s *session)
	// ask returns the next line that the person enters.
	ask(ctx context.Context, s *session, prompt string) (string, error)
	// await returns when done is closed, or earlier with a line that the person enters.
	await(ctx context.Context, s *session, done <-chan struct{}) (string, error)
}

// A loss is a loss by time or resignation: the side that lost and the reason.
type loss struct {
	color engine.Color
	end   notation.End // Resigned or TimedOut
}

// errQuit ends a session without an error.
var errQuit = errors.New("quit")

// run plays until the person quits, the input ends or ctx is done. If only agents play, it ends with the
// game. Otherwise, it accepts commands after the end, so the person can undo moves.
func (s *session) run(ctx context.Context) error {
	defer s.closeAgents()
	s.greet()
	err := s.play(ctx)
	if errors.Is(err, errQuit) || errors.Is(err, io.EOF) {
		err = nil
	}
	if ctx.Err() != nil {
		fmt.Fprintln(s.out)
		err = fault.ErrInterrupted
	}
	return err
}

func (s *session) greet() {
	if s.watching() {
		return
	}
	fmt.Fprintln(s.out, "Enter a move such as f5, or help.")
	s.tellPass()
}

// play plays turns until something ends the session.
func (s *session) play(ctx context.Context) error {
	for {
		p := s.Position()
		if s.over() && s.watching() {
			return nil
		}
		if err := s.turn(ctx, p); err != nil {
			return err
		}
	}
}

// turn lets the side to move act within its remaining time. It returns only errors that end the session.
func (s *session) turn(ctx context.Context, p engine.Position) error {
	over := s.over()
	if s.watching() {
		if line, err := s.front.await(ctx, s, passing(ctx, s.set.delay)); err != nil || line != "" {
			return errors.Join(err, s.answer(ctx, line))
		}
	}
	timed, cancel := ctx, context.CancelFunc(func() {})
	if !over {
		s.clock.Start(p.Color)
		timed, cancel = s.clock.Within(ctx, p.Color)
	}
	defer cancel()
	var err error
	if over || s.isPerson(p.Color) {
		err = s.ask(timed, p, over)
	} else {
		err = s.letAgent(timed, p)
	}
	if !over && ctx.Err() == nil && s.clock.Fallen(p.Color) {
		s.lost = &loss{p.Color, notation.TimedOut}
		return errQuit
	}
	return err
}

// over reports whether the game has ended, on the board or by resignation.
func (s *session) over() bool { return s.lost != nil || s.Position().Board.Over() }

// isPerson reports whether a person plays side c.
func (s *session) isPerson(c engine.Color) bool { return s.players[c].agent == nil }

// watching reports whether only agents play.
func (s *session) watching() bool { return !s.isPerson(engine.Black) && !s.isPerson(engine.White) }

// ask reads one line and carries it out.
func (s *session) ask(ctx context.Context, p engine.Position, over bool) error {
	prompt := fmt.Sprintf("%v> ", p.Color)
	if over {
		prompt = "undo, new, save FILE or quit> "
	}
	line, err := s.front.ask(ctx, s, prompt)
	if err != nil {
		return err
	}
	return s.answer(ctx, line)
}

// answer carries out a line. If this fails, it tells the person why.
func (s *session) answer(ctx context.Context, line string) error {
	err := s.obey(ctx, line)
	if errors.Is(err, errQuit) || ctx.Err() != nil {
		return err
	}
	if err != nil {
		fmt.Fprintln(s.out, explain(err))
	}
	return nil
}

// closeAgents releases the resources of agents, such as external programs.
func (s *session) closeAgents() {
	for _, p := range s.players {
		_ = agents.Close(p.agent) // the game is over
	}
}

// letAgent plays the move that the agent to move chooses. A line that a person enters meanwhile interrupts
// the agent. If the agent is still to move afterwards, its search starts again.
func (s *session) letAgent(ctx context.Context, p engine.Position) error {
	g := s.Game()
	engine.Follow(s.players[p.Color].agent, &g)
	thinking, stop := s.clock.Share(ctx, p)
	defer stop()
	var move engine.Square
	var info engine.Info
	var failed error
	done := make(chan struct{})
	go func() {
		defer close(done)
		move, info, failed = agents.Choose(thinking, s.players[p.Color].agent, p.Board)
	}()
	line, err := s.front.await(ctx, s, done)
	stop()
	<-done // an agent must not search twice at the same time
	switch {
	case err != nil || ctx.Err() != nil:
		return errors.Join(err, ctx.Err())
	case line != "":
		return s.answer(ctx, line)
	}
	s.thoughts[p.Color] = thought(info)
	if failed == nil {
		failed = s.move(move)
	}
	if failed != nil {
		return &engine.ForfeitError{Color: p.Color, Err: failed}
	}
	return nil
}

// passing returns a channel that is closed after d or when ctx is done.
func passing(ctx context.Context, d time.Duration) <-chan struct{} {
	ctx, cancel := context.WithTimeout(ctx, d)
	context.AfterFunc(ctx, cancel)
	return ctx.Done()
}

// move plays moves and reports their effects.
func (s *session) move(moves ...engine.Square) error {
	if s.lost != nil {
		return errOver
	}
	before, mover := len(s.Moves), s.Position().Color
	if err := s.Play(moves...); err != nil {
		return err
	}
	s.Spend(before, s.clock.Stop(mover))
	s.moved()
	if !s.watching() {
		s.tell(before)
	}
	return nil
}

// moved clears the values of the previous position.
func (s *session) moved() {
	s.values = nil
	s.front.changed()
}
