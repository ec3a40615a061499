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
	Args []string // the program and its arguments, not interpreted by a shell
	// Timeout is the longest wait for a move, counted from the deadline of the context if it has one; 0 = 30
	// seconds.
	Timeout time.Duration
	Restart bool // restart a program that exits on its own, once per move; otherwise the move fails
	// Depth is the search depth in plies for an NBoard program; 0 = 6. GTP has no such command.
	Depth int
}

// An EngineError reports that an external engine did not answer with a move.
type EngineError struct {
	Args   []string // the command that started it
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

// A dialect talks to one running program in its protocol.
type dialect interface {
	greet() error
	hello() error // checks that the program speaks the protocol
	// choose sends game g, which is not over, and asks for a move of colour c within the given time.
	choose(g engine.Game, c engine.Color, t timing) (engine.Square, error)
	learn(*Report) error // asks for the program's features
}

// A Client is an external engine as an [engine.Agent]. It plays one game at a time. The engine may keep data
// from one game to the next.
type Client struct {
	opt     Options
	speak   func(*process, Options) dialect
	process *process // nil when it is not running
	dialect dialect
	game    *engine.Game // nil until Follow sets it
	crashes int
	log     logger // nil = no log
	time    timing
}

// A timing holds the time limits of a program.
type timing struct {
	move  time.Duration // 0 = no limit
	limit live.Limit    // of the game; zero = none
	left  [2]time.Duration
}

// KeepTime sets the limit of the game and the remaining times of both sides before the next move. It starts
// the program unless it is running. The client does not wait for a program that has used up its time.
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

// LogTo makes the client call log for each line sent to or received from the program, beginning with the
// program's next start. log also gets the process id and a mark: + command line at the start, > input, <
// output, ! standard error, - end. It must be safe for concurrent use.
func (a *Client) LogTo(log func(pid int, mark byte, line string)) { a.log = log }

// Crashes returns how often the program has exited on its own.
func (a *Client) Crashes() int { return a.crashes }

// Follow sets the game whose moves the client sends to the program.
func (a *Client) Follow(g *engine.Game) { a.game = g }

// Choose asks the program for a move. If the program exits on its own, Choose fails or, with Options.Restart,
// starts it again. The returned square may be an illegal move. If ctx is cancelled, Choose ends the program.
// If the protocol supports time limits, it sends the deadline of ctx to the program. It waits until
// Options.Timeout after the deadline.
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

// talk starts the program unless it is running, and calls do, which talks to it. If do fails, talk ends the
// program.
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
	a.Close() // this also completes the text of its standard error
	return &EngineError{a.opt.Args, err, stderr.String()}
}

// Close ends the program and returns when all its processes have ended. The error is always nil.
func (a *Client) Close() error {
	if a.process != nil {
		a.process.end("quit")
		a.process, a.dialect = nil, nil
	}
	return nil
}

// patience returns a context that ends when ctx is cancelled, or when the timeout after the deadline of ctx
// has passed. The program is killed when that context ends.
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

// flagFall is how long to wait for a program that has no time left. The game is lost, but if the answer
// arrives, the program need not be killed.
const flagFall = 500 * time.Millisecond

// timeLeft returns the time until the deadline of ctx, or 0 if it has none or the deadline has passed.
func timeLeft(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return 0
	}
	return max(0, time.Until(deadline))
}
