package protocol

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

// Options are the settings of an external engine.
type Options struct {
	Args []string // the program and its arguments; no shell reads them
	// longest wait for a move, after the deadline of the context if it has one; 0 = 30 seconds
	Timeout time.Duration
	Restart bool // if the program ends by itself, start it again, once a move; otherwise the move fails
	// search depth in plies for an NBoard program; 0 = 6. GTP has no such command
	Depth int
}

// An EngineError reports the failure of an external engine to answer with a move.
type EngineError struct {
	Args   []string // how it was started
	Err    error
	Stderr string // the end of its standard error, up to 4 KiB
}

func (e *EngineError) Error() string {
	text := fmt.Sprintf("protocol: %s: %v", strings.Join(e.Args, " "), e.Err)
	if e.Stderr != "" {
		text += "; its standard error ends with: " + e.Stderr
	}
	return text
}

func (e *EngineError) Unwrap() error { return e.Err }

// A dialect is a conversation with one running program.
type dialect interface {
	greet() error
	hello() error // checks that the program speaks the protocol
	// choose tells the program game g, which has not ended, and asks it for a move
	// of colour c, within that time.
	choose(g engine.Game, c engine.Color, t timing) (engine.Square, error)
	learn(*Report) error // asks what the program says about itself
}

// A Client is an external engine as an [engine.Agent]. It plays one game at a time; the engine may keep
// results for the next one.
type Client struct {
	opt     Options
	speak   func(*process, Options) dialect
	process *process // nil when it is not running
	dialect dialect
	game    *engine.Game // nil until it is told
	crashes int
	log     logger // nil = there is none
	time    timing
}

// A timing is what a program may take.
type timing struct {
	move  time.Duration // 0 = as long as it likes
	limit live.Limit    // of the game; zero = none
	left  [2]time.Duration
}

// KeepTime sets the limit of the game and the remaining times of both sides before the next move, and starts
// the program unless it runs. The client does not wait for a program that has used its time.
func (a *Client) KeepTime(ctx context.Context, limit live.Limit, left [2]time.Duration) error {
	a.time = timing{}
	err := a.talk(ctx, func() error { return nil })
	a.time = timing{limit: limit, left: left}
	return err
}

// NewGTPClient returns a client for a program that speaks GTP. The program starts with the first move.
func NewGTPClient(opt Options) *Client { return &Client{opt: opt, speak: speakGTP} }

// NewNBoardClient returns a client for a program that speaks NBoard's protocol. The program starts with the
// first move.
func NewNBoardClient(opt Options) *Client { return &Client{opt: opt, speak: speakNBoard} }

// LogTo passes log each line sent to and received from the program, from its next start on, with the id of
// its process and a mark: + command line at the start, > input, < output, ! standard error, - end. log must
// be safe for concurrent use.
func (a *Client) LogTo(log func(pid int, mark byte, line string)) { a.log = log }

// Crashes returns the number of times that the program has ended by itself.
func (a *Client) Crashes() int { return a.crashes }

// Follow sets the game whose moves the client sends to the program.
func (a *Client) Follow(g *engine.Game) { a.game = g }

// Choose asks the program for a move. If the program ends by itself, Choose fails, or starts it again with
// Options.Restart. The answer is a square, but perhaps not a legal move. If ctx is cancelled, Choose ends the
// program. It sends a deadline of ctx to the program if the protocol allows it, and waits up to
// Options.Timeout beyond it.
func (a *Client) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if b.Moves() == 0 {
		return engine.None, engine.ErrNoMove
	}
	g, c := a.game.To(b)
	s := engine.None
	ask := func() (err error) {
		s, err = a.dialect.choose(g, c, timing{timeLeft(ctx), a.time.limit, a.time.left})
		return err
	}
	err := a.talk(ctx, ask)
	if errors.Is(err, errDied) && a.opt.Restart {
		err = a.talk(ctx, ask)
	}
	if err != nil {
		return engine.None, err
	}
	return s, nil
}

// talk starts the program unless it runs and has do talk with it. A program that
// fails is ended.
func (a *Client) talk(ctx context.Context, do func() error) error {
	if a.process == nil {
		var err error
		if a.process, err = start(a.opt.Args, a.log); err != nil {
			return &EngineError{Args: a.opt.Args, Err: err}
		}
	}
	fresh := a.dialect == nil
	if fresh {
		a.dialect = a.speak(a.process, a.opt)
	}
	ctx, cancel := a.patience(ctx)
	defer cancel()
	err := a.process.during(ctx, func() error {
		if fresh {
			if err := a.dialect.greet(); err != nil {
				return err
			}
		}
		return do()
	})
	if err == nil {
		return nil
	}
	if errors.Is(err, errDied) {
		a.crashes++
	}
	stderr := a.process.stderr
	a.Close() // and with it its standard error
	return &EngineError{a.opt.Args, err, stderr.String()}
}

// Close ends the program and returns when all its processes have ended. It never fails.
func (a *Client) Close() error {
	if a.process != nil {
		a.process.end("quit")
		a.process, a.dialect = nil, nil
	}
	return nil
}

// patience returns the context that ends the program: when ctx is cancelled, or
// the timeout after its deadline.
func (a *Client) patience(ctx context.Context) (context.Context, context.CancelFunc) {
	wait := a.opt.Timeout
	if wait <= 0 {
		wait = 30 * time.Second
	}
	if a.time.limit.All > 0 {
		wait = min(wait, flagFall)
	}
	wait += timeLeft(ctx)
	until, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), wait,
		fmt.Errorf("%w: waited %v", errTimeout, wait.Round(time.Millisecond)))
	stop := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) {
			cancel()
		}
	})
	return until, func() { stop(); cancel() }
}

// flagFall is how long a program whose time is over is waited for: the game is lost, and an answer
// that is on its way keeps the program.
const flagFall = 500 * time.Millisecond

// timeLeft returns the time until the deadline of ctx, 0 if it has none or it is over.
func timeLeft(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return 0
	}
	return max(0, time.Until(deadline))
}
