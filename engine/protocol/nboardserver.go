package protocol

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// An NBoardServer serves an agent to the NBoard interface or a similar program. It starts with the ordinary
// game; "set game" accepts any game that GGF can represent.
type NBoardServer struct {
	Name string
	// New returns the agent for a search depth in plies; 0 = not set yet. For hints with values and analyses,
	// the agent must be a [Thinker].
	New func(depth int) (engine.Agent, error)

	// A patient server answers every command in full before it continues. Other servers stop a search when ping,
	// quit or the end of the input follows, and answer with the best move so far; any command ends hints and
	// analyses.
	Patient bool
}

// Serve reads commands from in and writes answers to out until quit, the end of in, or the end of ctx. It
// ignores unknown commands, as the protocol requires, and reports errors in other commands in a status line.
// It returns the error of ctx, of New or of writing. A goroutine that waits for in may remain.
func (s NBoardServer) Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	agent, err := s.New(0)
	if err != nil {
		return err
	}
	reading, cancel := context.WithCancel(ctx)
	defer cancel()
	session := &nboardSession{NBoardServer: s, in: newInput(reading, in, s.Patient), out: out, agent: agent}
	session.game.Start = engine.StandardStart()
	defer func() { closeAgent(session.agent) }()
	for session.err == nil {
		line, ok := session.in.read(ctx)
		if !ok || strings.TrimSpace(line) == "quit" {
			break
		}
		session.obey(ctx, strings.TrimSpace(line))
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return cmp.Or(session.err, session.in.failed())
}

func closeAgent(a engine.Agent) {
	if c, ok := a.(io.Closer); ok {
		c.Close() // all output is written already
	}
}

// An nboardSession is the state of one client.
type nboardSession struct {
	NBoardServer
	in     *input
	out    io.Writer
	err    error // the first error of writing
	agent  engine.Agent
	game   engine.Game
	passed bool // whether the client has sent the pass after the last move
}

// say writes a line.
func (s *nboardSession) say(format string, args ...any) {
	if s.err == nil {
		_, s.err = fmt.Fprintf(s.out, format+"\n", args...)
	}
}

// complain reports an error in a command.
func (s *nboardSession) complain(err error) { s.say("status %s: error: %v", s.Name, oneLine(err)) }

// nboardCommands maps first words to commands. rest is the text after the first word.
var nboardCommands = map[string]func(s *nboardSession, ctx context.Context, rest string){
	"nboard":  func(*nboardSession, context.Context, string) {},
	"set":     (*nboardSession).set,
	"move":    (*nboardSession).move,
	"hint":    (*nboardSession).hint,
	"go":      (*nboardSession).goCommand,
	"ping":    func(s *nboardSession, _ context.Context, rest string) { s.say("pong %s", rest) },
	"learn":   func(s *nboardSession, _ context.Context, _ string) { s.say("learned") },
	"analyze": (*nboardSession).analyze,
}

func (s *nboardSession) obey(ctx context.Context, line string) {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	if do, ok := nboardCommands[word]; ok {
		do(s, ctx, rest)
		return
	}
	if bareMove.MatchString(line) { // NBoard 1.1 sends F5 for move F5
		s.move(ctx, line)
	}
}

// bareMove matches a move that is not preceded by "move".
var bareMove = regexp.MustCompile(`^(?i:[a-h][1-8]|pa)(/[-+.0-9]*)*$`)

// set sets the game or the depth. It ignores contempt and unknown settings.
func (s *nboardSession) set(_ context.Context, rest string) {
	what, value, _ := strings.Cut(rest, " ")
	switch what {
	case "depth":
		s.setDepth(value)
	case "game":
		s.setGame(value)
	}
}

func (s *nboardSession) setDepth(value string) {
	depth, err := strconv.Atoi(value)
	if err != nil || depth < 1 {
		s.complain(fmt.Errorf("set depth %.20q: want a number of plies", value))
		return
	}
	agent, err := s.New(depth)
	if err != nil {
		s.complain(err)
		return
	}
	closeAgent(s.agent)
	s.agent = agent
	s.say("set myname %s", s.Name)
}

// endsInPass matches a pass at the end of a game in GGF.
var endsInPass = regexp.MustCompile(`(?i)[BW]\[PA[^\]]*\]\s*;?\s*\)?\s*$`)

func (s *nboardSession) setGame(ggf string) {
	for r, err := range notation.GGF.Read(strings.NewReader(ggf)) {
		if err != nil {
			s.complain(err)
			return
		}
		s.game, s.passed = r.Game, endsInPass.MatchString(ggf)
		return
	}
	s.complain(fmt.Errorf("set game %.40q: want a game in GGF", ggf))
}

// move plays the client's move: F5, or F5/eval/seconds, or a pass.
func (s *nboardSession) move(_ context.Context, rest string) {
	name, _, _ := strings.Cut(strings.ToLower(rest), "/")
	p, pending := s.position()
	if name == "pa" || name == "pass" {
		if !pending {
			s.complain(fmt.Errorf("move %.20q: %v has a move", rest, p.Color))
		}
		s.passed = s.passed || pending
		return
	}
	m, err := engine.ParseSquare(name)
	if err == nil && !p.Board.Moves().Has(m) {
		err = &engine.IllegalMoveError{Index: len(s.game.Moves), Move: m, Position: p, Legal: p.Board.Moves()}
	}
	if err != nil {
		s.complain(err)
		return
	}
	s.game.Moves = append(s.game.Moves[:len(s.game.Moves):len(s.game.Moves)], m)
	s.passed = false
}

// position returns the position after a forced pass, if any. pending is true if the client has not yet sent
// that pass.
func (s *nboardSession) position() (p engine.Position, pending bool) {
	p, _ = s.game.End() // all stored games are legal
	if s.passed || len(s.game.Moves) == 0 || p.Board.Over() {
		return p, false
	}
	last := engine.Ply{}
	for last = range s.game.Plies() {
	}
	return p, last.Position.Color == p.Color
}

// goCommand answers with the agent's move, without playing it.
func (s *nboardSession) goCommand(ctx context.Context, _ string) {
	p, pending := s.position()
	if pending || p.Board.Over() {
		s.say("=== PA")
		return
	}
	s.say("status %s is thinking", s.Name)
	begin := time.Now()
	var m engine.Square
	var err error
	s.in.while(ctx, stopsGo, func(ctx context.Context) {
		engine.Follow(s.agent, &s.game)
		m, err = s.agent.Choose(ctx, p.Board)
	})
	if err != nil {
		s.complain(err)
		return
	}
	s.say("=== %s//%.2f", strings.ToUpper(m.String()), time.Since(begin).Seconds())
	s.say("status %s is waiting", s.Name)
}

func stopsGo(line string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return word == "ping" || word == "quit"
}
