// Package demo implements the command "outflank demo", which runs the whole pipeline once, on built-in games
// or on a database: import, statistics, training and a benchmark. On a database it ends with Table 1 of the
// CS181 report.
package demo

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
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
	"github.com/outflank/outflank/engine/runtime/fault"
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
		Short: "Run the whole pipeline: games, tables, square weights, agents, a benchmark",
		Long: `Demo imports a small database of games between Outflank's own agents, prints and
draws the value of each square, trains one agent from the games and one by self-play,
and plays them against random, greedy and minimax. It takes about half a minute.

With --games FOLDER, demo uses your games instead: the files of ` + "`outflank download`" + ` or
any others that import reads. It ends with Table 1 of the CS181 report, which shows the
report's numbers beside those of agents trained on these games, with eight seeds each.
The federation's 124,000 games take about three minutes on two processors. The demo
needs no network.`,
		Example: `  outflank demo
  outflank download -o base && outflank demo --games base -o tour`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if regenerate != "" {
				return makeDemoGames(a, c.Context(), regenerate)
			}
			return d.run(a, c)
		},
	}
	c.Flags().StringVarP(&d.dir, "output", "o", "outflank-demo", "folder for the demo's files")
	c.Flags().StringVar(&d.games, "games", "",
		"use the games of this folder or file, and repeat Table 1 of the CS181 report")
	c.Flags().Float64Var(&d.scale, "scale", 1,
		"factor for the numbers of games played and learned from, above 0 and at most 1")
	c.Flags().Uint64Var(&d.seed, "seed", 1, "seed of all random choices")
	c.Flags().StringVar(&regenerate, "regenerate", "",
		"play the games of the built-in database again and write them to this folder")
	_ = c.Flags().MarkHidden("regenerate")
	return c
}

// demo is one run of the demo command.
type demo struct {
	dir, games string
	seed       uint64
	scale      float64

	wrote []string
}

func (d *demo) run(a *cli.App, c *cobra.Command) error {
	if !(d.scale > 0 && d.scale <= 1) {
		return fault.Misusef("--scale %v: want more than 0, at most 1", d.scale)
	}
	steps := []func(*cli.App, *cobra.Command) error{d.importGames, d.weights, d.train, d.bench}
	if d.games != "" {
		a.Printf("From games to Table 1 of the CS181 report: about three minutes on two processors for the\n" +
			"federation's 124,000 games.\n\n")
		steps = append(steps, d.tableOne)
	}
	for _, step := range steps {
		if err := step(a, c); err != nil {
			return err
		}
	}
	d.finish(a)
	return nil
}

// demoMark is the origin of the tables that the demo writes.
const demoMark = "outflank demo"

// file returns a path in the demo's folder and lists it among the written files.
func (d *demo) file(name, what string) string {
	path := filepath.Join(d.dir, name)
	d.wrote = append(d.wrote, fmt.Sprintf("%-28s %s", path, what))
	return path
}

func (d *demo) importGames(a *cli.App, c *cobra.Command) error {
	if err := cli.RefuseOtherTables(filepath.Join(d.dir, "games"), demoMark); err != nil {
		return err
	}
	a.Printf("1. Import: game files into a Parquet table\n\n")
	from := d.games
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
		chart.Save(d.file("weights.svg", "the same picture, for print"), board))
}

// The two agents that the demo trains.
const (
	demoDataModel = "data.model"
	demoSelfModel = "self.model"
)

// demoFeatures are few and occur on most boards. The built-in games are too few to train large patterns.
const demoFeatures = "report@6+edge+corner"

