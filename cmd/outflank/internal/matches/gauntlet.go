package matches

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/gauntlet"
)

func gauntletCommand(a *cli.App) *cobra.Command {
	var (
		r      gauntlet.Run
		files  []string
		fleet  cli.Fleet
		asJSON bool
	)
	c := &cobra.Command{
		Use:   "gauntlet AGENT -o CARD",
		Short: "Measure an agent by a fixed protocol whose results can be quoted",
		Long: `Gauntlet measures one agent: built-in, trained, a policy in Python, or an external engine. The
agent plays twelve anchors from XOT openings, each with both colours, and chooses a move in 400
fixed positions whose moves have known values. The folder CARD gets these files:

  card.json    scores, Elo, discs lost per move, illegal moves, and hashes of agent, set and program
  card.md      the same for people
  card.html    the same with plots
  games.pgn    the games
  state        the finished games; the same command continues an interrupted run

Elo follows from the model of Bradley and Terry: 13,200 games between the anchors give the scale, on
which the random anchor has 0. The agent has the Elo at which its expected scores against the
anchors have the measured sum. A match ends when the 95 % interval of the score is within ±4 %,
after 40 to 200 games. Agents of 1 ms a move take about a minute on two cores.

The openings depend on the hash of the agent: its spec and the content of its files. The same agent
gets the same card on every machine, except for the part about the machine. An agent with a time
limit, an external engine or a policy may differ between runs, and its card says so. --file names
further files of the agent, such as the weights that a policy loads. A policy that answers many
positions at once is faster with more --workers, but its time per move includes the wait for others.

--name, --training-games, --compute, --author and --note state what cannot be measured; the digest
does not cover them. --quick plays 8 games per match and uses 40 positions, for a try-out that the
card marks. ` + "`outflank leaderboard`" + ` compares cards, and
` + "`outflank help matches`" + ` explains the figures.

Anchors: ` + text.Fold(strings.Join(gauntlet.Anchors[:], ", "), 92),
		Example: `  outflank gauntlet greedy -o cards/greedy
  outflank gauntlet q:model=q.model -o cards/mine --training-games 20,000 --name mine
  outflank gauntlet policy:net.py --file net.pt -o cards/net --workers 256
  outflank gauntlet 'gtp:cmd="gtp-rhino -b 0"' -o cards/grhino --author Arteconi
  outflank gauntlet ab:depth=4 -o cards/try --quick`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if r.Dir == "" {
				return cli.NoOutput("the folder of the card", "card")
			}
			if err := cli.CheckFolder(append(agents.Files(args[0]), files...), r.Dir); err != nil {
				return err
			}
			if r.Agent, err = gauntlet.Identify(args[0], files); err != nil {
				return err
			}
			farm, end, err := fleet.Farm(c.Context(), a, r.Dir)
			if err != nil {
				return err
			}
			defer end()
			r.Farm, r.Now = farm, time.Now
			card, err := measure(c.Context(), a, args[0], r)
			if err != nil {
				return err
			}
			return a.Report(asJSON, card, func() { printCard(a, card, r.Dir) })
		},
	}
	f := c.Flags()
	f.StringVarP(&r.Dir, "output", "o", "", "folder of the card")
	f.StringVar(&r.Declared.Name, "name", "", "name of the agent in tables; default: its spec")
	f.StringArrayVar(&files, "file", nil, "a file of the agent that its spec does not name; may be repeated")
	f.StringVar(&r.Declared.Games, "training-games", "", "number of games from which the agent learned")
	f.StringVar(&r.Declared.Compute, "compute", "", "computation for learning, such as 3 hours on 16 cores")
	f.StringVar(&r.Declared.Author, "author", "", "author of the agent")
	f.StringVar(&r.Declared.Note, "note", "", "further remark")
	f.BoolVar(&r.Quick, "quick", false, "play few games, for a try-out")
	cli.AddWorkersFlag(c, &r.Workers, "concurrent games")
	fleet.AddFlags(c)
	cli.AddJSON(c, &asJSON, "print the card as JSON", gauntlet.Card{})
	return c
}

// measure measures an agent with a bar.
func measure(ctx context.Context, a *cli.App, spec string, r gauntlet.Run) (*gauntlet.Card, error) {
	player, err := agents.Parse(spec)
	if err == nil && r.Farm == nil {
		err = greet(ctx, []*arena.Player{&player})
	}
	if err == nil {
		r.Program, err = cli.Build()
	}
	if err != nil {
		return nil, err
	}
	m := a.Meter("measuring "+cmp.Or(r.Declared.Name, r.Agent.Spec), "games and moves", r.Total())
	last, err := cli.Follow(m, r.All(ctx), func(p gauntlet.Progress) int { return p.Done })
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w: the finished games are kept; run the same command to continue", fault.ErrInterrupted)
	}
	return last.Card, err
}

// printCard prints the results of a card.
func printCard(a *cli.App, c *gauntlet.Card, dir string) {
	t := a.Table()
	for _, row := range c.MatchCells() {
		t.Row(append(row, "")...)
	}
	t.Flush()
	if reason := c.Result.Failures.First; reason != "" {
		a.Printf("\nthe first failure: %s\n", reason)
	}
	a.Printf("\n%s\nwrote %s, card.md and card.html\n", c.Line(), filepath.Join(dir, "card.json"))
}

func leaderboardCommand(a *cli.App) *cobra.Command {
	var dir string
	var asJSON bool
	c := &cobra.Command{
		Use:   "leaderboard CARD… -o DIR",
		Short: "Compare agents that were measured by the gauntlet",
		Long: `Leaderboard sorts the cards of several agents by Elo. It writes DIR/leaderboard.json with all
results, DIR/leaderboard.md, and DIR/leaderboard.html with a plot. A CARD is a folder or a file of a
card. Leaderboard refuses a card of another edition, and a card that was changed or whose games.pgn
was. Cards with the same digest count once.`,
		Example: `  outflank leaderboard cards/greedy cards/mine -o board`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if dir == "" {
				return cli.NoOutput("the folder of the leaderboard", "board")
			}
			if err := cli.CheckFolder(args, dir); err != nil {
				return err
			}
			var cards []*gauntlet.Card
			first := map[string]string{} // path of the first card with a digest
			for _, path := range args {
				c, err := gauntlet.ReadCard(path)
				if err != nil {
					return err
				}
				if same, ok := first[c.Digest]; ok {
					fmt.Fprintf(a.Err, "%s: the same results as %s, counted once\n", path, same)
					continue
				}
				first[c.Digest] = path
				cards = append(cards, c)
			}
			b := gauntlet.NewLeaderboard(cards)
			if err := b.Write(dir); err != nil {
				return err
			}
			return a.Report(asJSON, b, func() {
				t := a.Table()
				for _, row := range b.Cells() {
					t.Row(row...)
				}
				t.Flush()
				a.Printf("\nwrote %s, .md and .html\n", filepath.Join(dir, "leaderboard.json"))
			})
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", "", "folder of the leaderboard")
	cli.AddJSON(c, &asJSON, "print the leaderboard as JSON", gauntlet.Leaderboard{})
	return c
}
