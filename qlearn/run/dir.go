package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn/tensorboard"
)

// The files of a run.
const (
	tomlFile       = "config.toml" // as it was given
	ConfigFile     = "config.json" // all settings, versions and what was read; its existence makes a folder a run
	checkpointFile = "checkpoint"
	LastFile       = "last" // of the weights, see runInfo.file
	BestFile       = "best"
	cardFile       = "card.md"
	EventsFile     = "events.out.tfevents.0.outflank"
)

// A Info is what config.json says.
type Info struct {
	Outflank string `json:"outflank"` // version
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Config
	Data   []Data            `json:"data"`   // of each phase
	Inputs map[string]string `json:"inputs"` // SHA-256 of each other file that was read

	sum string // SHA-256 of config.json
}

func NewInfo(cfg Config, version string) Info {
	return Info{Outflank: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Config: cfg, Inputs: map[string]string{}}
}

// A Dir is the folder of a run that no other process writes into.
type Dir struct {
	Path   string
	Unlock func()
}

// Create makes the folder of a run with its configuration, whole or not at all.
func Create(path string, info *Info, text []byte) (Dir, error) {
	if err := RefuseDir(path); err != nil {
		return Dir{}, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return Dir{}, err
	}
	pending := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%016x%s", filepath.Base(path), rand.Uint64(), pendingRun))
	if err := os.Mkdir(pending, 0o777); err != nil {
		return Dir{}, err
	}
	err := writeConfig(pending, info, text)
	if err == nil {
		os.Remove(path) // if it is an empty folder, over which some systems cannot rename
		err = os.Rename(pending, path)
	}
	if err != nil {
		return Dir{}, errors.Join(err, os.RemoveAll(pending))
	}
	return Lock(path)
}

// pendingRun ends the names of folders that are to become runs.
const pendingRun = ".pending"

// RemovePending removes what killed processes left of runs in a folder, into which no other
// process puts any now. It is a courtesy, so its errors are nobody's.
func RemovePending(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, ".*"+pendingRun))
	for _, path := range left {
		_ = os.RemoveAll(path)
	}
}

// writeConfig writes what a run was asked for and what it does, and keeps the latter's sum.
func writeConfig(dir string, info *Info, text []byte) error {
	data, err := json.MarshalIndent(info, "", "  ")
	data = append(data, '\n')
	info.sum = durable.SHA256(data)
	return errors.Join(err,
		durable.WriteFile(filepath.Join(dir, tomlFile), text),
		durable.WriteFile(filepath.Join(dir, ConfigFile), data))
}

// RefuseDir keeps a new run out of a folder that holds something.
func RefuseDir(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fault.Misuse(fmt.Errorf("%s: a run needs a folder: %w", path, err))
	case IsRun(path):
		return fault.Misuse(fmt.Errorf("%s holds a run already: `outflank train --resume %s` goes on with it", path, report.Quote(path)))
	case len(entries) > 0:
		return fault.Misuse(fmt.Errorf("%s exists and is not empty: a run needs a folder of its own", path))
	}
	return nil
}

// IsRun tells whether a folder is a run. Other commands have a config.json too.
func IsRun(path string) bool { return Holds(path) && hasFile(path, ConfigFile) }

// Holds tells whether a folder is a run, be it damaged.
func Holds(path string) bool { return hasFile(path, tomlFile) }

func Lock(path string) (Dir, error) {
	unlock, err := durable.LockDir(path)
	if errors.Is(err, durable.ErrBusy) {
		err = fmt.Errorf("%s: another process is training it", path)
	}
	return Dir{path, unlock}, err
}

// ReadInfo reads config.json.
func ReadInfo(dir string) (*Info, error) {
	path := filepath.Join(dir, ConfigFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.BadInput(fmt.Errorf("%s is no run: it has no %s; `outflank train --config FILE -o %s` begins one", dir, ConfigFile, report.Quote(dir)))
	}
	if err != nil {
		return nil, err
	}
	info := Info{sum: durable.SHA256(data)}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&info); err != nil {
		if !Holds(dir) {
			return nil, fault.BadInput(fmt.Errorf("%s is no run of `outflank train`: it has no %s", dir, tomlFile))
		}
		return nil, fault.BadInput(fmt.Errorf("%s: damaged: %w", path, err))
	}
	if len(info.Phases) == 0 || len(info.Data) != len(info.Phases) {
		return nil, fault.BadInput(fmt.Errorf("%s: damaged: %d phases, data of %d", path, len(info.Phases), len(info.Data)))
	}
	return &info, nil
}

func (d Dir) File(name string) string { return filepath.Join(d.Path, name) }

