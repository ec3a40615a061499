package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Greet starts the program, performs a handshake, and ends the program. If the program does not speak the
// protocol, the error is an [*EngineError] that quotes its answer. A match can report it before the first
// game instead of forfeiting every game.
func (a *Client) Greet(ctx context.Context) error {
	defer a.Close()
	return a.talk(ctx, func() error { return a.dialect.hello() })
}

// hello checks that the program answers a ping; greet does not check this.
func (t *nboardTalk) hello() error { return t.ping() }

// needed lists the commands that a game requires. A program with setupCommand does not need the first two.
var needed = []string{"boardsize", "clear_board", "play", "genmove"}

// hello checks that the program has the needed commands; greet does not check this. It accepts a program that
// lists no commands.
func (t *gtpTalk) hello() error {
	var missing []string
	for _, name := range needed {
		if !t.knows[name] {
			missing = append(missing, name)
		}
	}
	if t.knows[setupCommand] {
		missing = slices.DeleteFunc(missing, func(name string) bool { return slices.Contains(needed[:2], name) })
	}
	if len(t.knows) == 0 || len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("it does not know %s", strings.Join(missing, ", "))
}

// errNumber is the error for a program whose answers omit the command number, which distinguishes answers
// from other lines.
var errNumber = errors.New("its answers lack the number of the command")

// grace is how long to wait for a numbered answer after an unnumbered one.
const grace = time.Second

// isUnnumbered reports whether a line looks like an answer without a number.
func isUnnumbered(line string) bool {
	return line != "" && (line[0] == '=' || line[0] == '?') && (len(line) == 1 || line[1] < '0' || line[1] > '9')
}
