// Package play implements the command "outflank play", with which people play in the terminal against agents
// or each other.
package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/live"
	"github.com/outflank/outflank/qlearn/agents"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{playCommand(a), puzzleCommand(a), repertoireCommand(a), drillCommand(a)}
}

func playCommand(a *cli.App) *cobra.Command {
	var set settings
	c := &cobra.Command{
		Use:   "play",
		Short: "Play against an agent in the terminal, or watch two agents",
		Long: `Play draws a board and asks for moves when a person is to move. In a terminal, the arrow keys choose
a square, Enter or a click plays it, Tab goes to the next legal move, and Page Up and Page Down undo
and redo moves. Without a terminal, or with --lines, play reads lines. In both modes, enter a square
("f5"), several moves for both sides in turn ("f5d6c3"), or a command:

` + verbHelp() + `
Play announces forced passes and plays them automatically. The board marks the legal moves, the
last move and the discs that it flipped. Agents that search show the result that they expect.

--holes turns random empty squares into holes: a share of them, or each with a probability.
--random starts after random moves. The same --seed gives the same holes and moves. --clock 5m or
3m+2s limits the time of each side; an agent gets an even share of the remaining time for each
move, and loses when its time runs out.

Agents:
` + agents.Help(),
		Example: `  outflank play                                        you are black
  outflank play --black engine:depth=12 --white human  a stronger opponent, you are white
  outflank play --theme wood                           another board; green, blue, wood or mono
  outflank play --black ab --white random --delay 1s   watch two agents
  outflank play --shape hex --holes 0.2 --seed 7       a hexagonal board with random holes
  outflank play --holes p=0.2                          each empty square is a hole with this probability
  outflank play --shape 8x8-c3f6 --start f5d6          holes that you choose, after two moves
  outflank play --random 8 --clock 3m+2s               from a random opening, with clocks
  outflank play --book small                           hints with the values of the opening book
  outflank play --load game.ggf --save game.ggf        continue a game
  echo f5d6c3 | outflank play --white human            the board after some moves`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if !c.Flags().Changed("delay") && a.OutTerminal {
				set.delay = 300 * time.Millisecond
			}
			s, err := newSession(a, set)
			if err != nil {
				return err
			}
			return playAnywhere(c.Context(), a, s)
		},
	}
	set.addFlags(c)
	return c
}

// newSession checks the settings and sets up the board.
func newSession(a *cli.App, set settings) (*session, error) {
	style, err := board.NewStyle(set.color, set.ascii, a.OutTerminal, os.Getenv)
	if err != nil {
		return nil, err
	}
	if style, err = style.Themed(set.theme); err != nil {
		return nil, err
	}
	s := &session{set: set, style: style, out: a.Out, clock: &live.Clock{Limit: set.clock, Now: time.Now},
		clocked: set.clock.All > 0}
	g, err := set.game()
	if err != nil {
		return nil, err
	}
	s.History = live.History{Start: g.Start, Moves: g.Moves}
	for c := range s.players {
		if s.players[c], err = set.player(engine.Color(c), s.Start.Board.Shape); err != nil {
			return nil, fmt.Errorf("--%s: %w", engine.Color(c), err)
		}
	}
	if set.book != "" {
		if s.book, err = book.Open(set.book); err != nil {
			return nil, err
		}
	}
	return s, set.check(s.Start.Board.Shape)
}

// playAnywhere plays on the whole screen if the terminal allows it, otherwise line by line.
func playAnywhere(ctx context.Context, a *cli.App, s *session) error {
	lines := &lineFrontend{out: a.Out, keyboard: a.InTerminal && a.OutTerminal,
		canErase: a.OutTerminal && os.Getenv("TERM") != "dumb"}
	s.front = lines
	if a.Interactive() && !s.set.lines {
		if w, ok := window.Open(a.In, a.Out); ok {
			defer w.Close() // also after an error or a panic
			return s.onScreen(ctx, lines, newScreen(w), a.In)
		}
	}
	lines.in = readLines(ctx, a.In)
	return s.endToEnd(ctx, lines)
}

// endToEnd plays line by line.
func (s *session) endToEnd(ctx context.Context, lines *lineFrontend) error {
	err := s.run(ctx)
	if s.watching() {
		lines.show(s)
	}
	return errors.Join(err, s.finish())
}

// onScreen plays on the whole screen. Afterwards, it prints the last board and the result below the earlier
// output.
func (s *session) onScreen(ctx context.Context, lines *lineFrontend, t *screenFrontend,
	keyboard io.Reader) error {
	ctx, interrupt := context.WithCancel(ctx)
	defer interrupt()
	t.events, t.session = window.Events(keyboard, interrupt), s
	s.front, s.out, s.clocked = t, &t.messages, true
	err := s.run(ctx)
	t.Close()
	s.out, s.front, s.values = lines.out, lines, nil
	t.leave(lines.out)
	return errors.Join(err, s.finish())
}
