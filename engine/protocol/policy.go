package protocol

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/outflank/outflank/engine"
)

const (
	// maxBoards is the default of PolicyOptions.Boards.
	maxBoards = 512
	// policyStart is the time that a policy's program may take at least to start, because Python's libraries
	// load slowly.
	policyStart = 10 * time.Second
	// policyIdle is how long a policy's program runs on without a game.
	policyIdle = 2 * time.Second
	// policyGreeting is the first line in both directions; a name may follow in the policy's.
	policyGreeting = "outflank policy 1"
	boardBytes     = 24
)

// PolicyOptions are the settings of a policy.
type PolicyOptions struct {
	Args    []string      // the program and its arguments, not interpreted by a shell
	Addr    string        // host:port of a running policy, instead of Args
	Timeout time.Duration // longest wait for an answer; 0 = 30 seconds. The start may take 10 seconds or more.
	Boards  int           // most boards in one question; 0 = 512
}

// A Policy is a function in another program, usually in Python, that chooses moves for many boards at once.
// All games share the program: while it answers, the boards of other games wait for the next question. It
// starts with the first move, and ends soon after the last game. All methods are safe for concurrent use.
//
// The program reads lines from its standard input, or from a connection, and answers each with a line:
//
//	outflank policy 1   it answers the same, and may add a name
//	boards              24 bytes for each board, in hexadecimal: the discs of the side to move, of the
//	                    other side, and the legal moves, as sets of 64 bits with the lowest byte first and
//	                    bit 0 = a1; it answers a byte for each board, the square of its move, 0 = a1; or
//	                    "error" and a reason, which forfeits these games
//
// It ends when its input ends. A program that is started has the variable OUTFLANK_POLICY in its environment.
type Policy struct {
	opt PolicyOptions

	mu      sync.Mutex
	log     logger
	pending []*question
	asking  bool
	games   int
	left    int         // questions that the program has, but whose games have stopped
	kill    func()      // ends the program immediately; nil before the first start
	idle    *time.Timer // ends the program; nil = there are games
	process *process    // nil if it is not running; belongs to the goroutine that asks
}

// A question is a board that waits for a move.
type question struct {
	board  engine.Board
	square engine.Square
	err    error
	left   bool // the game has stopped
	done   chan struct{}
}

// NewPolicy returns a policy.
func NewPolicy(opt PolicyOptions) *Policy {
	if opt.Timeout <= 0 {
		opt.Timeout = 30 * time.Second
	}
	if opt.Boards <= 0 {
		opt.Boards = maxBoards
	}
	return &Policy{opt: opt}
}

// A PolicyAgent plays one game with a [Policy].
type PolicyAgent struct {
	policy *Policy
	close  func()
}

// Agent returns an agent for one game. The caller must close it.
func (p *Policy) Agent() *PolicyAgent {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.games++
	if p.idle != nil {
		p.idle.Stop()
		p.idle = nil
	}
	return &PolicyAgent{p, sync.OnceFunc(p.leave)}
}

// LogTo does for the policy's program what [Client.LogTo] does.
func (a *PolicyAgent) LogTo(log func(pid int, mark byte, line string)) {
	a.policy.mu.Lock()
	defer a.policy.mu.Unlock()
	a.policy.log = log
}

// Greet asks for a first move. It does for the policy's program what [Client.Greet] does.
func (a *PolicyAgent) Greet(ctx context.Context) error {
	defer a.Close()
	start := engine.StandardStart().Board
	s, err := a.Choose(ctx, start)
	if err == nil && !start.Moves().Has(s) {
		err = a.policy.failed(fmt.Errorf("its first move is %v, want one of %v", s, start.Moves()), "")
	}
	return err
}

// Close ends the agent's game. The error is always nil.
func (a *PolicyAgent) Close() error {
	a.close()
	return nil
}

// leave ends a game. Without games, the program ends after a while, or at once if it still thinks.
func (p *Policy) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.games--; p.games == 0 {
		if p.left > 0 && p.kill != nil {
			p.kill()
		}
		p.idle = time.AfterFunc(policyIdle, p.end)
	}
}

// end ends the program if there is still no game.
func (p *Policy) end() {
	p.mu.Lock()
	if p.games > 0 || p.asking || p.process == nil {
		p.mu.Unlock()
		return
	}
	last := p.process
	p.process = nil
	p.mu.Unlock()
	last.end("")
}

// Choose returns the policy's move, which may be illegal. If ctx ends, it returns at once.
func (a *PolicyAgent) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if b.Moves() == 0 {
		return engine.None, engine.ErrNoMove
	}
	q := &question{board: b, done: make(chan struct{})}
	p := a.policy
	p.mu.Lock()
	p.pending = append(p.pending, q)
	if !p.asking {
		p.asking = true
		go p.ask()
	}
	p.mu.Unlock()
	select {
	case <-q.done:
		return q.square, q.err
	case <-ctx.Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		select {
		case <-q.done:
		default:
			q.left = true
			p.left++
		}
		return engine.None, context.Cause(ctx)
	}
}

