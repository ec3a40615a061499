package play

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/board"
	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn/agents"
)

// Settings are the flags of play.
type Settings struct {
	players [2]string // agent specs, or "human"
	Shape   string
	holes   float64 // share of the empty squares
	Random  int     // plies
	start   string  // transcript
	board   string  // 64 squares and the side to move, instead of shape
	load    string  // file of a game, instead of start
	clock   clockFlag
	hint    string // agent; "" = a search
	lines   bool   // no screen even at a terminal
	Seed    uint64
	ascii   bool
	color   string
	save    string // file for the game; "" = none
	delay   time.Duration
}

// Human is the spec of a player who sits at the keyboard.
const Human = "human"

func playCommand(a *cli.App) *cobra.Command {
	var set Settings
	c := &cobra.Command{
		Use:   "play",
		Short: "Play against an agent on a board in the terminal, or watch two",
		Long: `Play draws a board and asks for moves where a person is to move. At a terminal the
arrow keys choose a square and Enter plays it, Tab goes to the next legal move, Page Up
and Page Down take moves back and put them back; elsewhere, and with --lines, it reads
lines. Both ways, enter a square ("f5"), several moves at once for both sides
("f5d6c3"), or a command:

` + verbHelp() + `
Passes are forced, so they are announced and never asked for. Marked are the legal moves,
the last move and the discs it turned. Agents that search say what they expect.

--holes takes squares at random, --random begins after random moves, --seed repeats both.
--clock 5m or 3m+2s limits the time of each side; an agent gets its even share
of what is left for a move, and loses on time if it takes more than all.

Agents:
` + agents.Help(),
		Example: `  outflank play                                        you are black
  outflank play --black engine:depth=12 --white human  a stronger opponent, you are white
  outflank play --black ab --white random --delay 1s   watch two agents
  outflank play --shape hex --holes 0.2 --seed 7       a hexagonal board with random holes
  outflank play --shape 8x8-c3f6 --start f5d6          holes that you choose, after two moves
  outflank play --random 8 --clock 3m+2s               from a random opening, with clocks
  outflank play --load game.ggf --save game.ggf        go on with a game
  echo f5d6c3 | outflank play --white human            the board after some moves`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if !c.Flags().Changed("delay") && a.OutTerminal {
				set.delay = 300 * time.Millisecond
			}
			s, err := newPlaySession(a, set)
			if err != nil {
				return err
			}
			return playAtTerminal(a, c.Context(), s)
		},
	}
	set.addFlags(c)
	return c
}

func (set *Settings) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&set.players[engine.Black], "black", Human, "who plays black: an agent, or human")
	f.StringVar(&set.players[engine.White], "white", "ab:depth=4", "who plays white: an agent, or human")
	f.StringVar(&set.Shape, "shape", "8x8", "the board: 4x4, 6x6, 8x8, hex or rhombus, with holes as in 8x8-a1c3")
	f.Float64Var(&set.holes, "holes", 0, "share of the empty squares that are holes, at random: 0 to 0.5")
	f.IntVar(&set.Random, "random", 0, "begin after so many random moves")
	f.StringVar(&set.start, "start", "", "begin after the moves of this transcript, such as f5d6c3")
	f.StringVar(&set.board, "board", "", "begin from a board of 64 squares from a1, b1 to h8 (X black, O white, - empty, # hole) and the side to move")
	f.StringVar(&set.load, "load", "", "go on with the first game, or from the position, of this file in any text format")
	f.Uint64Var(&set.Seed, "seed", 1, "seed of the random holes, the random moves and the agents' random choices")
	f.Var(&set.clock, "clock", "time of each side, such as 5m, or 3m+2s with two seconds for each move; who has none left loses")
	f.StringVar(&set.hint, "hint", "", "the agent that gives hints, instead of a search")
	f.BoolVar(&set.lines, "lines", false, "read lines and print boards also at a terminal")
	f.BoolVar(&set.ascii, "ascii", false, "draw with letters; always so where the locale is not UTF-8")
	f.StringVar(&set.color, "color", "auto", "colours: auto, always or never; auto heeds NO_COLOR")
	f.StringVar(&set.save, "save", "", "write the game to this file at the end, however it comes; .pgn, .ggf, .sgf and .obf say how")
	f.DurationVar(&set.delay, "delay", 0, "pause before each move when two agents play (on a terminal 300ms)")
}

// newPlaySession checks the settings and sets the board up.
func newPlaySession(a *cli.App, set Settings) (*playSession, error) {
	style, err := board.NewStyle(set.color, set.ascii, a.OutTerminal, os.Getenv)
	if err != nil {
		return nil, err
	}
	s := &playSession{set: set, style: style, out: a.Out, clock: &playClock{limit: set.clock, shown: set.clock.all > 0, now: time.Now}}
	g, err := set.Game()
	if err != nil {
		return nil, err
	}
	s.playRecord = playRecord{start: g.Start, moves: g.Moves}
	for c := range s.players {
		if s.players[c], err = set.player(engine.Color(c), s.start.Board.Shape); err != nil {
			return nil, err
		}
	}
	return s, set.check(s.start.Board.Shape)
}

// check finds out before the game what would fail after it.
func (set Settings) check(sh engine.Shape) error {
	if set.hint != "" {
		if _, err := agents.ParseOn(set.hint, sh); err != nil {
			return err
		}
	}
	if set.save == "" {
		return nil
	}
	if err := cli.CheckOutputs(nil, set.save); err != nil {
		return err
	}
	if _, err := formatFor(set.save); err != nil {
		return fault.Misuse(err)
	}
	return nil
}

// A playPlayer is one side of the game.
type playPlayer struct {
	name  string
	agent engine.Agent // nil for a person
}

// player returns who plays a side. Each side has its own random numbers.
func (set Settings) player(c engine.Color, sh engine.Shape) (playPlayer, error) {
	spec := set.players[c]
	if spec == Human {
		if set.players[c.Opponent()] == Human {
			return playPlayer{name: Human}, nil
		}
		return playPlayer{name: "you"}, nil
	}
	player, err := agents.ParseOn(spec, sh)
	if err != nil {
		return playPlayer{}, err
	}
	return playPlayer{player.Name, player.New(rand.New(rand.NewPCG(set.Seed, uint64(c))))}, nil
}

// commandLine returns the command that continues after the given moves.
func (set Settings) commandLine(start engine.Position, transcript string) string {
	words := []string{"outflank play"}
	add := func(flag, value, preset string) {
		if value != preset {
			words = append(words, "--"+flag, report.Quote(value))
		}
	}
	add("black", set.players[engine.Black], Human)
	add("white", set.players[engine.White], "ab:depth=4")
	if usual, err := start.Board.Shape.Start(); err == nil && usual == start {
		add("shape", start.Board.Shape.String(), "8x8")
	} else {
		add("board", strings.ReplaceAll(start.String(), "-", "."), "")
	}
	add("clock", set.clock.String(), "")
	add("hint", set.hint, "")
	add("seed", fmt.Sprint(set.Seed), "1")
	add("start", transcript, "")
	return strings.Join(words, " ")
}
