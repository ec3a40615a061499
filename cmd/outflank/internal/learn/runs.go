package learn

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/run"
)

func runsCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "runs [DIR]",
		Short: "List training runs and their results",
		Long: `Runs lists the runs in DIR (and DIR itself if it is a run) with their progress and the results
of their models, with 95 % intervals. Results are against the test opponents of the run, for the
best model of a finished run and the last model of any other run.

  finished     training is complete
  running      a process is training the run
  interrupted  ` + "`outflank train --resume`" + ` resumes the run, or restores missing files
  damaged      a file is missing or wrong; a note below the table explains, and the exit code is 3

` + "`outflank schema runs`" + ` describes the fields of --json.`,
		Example: `  outflank runs
  outflank runs sweeps/lambda --json
  outflank runs compare runs/one runs/two --png curves.png`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := run.List(append(args, "runs")[0])
			if errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("%w: want a folder of runs, as created by `outflank train --config`", err)
			}
			if err != nil {
				return err
			}
			if err := a.Report(asJSON, list, func() { printRuns(a, list) }); err != nil {
				return err
			}
			return damagedRuns(list)
		},
	}
	cli.AddJSON(c, &asJSON, "print as JSON", []run.Listed{})
	c.AddCommand(compareRunsCommand(a))
	return c
}

// printRuns prints the list, and the errors of damaged runs.
func printRuns(a *cli.App, list []run.Listed) {
	if len(list) == 0 {
		a.Printf("no runs; `outflank train --config FILE -o runs/NAME` creates one\n")
		return
	}
	table := a.Table()
	opponents := tested(list)
	table.Row(append([]string{"run", "state", "games", "features", "rule", "seed"}, append(opponents, "")...)...)
	for _, l := range list {
		cells := []string{l.Dir, l.State, fmt.Sprintf("%s of %s", text.Number(l.Games), text.Number(l.Total)),
			l.Features, l.Rule, fmt.Sprint(l.Seed)}
		for _, name := range opponents {
			cells = append(cells, resultText(&l, name))
		}
		table.Row(append(cells, "")...)
	}
	for _, column := range []int{1, 3, 4} {
		table.Left(column)
	}
	table.Flush()
	for _, l := range list {
		if l.Problem != "" {
			a.Printf("\n%s: %s\n", l.Dir, l.Problem)
		}
	}
}

// damagedRuns returns a bad-input error that names the damaged runs, if any.
func damagedRuns(list []run.Listed) error {
	var names []string
	for _, l := range list {
		if l.State == run.Damaged {
			names = append(names, l.Dir)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return fault.BadInputf("damaged: %s", strings.Join(names, ", "))
}

// resultText returns the result of a match with its interval, or "" if there is none.
func resultText(l *run.Listed, match string) string {
	m, ok := l.Result(match)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.1f (%s) %%", 100*m.Score, text.Interval(m.Low, m.High))
}

// tested returns the names of the matches for which at least one run has results.
func tested(list []run.Listed) (names []string) {
	for _, l := range list {
		for _, e := range l.Results {
			if name := e.Match.Label(); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func compareRunsCommand(a *cli.App) *cobra.Command {
	var png, svg, match string
	var asJSON bool
	c := &cobra.Command{
		Use:   "compare RUN RUN…",
		Short: "Compare runs, with their learning curves in one picture",
		Long: `Compare lists runs as ` + "`outflank runs`" + ` does, with the settings in which they differ
and the lead of the others over the first, with 95 % intervals. --png and --svg draw the results
of the evaluations over the number of games. --match selects one match; without it, each match
gets a plot.`,
		Example: `  outflank runs compare runs/one runs/two --png curves.png
  outflank runs compare runs/* --match "swh league" --svg league.svg`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := cli.CheckOutputs(nil, png, svg); err != nil {
				return err
			}
			var list []run.Listed
			for _, dir := range args {
				l := run.Find(dir)
				if l.Checkpoint == nil {
					return fault.BadInput(errors.New(l.Problem))
				}
				list = append(list, l)
			}
			if err := drawRuns(list, match, png, svg); err != nil {
				return err
			}
			if err := a.Report(asJSON, list, func() {
				printRuns(a, list)
				printDifferences(a, list)
			}); err != nil {
				return err
			}
			return damagedRuns(list)
		},
	}
	f := c.Flags()
	f.StringVar(&png, "png", "", "draw the learning curves as a PNG")
	f.StringVar(&svg, "svg", "", "draw the same picture as an SVG")
	f.StringVar(&match, "match", "", "only the results of this match, as in \"swh league\"")
	cli.AddJSON(c, &asJSON, "print as JSON", []run.Listed{})
	return c
}

// printDifferences prints how the settings and the results of runs differ.
func printDifferences(a *cli.App, list []run.Listed) {
	if settings := run.Differing(list); len(settings) > 0 {
		a.Printf("\n")
		table := a.Table()
		head := []string{"setting"}
		for _, l := range list {
			head = append(head, l.Dir)
		}
		table.Row(append(head, "")...)
		for _, s := range settings {
			table.Row(append(append([]string{s.Key}, s.Values...), "")...)
		}
		table.Flush()
	}
	if differences := run.Differences(list); len(differences) > 0 {
		a.Printf("\nscore against that of %s\n", list[0].Dir)
		table := a.Table()
		for _, d := range differences {
			table.Row(d.Dir, d.Match, fmt.Sprintf("%+.1f %%", 100*d.Score),
				fmt.Sprintf("%+.1f to %+.1f", 100*d.Low, 100*d.High))
		}
		table.Left(1)
		table.Flush()
	}
}

// drawRuns draws the evaluations of several runs, with a plot for one match or for each.
func drawRuns(list []run.Listed, match, png, svg string) error {
	if png == "" && svg == "" {
		return nil
	}
	grid := run.Compare(list, match)
	if len(grid.Charts) == 0 {
		return fault.BadInputf("nothing to draw: no evaluations of a match %q", match)
	}
	for _, path := range []string{png, svg} {
		if path == "" {
			continue
		}
		if err := chart.Save(path, grid); err != nil {
			return err
		}
	}
	return nil
}
