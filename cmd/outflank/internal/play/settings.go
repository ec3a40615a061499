package play

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// settings are the flags of play.
type settings struct {
	players [2]string // agent specs, or "human"
	shape   string
	holes   engine.Holes
	random  int    // plies
	start   string // transcript
	board   string // 64 squares and the side to move, instead of shape
	load    string // file of a game, instead of start
	clock   live.Limit
	hint    string // agent; "" = a search
	book    string // file of an opening book for hints; "" = none
	lines   bool   // play line by line even on a terminal
	seed    uint64
	ascii   bool
	color   string
	theme   string
	save    string // file for the game; "" = none
	replace bool   // save may overwrite an existing file
	delay   time.Duration
}

// human is the spec of a person at the keyboard.
const human = "human"

func (set *settings) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&set.players[engine.Black], "black", human,
		"the black player: an agent, a level such as expert, or human")
	f.StringVar(&set.players[engine.White], "white", "ab:depth=4",
		"the white player: an agent, a level such as expert, or human")
	f.StringVar(&set.shape, "shape", "8x8", "the board: 4x4, 6x6, 8x8, hex or rhombus, "+
		"with holes as in 8x8-a1c3")
	f.TextVar(&set.holes, "holes", engine.Holes{}, "random holes: a `share` of the empty squares "+
		"(0.2 or 20%), or each of them with a probability (p=0.2); 0 to 0.5")
	f.IntVar(&set.random, "random", 0, "start after n random moves")
	f.StringVar(&set.start, "start", "", "start after the moves of this transcript, such as f5d6c3")
	f.StringVar(&set.board, "board", "", "start from a board of 64 squares from a1, b1 to h8 (X black, O "+
		"white, - empty, # hole) and the side to move")
	f.StringVar(&set.load, "load", "", "continue the first game or position of this file, in any "+
		"text format")
	f.Uint64Var(&set.seed, "seed", 1, "seed of the random holes, the random moves and the agents' "+
		"random choices")
	f.TextVar(&set.clock, "clock", live.Limit{},
		"`time` of each side, such as 5m, or 3m+2s with two seconds per move; running out loses the game")
	f.StringVar(&set.hint, "hint", "", "agent for hints; default: a search")
	f.StringVar(&set.book, "book", "", "opening book for hints and values: a `file`, "+
		"or small for the shipped book")
	f.BoolVar(&set.lines, "lines", false, "read lines and print boards even in a terminal")
	f.BoolVar(&set.ascii, "ascii", false, "draw with letters; always on if the locale is not UTF-8")
	f.StringVar(&set.color, "color", "auto", "colours: auto, always or never; auto respects NO_COLOR")
	f.StringVar(&set.theme, "theme", board.Themes()[0], board.ThemeHelp())
	f.StringVar(&set.save, "save", "", "write the game to this file however it ends; .pgn, "+
		".ggf, .sgf or .obf chooses the format")
	f.BoolVar(&set.replace, "replace", false, "let --save overwrite an existing file (it may always overwrite "+
		"the file of --load)")
	f.DurationVar(&set.delay, "delay", 0, "pause before each move when two agents play (on a terminal 300ms)")
}

// check returns errors that would otherwise appear only during or after the game.
func (set settings) check(sh engine.Shape) error {
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
	if dir := filepath.Dir(set.save); !cli.IsFolder(dir) {
		return fault.Misusef("--save %s: there is no folder %s", set.save, dir)
	}
	if err := cli.CheckNew(set.save, set.replace || set.save == set.load); err != nil {
		return err
	}
	return nil
}

// A seat is one side of the game.
type seat struct {
	name  string
	agent engine.Agent // nil for a person
}

// player returns the seat of a side. Each side has its own random numbers.
func (set settings) player(c engine.Color, sh engine.Shape) (seat, error) {
	spec := set.players[c]
	if spec == human {
		if set.players[c.Opponent()] == human {
			return seat{name: human}, nil
		}
		return seat{name: "you"}, nil
	}
	player, err := agents.ParseOn(levelSpec(spec), sh)
	if err != nil {
		return seat{}, err
	}
	return seat{player.Name, player.New(rand.New(rand.NewPCG(set.seed, uint64(c))))}, nil
}

// levelSpec returns the agent spec of a level such as expert. It returns other specs unchanged.
func levelSpec(spec string) string {
	for _, l := range agents.Levels() {
		if l.Name == spec {
			return l.Spec()
		}
	}
	return spec
}

// commandLine returns the command that resumes the game after the given moves.
func (set settings) commandLine(start engine.Position, transcript string) string {
	words := []string{"outflank play"}
	add := func(flag, value, preset string) {
		if value != preset {
			words = append(words, "--"+flag, text.Quote(value))
		}
	}
	add("black", set.players[engine.Black], human)
	add("white", set.players[engine.White], "ab:depth=4")
	if usual, err := start.Board.Shape.Start(); err == nil && usual == start {
		add("shape", start.Board.Shape.String(), "8x8")
	} else {
		add("board", strings.ReplaceAll(start.String(), "-", "."), "")
	}
	add("clock", set.clock.String(), "")
	add("hint", set.hint, "")
	add("book", set.book, "")
	add("seed", fmt.Sprint(set.seed), "1")
	add("start", transcript, "")
	return strings.Join(words, " ")
}

// game returns the game with the moves that precede the session.
func (set settings) game() (g engine.Game, err error) {
	if err := set.checkStart(); err != nil {
		return g, fault.Misuse(err)
	}
	start, err := set.position()
	if err != nil {
		return g, fault.Misuse(err)
	}
	if set.load != "" {
		return readGame(set.load, 1, start)
	}
	if g, err = engine.ParseGame(start, set.start); err != nil {
		return g, fault.Misusef("--start: %w", err)
	}
	if g, err = g.WithRandomMoves(set.random, rand.New(rand.NewPCG(set.seed, engine.StreamMoves))); err != nil {
		err = fault.Misusef("--random %d: %w", set.random, err)
	}
	return g, err
}

// checkStart returns an error for settings that are out of range or contradict each other.
func (set settings) checkStart() error {
	switch {
	case !(set.holes.Share >= 0 && set.holes.Share <= 0.5):
		return fmt.Errorf("--holes %v: want a share of 0 to 0.5", set.holes)
	case set.random < 0 || set.random > 60:
		return fmt.Errorf("--random %d: want 0 to 60", set.random)
	case set.load != "" && (set.start != "" || set.random > 0):
		return fmt.Errorf("--load determines the start: want no --start or --random")
	case set.board != "" && (set.shape != "8x8" || set.holes.Share > 0):
		return fmt.Errorf("--board determines the board: want no --shape or --holes")
	}
	return nil
}

// position returns the start position.
func (set settings) position() (p engine.Position, err error) {
	if set.board != "" {
		if p, err = engine.ParsePosition(set.board); err != nil {
			err = fmt.Errorf("--board: %w", err)
		}
		return p, err
	}
	shape, err := engine.ParseShape(set.shape)
	if err == nil && set.holes.Share > 0 {
		if shape, err = shape.WithRandomHoles(set.holes,
			rand.New(rand.NewPCG(set.seed, engine.StreamHoles))); err != nil {
			err = fmt.Errorf("--holes %v: %w", set.holes, err)
		}
	}
	if err != nil {
		return p, err
	}
	return shape.Start()
}
