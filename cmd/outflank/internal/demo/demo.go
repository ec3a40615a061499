// Package demo has the command that shows the whole pipeline once, on built-in games: import,
// statistics, training and a benchmark.
package demo

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/run"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{demoCommand(a)}
}

func demoCommand(a *cli.App) *cobra.Command {
	var d demo
	var regenerate string
	c := &cobra.Command{
		Use:   "demo",
		Short: "Run the whole pipeline on built-in games: games, tables, square weights, agents, a benchmark",
		Long: `Demo imports a small database of games between Outflank's own agents (or the WTHOR
files of --wthor), prints and draws the value of each square, trains one agent from
the games and one by self-play, and plays them against random, greedy and minimax.
It takes about half a minute and needs no network.`,
		Example: `  outflank demo
  outflank demo --wthor ~/wthor -o tour`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if regenerate != "" {
				return makeDemoGames(a, c.Context(), regenerate)
			}
			return d.run(a, c)
		},
	}
	c.Flags().StringVarP(&d.dir, "output", "o", "outflank-demo", "folder for all that the demo writes")
	c.Flags().StringVar(&d.wthor, "wthor", "", "use the WTHOR files of this folder")
	c.Flags().Uint64Var(&d.seed, "seed", 1, "seed of all random choices")
	c.Flags().StringVar(&regenerate, "regenerate", "",
		"play the games of the built-in database again and write them to this folder")
	_ = c.Flags().MarkHidden("regenerate")
	return c
}

// demo is one walk through the toolkit.
type demo struct {
	dir, wthor string
	seed       uint64

	wrote []string
}

func (d *demo) run(a *cli.App, c *cobra.Command) error {
	for _, step := range []func(*cli.App, *cobra.Command) error{d.importGames, d.weights, d.train, d.bench} {
		if err := step(a, c); err != nil {
			return err
		}
	}
	d.finish(a)
	return nil
}

// demoMark says in the demo's tables how they were made.
const demoMark = "outflank demo"

// file returns a path in the demo's folder and notes it as written.
func (d *demo) file(name, what string) string {
	path := filepath.Join(d.dir, name)
	d.wrote = append(d.wrote, fmt.Sprintf("%-28s %s", path, what))
	return path
}

func (d *demo) importGames(a *cli.App, c *cobra.Command) error {
	if err := cli.RefuseOtherTables(filepath.Join(d.dir, "games"), demoMark); err != nil {
		return err
	}
	a.Printf("1. Import: WTHOR files into an Arrow table\n\n")
	from := d.wthor
	if from == "" {
		from = d.file("wthor", "the built-in games, as WTHOR files")
		if err := cli.UnpackDemoGames(from); err != nil {
			return err
		}
	}
	sources, err := transfer.FindSources(from)
	if err != nil {
		return err
	}
	r, err := a.Import(c.Context(), sources, d.file("games", "the games table, Parquet"), transfer.ImportOptions{
		Options: store.Options{Meta: map[string]string{"made_by": demoMark}},
	})
	if err != nil {
		return err
	}
	a.PrintImport(r)
	return nil
}

func (d *demo) weights(a *cli.App, c *cobra.Command) error {
	a.Printf("\n2. Square weights W: winners' moves minus losers' moves\n\n")
	games, err := a.ReadGames(c.Context(), "counting", []string{filepath.Join(d.dir, "games")}, store.Filter{})
	if err != nil {
		return err
	}
	phases, err := stats.CountSquares(games)
	if err != nil {
		return err
	}
	w := phases.Total()
	a.PrintWeights(w)
	board, table := stats.WeightsPicture(w, ""), phases.Tables()[0]
	return errors.Join(
		durable.Replace(d.file("weights.csv", "W as a table, by phase"), table.WriteCSV),
		chart.Save(d.file("weights.png", "W as a heat map"), board),
		chart.Save(d.file("weights.svg", "the same, for print"), board))
}

// The two agents that the demo trains.
const (
	demoDataModel = "data.model"
	demoSelfModel = "self.model"
)

// demoFeatures are few and count what most boards show: the built-in games are too few for
// contents of large patterns.
const demoFeatures = "report@6+edge+corner"

