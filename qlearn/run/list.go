package run

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
)

// The states of a run.
const (
	Finished    = "finished"    // trained to its end
	Running     = "running"     // a process is training it
	Interrupted = "interrupted" // to be resumed, which also makes files again that are lost
	Damaged     = "damaged"     // a file is missing or not what it should be
)

// A Listed is how far a run is and how its models did. The JSON fields are stable.
type Listed struct {
	Dir      string        `json:"dir"`
	Name     string        `json:"name"`
	State    string        `json:"state"`
	Features string        `json:"features"` // of the last phase
	Rule     string        `json:"rule"`     // of the last phase
	Phases   int           `json:"phases"`
	Seed     uint64        `json:"seed"`
	Games    int           `json:"games"` // learned from
	Total    int           `json:"total"` // to learn from
	Best     *Best         `json:"best"`
	Results  []Measurement `json:"results"`
	Problem  string        `json:"problem,omitempty"`

	Checkpoint *State `json:"-"` // nil for a damaged one
}

// List returns the runs in a folder by name, or the run that the folder is.
func List(dir string) ([]Listed, error) {
	if Holds(dir) {
		return []Listed{Find(dir)}, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	list := []Listed{}
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name()); e.IsDir() && !strings.HasPrefix(e.Name(), ".") && Holds(path) {
			list = append(list, Find(path))
		}
	}
	return list, nil
}

// Find returns what there is to say of the run in a folder, which it does not change. What is
// wrong with it is its Problem.
func Find(dir string) Listed {
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
	r := Training{folder: folder{path: dir}, Info: info}
	state, _, err := r.folder.checkpoint(info)
	if err != nil {
		return damaged(err)
	}
	r.State, l.Checkpoint = *state, state
	l.Games, l.Best = state.Games, state.Best
	if l.Results = append(l.Results, state.Final...); len(l.Results) == 0 {
		l.Results = append(l.Results, state.lastTested()...)
	}
	if l.State = r.status(); l.State == Finished {
		if err := r.folder.checkComplete(info, state); err != nil {
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

// status tells whether a run is finished, running or neither.
func (r *Training) status() string {
	unlock, err := durable.LockDir(r.folder.path)
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

// Result returns the result of the match of that [Match.Label].
func (l *Listed) Result(label string) (Measurement, bool) {
	i := slices.IndexFunc(l.Results, func(m Measurement) bool { return m.Match.Label() == label })
	if i < 0 {
		return Measurement{}, false
	}
	return l.Results[i], true
}