// ask asks the program about the boards that wait until there is none.
func (p *Policy) ask() {
	for {
		p.mu.Lock()
		n := min(len(p.pending), p.opt.Boards)
		if p.asking = n > 0; !p.asking {
			p.mu.Unlock()
			return
		}
		list := p.pending[:n:n]
		p.pending = p.pending[n:]
		p.mu.Unlock()
		if err := p.answer(list); n > 1 && isRefusal(err) {
			for i := range list { // alone, so that one board does not forfeit the games of the others
				list[i].err = p.answer(list[i:][:1])
			}
		} else {
			for _, q := range list {
				q.err = err
			}
		}
		p.mu.Lock()
		for _, q := range list {
			if q.left {
				p.left--
			}
			close(q.done)
		}
		p.mu.Unlock()
	}
}

// errPolicy is the reason of a policy that answers with an error.
type errPolicy string

func (e errPolicy) Error() string { return "it answers: " + string(e) }

func isRefusal(err error) bool {
	_, ok := errors.AsType[errPolicy](err)
	return ok
}

// answer answers questions. If the program does not, it ends it; the next questions start it again.
func (p *Policy) answer(list []*question) error {
	var err error
	if p.process == nil {
		limit := max(p.opt.Timeout, policyStart)
		if err = p.start(limit); p.process == nil {
			return p.failed(err, "")
		}
	}
	if err == nil {
		err = p.process.within(p.opt.Timeout, func() error { return p.process.askPolicy(list) })
	}
	if err == nil || isRefusal(err) {
		return p.failed(err, "")
	}
	last := p.process
	p.process = nil
	last.end("")
	return p.failed(err, exception(last.stderr.String()))
}

// traceback matches a text that ends with a traceback of Python: the file and line of the last call, and the
// exception.
var traceback = regexp.MustCompile(`(?s)^.*File "([^"]*)", line (\d+)[^\n]*\n` +
	`(?:[ \t][^\n]*\n)*([^ \t\n][^\n]*)$`)

// exception shortens the standard error of a program to one line if it ends with a traceback of Python. The
// log has all of it.
func exception(stderr string) string {
	m := traceback.FindStringSubmatch(stderr)
	if m == nil {
		return stderr
	}
	return fmt.Sprintf("%s (%s:%s)", m[3], filepath.Base(m[1]), m[2])
}

// start starts the program, or connects to it, and greets it within a time. After an error, p.process may
// have to be ended.
func (p *Policy) start(limit time.Duration) (err error) {
	p.mu.Lock()
	log := p.log
	p.mu.Unlock()
	if p.opt.Addr == "" {
		p.process, err = start(p.opt.Args, log, "OUTFLANK_POLICY=1")
	} else {
		var conn net.Conn
		if conn, err = net.DialTimeout("tcp", p.opt.Addr, limit); err == nil {
			p.process = connected(conn, log)
		}
	}
	if err != nil {
		return err
	}
	p.mu.Lock()
	p.kill = p.process.kill
	p.mu.Unlock()
	return p.process.within(limit, p.process.greetPolicy)
}

// within calls talk. It kills a program that does not answer in time.
func (p *process) within(limit time.Duration, talk func() error) error {
	ctx, cancel := context.WithTimeoutCause(context.Background(), limit,
		fmt.Errorf("%w: waited %v", errTimeout, limit))
	defer cancel()
	return p.during(ctx, talk)
}

func (p *Policy) failed(err error, stderr string) error {
	switch {
	case err == nil:
		return nil
	case p.opt.Addr != "":
		return &EngineError{[]string{p.opt.Addr}, err, stderr}
	}
	return &EngineError{p.opt.Args, err, stderr}
}

// greetPolicy checks that a program is a policy. What the program prints before it reads its input is
// ignored.
func (p *process) greetPolicy() error {
	if err := p.send(policyGreeting); err != nil {
		return err
	}
	for {
		line, err := p.receive()
		switch {
		case errors.Is(err, errDied):
			return fmt.Errorf("%w without the line %q: does it call outflank.serve?", errDied, policyGreeting)
		case err != nil || strings.HasPrefix(line, policyGreeting):
			return err
		}
	}
}

// askPolicy asks for the moves of boards.
func (p *process) askPolicy(list []*question) error {
	data := make([]byte, 0, boardBytes*len(list))
	for _, q := range list {
		for _, set := range [...]engine.Set{q.board.Mine, q.board.Theirs, q.board.Moves()} {
			data = binary.LittleEndian.AppendUint64(data, uint64(set))
		}
	}
	if err := p.send(hex.EncodeToString(data)); err != nil {
		return err
	}
	line, err := p.receive()
	if err != nil {
		return err
	}
	if reason, ok := strings.CutPrefix(line, "error"); ok {
		return errPolicy(strings.TrimSpace(reason))
	}
	moves, err := hex.DecodeString(line)
	if err != nil || len(moves) != len(list) {
		return fmt.Errorf("it answers %.80q, want %d bytes in hexadecimal", line, len(list))
	}
	for i, m := range moves {
		if list[i].square = engine.Square(m); m > 63 {
			list[i].square = engine.None
		}
	}
	return nil
}
