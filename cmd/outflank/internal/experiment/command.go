// Package experiment implements the command "outflank experiment", which repeats the tables and figures of
// five reports with the agents, games, learners and tuners of this program.
package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/study"
)

func experimentCommand(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use:   "experiment",
		Short: "Repeat the tables and figures of five reports and compare the results",
		Long: `Experiment contains the tables, figures and claims of five reports on Othello programs, and
repeats them with Outflank's agents. It shows each number of a report beside ours, with a 95 %
interval.

Reports leave choices open. Each experiment lists these choices in the report's words, and runs
several readings. A claim of a report holds under all readings, is refuted under all, depends on a
named choice, or is inconclusive. For an inconclusive claim, the result states how many games or
seeds would settle it. Claims about a report's machine or language are shown but not judged.`,
		Example: `  outflank experiment list
  outflank experiment show cs181-table-1
  outflank experiment run cassio-depths --scale 0.1
  outflank experiment run cs181-table-1 --set alpha=0.001 --scale 0.1
  outflank experiment run all --scale 0.05 -o reports
  outflank experiment report reports`,
		Args: cli.NoSuchCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(append(cli.Listings(experimentListCommand(a), experimentShowCommand(a),
		experimentReportCommand(a)), experimentRunCommand(a))...)
	return c
}

// experimentOptions are the flags of run.
type experimentOptions struct {
	scale   float64
	seed    uint64
	dir     string
	set     []string
	games   string
	workers int
	fleet   cli.Fleet
	asJSON  bool
}

