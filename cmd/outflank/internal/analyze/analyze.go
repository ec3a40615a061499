// Package analyze implements the commands that judge games and positions: analyze, explain, solve, perft and
// puzzles.
package analyze

import (
	"runtime"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return append(cli.Listings(analyzeCommand(a), explainCommand(a)), solveCommand(a), perftCommand(a),
		makeCommand(a), accuracyCommand(a))
}

// analyzeOptions are the settings of analyze, bound to flags.
type analyzeOptions struct {
	limits   agents.AnalystLimits
	shape    string // board shape of transcripts
	filter   store.Filter
	only     cli.RangesFlag // numbers of the games to analyse
	least    float64        // minimum loss of a printed move
	model    string
	bookPath string
	book     *book.Book // nil = none
	png, svg string
	asJSON   bool

	cache   string // folder; "" = print the analyses of the games
	restart bool
	fleet   cli.Fleet
}

func analyzeCommand(a *cli.App) *cobra.Command {
	o := analyzeOptions{limits: agents.DefaultLimits}
	c := &cobra.Command{
		Use:   "analyze FILE…|TRANSCRIPT",
		Short: "Show how many discs each move of a game lost",
		Long: `Analyze searches every position of each game. For each move, it prints the value, the value
of the best move, and the loss, which is their difference. Values are in discs for the
mover, with the empty squares for the winner. Analyze searches each move of a position
separately and to the same depth, as do solve --hint and the commands hint and values of
play; with the defaults of play, the values are equal. If values are exact and neither time
nor nodes are limited, analyze solves the position once, as solve does, which gives the
same values in a fraction of the time. If several moves are best, analyze names the one
played, or otherwise the one on the lowest square.

A swing is a move that changes the result: from win to draw, from win to loss or from draw
to loss. If both values are exact, analyze always names a swing. Otherwise it does so only if
both values are at least twice their standard error away from a draw: 4 to 9 discs, depending
on the phase, for a search of 12 plies with the shipped evaluator. With --model and on other
boards, the standard error is unknown.

Marks show the expected cost of a move, in points of the result: a win is 1, a draw 0.5. A
cost of at least 0.1 is an inaccuracy (?!), of 0.2 a mistake (?), of 0.3 a blunder (??).
The points are those that people reach from such values: their results scatter around the
value by 15 discs, and by less from 13 empty squares on. In an even midgame, losing 4, 8 or
13 discs earns the three marks; with 8 empty squares, 2, 3 or 5 discs do; and losing discs
in a decided game earns none. If the standard error is unknown, only exact moves are marked.
The accuracy of a player, 0 to 100, is the mean of lichess's curve of these points over the
player's moves. "outflank stats marks" counts the marks by rating.

FILE contains games in any format that import reads, or is a folder of tables; - is standard
input. TRANSCRIPT is the moves of one game. Games are numbered from 1.

With at most --exact empty squares, the values are the results of best play, marked =.
Before that, they come from a search: by the full engine on the 8x8 board, and by
alpha-beta with Outflank's hand-made evaluator on all other boards.

After Ctrl-C, analyze prints the moves analysed so far. It warns if exact values are likely to
take hours.

--book adds the value of each move in an opening book (see "outflank book"), for the mover.

A file may contain the result of best play from some position, as WTHOR files do for 24
empty squares. If --exact reaches that position, analyze compares the two results.

With --cache DIR, analyze writes the values of all moves to DIR/moves.parquet instead of printing
them (see outflank schema table moves). Moves that are symmetric images of each other are
analyzed once, in the least image. The defaults are --depth 8, --exact 14 and --hash 4M. Searches
run on all cores or, with --fleet, on other machines; --threads does not change the file. After
an interruption, by Ctrl-C or otherwise, run the same command again: it resumes and writes the
same file. DIR keeps the moves of earlier commands. A deeper search replaces only shallower
values. The commands player, event and stats accuracy read the values with --cache DIR.`,
		Example: `  outflank analyze f5d6c3d3c4f4f6f3e6e7
  outflank analyze game.ggf --depth 20 --png game.png
  outflank analyze WTH_2004.wtb --player Tastet --only 1-3 --exact 24 --threads 0
  outflank analyze games.pgn --time 200ms --min-loss 4
  outflank analyze c2b4a5c1b3d2d1e1 --shape 6x6
  outflank analyze games --years 2015-2018 --cache cache --depth 8 --exact 14`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(args); err != nil {
				return err
			}
			if o.cache != "" {
				return cacheMoves(c, a, args, &o)
			}
			return analyze(c.Context(), a, args, &o)
		},
	}
	o.addFlags(c)
	return c
}

func (o *analyzeOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.IntVar(&o.limits.Depth, "depth", 0, "plies to look ahead; 0 = 12 on the full 8x8 board, 8 on other "+
		"boards, and no limit if time or nodes are limited")
	f.DurationVar(&o.limits.Time, "time", 0, "time limit for each position; 0 = none")
	f.Uint64Var(&o.limits.Nodes, "nodes", 0, "node limit for each position, divided among its moves; 0 = "+
		"none")
	f.IntVar(&o.limits.Exact, "exact", -1, "values are exact with at most n empty squares; -1 = 18 on "+
		"the full 8x8 board, 12 on other boards")
	f.Var((*cli.WorkersFlag)(&o.limits.Threads), "threads", "concurrent searches of moves, or of "+
		"positions with exact values; values do not depend on it; 0 = one per processor")
	cli.AddHashFlag(c, &o.limits.Bytes, "memory of all transposition tables together")
	f.StringVar(&o.model, "model", "", "use this model, in discs or wins, instead of the shipped one, on "+
		"the full 8x8 board")
	f.StringVar(&o.bookPath, "book", "", "add the values of this opening book; small = the shipped book")
	f.StringVar(&o.shape, "shape", "8x8", "the board of a transcript: 4x4, 6x6, 8x8, hex or rhombus, with "+
		"holes as in 8x8-a1c3")
	f.Var(&o.only, "only", "numbers of the games to analyze, such as 1-5,8")
	cli.AddFilterFlags(c, &o.filter)
	f.Float64Var(&o.least, "min-loss", 0, "print only the moves that lost at least this many discs; JSON "+
		"includes all")
	cli.AddJSON(c, &o.asJSON, "print as JSON", result{}, cached{})
	f.StringVar(&o.png, "png", "", "draw the evaluation over the game, or the mean losses of several "+
		"games, as PNG")
	f.StringVar(&o.svg, "svg", "", "draw the same picture as SVG")
	f.StringVar(&o.cache, "cache", "", "write the values of all moves to this folder instead of printing them")
	f.BoolVar(&o.restart, "restart", false, "with --cache: discard the finished moves of an interrupted command")
	o.fleet.AddFlags(c)
}

func (o *analyzeOptions) check(args []string) error {
	l := &o.limits
	switch {
	case l.Depth < 0 || l.Depth > 60:
		return fault.Misusef("--depth %d: want 0 to 60", l.Depth)
	case l.Exact < -1 || l.Exact > 60:
		return fault.Misusef("--exact %d: want -1 to 60", l.Exact)
	case l.Time < 0:
		return fault.Misusef("--time %v: want 0 or more", l.Time)
	}
	if l.Threads == 0 {
		l.Threads = runtime.NumCPU()
	}
	return cli.CheckOutputs(args, o.png, o.svg)
}