// Checkpoint reads how far a run is; one that was killed before its first checkpoint is at
// its beginning.
func (d Dir) Checkpoint(info *Info) (*State, []byte, error) {
	path := d.File(checkpointFile)
	state, trainer, err := readCheckpoint(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (hasFile(d.Path, info.File(LastFile)) || hasFile(d.Path, info.File(BestFile))):
		return nil, nil, fault.BadInput(fmt.Errorf("%s is lost, and without it the run cannot go on; its other files are left alone", path))
	case errors.Is(err, fs.ErrNotExist):
		return &State{}, nil, nil
	case err != nil:
		return nil, nil, err
	case state.Config != info.sum:
		return nil, nil, ChangedInput(d.File(ConfigFile), "run", state.Config, info.sum)
	case state.Phase < 0 || state.Phase >= len(info.Phases):
		return nil, nil, fault.BadInput(fmt.Errorf("%s: %w: it is in phase %d of %d", path, errCheckpoint, state.Phase+1, len(info.Phases)))
	}
	return state, trainer, nil
}

// A publishedFile is one that is made of a state.
type publishedFile struct {
	name  string
	write func(io.Writer) error
}

// published are the files that are made of a state. model is what was learnt by then.
func published(info *Info, s *State, model Learned) []publishedFile {
	metrics, results := metricTable(s.Metrics), evaluationTable(s)
	title := NameOf(info)
	files := []publishedFile{
		{"metrics.jsonl", func(w io.Writer) error { return writeLines(w, s.Metrics) }},
		{"metrics.csv", metrics.WriteCSV},
		{"metrics.parquet", metrics.WriteParquet},
		{"evaluations.csv", results.WriteCSV},
		{"evaluations.json", func(w io.Writer) error {
			return report.JSON(w, append(append([]Measurement{}, s.Evaluations...), s.Final...))
		}},
		{EventsFile, func(w io.Writer) error {
			e := tensorboard.NewWriter(w)
			writeEvents(e, s)
			return e.Err
		}},
		{"curve.png", func(w io.Writer) error { return chart.WritePNG(w, curves(title, s)) }},
		{"curve.svg", func(w io.Writer) error { return chart.WriteSVG(w, curves(title, s)) }},
		{cardFile, func(w io.Writer) error { return writeCard(w, info, s) }},
		{info.File(LastFile), model.Write},
	}
	pictures := len(s.Metrics) > 0 && info.Output.Pictures
	return slices.DeleteFunc(files, func(f publishedFile) bool { return !pictures && chart.CheckPath(f.name) == nil })
}

// publish writes the files that are made of a state.
func (d Dir) publish(info *Info, s *State, model Learned) error {
	for _, f := range published(info, s, model) {
		if err := durable.Replace(d.File(f.name), f.write); err != nil {
			return err
		}
	}
	return nil
}

// lost returns an error for the first file that is made of a state and is not there.
func (d Dir) lost(info *Info, s *State) error {
	for _, f := range published(info, s, Learned{}) {
		if !hasFile(d.Path, f.name) {
			return fmt.Errorf("%s is lost; `outflank train --resume %s` makes it again", d.File(f.name), report.Quote(d.Path))
		}
	}
	return nil
}

// writeLines writes a line of JSON for each point.
func writeLines(w io.Writer, points []MetricPoint) error {
	enc := json.NewEncoder(w)
	for _, p := range points {
		if err := enc.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

// NameOf returns what a run is called.
func NameOf(info *Info) string {
	if info.Name != "" {
		return info.Name
	}
	return info.Last().Model.what()
}

// Asynchronous tells whether a phase learns so that the run cannot be repeated.
func (info *Info) Asynchronous() bool {
	return slices.ContainsFunc(info.Phases, func(p Phase) bool { return p.Learn.Asynchronous })
}

// Last returns the last phase, whose model is the run's.
func (info *Info) Last() *Phase { return &info.Phases[len(info.Phases)-1] }

// File returns the name of a file of weights.
func (info *Info) File(name string) string { return info.Last().Model.file(name) }

// modelBytes returns a model as a file has it, and its SHA-256. A CRC-32C would say nothing:
// the file ends with its own, and so all files have the same.
func modelBytes(m Learned) ([]byte, string, error) {
	var file bytes.Buffer
	err := m.Write(&file)
	return file.Bytes(), durable.SHA256(file.Bytes()), err
}

// ChangedInput says that a file is not the one that something began with.
func ChangedInput(path, what, was, is string) error {
	return fault.BadInput(fmt.Errorf("%s is not what it was when the %s began: sha256 %.12s…, then %.12s…", path, what, is, was))
}

func hasFile(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}
