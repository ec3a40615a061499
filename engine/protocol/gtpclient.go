package protocol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

// setupCommand is a GTP extension of this package. It sets up any position in the form of
// [engine.Position.String], but with _ for squares outside the shape, because # begins a comment in GTP.
const setupCommand = "outflank-setup"

// A gtpTalk is a conversation with a GTP program.
type gtpTalk struct {
	p       *process
	id      int             // of the last command
	knows   map[string]bool // commands that it supports
	told    engine.Game     // the part of the game that has been sent
	started bool            // whether told is valid
	limit   int             // seconds per move, as sent
	clock   live.Limit      // limit of the game, as sent
}

func speakGTP(p *process, _ Options) dialect { return &gtpTalk{p: p} }

// A refusal is a program's answer that it cannot execute a command.
type refusal struct{ command, text string }

func (r *refusal) Error() string { return fmt.Sprintf("it answers %.200q to %q", r.text, r.command) }

// command sends a command and returns the text of the answer, without the protocol's marks, or a [*refusal]
// as the error. It skips lines that are not part of an answer.
func (t *gtpTalk) command(text string) (string, error) {
	t.id++
	if err := t.p.send(fmt.Sprintf("%d %s", t.id, text)); err != nil {
		return "", err
	}
	unnumbered := ""
	for {
		line, err := t.p.receive()
		if err != nil && unnumbered != "" {
			err = fmt.Errorf("%w: %.40q to %q", errNumber, unnumbered, fmt.Sprintf("%d %s", t.id, text))
		}
		if err != nil {
			return "", err
		}
		first, ok := t.answers(line)
		if !ok {
			if unnumbered == "" && t.knows == nil && isUnnumbered(line) { // only the first answer is tested
				unnumbered = line
				defer time.AfterFunc(grace, t.p.kill).Stop()
			}
			continue
		}
		answer, err := t.rest(first)
		if err == nil && line[0] == '?' {
			err = &refusal{text, answer}
		}
		return answer, err
	}
}

// answers reports whether a line begins the answer to the last command, by the command's number, and returns
// the text after the number.
func (t *gtpTalk) answers(line string) (string, bool) {
	if line == "" || line[0] != '=' && line[0] != '?' {
		return "", false
	}
	rest, ok := strings.CutPrefix(line[1:], strconv.Itoa(t.id))
	return strings.TrimSpace(rest), ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// rest reads an answer up to the empty line at its end. It returns an error if the answer exceeds maxAnswer.
func (t *gtpTalk) rest(first string) (string, error) {
	lines := []string{first}
	for size := len(first) + 1; ; {
		line, err := t.p.receive()
		if err != nil {
			return "", err
		}
		if line == "" {
			return strings.TrimSpace(strings.Join(lines, "\n")), nil
		}
		if size += len(line) + 1; size > maxAnswer {
			return "", errAnswer
		}
		lines = append(lines, line)
	}
}

// greet asks for the commands and selects the game.
func (t *gtpTalk) greet() error {
	list, err := t.command("list_commands")
	if _, refused := err.(*refusal); err != nil && !refused {
		return err
	}
	t.knows = map[string]bool{}
	for name := range strings.FieldsSeq(list) {
		t.knows[name] = true
	}
	if t.knows["set_game"] {
		_, err = t.command("set_game Othello")
	}
	return err
}

func (t *gtpTalk) choose(g engine.Game, c engine.Color, within timing) (engine.Square, error) {
	if err := t.tell(g, c); err != nil {
		return engine.None, err
	}
	if err := t.setTime(within, c); err != nil {
		return engine.None, err
	}
	answer, err := t.command("genmove " + c.String())
	if err != nil {
		return engine.None, err
	}
	s, err := engine.ParseSquare(strings.ToLower(answer))
	if err != nil {
		return engine.None, fmt.Errorf("it answers %.40q to genmove, want a square", answer)
	}
	t.told.Moves = append(slices.Clone(g.Moves), s)
	return s, nil
}

// tell sends the moves up to the end of g, where c is to move. If g does not continue the game sent before,
// because a move was replaced or taken back, tell sends the whole game again.
func (t *gtpTalk) tell(g engine.Game, c engine.Color) error {
	known := len(t.told.Moves)
	if !t.started || t.told.Start != g.Start || known > len(g.Moves) ||
		!slices.Equal(t.told.Moves, g.Moves[:known]) {
		if err := t.restart(g.Start); err != nil {
			return err
		}
		known = 0
	}
	last := g.Start.Color.Opponent() // the side that moved last
	for ply := range g.Plies() {
		last = ply.Position.Color
		if ply.Index < known {
			continue
		}
		if ply.Passed {
			if err := t.pass(last.Opponent()); err != nil {
				return err
			}
		}
		if _, err := t.command(fmt.Sprintf("play %v %v", last, ply.Move)); err != nil {
			return err
		}
	}
	t.told = engine.Game{Start: g.Start, Moves: slices.Clone(g.Moves)}
	if last == c && len(g.Moves) > 0 {
		return t.pass(c.Opponent())
	}
	return nil
}

// pass sends a pass to the program. Programs that detect passes themselves may reject it.
func (t *gtpTalk) pass(c engine.Color) error {
	_, err := t.command(fmt.Sprintf("play %v pass", c))
	if _, ok := err.(*refusal); ok {
		return nil
	}
	return err
}

// restart sets up the start of a game.
func (t *gtpTalk) restart(start engine.Position) error {
	t.started = false
	if t.knows[setupCommand] {
		_, err := t.command(setupCommand + " " + strings.ReplaceAll(start.String(), "#", "_"))
		t.told, t.started = engine.Game{Start: start}, err == nil
		return err
	}
	size, ok := ordinarySize(start)
	if !ok {
		return fmt.Errorf("GTP cannot set up the start position %v", start)
	}
	for _, command := range []string{fmt.Sprintf("boardsize %d", size), "clear_board"} {
		if _, err := t.command(command); err != nil {
			return err
		}
	}
	t.told, t.started = engine.Game{Start: start}, true
	return nil
}

// ordinarySize returns the side length of the square board whose ordinary start is p.
func ordinarySize(p engine.Position) (size int, ok bool) {
	for size := 4; size <= 8; size += 2 {
		shape, err := engine.SquareShape(size)
		if err != nil {
			continue
		}
		if start, err := shape.Start(); err == nil && start == p {
			return size, true
		}
	}
	return 0, false
}

// setTime tells the program how long a move may take, or how much time colour c has left for the game. GTP
// has no increments; they are included in the time left. GTP counts whole seconds, so a limit below a second
// per move is not sent. A tenth of a second is added for the time that has passed since the limit was set.
func (t *gtpTalk) setTime(within timing, c engine.Color) error {
	if within.limit.All > 0 {
		return t.setClock(within, c)
	}
	seconds := int((within.move + time.Second/10) / time.Second)
	if seconds == 0 || seconds == t.limit || !t.knows["time_settings"] {
		return nil
	}
	_, err := t.command(fmt.Sprintf("time_settings 0 %d 1", seconds))
	t.limit = seconds
	return err
}

// setClock sends the limit of the game, once, and the time that colour c has left.
func (t *gtpTalk) setClock(within timing, c engine.Color) error {
	if t.clock != within.limit && t.knows["time_settings"] {
		if _, err := t.command(fmt.Sprintf("time_settings %d 0 0", within.limit.All/time.Second)); err != nil {
			return err
		}
		t.clock = within.limit
	}
	if !t.knows["time_left"] {
		return nil
	}
	_, err := t.command(fmt.Sprintf("time_left %v %d 0", c, max(0, within.left[c])/time.Second))
	return err
}
