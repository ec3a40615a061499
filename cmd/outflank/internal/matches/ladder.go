package matches

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// judgeBytes is the memory of the searches that judge moves.
const judgeBytes = 16 << 20

func ladderCommand(a *cli.App) *cobra.Command {
	l := arena.Ladder{Config: arena.Config{Games: 400, Random: 8, Seed: 1}, Moves: 300}
	limits := agents.AnalystLimits{Depth: 12, Exact: 18, Threads: 1, Bytes: judgeBytes}
	var files []string
	var asJSON bool
	c := &cobra.Command{
		Use:   "ladder [AGENT AGENT…]",
		Short: "Measure a ladder of agents: each against the next, and the discs that their moves lose",
		Long: `Ladder measures the steps between agents, which you list in order of strength, the weakest
first. Each agent plays the next one, every opening with both colours. A search deeper than
that of the agents judges moves drawn from these games. For each agent, ladder prints its Elo
points above the first agent, the step from the previous agent with a 95 % interval, and the
mean number of discs that a move loses, including forced moves.

Without arguments, ladder measures the levels for people, starting with a random agent. This
takes a quarter of an hour. ` + "`outflank agents level`" + ` lists the levels with these results.

Ladder judges moves as ` + "`outflank analyze`" + ` does. The results depend on the seed alone, not on the
number of workers, unless agents have time limits.`,
		Example: `  outflank ladder -o levels.md -o levels.json    # the levels for people
  outflank ladder random greedy ab:depth=1 ab:depth=2 --games 100 --moves 0
  outflank ladder level:club level:expert --shape 6x6 --json`,
		RunE: func(c *cobra.Command, args []string) error {
			for _, path := range files {
				if _, ok := tableWriter(nil, path); !ok {
					return fault.Misuse(fmt.Errorf("-o %s: want a file that ends in .md or .json", path))
				}
			}
			if limits.Depth < 1 || limits.Depth > 60 {
				return fault.Misuse(fmt.Errorf("--depth %d: want 1 to 60", limits.Depth))
			}
			if limits.Exact < 0 || limits.Exact > 60 {
				return fault.Misuse(fmt.Errorf("--exact %d: want 0 to 60", limits.Exact))
			}
			if err := cli.CheckOutputs([]string{l.Config.Openings}, files...); err != nil {
				return err
			}
			if l.Config.Agents = args; len(args) == 0 {
				l.Config.Agents = levelLadder()
			}
			l.Judge = func(sh engine.Shape) *analysis.Analyst { return agents.NewAnalyst(sh, limits, nil) }
			if err := l.Config.Check(); err != nil {
				return cli.FlagError(err)
			}
			fmt.Fprintln(a.Err, announce(l, limits.Depth))
			r, err := climb(a, c.Context(), l)
			if err != nil {
				return cli.FlagError(err)
			}
			for _, path := range files {
				write, _ := tableWriter(r, path)
				if err := durable.Replace(path, write); err != nil {
					return err
				}
			}
			if asJSON {
				return a.JSON(r)
			}
			printLadder(a, r)
			return nil
		},
	}
	f := c.Flags()
	f.IntVar(&l.Config.Games, "games", l.Config.Games,
		"games of each agent against the next, rounded up to pairs with both colours")
	f.IntVar(&l.Config.Random, "random-plies", l.Config.Random, "random plies at the end of each opening")
	f.StringVar(&l.Config.Openings, "openings", "",
		"openings, used in turn: xot, lucas1000, or a file (a transcript per line, games in any format, or boards)")
	f.StringVar(&l.Config.Shape, "shape", "8x8",
		"the board: 4x4, 6x6, 8x8, hex or rhombus, with holes as in 8x8-a1c3; openings determine their own board")
	f.Uint64Var(&l.Config.Seed, "seed", l.Config.Seed, "seed of all random choices")
	f.IntVar(&l.Moves, "moves", l.Moves, "number of moves judged for each agent")
	f.IntVar(&limits.Depth, "depth", limits.Depth, "plies of the search that judges moves")
	f.IntVar(&limits.Exact, "exact", limits.Exact,
		"judge positions with at most this number of empty squares by the result of best play")
	f.StringArrayVarP(&files, "output", "o", nil,
		"write the table to this file (.md or .json); may be repeated")
	cli.AddWorkersFlag(c, &l.Workers, "concurrent games or moves")
	cli.AddJSON(c, &asJSON, "print the table as JSON", arena.LadderResult{})
	return c
}

// levelLadder returns the ladder of levels for people, which begins with a random agent.
func levelLadder() []string {
	specs := []string{"random"}
	for _, l := range agents.Levels() {
		specs = append(specs, l.Spec())
	}
	return specs
}

// tableWriter returns the writer of a table whose format fits the file name.
func tableWriter(r *arena.LadderResult, path string) (write func(io.Writer) error, ok bool) {
	switch cli.Extension(path) {
	case ".md":
		return r.WriteMarkdown, true
	case ".json":
		return r.WriteJSON, true
	}
	return nil, false
}

// announce describes the work of a ladder and the flags that change it.
func announce(l arena.Ladder, depth int) string {
	does := fmt.Sprintf("measuring %s: %s between each agent and the next (--games)",
		strings.Join(l.Config.Agents, ", "), text.Plural(l.Config.Games, "game"))
	if l.Moves > 0 {
		does += fmt.Sprintf("; then a search to depth %d judges %s of each (--depth, --moves; 0 moves = none)",
			depth, text.Plural(l.Moves, "move"))
	}
	return does
}

// climb measures the ladder.
func climb(a *cli.App, ctx context.Context, l arena.Ladder) (r *arena.LadderResult, err error) {
	var bar *cli.Meter
	for p, err := range l.Run(ctx, agents.Resolver{}) {
		if err != nil {
			return nil, err
		}
		if bar == nil {
			bar = a.Meter("measuring", "games and moves", p.Total)
			defer bar.End()
		}
		bar.Set(p.Done)
		r = p.Result
	}
	return r, nil
}

// printLadder prints the table for people.
func printLadder(a *cli.App, r *arena.LadderResult) {
	t := a.Table()
	for _, row := range r.Cells() {
		t.Row(append(row, "")...)
	}
	t.Flush()
	a.Printf("\n%s\n", r.Protocol())
}
