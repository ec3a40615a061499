package experiment

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
)

// A journal is the file that keeps finished steps, so that an interrupted run,
// also by kill -9, resumes where it was: a line with the settings, then a step a line.
// A line that was not finished is dropped when the journal is opened again.
type journal struct {
	mu    sync.Mutex // guards file
	file  *os.File
	known map[string]json.RawMessage // steps that were there when it was opened
}

// A FileError says where a file of a run is not what it should be.
type FileError struct {
	File string
	Line int // from 1, 0 = the file as a whole
	Err  error
}

func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s, line %d: %v", e.File, e.Line, e.Err)
}

func (e *FileError) Unwrap() error { return e.Err }

// A SettingsError says that a folder holds a run with other settings.
type SettingsError struct {
	File       string
	Have, Want Settings
}

func (e *SettingsError) Error() string {
	return fmt.Sprintf("%s was made with %v, not with %v: use these again, or another folder", e.File, e.Have, e.Want)
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

// journalVersion is the version of the format, and of what the steps mean: older
// journals are refused.
const journalVersion = 1

type journalHead struct {
	Kind    string `json:"outflank"` // "experiment"
	Version int    `json:"version"`
	Name    string `json:"name"`
	Settings
}

type journalStep struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// openJournal opens the journal in a folder, or begins it.
func openJournal(dir, name string, s Settings) (*journal, error) {
	path := filepath.Join(dir, "journal.ndjson")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	j := &journal{file: f, known: map[string]json.RawMessage{}}
	end, err := j.read(path, name, s)
	if err == nil {
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.Seek(end, io.SeekStart)
	}
	if err == nil && end == 0 {
		err = j.write(journalHead{"experiment", journalVersion, name, s})
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// read reads what is there and returns where the last whole line ends.
func (j *journal) read(path, name string, s Settings) (end int64, err error) {
	in := bufio.NewReader(j.file)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF:
			return end, nil // what has no line end was cut off
		case err != nil:
			return 0, err
		case n == 1:
			err = checkHead(path, line, name, s)
		default:
			err = j.addStep(path, line, n)
		}
		if err != nil {
			return 0, err
		}
		end += int64(len(line))
	}
}

func checkHead(path string, line []byte, name string, s Settings) error {
	var h journalHead
	err := json.Unmarshal(line, &h)
	switch {
	case err != nil || h.Kind != "experiment":
		return &FileError{path, 1, errors.New(`not the journal of an experiment: want {"outflank":"experiment",…`)}
	case h.Version != journalVersion:
		return &FileError{path, 1, fmt.Errorf("version %d: want %d", h.Version, journalVersion)}
	case h.Name != name:
		return &FileError{path, 1, fmt.Errorf("the journal of experiment %q, not of %q", h.Name, name)}
	case h.Settings != s:
		return &SettingsError{path, h.Settings, s}
	}
	return nil
}

func (j *journal) addStep(path string, line []byte, n int) error {
	var step journalStep
	if err := json.Unmarshal(line, &step); err != nil || step.Key == "" {
		return &FileError{path, n, errors.New(`want a step as JSON: {"key":…,"value":…}`)}
	}
	j.known[step.Key] = step.Value
	return nil
}

// write appends a line, in one piece.
func (j *journal) write(v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// add keeps a step.
func (j *journal) add(key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return j.write(journalStep{key, text})
}

func (j *journal) close() error { return errors.Join(j.file.Sync(), j.file.Close()) }
