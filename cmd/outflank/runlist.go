package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset"
)

// What can be said of a run.
const (
	runFinished    = "finished"
	runRunning     = "running"
	runInterrupted = "interrupted"
	runDamaged     = "damaged"
)

func (a *app) runsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "runs [DIR]",
		Short: "List training runs and their results",
		Long: `Runs lists the runs in DIR, and DIR itself if it is one: how far they are and how their
models did, with 95 % intervals. Results are those that a run reports: of its best model
when it is finished, on the way of its last one.

  finished     it came to its end
  running      a process is training it
  interrupted  ` + "`outflank train --resume`" + ` goes on with it, or makes files again that are lost
  damaged      a file is missing or not what it should be, as said below the table

The fields of each run with --json:
  dir name state features rule phases seed games (learnt) total (to learn) problem
  best     games score sha256 (null = none yet)
  results  games (learnt by then) match chooses played wins draws losses
           score score_low score_high (shares of the points) mean_disc_difference
  match    opponent protocol openings games (these two only where they are set)`,
		Example: `  outflank runs
  outflank runs sweeps/lambda --json
  outflank runs compare runs/one runs/two --png curves.png`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := findRuns(append(args, "runs")[0])
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, list)
			}
			a.printRuns(list)
			return nil
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	c.AddCommand(a.compareRunsCommand())
	return c
}

// A listedRun is what the list says of a run; the JSON fields are stable.
type listedRun struct {
	Dir      string        `json:"dir"`
	Name     string        `json:"name"`
	State    string        `json:"state"`
	Features string        `json:"features"` // of the last phase
	Rule     string        `json:"rule"`     // of the last phase
	Phases   int           `json:"phases"`
	Seed     uint64        `json:"seed"`
	Games    int           `json:"games"` // learnt
	Total    int           `json:"total"` // to learn
	Best     *bestModel    `json:"best"`
	Results  []measurement `json:"results"`
	Problem  string        `json:"problem,omitempty"`

	state *runState
}

// findRuns returns the runs in a folder, by name.
func findRuns(dir string) ([]listedRun, error) {
	if holdsRun(dir) {
		return []listedRun{listRun(dir)}, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	list := []listedRun{}
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); e.IsDir() && !strings.HasPrefix(e.Name(), ".") && holdsRun(path) {
			list = append(list, listRun(path))
		}
	}
	return list, nil
}

// listRun looks at a run without changing it.
func listRun(dir string) listedRun {
	l := listedRun{Dir: dir, Name: filepath.Base(dir), Results: []measurement{}}
	damaged := func(err error) listedRun {
		l.State, l.Problem = runDamaged, errorText(err)
		return l
	}
	info, err := readRunInfo(dir)
	if err != nil {
		return damaged(err)
	}
	last := info.Phases[len(info.Phases)-1]
	if info.Name != "" {
		l.Name = info.Name
	}
	l.Features, l.Rule, l.Phases = last.Model.what(), last.Learn.Rule.String(), len(info.Phases)
	l.Seed, l.Total = info.Seed, info.games()
	r := training{dir: runDir{path: dir}, info: info}
	state, _, err := r.dir.checkpoint(info)
	if err != nil {
		return damaged(err)
	}
	r.state, l.state = *state, state
	l.Games, l.Best = state.Games, state.Best
	if l.Results = append(l.Results, state.Final...); len(l.Results) == 0 {
		l.Results = append(l.Results, state.lastReported()...)
	}
	if l.State = r.progress(); l.State == runFinished {
		if err := r.dir.lost(info, state); err != nil {
			l.State, l.Problem = runInterrupted, err.Error()
		}
	}
	if l.State != runRunning && state.Best != nil {
		if _, err := r.readBest(); err != nil {
			return damaged(err)
		}
	}
	return l
}

// progress tells whether a run is finished, running or neither.
func (r *training) progress() string {
	unlock, err := dataset.LockDir(r.dir.path)
	if errors.Is(err, dataset.ErrBusy) {
		return runRunning
	}
	if err == nil {
		unlock()
	}
	if r.state.Done {
		return runFinished
	}
	return runInterrupted
}

