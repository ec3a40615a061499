package protocol

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/outflank/outflank/engine"
)

// A Report lists the features that a program states or that tests find.
type Report struct {
	Protocol string   `json:"protocol"`          // "GTP 2" or "NBoard 1"
	Name     string   `json:"name"`              // "" if unknown
	Version  string   `json:"version,omitempty"` // GTP only
	Commands []string `json:"commands"`          // commands that it lists or reacts to
	// Side lengths of the square boards on which it answers with a legal first move.
	Sizes  []int         `json:"sizes"`
	Setup  bool          `json:"setup"`            // whether games can start from any position
	Passes bool          `json:"passes"`           // whether it continues after its opponent passes
	Start  time.Duration `json:"start_ns"`         // from the start to the first legal move
	Stderr string        `json:"stderr,omitempty"` // the end of its standard error
}

// passGame is a game after which black has to pass and white moves twice.
const passGame = "d3c3e6d2d1e1b3c1"

// Check starts the program, queries its features and asks for moves in a few positions. It reports the
// features that work. If the program cannot play the ordinary game, the error is an [*EngineError].
func (a *Client) Check(ctx context.Context) (Report, error) {
	defer a.Close()
	var r Report
	begin := time.Now()
	if err := a.moves(ctx, engine.Game{Start: engine.StandardStart()}); err != nil {
		return r, err
	}
	r.Start, r.Sizes = time.Since(begin), []int{8}
	err := a.talk(ctx, func() error { return a.dialect.learn(&r) })
	if err != nil {
		return r, err
	}
	r.Stderr = a.process.stderr.String()
	for _, size := range []int{6, 4} {
		shape, _ := engine.SquareShape(size)
		start, _ := shape.Start()
		if a.moves(ctx, engine.Game{Start: start}) == nil {
			r.Sizes = append(r.Sizes, size)
		}
	}
	turned := engine.StandardStart()
	turned.Board = turned.Board.Pass() // a start with swapped colours
	r.Setup = a.moves(ctx, engine.Game{Start: turned}) == nil
	passing, err := engine.ParseGame(engine.StandardStart(), passGame)
	r.Passes = err == nil && a.moves(ctx, passing) == nil
	return r, ctx.Err()
}

// moves asks the program for a move at the end of g, and returns an error if it does not answer with one.
func (a *Client) moves(ctx context.Context, g engine.Game) error {
	end, err := g.End()
	if err != nil {
		return err
	}
	a.Follow(&g)
	s, err := a.Choose(ctx, end.Board)
	if err == nil && !end.Board.Moves().Has(s) {
		err = &EngineError{Args: a.opt.Args, Err: fmt.Errorf("%v is no legal move in %v", s, end)}
	}
	return err
}

// learn asks for the name, the version and the commands.
func (t *gtpTalk) learn(r *Report) error {
	r.Protocol = "GTP"
	for command, to := range map[string]*string{"name": &r.Name, "version": &r.Version} {
		if answer, err := t.command(command); err == nil {
			*to = answer
		}
	}
	if version, err := t.command("protocol_version"); err == nil {
		r.Protocol += " " + version
	}
	r.Commands = slices.Sorted(maps.Keys(t.knows))
	return nil
}

// learn tries the commands hint and learn. The protocol has no command that lists features.
func (t *nboardTalk) learn(r *Report) error {
	r.Protocol, r.Name = "NBoard 1", t.name
	r.Commands = []string{"go", "ping", "set depth", "set game"}
	if err := t.setGame(engine.Game{Start: engine.StandardStart()}, engine.Black); err != nil {
		return err
	}
	t.seen = map[string]bool{}
	if err := t.sendAll("hint 1", "learn"); err != nil {
		return err
	}
	if err := t.ping(); err != nil { // any answers come before the answer to the ping
		return err
	}
	if t.seen["search"] || t.seen["book"] {
		r.Commands = append(r.Commands, "hint")
	}
	if t.seen["learned"] {
		r.Commands = append(r.Commands, "learn")
	}
	slices.Sort(r.Commands)
	return nil
}
