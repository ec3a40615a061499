package protocol

import (
	"fmt"
	"strings"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// An nboardTalk is a conversation with a program that speaks NBoard's protocol.
type nboardTalk struct {
	p     *process
	depth int
	pings int
	name  string          // the program's name from "set myname"
	seen  map[string]bool // the words of hints that began a line; nil = not recorded
}

func speakNBoard(p *process, opt Options) dialect {
	if opt.Depth == 0 {
		opt.Depth = 6
	}
	return &nboardTalk{p: p, depth: opt.Depth}
}

func (t *nboardTalk) greet() error {
	return t.sendAll("nboard 1", fmt.Sprintf("set depth %d", t.depth))
}

func (t *nboardTalk) sendAll(lines ...string) error {
	for _, line := range lines {
		if err := t.p.send(line); err != nil {
			return err
		}
	}
	return nil
}

// await reads up to a line that begins with prefix, and returns the rest of that line. It ignores other
// lines.
func (t *nboardTalk) await(prefix string) (string, error) {
	for {
		line, err := t.p.receive()
		if err != nil {
			return "", err
		}
		word, _, _ := strings.Cut(line, " ")
		if t.seen != nil && (word == "search" || word == "book" || word == "learned") {
			t.seen[word] = true
		}
		if name, ok := strings.CutPrefix(line, "set myname "); ok {
			t.name = name
		}
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			return strings.TrimSpace(rest), nil
		}
	}
}

// ping waits until the program has read everything that was sent.
func (t *nboardTalk) ping() error {
	t.pings++
	if err := t.p.send(fmt.Sprintf("ping %d", t.pings)); err != nil {
		return err
	}
	for {
		answer, err := t.await("pong")
		if err != nil || answer == fmt.Sprint(t.pings) {
			return err
		}
	}
}

// choose sends the whole game, so the move does not depend on earlier messages. The protocol has no time
// limits, only a depth.
func (t *nboardTalk) choose(g engine.Game, c engine.Color, _ timing) (engine.Square, error) {
	if err := t.setGame(g, c); err != nil {
		return engine.None, err
	}
	if err := t.ping(); err != nil {
		return engine.None, err
	}
	if err := t.p.send("go"); err != nil {
		return engine.None, err
	}
	answer, err := t.await("===")
	if err != nil {
		return engine.None, err
	}
	move, _, _ := strings.Cut(strings.ReplaceAll(answer, " ", "/"), "/")
	s, err := engine.ParseSquare(strings.ToLower(move))
	if err != nil {
		return engine.None, fmt.Errorf("it answers %.40q to go, want === and a square", answer)
	}
	return s, nil
}

// setGame sends the game and, if the opponent of c has to pass now, the pass.
func (t *nboardTalk) setGame(g engine.Game, c engine.Color) error {
	var text strings.Builder
	err := notation.GGF.Write(&text, notation.Record{Game: g, Site: "Outflank", Black: "black", White: "white"})
	if err != nil {
		return err
	}
	_, ggf, _ := strings.Cut(strings.TrimSpace(text.String()), " ") // without the number of games
	if err := t.p.send("set game " + ggf); err != nil {
		return err
	}
	last := c.Opponent()
	for ply := range g.Plies() {
		last = ply.Position.Color
	}
	if last == c {
		return t.p.send("move PA")
	}
	return nil
}
