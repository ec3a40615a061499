package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
)

// What can be said of a run.
const (
	Finished    = "finished"
	Running     = "running"
	Interrupted = "interrupted"
	Damaged     = "damaged"
)

// A Listed is what the list says of a run; the JSON fields are stable.
type Listed struct {
	Dir      string        `json:"dir"`
	Name     string        `json:"name"`
	State    string        `json:"state"`
	Features string        `json:"features"` // of the last phase
	Rule     string        `json:"rule"`     // of the last phase
	Phases   int           `json:"phases"`
	Seed     uint64        `json:"seed"`
	Games    int           `json:"games"` // learnt
	Total    int           `json:"total"` // to learn
	Best     *BestModel    `json:"best"`
	Results  []Measurement `json:"results"`
	Problem  string        `json:"problem,omitempty"`

	Checkpoint *State `json:"-"`
}

// Find returns the runs in a folder, by name.
func Find(dir string) ([]Listed, error) {
	if Holds(dir) {
		return []Listed{List(dir)}, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	list := []Listed{}
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); e.IsDir() && !strings.HasPrefix(e.Name(), ".") && Holds(path) {
			list = append(list, List(path))
		}
	}
	return list, nil
}

// List looks at a run without changing it.
func List(dir string) Listed {
	l := Listed{Dir: dir, Name: filepath.Base(dir), Results: []Measurement{}}
	damaged := func(err error) Listed {
		l.State, l.Problem = Damaged, fault.Text(err)
		return l
	}
	info, err := ReadInfo(dir)
	if err != nil {
		return damaged(err)
	}
	last := info.Phases[len(info.Phases)-1]
	if info.Name != "" {
		l.Name = info.Name
	}
	l.Features, l.Rule, l.Phases = last.Model.what(), last.Learn.Rule.String(), len(info.Phases)
	l.Seed, l.Total = info.Seed, info.Games()
	r := Training{Dir: Dir{Path: dir}, Info: info}
	state, _, err := r.Dir.Checkpoint(info)
	if err != nil {
		return damaged(err)
	}
	r.State, l.Checkpoint = *state, state
	l.Games, l.Best = state.Games, state.Best
	if l.Results = append(l.Results, state.Final...); len(l.Results) == 0 {
		l.Results = append(l.Results, state.lastReported()...)
	}
	if l.State = r.progress(); l.State == Finished {
		if err := r.Dir.lost(info, state); err != nil {
			l.State, l.Problem = Interrupted, err.Error()
		}
	}
	if l.State != Running && state.Best != nil {
		if _, err := r.readBest(); err != nil {
			return damaged(err)
		}
	}
	return l
}

// progress tells whether a run is finished, running or neither.
func (r *Training) progress() string {
	unlock, err := durable.LockDir(r.Dir.Path)
	if errors.Is(err, durable.ErrBusy) {
		return Running
	}
	if err == nil {
		unlock()
	}
	if r.State.Done {
		return Finished
	}
	return Interrupted
}

func (l *Listed) Result(name string) string {
	for _, e := range l.Results {
		if e.Match.Label() == name {
			return fmt.Sprintf("%.1f (%s) %%", 100*e.Score, report.Interval(e.Low, e.High))
		}
	}
	return ""
}

// DrawAll draws the results of several runs, a plot for each match.
func DrawAll(list []Listed, match, png, svg string) error {
	if png == "" && svg == "" {
		return nil
	}
	plots := comparison(list, match)
	if len(plots) == 0 {
		return fault.BadInput(fmt.Errorf("there is nothing to draw: no evaluations of a match %q", match))
	}
	grid := chart.Grid{Columns: min(2, len(plots)), Charts: plots}
	for path, write := range map[string]func(io.Writer, chart.Chart) error{png: chart.WritePNG, svg: chart.WriteSVG} {
		if path == "" {
			continue
		}
		if err := durable.Replace(path, func(w io.Writer) error { return write(w, grid) }); err != nil {
			return err
		}
	}
	return nil
}

func comparison(list []Listed, match string) (plots []chart.Chart) {
	var names []string
	lines := map[string]*chart.Lines{}
	for _, l := range list {
		all, _ := scoreLines(l.Checkpoint.Evaluations)
		for _, s := range all.Series {
			name := s.Name
			if match != "" && name != match {
				continue
			}
			if lines[name] == nil {
				names = append(names, name)
				lines[name] = &chart.Lines{Title: name, Subtitle: chart.Intervals, X: "games", Y: "share of the points", Marks: chart.Half}
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
