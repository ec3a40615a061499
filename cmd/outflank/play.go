package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/spf13/cobra"
)

// playSettings are the flags of play.
type playSettings struct {
	players [2]string // agent specs, or "human"
	shape   string
	start   string // transcript
	seed    uint64
	ascii   bool
	color   string
	save    string // file for the transcript; "" = none
	delay   time.Duration
}

// human is the spec of a player who sits at the keyboard.
const human = "human"

func (a *app) playCommand() *cobra.Command {
	var set playSettings
	c := &cobra.Command{
		Use:   "play",
		Short: "Play against an agent on a board in the terminal, or watch two",
		Long: `Play draws a board and asks for moves where a person is to move. Enter a square
("f5"), several moves at once for both sides ("f5d6c3"), or a command:

` + verbHelp() + `
Passes are forced, so they are announced and never asked for. Without a terminal
the moves are read from standard input and the boards are plain text.

Agents:
` + agentHelp(),
		Example: `  outflank play                                        you are black
  outflank play --black ab:depth=8 --white human       a stronger opponent, you are white
  outflank play --black ab --white random --delay 1s   watch two agents
  outflank play --shape hex                            on a hexagonal board
  outflank play --shape 8x8-c3f6 --start f5d6          a board with holes, after two moves
  echo f5d6c3 | outflank play --white human            the board after some moves`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if !c.Flags().Changed("delay") && a.outTerminal {
				set.delay = 300 * time.Millisecond
			}
			s, err := a.newPlaySession(set)
			if err != nil {
				return err
			}
			s.in = readLines(c.Context(), a.in)
			return s.run(c.Context())
		},
	}
	set.addFlags(c)
	return c
}

func (set *playSettings) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&set.players[engine.Black], "black", human, "who plays black: an agent, or human")
	f.StringVar(&set.players[engine.White], "white", "ab:depth=4", "who plays white: an agent, or human")
	f.StringVar(&set.shape, "shape", "8x8", "the board: 4x4, 6x6, 8x8, hex or rhombus, with holes as in 8x8-a1c3")
	f.StringVar(&set.start, "start", "", "begin after the moves of this transcript, such as f5d6c3")
	f.Uint64Var(&set.seed, "seed", 1, "seed of the agents' random choices")
	f.BoolVar(&set.ascii, "ascii", false, "draw with letters; always so where the locale is not UTF-8")
	f.StringVar(&set.color, "color", "auto", "colours: auto, always or never; auto heeds NO_COLOR")
	f.StringVar(&set.save, "save", "", "write the transcript to this file at the end, however it comes")
	f.DurationVar(&set.delay, "delay", 0, "pause before each move when two agents play (on a terminal 300ms)")
}

// newPlaySession checks the settings and sets the board up.
func (a *app) newPlaySession(set playSettings) (*playSession, error) {
	style, err := newBoardStyle(set.color, set.ascii, a.outTerminal, os.Getenv)
	if err != nil {
		return nil, err
	}
	s := &playSession{
		set: set, style: style, out: a.out,
		keyboard: a.inTerminal && a.outTerminal,
		canErase: a.outTerminal && os.Getenv("TERM") != "dumb",
	}
	if s.playRecord, err = set.record(); err != nil {
		return nil, usageError{err}
	}
	for c := range s.players {
		if s.players[c], err = set.player(engine.Color(c), s.start.Board.Shape); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// record returns the game as it stands before the first move.
func (set playSettings) record() (playRecord, error) {
	shape, err := engine.ParseShape(set.shape)
	if err != nil {
		return playRecord{}, err
	}
	start, err := shape.Start()
	if err != nil {
		return playRecord{}, err
	}
	g, err := engine.ParseGame(start, set.start)
	if err != nil {
		return playRecord{}, fmt.Errorf("--start: %w", err)
	}
	return playRecord{start: g.Start, moves: g.Moves}, nil
}

// A playPlayer is one side of the game.
type playPlayer struct {
	name  string
	agent engine.Agent // nil for a person
}

// player returns who plays a side. Each side has its own random numbers.
func (set playSettings) player(c engine.Color, sh engine.Shape) (playPlayer, error) {
	spec := set.players[c]
	if spec == human {
		if set.players[c.Opponent()] == human {
			return playPlayer{name: human}, nil
		}
		return playPlayer{name: "you"}, nil
	}
	player, err := parseSpecOn(spec, sh)
	if err != nil {
		return playPlayer{}, err
	}
	return playPlayer{player.Name, player.New(rand.New(rand.NewPCG(set.seed, uint64(c))))}, nil
}

// commandLine returns the command that continues after the given moves.
func (set playSettings) commandLine(transcript string) string {
	words := []string{"outflank play"}
	add := func(flag, value, preset string) {
		if value != preset {
			words = append(words, "--"+flag, quoteWord(value))
		}
	}
	add("black", set.players[engine.Black], human)
	add("white", set.players[engine.White], "ab:depth=4")
	add("shape", set.shape, "8x8")
	add("seed", fmt.Sprint(set.seed), "1")
	add("start", transcript, "")
	return strings.Join(words, " ")
}

// quoteWord quotes a word for a shell if it needs that.
func quoteWord(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:=,./-_+") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