func (d *demo) train(a *cli.App, c *cobra.Command) error {
	a.Printf("\n3. Q-learning: from the games, and from self-play\n\n")
	data, self := run.NewPhase(run.SourceTranscripts), run.NewPhase(run.SourceSelf)
	data.Learn.Seed, self.Learn.Seed = d.seed, d.seed
	self.Learn.Games = d.scaled(self.Learn.Games)
	if d.games == "" {
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

// demoOpponents are the opponents of the CS181 report's Table 1, and greedy, with the numbers of games.
var demoOpponents = []struct {
	spec, name string
	games      int
}{
	{"random", "random", 400},
	{"greedy", "greedy", 400},
	{"minimax:depth=2", "minimax(1)", 400},
	{"minimax:depth=4", "minimax(2)", 100},
}

func (d *demo) bench(a *cli.App, c *cobra.Command) error {
	a.Printf("\n4. Benchmark: share of the points, 5 %% of all moves random\n\n")
	table := a.Table()
	table.Row("", "data", "95 %", "self-play", "95 %", "games", "")
	total, played := 0, 0
	for _, o := range demoOpponents {
		total += 2 * d.scaled(o.games)
	}
	bar := a.Meter("playing", "games", total)
	for _, o := range demoOpponents {
		cells, games := []string{o.name}, d.scaled(o.games)
		for _, model := range []string{demoDataModel, demoSelfModel} {
			p, err := d.match(c.Context(), model, o.spec, games, func() { played++; bar.Set(played) })
			if err != nil {
				return err
			}
			low, high := p.Interval()
			cells = append(cells, fmt.Sprintf("%.1f %%", 100*p.Score()), fmt.Sprintf("%.1f–%.1f", 100*low, 100*high))
		}
		table.Row(append(cells, text.Number(games), "")...)
	}
	bar.End()
	table.Flush()
	a.Printf("\nBoth agents look one ply ahead; minimax(n) looks ahead n moves of each side.\n")
	return nil
}

// scaled returns a number of games scaled by --scale and rounded up to an even number.
func (d *demo) scaled(games int) int { return 2 * int(math.Ceil(d.scale*float64(games)/2)) }

// tableOne is the experiment for Table 1. firstReading sets one of its choices to the default, so that only
// the first reading runs.
const tableOne, firstReading = "cs181-table-1", "alpha=0.003"

// tableOne runs the experiment for Table 1 on the imported games, through the experiment command.
func (d *demo) tableOne(a *cli.App, c *cobra.Command) error {
	a.Printf("\n5. Table 1 of the CS181 report beside ours, under the first reading of its open choices\n\n")
	run, _, err := c.Root().Find([]string{"experiment", "run"})
	if err != nil {
		return err
	}
	run.SetContext(c.Context())
	if err := run.ParseFlags([]string{"--set", firstReading, "--games", filepath.Join(d.dir, "games"),
		"--scale", fmt.Sprint(d.scale), "--seed", fmt.Sprint(d.seed),
		"--output", d.file("reports", "Table 1 as JSON, CSV, Markdown and pictures")}); err != nil {
		return err
	}
	return run.RunE(run, []string{tableOne})
}

// match plays one trained agent against an opponent, and calls done after each game.
func (d *demo) match(ctx context.Context, model, opponent string, games int,
	done func()) (arena.Pair, error) {
	players, err := agents.ParseAll([]string{agents.SpecOf("", filepath.Join(d.dir, model)), opponent})
	if err != nil {
		return arena.Pair{}, err
	}
	m := arena.Match{Players: players, Games: games, Perturb: 0.05, Seed: d.seed}
	cross := arena.NewTally(2)
	for r, err := range m.Run(ctx) {
		if err != nil {
			return arena.Pair{}, err
		}
		cross.Add(r)
		done()
	}
	return cross.Of(0, 1), nil
}

func (d *demo) finish(a *cli.App) {
	a.Printf("\nWritten:\n  %s\n", strings.Join(d.wrote, "\n  "))
	at := func(name string) string { return filepath.Join(d.dir, name) }
	next := "Next"
	if program, err := os.Executable(); err == nil && strings.Contains(program, "go-build") { // go run
		next += " (after go install ./cmd/outflank, or with go run ./cmd/outflank for outflank)"
	}
	a.Printf("\n%s:\n", next)
	lines := []string{
		"outflank play --white q:model=" + at(demoSelfModel),
		"outflank inspect " + at(demoSelfModel),
		"outflank stats weights " + at("games") + " --phase endgame",
		"outflank bench q:model=" + at(demoSelfModel) + " ab:depth=4 greedy",
		"outflank demo --games FOLDER          # your games, or those of outflank download",
		"outflank help",
	}
	if d.games != "" {
		lines[4] = "outflank experiment show " + tableOne
	}
	for _, line := range lines {
		fmt.Fprintf(a.Out, "  %s\n", line)
	}
}
