package run

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// The states of a run.
const (
	Finished    = "finished"    // trained to the end
	Running     = "running"     // a process is training it
	Interrupted = "interrupted" // can be resumed, which also restores missing files
	Damaged     = "damaged"     // a file is missing or invalid
)

// A Listed contains the progress of a run and the scores of its models. The JSON fields are stable.
type Listed struct {
	Dir      string        `json:"dir" doc:"the folder of the run"`
	Name     string        `json:"name" doc:"of the run, as its configuration says"`
	State    string        `json:"state" doc:"finished, running, interrupted or damaged"`
	Features string        `json:"features" doc:"of the last phase, or the layers of its network"`
	Rule     string        `json:"rule" doc:"of learning, in the last phase"`
	Phases   int           `json:"phases" doc:"number of phases"`
	Seed     uint64        `json:"seed" doc:"of the training"`
	Games    int           `json:"games" doc:"games learned from"`
	Total    int           `json:"total" doc:"games to learn from"`
	Best     *Best         `json:"best" doc:"the best model so far, null = none yet"`
	Results  []Measurement `json:"results" doc:"against the opponents that test it: of the best model at the end, of the last one before"`
	Problem  string        `json:"problem,omitempty" doc:"what is wrong with a damaged run"`

	Info       *Info  `json:"-"` // nil = config.json is unreadable
	Checkpoint *State `json:"-"` // nil = the checkpoint is unreadable
}

// List returns the runs in a folder, sorted by name. If the folder is itself a run, List returns that run.
func List(dir string) ([]Listed, error) {
	if Holds(System{}, dir) {
		return []Listed{Find(dir)}, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	list := []Listed{}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") && Holds(System{}, path) {
			list = append(list, Find(path))
		}
	}
	return list, nil
}

// Find returns the run in a folder without changing it. If the run is damaged, its Problem says why.
func Find(dir string) Listed {
	l := look(System{}, dir, dir)
	if l.Checkpoint == nil {
		return l
	}
	r := Training{folder: folder{path: dir}, Info: l.Info, State: *l.Checkpoint}
	if l.State == Finished {
		if err := r.folder.checkComplete(l.Info, l.Checkpoint); err != nil {
			l.State, l.Problem = Interrupted, err.Error()
		}
	}
	if l.State == Running || l.Best == nil {
		return l
	}
	if _, err := r.readBest(); err != nil {
		l.State, l.Problem = Damaged, fault.Text(err)
	}
	return l
}

// Look is [Find] for a run below root. It reads only config.json and the checkpoint, so it is cheap enough to
// call repeatedly.
func Look(root *os.Root, dir string) Listed {
	return look(root, dir, filepath.Join(root.Name(), dir))
}

// look reads config.json and the checkpoint of a run. at is the path of the folder in the operating system.
func look(f Files, dir, at string) Listed {
	l := Listed{Dir: dir, Name: filepath.Base(dir), Results: []Measurement{}}
	damaged := func(err error) Listed {
		l.State, l.Problem = Damaged, fault.Text(err)
		return l
	}
	var err error
	if l.Info, err = ReadInfo(f, dir); err != nil {
		return damaged(err)
	}
	last := l.Info.Last()
	l.Name = cmp.Or(l.Info.Name, l.Name)
	l.Features, l.Rule, l.Phases = last.Model.what(), last.Learn.Rule.String(), len(l.Info.Phases)
	l.Seed, l.Total = l.Info.Seed, l.Info.Games()
	state, _, err := readCheckpoint(f, dir, l.Info)
	if err != nil {
		return damaged(err)
	}
	l.Checkpoint, l.Games, l.Best = state, state.Games, state.Best
	if l.Results = append(l.Results, state.Final...); len(l.Results) == 0 {
		l.Results = append(l.Results, state.lastTested()...)
	}
	l.State = StateOf(durable.DirInUse(at), state.Done)
	return l
}

// StateOf returns the state of a run, or of other work in a folder. inUse means that a process has locked it,
// and done that it is finished.
func StateOf(inUse, done bool) string {
	switch {
	case inUse:
		return Running
	case done:
		return Finished
	}
	return Interrupted
}

// Result returns the result of the match with this [Match.Label].
func (l *Listed) Result(label string) (Measurement, bool) {
	i := slices.IndexFunc(l.Results, func(m Measurement) bool { return m.Match.Label() == label })
	if i < 0 {
		return Measurement{}, false
	}
	return l.Results[i], true
}
