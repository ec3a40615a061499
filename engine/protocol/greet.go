package protocol

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Greet starts the program, makes a handshake, and ends it. The error, an [*EngineError], describes the
// answer of a program that does not speak the protocol. So a match reports it once before it begins, and not
// as a forfeit of every game.
func (a *Client) Greet(ctx context.Context) error {
	defer a.Close()
	return a.talk(ctx, func() error { return a.dialect.hello() })
}

// hello is what a program must show beyond greet: an answer to a ping.
func (t *nboardTalk) hello() error { return t.ping() }

// needed are the commands without which a game cannot be played. Instead of the first two a
// program may know setupCommand.
var needed = []string{"boardsize", "clear_board", "play", "genmove"}

// hello is what a program must show beyond greet: commands. One that lists none is believed.
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

// errNumber is the error of a program that leaves out the numbers of commands, by which answers are
// told from other lines.
var errNumber = errors.New("its answers lack the number of the command")

// grace is how long a program that has answered without a number may still answer with it.
const grace = time.Second

// isUnnumbered tells whether a line looks like an answer without a number.
func isUnnumbered(line string) bool {
	return line != "" && (line[0] == '=' || line[0] == '?') && (len(line) == 1 || line[1] < '0' || line[1] > '9')
}