func experimentRunCommand(a *cli.App) *cobra.Command {
	var o experimentOptions
	c := &cobra.Command{
		Use:   "run NAME… | all",
		Short: "Run experiments, resumably, on all cores",
		Long: `Run runs experiments. For each, it writes result.json, table.md, table.csv, readings.csv and plots
as SVG and PNG to a folder with the experiment's name below that of -o. It saves each finished step,
so the same command resumes an interrupted run. If an experiment is complete with the same settings,
run only restores its missing files.

--scale multiplies the numbers of games, positions, generations and games learned from. All numbers
except times depend on the seed alone, not on the number of workers. With --fleet, other machines
play the games, train and tune; only time measurements run here.

--set changes a choice that the report leaves open, and runs only this reading, in a separate folder
that experiment report ignores. A number need not be in the list: it may be from a quarter of the
smallest to four times the largest.

Square weights and learning from transcripts use the games of --games, a folder made by import or
files of games. The default is the folder wthor-2001-2015 in $OUTFLANK_DATA, or otherwise the games
of the demo. The result names the source.`,
		Example: `  outflank experiment run cassio-depths --scale 0.1
  outflank experiment run umea-bonus --set edge=line
  outflank experiment run all --scale 0.05 -o reports
  outflank experiment run all -o reports --fleet nats://10.0.0.1:4222
  outflank experiment run cs181-weights --games games -o reports --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return runExperiments(a, c, args, &o) },
	}
	f := c.Flags()
	f.Float64Var(&o.scale, "scale", 1,
		"factor for the numbers of games, positions and generations, above 0 and at most 10")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all random choices")
	f.StringVarP(&o.dir, "output", "o", "reports", "folder for the results, with a subfolder for each "+
		"experiment")
	f.StringArrayVar(&o.set, "set", nil, "a choice of one experiment, as in alpha=0.001; may be repeated")
	f.StringVar(&o.games, "games", "", "games for square weights and learning: a folder made by import, or "+
		"files of games")
	cli.AddWorkersFlag(c, &o.workers, "concurrent games")
	o.fleet.AddFlags(c)
	cli.AddJSON(c, &o.asJSON, "print each result as a line of JSON", study.Result{}).Lines = true
	return c
}

// runExperiments runs the named experiments one after the other.
func runExperiments(a *cli.App, c *cobra.Command, names []string, o *experimentOptions) error {
	list, err := namedExperiments(names)
	switch {
	case err != nil:
		return err
	case o.dir == "":
		return cli.NoOutput("the folder for the results", "reports")
	case len(o.set) > 0 && len(list) > 1:
		return fault.Misusef("--set: want one experiment, not %d", len(list))
	case !(o.scale > 0 && o.scale <= 10):
		return fault.Misusef("--scale %v: want more than 0, at most 10", o.scale)
	}
	host := &experimentHost{app: a, games: o.games}
	defer host.close()
	r := study.Runner{Host: host, Dir: o.dir, Scale: o.scale, Seed: o.seed,
		Workers: cmp.Or(o.workers, runtime.GOMAXPROCS(0)), Now: time.Now}
	if len(o.set) > 0 {
		if r.Set, err = list[0].Set(o.set); err != nil {
			return fault.Misuse(err)
		}
	}
	var folders []string
	for _, e := range list {
		folders = append(folders, filepath.Join(o.dir, e.Folder(r.Set)))
	}
	farm, end, err := o.fleet.Farm(c.Context(), a, folders...)
	if err != nil {
		return err
	}
	defer end()
	r.Farm = farm
	for i, e := range list {
		if err := runExperiment(a, c.Context(), &r, e,
			fmt.Sprintf("%d of %d, %s", i+1, len(list), e.Name)); err != nil {
			return experimentError(c.Context(), err)
		}
		if err := printExperiment(a, o.dir, e.Folder(r.Set), o.asJSON); err != nil {
			return experimentError(c.Context(), err)
		}
	}
	if !o.asJSON && r.Set == nil {
		a.Printf("Next: outflank experiment report %s\n", text.Quote(o.dir))
	}
	return nil
}

// namedExperiments returns the experiments with these names; "all" means all experiments.
func namedExperiments(names []string) (list []*study.Experiment, err error) {
	if slices.Contains(names, "all") {
		if len(names) > 1 {
			return nil, fault.Misusef("all cannot be combined with other names")
		}
		return study.All.Experiments, nil
	}
	for _, name := range names {
		e := study.All.Find(name)
		if e == nil {
			meant := cmp.Or(text.Meant(name, experimentNames()),
				text.Hint("; `outflank experiment list` lists them"))
			return nil, fault.Misusef("there is no experiment %q%w", name, meant)
		}
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list, nil
}

func experimentNames() (names []string) {
	for _, e := range study.All.Experiments {
		names = append(names, e.Name)
	}
	return names
}

// runExperiment runs one experiment, with a bar for each of its parts.
func runExperiment(a *cli.App, ctx context.Context, r *study.Runner, e *study.Experiment,
	title string) error {
	var bar *cli.Meter
	what, start := "", time.Now()
	for p, err := range r.Run(ctx, e) {
		if err != nil {
			return err
		}
		if bar == nil || what != p.What {
			if bar != nil {
				bar.End()
			}
			what, bar = p.What, a.Meter(title+": "+p.What, p.Unit, p.Total)
		}
		bar.Set(p.Done)
	}
	if bar != nil {
		bar.End()
		fmt.Fprintf(a.Err, "%s: %.1f s\n", title, time.Since(start).Seconds())
	}
	return nil
}

// printExperiment prints the result of an experiment in a folder.
func printExperiment(a *cli.App, dir, name string, asJSON bool) error {
	r, err := study.ReadResult(dir, name)
	if err != nil {
		return err
	}
	if asJSON {
		return a.JSON(r)
	}
	fmt.Fprintf(a.Out, "%s: %s (report %s, %s)\n\n", name, r.Title, r.Seed, r.Item)
	printResult(a, r)
	return nil
}

// printResult prints the numbers of a result and the verdicts on the claims.
func printResult(a *cli.App, r study.Result) {
	t := a.Table()
	t.Row("", "report", "ours", "95 %", "n", "")
	for _, row := range r.Rows {
		c := row.Cells()
		t.Row(c[:]...)
	}
	t.Flush()
	fmt.Fprintln(a.Out)
	for _, c := range r.Claims {
		fmt.Fprintf(a.Out, "%s: %s\n    %s\n", strings.TrimSpace(string(c.Verdict)+" "+c.Strip()), c.Title(),
			c.Reason())
	}
	if len(r.Claims) > 0 {
		fmt.Fprintln(a.Out, "Signs show readings: ● the claim holds, ○ it is open, × it fails, by 99 % intervals.")
	}
	for _, n := range r.Notes {
		fmt.Fprintf(a.Out, "note: %s\n", n)
	}
	fmt.Fprintln(a.Out)
}

// experimentError returns the error with which the program exits after a failed experiment.
func experimentError(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*study.SettingsError](err); ok {
		return fault.Misuse(err)
	}
	if _, ok := errors.AsType[*durable.FileError](err); ok {
		return fault.BadInput(err)
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%w: finished steps are kept; run the same command to continue", fault.ErrInterrupted)
	}
	return err
}

func experimentReportCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "report DIR",
		Short: "Write one document about the experiments in a folder, as HTML and Markdown",
		Long: `Report writes DIR/report.html, with embedded pictures, and DIR/report.md. Both show the numbers of
the reports beside ours, a table of all claims with the verdict under each reading, the choices and
specification curves of each experiment, and the results that cannot be repeated.`,
		Example: `  outflank experiment report reports`,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			d, err := study.WriteReport(args[0], study.All)
			if err != nil {
				return experimentError(c.Context(), err)
			}
			return a.Report(asJSON, d, func() { printFindings(a, d, args[0]) })
		},
	}
	cli.AddJSON(c, &asJSON, "print all results as JSON", study.Document{})
	return c
}

// printFindings prints the verdicts on each report's claims, and the names of the written files.
func printFindings(a *cli.App, d *study.Document, dir string) {
	for _, p := range d.Parts {
		if p.Summary != "" {
			fmt.Fprintf(a.Out, "%s (report %s)\n%s\n\n", p.Title, p.Seed, p.Summary)
		}
	}
	fmt.Fprintf(a.Out, "All: %s\nwrote %s and %s\n", d.Overview(), filepath.Join(dir, "report.html"),
		filepath.Join(dir, "report.md"))
}

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{experimentCommand(a)}
}

func experimentListCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the experiments and the reports' findings",
		Example: `  outflank experiment list
  outflank experiment list --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return a.Report(asJSON, experimentEntries(), func() { printExperiments(a) })
		},
	}
	cli.AddJSON(c, &asJSON, "print the list as JSON", []experimentEntry{})
	return c
}