// printRuns prints the list, and what is wrong with damaged ones.
func (a *app) printRuns(list []listedRun) {
	if len(list) == 0 {
		a.printf("no runs; `outflank train --config FILE -o runs/NAME` makes one\n")
		return
	}
	table := a.table()
	opponents := reported(list)
	table.row(append([]string{"run", "state", "games", "features", "rule", "seed"}, append(opponents, "")...)...)
	for _, l := range list {
		cells := []string{l.Dir, l.State, fmt.Sprintf("%s of %s", number(l.Games), number(l.Total)), l.Features, l.Rule, fmt.Sprint(l.Seed)}
		for _, name := range opponents {
			cells = append(cells, l.result(name))
		}
		table.row(append(cells, "")...)
	}
	for _, column := range []int{1, 3, 4} {
		table.left(column)
	}
	table.flush()
	for _, l := range list {
		if l.Problem != "" {
			a.printf("\n%s: %s\n", l.Dir, l.Problem)
		}
	}
}

// reported are the names of the matches that any of the runs reports.
func reported(list []listedRun) (names []string) {
	for _, l := range list {
		for _, e := range l.Results {
			if name := e.Match.label(); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (l *listedRun) result(name string) string {
	for _, e := range l.Results {
		if e.Match.label() == name {
			return fmt.Sprintf("%.1f (%s) %%", 100*e.Score, intervalOf(e.Low, e.High))
		}
	}
	return ""
}

func (a *app) compareRunsCommand() *cobra.Command {
	var png, svg, match string
	var asJSON bool
	c := &cobra.Command{
		Use:   "compare RUN RUN…",
		Short: "Lay runs side by side, with their learning curves in one picture",
		Long: `Compare lists runs as ` + "`outflank runs`" + ` does and, with --png and --svg, draws the results
of their evaluations over the games: --match says against whom, else each match is a plot.`,
		Example: `  outflank runs compare runs/one runs/two --png curves.png
  outflank runs compare runs/* --match "swh league" --svg league.svg`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkOutputs(nil, png, svg); err != nil {
				return err
			}
			var list []listedRun
			for _, dir := range args {
				l := listRun(dir)
				if l.state == nil {
					return badInput(errors.New(l.Problem))
				}
				list = append(list, l)
			}
			if err := drawRuns(list, match, png, svg); err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, list)
			}
			a.printRuns(list)
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&png, "png", "", "draw the learning curves as a PNG")
	f.StringVar(&svg, "svg", "", "draw the same as an SVG")
	f.StringVar(&match, "match", "", "only the results of this match, as in \"swh league\"")
	f.BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// drawRuns draws the results of several runs, a plot for each match.
func drawRuns(list []listedRun, match, png, svg string) error {
	if png == "" && svg == "" {
		return nil
	}
	plots := comparison(list, match)
	if len(plots) == 0 {
		return badInput(fmt.Errorf("there is nothing to draw: no evaluations of a match %q", match))
	}
	grid := chart.Grid{Columns: min(2, len(plots)), Charts: plots}
	for path, write := range map[string]func(io.Writer, chart.Chart) error{png: chart.WritePNG, svg: chart.WriteSVG} {
		if path == "" {
			continue
		}
		if err := dataset.ReplaceFile(path, func(w io.Writer) error { return write(w, grid) }); err != nil {
			return err
		}
	}
	return nil
}

func comparison(list []listedRun, match string) (plots []chart.Chart) {
	var names []string
	lines := map[string]*chart.Lines{}
	for _, l := range list {
		all, _ := scoreLines(l.state.Evaluations)
		for _, s := range all.Series {
			name := s.Name
			if match != "" && name != match {
				continue
			}
			if lines[name] == nil {
				names = append(names, name)
				lines[name] = &chart.Lines{Title: name, Subtitle: intervals, X: "games", Y: "share of the points", Marks: half}
			}
			s.Name = l.Dir
			lines[name].Series = append(lines[name].Series, s)
		}
	}
	for _, name := range names {
		plots = append(plots, *lines[name])
	}
	return plots
}
