package tuning

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/run"
)

// Files that identify the folder of a tuning.
const (
	ConfigFile  = "config.json"    // the settings; runs also have such a file
	HistoryFile = "history.ndjson" // a line with a [Row] for each step
)

// A View reads a tuning without its lock, even while another process runs it. It is not safe for concurrent
// use.
type View struct {
	Config *Config
	Rows   []Row     // of the steps so far, without their weights
	Last   []float64 // the weights after the last step; nil if the history does not list any

	dir string
	end int64 // offset in the history after the last complete line that was read
}

// OpenView returns a view of the tuning in a folder below root. It has not read any steps yet.
func OpenView(root *os.Root, dir string) (*View, error) {
	path := filepath.Join(dir, ConfigFile)
	text, err := root.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && run.Holds(root, dir) {
		return nil, fault.BadInputf("%s %w", dir, ErrNoTuning)
	}
	if err != nil {
		return nil, err
	}
	cfg, err := parseConfig(path, text)
	if err != nil {
		return nil, err
	}
	return &View{Config: cfg, dir: dir}, nil
}

// Read reads the steps since the last Read from in, the history, and reports whether there were any. It
// leaves an incomplete last line for the next call. Errors in the data are bad input and name the line.
func (v *View) Read(in io.ReaderAt) (more bool, err error) {
	rest := bufio.NewReader(io.NewSectionReader(in, v.end, math.MaxInt64-v.end))
	for {
		line, err := rest.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return more, nil
		}
		if err != nil {
			return more, err
		}
		var r Row
		err = json.Unmarshal(line, &r)
		if want := len(v.Rows) + 1; err == nil && r.Step != want {
			err = fmt.Errorf("step %d, want %d", r.Step, want)
		}
		if n := v.Config.Subject.Len(); err == nil && r.Weights != nil && len(r.Weights) != n {
			err = fmt.Errorf("%d weights, want %d", len(r.Weights), n)
		}
		if err != nil {
			return more, fault.BadInputf("%s, line %d: %w", filepath.Join(v.dir, HistoryFile), len(v.Rows)+1, err)
		}
		v.end += int64(len(line))
		v.Last, r.Weights = r.Weights, nil
		v.Rows, more = append(v.Rows, r), true
	}
}

// Steps returns the number of steps of the whole tuning.
func (v *View) Steps() int { return v.Config.steps() }

// Model returns the linear model with the last weights. ok is false for a network, or if they are unknown.
func (v *View) Model() (m *eval.Model, ok bool) {
	if v.Last == nil || v.Config.Subject.Net != "" {
		return nil, false
	}
	return v.Config.Subject.model(v.Last), true
}