// An experimentEntry describes an experiment, or a result that cannot be repeated, in the output of list. Its
// JSON fields are stable.
type experimentEntry struct {
	Name        string         `json:"name,omitempty"`
	Seed        string         `json:"seed"` // the report's number
	Item        string         `json:"item,omitempty"`
	Title       string         `json:"title"`
	Wording     string         `json:"paper_says,omitempty"`
	Paper       string         `json:"paper_result"`
	Protocol    string         `json:"protocol,omitempty"`
	Machine     bool           `json:"depends_on_machine"`
	Choices     []study.Choice `json:"choices,omitempty"`
	Claims      []claimEntry   `json:"claims,omitempty"`
	NotRepeated string         `json:"not_repeated,omitempty"` // the reason
}

// A claimEntry describes a claim in the output of list. Its JSON fields are stable.
type claimEntry struct {
	Says    string         `json:"says"`
	Ours    bool           `json:"ours,omitempty"`    // our own question, not a claim in the report
	Machine bool           `json:"machine,omitempty"` // about the report's machine or language; not judged
	Rules   bool           `json:"rules,omitempty"`   // it follows from the rules of the game
	Means   []meaningEntry `json:"meanings"`          // the first one gives the numbers beside the report's
}

// A meaningEntry describes a reading of a claim. Its JSON fields are stable.
type meaningEntry struct {
	Means   string `json:"means,omitempty"` // "" = the literal reading
	Holds   string `json:"holds_if"`
	Refuted string `json:"refuted_if"`
}

// experimentEntries returns the experiments, followed by the results that are not repeated.
func experimentEntries() (list []experimentEntry) {
	for _, e := range study.All.Experiments {
		list = append(list, entryOf(e))
	}
	for _, l := range study.All.Lost {
		list = append(list, experimentEntry{Seed: l.Seed, Title: l.What, Paper: l.Result, NotRepeated: l.Reason})
	}
	return list
}

// entryOf describes an experiment.
func entryOf(e *study.Experiment) experimentEntry {
	entry := experimentEntry{Name: e.Name, Seed: e.Seed, Item: e.Item, Title: e.Title, Wording: e.Wording,
		Paper:    e.Result,
		Protocol: e.Protocol, Machine: e.Machine, Choices: e.Choices}
	for _, c := range e.Claims {
		claim := claimEntry{Says: c.Says, Ours: c.Ours, Machine: c.Machine, Rules: c.Rules}
		for _, m := range c.Meanings() {
			claim.Means = append(claim.Means, meaningEntry{m.Means, m.Test.Holds, m.Test.Refuted})
		}
		entry.Claims = append(entry.Claims, claim)
	}
	return entry
}

func printExperiments(a *cli.App) {
	for _, r := range study.All.Reports {
		fmt.Fprintf(a.Out, "%s  %s (%s)\n\n", r.Seed, r.Title, r.Authors)
		for _, e := range study.All.Experiments {
			if e.Seed == r.Seed {
				fmt.Fprintf(a.Out, "  %s\n      %s: %s\n      %s\n", e.Name, e.Item, e.Title, e.Result)
			}
		}
		for _, l := range study.All.Lost {
			if l.Seed == r.Seed {
				fmt.Fprintf(a.Out, "  not repeated: %s\n      %s\n", l.What, l.Reason)
			}
		}
		fmt.Fprintln(a.Out)
	}
}
