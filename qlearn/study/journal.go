package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A journal is the file that keeps finished steps, so that a run that was interrupted,
// also by kill -9, resumes where it was.
type journal struct {
	path  string
	file  *durable.Journal
	known map[string]json.RawMessage // steps that were there when it was opened
}

// A SettingsError says that a folder holds a run with other settings.
type SettingsError struct {
	File       string
	Have, Want Settings
}

func (e *SettingsError) Error() string {
	return fmt.Sprintf("%s was made with %v, not with %v: use these again, or another folder", e.File,
		e.Have, e.Want)
}

// Settings are what the numbers of a run depend on.
type Settings struct {
	Scale float64 `json:"scale"`
	Seed  uint64  `json:"seed"`
	Games string  `json:"games,omitempty"` // the host's, where they matter
}

func (s Settings) String() string {
	text := fmt.Sprintf("scale %g and seed %d", s.Scale, s.Seed)
	if s.Games != "" {
		text += " and " + s.Games
	}
	return text
}

// journalFormat is the form of the file and what its steps mean.
var journalFormat = durable.Format{Name: "experiment", Version: 2}

// journalSettings are what a journal begins with.
type journalSettings struct {
	Name string `json:"name"`
	Settings
}

// A journalStep is a record of a journal.
type journalStep struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// openJournal opens the journal in a folder, or begins it.
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

// load reads the steps, which must be those of the same run.
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

// add keeps a step.
func (j *journal) add(key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return j.file.Append(journalStep{key, text})
}

func (j *journal) close() error { return j.file.Close() }
