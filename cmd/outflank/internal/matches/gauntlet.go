package matches

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
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
	g := &gauntletJob{app: a}
	c := &cobra.Command{
		Use:   "gauntlet AGENT -o CARD",
		Short: "Measure an agent by a fixed protocol whose results can be quoted",
		Long: fmt.Sprintf(`Gauntlet measures one agent: a built-in or trained one, a policy in Python, or an external engine.
The agent plays twelve anchors from XOT openings, each with both colours, and chooses a move in 400
fixed positions whose moves have known values. The folder CARD gets these files:

  card.json    scores, Elo, discs lost per move, illegal moves, and hashes of agent, set and program
  card.md      the same for people
  card.html    the same with plots
  games.pgn    the games
  state        the finished games; the same command continues an interrupted run

Elo is fitted by the model of Bradley and Terry to the games of all pairs, including those between
anchors; the random anchor has 0. A match ends when the 95 %% interval of the score is within ±4 %%,
after 40 to 200 games. Agents of 1 ms a move take a few minutes on two cores.

The openings depend on the hash of the agent: its spec and the content of its files. The same agent
gets the same card on every machine, except for the part about the machine. An agent with a time
limit, an external engine or a policy may differ between runs, and its card says so. --file names
further files of the agent, such as the weights that a policy loads.

--declare states what cannot be measured: %s.
--quick plays %d games against each anchor, for a try-out that the card marks.
`+"`outflank leaderboard`"+` compares cards. `+"`outflank help matches`"+` describes the protocol.

Anchors: %s`, strings.Join(gauntlet.Declarable, ", "), gauntlet.QuickGames,
			text.Fold(strings.Join(gauntlet.Anchors[:], ", "), 92)),
		Example: `  outflank gauntlet greedy -o cards/greedy
  outflank gauntlet q:model=q.model -o cards/mine --declare "training games=20,000" --name mine
  outflank gauntlet policy:net.py --file net.pt -o cards/net --workers 256
  outflank gauntlet 'gtp:cmd="gtp-rhino -b 0"' -o cards/grhino --declare "author=Stefano Arteconi"
  outflank gauntlet ab:depth=4 -o cards/try --quick`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return g.measure(c.Context(), args[0]) },
	}
	f := c.Flags()
	f.StringVarP(&g.run.Dir, "output", "o", "", "folder of the card")
	f.StringVar(&g.name, "name", "", "name of the agent in tables; default: its spec")
	f.StringArrayVar(&g.files, "file", nil, "a file of the agent that its spec does not name; may be repeated")
	f.StringArrayVar(&g.declared, "declare", nil, "a statement about the agent, as in \"compute=3 hours on 16 "+
		"cores\"; may be repeated")
	f.BoolVar(&g.run.Quick, "quick", false, "play few games, for a try-out")
	cli.AddWorkersFlag(c, &g.run.Workers, "concurrent games")
	g.fleet.AddFlags(c)
	cli.AddJSON(c, &g.asJSON, "print the card as JSON", gauntlet.Card{})
	return c
}

// A gauntletJob is a measurement with the settings of its outputs.
type gauntletJob struct {
	app      *cli.App
	run      gauntlet.Run
	name     string
	files    []string
	declared []string // KEY=VALUE
	fleet    cli.Fleet
	asJSON   bool
}

// measure measures the agent and prints the card.
func (g *gauntletJob) measure(ctx context.Context, spec string) (err error) {
	r := &g.run
	if r.Dir == "" {
		return cli.NoOutput("the folder of the card", "card")
	}
	r.Declared = map[string]string{}
	for _, word := range g.declared {
		key, value, _ := strings.Cut(word, "=")
		if !slices.Contains(gauntlet.Declarable, key) || value == "" {
			return fault.Misusef("--declare %q: want KEY=TEXT with one of the keys %s", word,
				strings.Join(gauntlet.Declarable, ", "))
		}
		r.Declared[key] = value
	}
	if r.Agent, err = gauntlet.Identify(spec, g.name, g.files); err != nil {
		return err
	}
	if err := cli.CheckFolder(append(agents.Files(spec), g.files...), r.Dir); err != nil {
		return err
	}
	player, err := agents.Parse(spec)
	if err != nil {
		return err
	}
	if err := greet(ctx, []*arena.Player{&player}); err != nil {
		return err
	}
	farm, end, err := g.fleet.Farm(ctx, g.app, r.Dir)
	if err != nil {
		return err
	}
	defer end()
	if r.Program, err = cli.Build(); err != nil {
		return err
	}
	r.Farm, r.Now = farm, time.Now
	card, err := g.follow(ctx)
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: the finished games are kept; run the same command to continue", fault.ErrInterrupted)
	}
	if err != nil {
		return err
	}
	return g.app.Report(g.asJSON, card, func() { printCard(g.app, card, r.Dir) })
}

// follow measures with a bar and returns the card.
func (g *gauntletJob) follow(ctx context.Context) (*gauntlet.Card, error) {
	m := g.app.Meter("measuring "+g.run.Agent.Name, "games and moves", g.run.Total())
	p, err := cli.Follow(m, g.run.All(ctx), func(p gauntlet.Progress) int { return p.Done })
	return p.Card, err
}

// printCard prints the results of a card.
func printCard(a *cli.App, c *gauntlet.Card, dir string) {
	t := a.Table()
	for _, row := range c.MatchCells() {
		t.Row(append(row, "")...)
	}
	t.Flush()
	r := &c.Result
	if f := r.Failures; f.First != "" {
		a.Printf("\n%s forfeited, %s without a legal move; the first because: %s\n", text.Plural(f.Games, "game"),
			text.Plural(f.Moves, "position"), f.First)
	}
	a.Printf("\n%s\nwrote %s, card.md and card.html\n", c.Line(), filepath.Join(dir, "card.json"))
}

func leaderboardCommand(a *cli.App) *cobra.Command {
	var dir string
	var asJSON bool
	c := &cobra.Command{
		Use:   "leaderboard CARD… -o DIR",
		Short: "Compare agents that were measured by the gauntlet",
		Long: `Leaderboard sorts the cards of ` + "`outflank gauntlet`" + ` by Elo and writes DIR/leaderboard.json with all
results, DIR/leaderboard.md, and DIR/leaderboard.html with plots. A CARD is a folder or a file of a
card. Leaderboard refuses a card of another edition, a card that was changed, and two cards of the
same agent.`,
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
			for _, path := range args {
				c, err := gauntlet.ReadCard(path)
				if err != nil {
					return err
				}
				cards = append(cards, c)
			}
			b, err := gauntlet.NewLeaderboard(cards)
			if err != nil {
				return err
			}
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