func (d *demo) train(a *cli.App, c *cobra.Command) error {
	a.Printf("\n3. Q-learning: from the games, and from self-play\n\n")
	data, self := run.NewPhase(run.SourceTranscripts), run.NewPhase(run.SourceSelf)
	data.Learn.Seed, self.Learn.Seed = d.seed, d.seed
	if d.wthor == "" {
		data.Model.Features, data.Games.Epochs = demoFeatures, 3
	}
	if err := d.trainOne(a, c.Context(), "data", data,
		d.file(demoDataModel, "the agent that learned from the games")); err != nil {
		return err
	}
	return d.trainOne(a, c.Context(), "self", self,
		d.file(demoSelfModel, "the agent that learned from self-play"))
}

// trainOne trains a model and writes it.
func (d *demo) trainOne(a *cli.App, ctx context.Context, name string, p run.Phase, path string) error {
	data, err := a.ReadTraining(ctx, []string{filepath.Join(d.dir, "games")}, store.Filter{})
	if err != nil {
		return err
	}
	t, took, err := a.Train(ctx, p, data, 0, nil)
	if err != nil {
		return err
	}
	a.Printf("%s: %d games, %d moves, %.1f s\n", name, t.Games, t.Updates, took.Seconds())
	return durable.Replace(path, t.Learned().Write)
}

// demoOpponents are those of the CS181 report's Table 1 and greedy, with the
// number of games and the report's winning rates of its data-based agent and of the one that
// learned from games against minimax(1).
var demoOpponents = []struct {
	spec, name, data, game string
	games                  int
}{
	{"random", "random", "94 %", "85 %", 400},
	{"greedy", "greedy", "", "", 400},
	{"minimax:depth=2", "minimax(1)", "32 %", "55 %", 400},
	{"minimax:depth=4", "minimax(2)", "", "", 100},
}

func (d *demo) bench(a *cli.App, c *cobra.Command) error {
	a.Printf("\n4. Benchmark: share of the points, 5 %% of all moves random\n\n")
	table := a.Table()
	table.Row("", "data", "95 %", "report", "self-play", "95 %", "report", "games", "")
	bar := a.Meter("playing", "games", len(demoOpponents))
	for i, o := range demoOpponents {
		cells := []string{o.name}
		for _, model := range []struct{ file, paper string }{{demoDataModel, o.data}, {demoSelfModel, o.game}} {
			p, err := d.match(a, c, model.file, o.spec, o.games)
			if err != nil {
				return err
			}
			low, high := p.Interval()
			cells = append(cells, fmt.Sprintf("%.1f %%", 100*p.Score()), fmt.Sprintf("%.1f–%.1f", 100*low, 100*high),
				model.paper)
		}
		table.Row(append(cells, text.Number(o.games), "")...)
		bar.Set(i + 1)
	}
	bar.End()
	table.Flush()
	a.Printf("\nminimax(n) looks n moves of each side ahead; both agents look at their own next move\n" +
		"only. \"report\" is Table 1 of the CS181 report: its data-based agent, and the one that\n" +
		"learned by playing minimax(1).\n")
	return nil
}

// match plays one trained agent against an opponent.
func (d *demo) match(a *cli.App, c *cobra.Command, model, opponent string, games int) (arena.Pair, error) {
	players, err := agents.ParseAll([]string{"q:model=" + filepath.Join(d.dir, model), opponent})
	if err != nil {
		return arena.Pair{}, err
	}
	m := arena.Match{Players: players, Games: games, Perturb: 0.05, Seed: d.seed}
	cross := arena.NewTally(2)
	for r, err := range m.Run(c.Context()) {
		if err != nil {
			return arena.Pair{}, err
		}
		cross.Add(r)
	}
	return cross.Of(0, 1), nil
}

func (d *demo) finish(a *cli.App) {
	a.Printf("\nWritten:\n  %s\n", strings.Join(d.wrote, "\n  "))
	at := func(name string) string { return filepath.Join(d.dir, name) }
	a.Printf("\nNext (after go install ./cmd/outflank, or with go run ./cmd/outflank for outflank):\n")
	for _, line := range []string{
		"outflank play --white q:model=" + at(demoSelfModel),
		"outflank inspect " + at(demoSelfModel),
		"outflank stats weights " + at("games") + " --phase endgame",
		"outflank bench q:model=" + at(demoSelfModel) + " ab:depth=4 greedy",
		"outflank help",
	} {
		fmt.Fprintf(a.Out, "  %s\n", line)
	}
}
