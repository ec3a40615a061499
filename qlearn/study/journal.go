package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A journal is a file that records the finished steps of a run. An interrupted run resumes from it where it
// stopped, even after kill -9.
type journal struct {
	path  string
	file  *durable.Journal
	known map[string]json.RawMessage // steps in the file when it was opened
}

// A SettingsError reports that a folder contains a run with different settings.
type SettingsError struct {
	File       string
	Have, Want Settings
}

func (e *SettingsError) Error() string {
	return fmt.Sprintf("%s was made with %v, not with %v: use these again, or another folder", e.File,
		e.Have, e.Want)
}

// Settings are the settings on which the numbers of a run depend.
type Settings struct {
	Scale float64 `json:"scale"`
	Seed  uint64  `json:"seed"`
	Games string  `json:"games,omitempty"` // the host's games, if the experiment uses them
}

func (s Settings) String() string {
	text := fmt.Sprintf("scale %g and seed %d", s.Scale, s.Seed)
	if s.Games != "" {
		text += " and " + s.Games
	}
	return text
}

// journalFormat is the format of the file. Its version also increases when the meaning of the steps changes.
var journalFormat = durable.Format{Name: "experiment", Version: 2}

// journalSettings is the first record of a journal.
type journalSettings struct {
	Name string `json:"name"`
	Settings
}

// A journalStep is a record of a journal.
type journalStep struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// openJournal opens the journal in a folder, or creates one.
func openJournal(dir, name string, s Settings) (*journal, error) {
	path := filepath.Join(dir, "journal.ndjson")
	file, err := durable.ContinueJournal(path, journalFormat, journalSettings{name, s})
	if err != nil {
		return nil, err
	}
	j := &journal{path: path, file: file, known: map[string]json.RawMessage{}}
	if err := j.load(name, s); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// load reads the steps, which must belong to the same run.
func (j *journal) load(name string, s Settings) error {
	var have journalSettings
	err := durable.Strict(j.file.Settings(), &have)
	switch {
	case err != nil:
		return j.file.Bad(1, err)
	case have.Name != name:
		return j.file.Bad(1, fmt.Errorf("the journal of experiment %q, not of %q", have.Name, name))
	case have.Settings != s:
		return &SettingsError{j.path, have.Settings, s}
	}
	for r, err := range j.file.Records() {
		if err != nil {
			return err
		}
		var step journalStep
		if err := durable.Strict(r.JSON, &step); err != nil || step.Key == "" {
			return j.file.Bad(r.Line, errors.New(`want a step: {"key":…,"value":…}`))
		}
		j.known[step.Key] = step.Value
	}
	return nil
}

// add records a finished step.
func (j *journal) add(key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return j.file.Append(journalStep{key, text})
}

func (j *journal) close() error { return j.file.Close() }

// A step is a unit of work whose result is stored. Its key contains everything that the result depends on,
// except the settings of the run.
type step[T any] struct {
	Key string
	Do  func(ctx context.Context) (T, error)
}

// takeSteps runs the steps that are missing from the journal on a number of goroutines (workers), and returns
// the values of all steps in order.
func takeSteps[T any](ctx context.Context, r *execution, what, unit string, workers int,
	list []step[T]) ([]T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	known := 0
	for _, s := range list {
		if _, ok := r.journal.known[s.Key]; ok {
			known++
		}
	}
	values := make([]T, 0, len(list))
	done := func(_ context.Context, s step[T]) (T, error) { return doStep(ctx, r, s) }
	for v, err := range parallel.Map(ctx, workers, 4*workers, slices.Values(list), done) {
		if err != nil {
			return nil, err
		}
		values = append(values, v)
		if err := r.tell(Progress{what, unit, len(values), len(list), min(known, len(values))}); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// stepsOn runs the items of a list as steps on a team, which open creates on the run's farm or, without a
// farm, here. key returns the key of an item's step. If the journal contains all steps, stepsOn does not use
// the farm.
func stepsOn[T, R, In, Out any](ctx context.Context, r *execution, what, unit string, items []T,
	key func(T) string,
	open func(parallel.Farm) (*parallel.Team[In, Out], error),
	do func(context.Context, *parallel.Team[In, Out], T) (R, error)) (values []R, err error) {
	missing := slices.ContainsFunc(items, func(item T) bool { _, ok := r.journal.known[key(item)]; return !ok })
	farm := r.Farm
	if !missing {
		farm = nil
	}
	team, err := open(farm)
	if err != nil {
		return nil, err
	}
	defer func() { err = team.End(err) }()
	list := make([]step[R], len(items))
	for i, item := range items {
		list[i] = step[R]{key(item), func(ctx context.Context) (R, error) { return do(ctx, team, item) }}
	}
	return takeSteps(ctx, r, what, unit, team.Workers, list)
}

// doStep returns the step's value from the journal, or runs the step and records it.
func doStep[T any](ctx context.Context, r *execution, s step[T]) (v T, err error) {
	if text, ok := r.journal.known[s.Key]; ok {
		if err := durable.Strict(text, &v); err != nil {
			return v, &durable.FileError{File: r.journal.path, Err: fmt.Errorf("step %q: %w", s.Key, err)}
		}
		return v, nil
	}
	if v, err = s.Do(ctx); err != nil {
		return v, err
	}
	return v, r.journal.add(s.Key, v)
}
