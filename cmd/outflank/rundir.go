package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
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
	"github.com/outflank/outflank/dataset"
)

// The files of a run.
const (
	runTOML       = "config.toml" // as it was given
	runJSON       = "config.json" // all settings, versions and what was read; its existence makes a folder a run
	runCheckpoint = "checkpoint"
	runLast       = "last" // of the weights, see runInfo.file
	runBest       = "best"
	runCard       = "card.md"
	runEvents     = "events.out.tfevents.0.outflank"
)

// A runInfo is what config.json says.
type runInfo struct {
	Outflank string `json:"outflank"` // version
	Go       string `json:"go"`
	Platform string `json:"platform"`
	runConfig
	Data   []phaseData       `json:"data"`   // of each phase
	Inputs map[string]string `json:"inputs"` // SHA-256 of each other file that was read

	sum string // SHA-256 of config.json
}

func newRunInfo(cfg runConfig, version string) runInfo {
	return runInfo{Outflank: version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, runConfig: cfg, Inputs: map[string]string{}}
}

// A runDir is the folder of a run that no other process writes into.
type runDir struct {
	path   string
	unlock func()
}

// createRun makes the folder of a run with its configuration, whole or not at all.
func createRun(path string, info *runInfo, text []byte) (runDir, error) {
	if err := refuseRunDir(path); err != nil {
		return runDir{}, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return runDir{}, err
	}
	pending := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%016x%s", filepath.Base(path), rand.Uint64(), pendingRun))
	if err := os.Mkdir(pending, 0o777); err != nil {
		return runDir{}, err
	}
	err := writeConfig(pending, info, text)
	if err == nil {
		os.Remove(path) // if it is an empty folder, over which some systems cannot rename
		err = os.Rename(pending, path)
	}
	if err != nil {
		return runDir{}, errors.Join(err, os.RemoveAll(pending))
	}
	return lockRun(path)
}

// pendingRun ends the names of folders that are to become runs.
const pendingRun = ".pending"

// removePending removes what killed processes left of runs in a folder, into which no other
// process puts any now. It is a courtesy, so its errors are nobody's.
func removePending(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, ".*"+pendingRun))
	for _, path := range left {
		_ = os.RemoveAll(path)
	}
}

// writeConfig writes what a run was asked for and what it does, and keeps the latter's sum.
func writeConfig(dir string, info *runInfo, text []byte) error {
	data, err := json.MarshalIndent(info, "", "  ")
	data = append(data, '\n')
	info.sum = textSum(data)
	return errors.Join(err,
		writeFile(filepath.Join(dir, runTOML), text),
		writeFile(filepath.Join(dir, runJSON), data))
}

func writeFile(path string, data []byte) error {
	return dataset.ReplaceFile(path, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// refuseRunDir keeps a new run out of a folder that holds something.
func refuseRunDir(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return misuse(fmt.Errorf("%s: a run needs a folder: %w", path, err))
	case isRun(path):
		return misuse(fmt.Errorf("%s holds a run already: `outflank train --resume %s` goes on with it", path, quoteWord(path)))
	case len(entries) > 0:
		return misuse(fmt.Errorf("%s exists and is not empty: a run needs a folder of its own", path))
	}
	return nil
}

// isRun tells whether a folder is a run. Other commands have a config.json too.
func isRun(path string) bool { return holdsRun(path) && hasFile(path, runJSON) }

// holdsRun tells whether a folder is a run, be it damaged.
func holdsRun(path string) bool { return hasFile(path, runTOML) }

func hasFile(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

func lockRun(path string) (runDir, error) {
	unlock, err := dataset.LockDir(path)
	if errors.Is(err, dataset.ErrBusy) {
		err = fmt.Errorf("%s: another process is training it", path)
	}
	return runDir{path, unlock}, err
}

// readRunInfo reads config.json.
func readRunInfo(dir string) (*runInfo, error) {
	path := filepath.Join(dir, runJSON)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, badInput(fmt.Errorf("%s is no run: it has no %s; `outflank train --config FILE -o %s` begins one", dir, runJSON, quoteWord(dir)))
	}
	if err != nil {
		return nil, err
	}
	info := runInfo{sum: textSum(data)}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&info); err != nil {
		if !holdsRun(dir) {
			return nil, badInput(fmt.Errorf("%s is no run of `outflank train`: it has no %s", dir, runTOML))
		}
		return nil, badInput(fmt.Errorf("%s: damaged: %w", path, err))
	}
	if len(info.Phases) == 0 || len(info.Data) != len(info.Phases) {
		return nil, badInput(fmt.Errorf("%s: damaged: %d phases, data of %d", path, len(info.Phases), len(info.Data)))
	}
	return &info, nil
}

func (d runDir) file(name string) string { return filepath.Join(d.path, name) }

// checkpoint reads how far a run is; one that was killed before its first checkpoint is at
// its beginning.
func (d runDir) checkpoint(info *runInfo) (*runState, []byte, error) {
	path := d.file(runCheckpoint)
	state, trainer, err := readCheckpoint(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (hasFile(d.path, info.file(runLast)) || hasFile(d.path, info.file(runBest))):
		return nil, nil, badInput(fmt.Errorf("%s is lost, and without it the run cannot go on; its other files are left alone", path))
	case errors.Is(err, fs.ErrNotExist):
		return &runState{}, nil, nil
	case err != nil:
		return nil, nil, err
	case state.Config != info.sum:
		return nil, nil, changedInput(d.file(runJSON), "run", state.Config, info.sum)
	case state.Phase < 0 || state.Phase >= len(info.Phases):
		return nil, nil, badInput(fmt.Errorf("%s: %w: it is in phase %d of %d", path, errCheckpoint, state.Phase+1, len(info.Phases)))
	}
	return state, trainer, nil
}

// A publishedFile is one that is made of a state.
type publishedFile struct {
	name  string
	write func(io.Writer) error
}

// published are the files that are made of a state. model is what was learnt by then.
func published(info *runInfo, s *runState, model learnt) []publishedFile {
	metrics, results := metricTable(s.Metrics), evaluationTable(s)
	title := runName(info)
	files := []publishedFile{
		{"metrics.jsonl", func(w io.Writer) error { return writeLines(w, s.Metrics) }},
		{"metrics.csv", metrics.WriteCSV},
		{"metrics.parquet", metrics.WriteParquet},
		{"evaluations.csv", results.WriteCSV},
		{"evaluations.json", func(w io.Writer) error {
			return writeJSON(w, append(append([]measurement{}, s.Evaluations...), s.Final...))
		}},
		{runEvents, func(w io.Writer) error {
			e := newEventWriter(w)
			writeEvents(e, s)
			return e.err
		}},
		{"curve.png", func(w io.Writer) error { return chart.WritePNG(w, curves(title, s)) }},
		{"curve.svg", func(w io.Writer) error { return chart.WriteSVG(w, curves(title, s)) }},
		{runCard, func(w io.Writer) error { return writeCard(w, info, s) }},
		{info.file(runLast), model.write},
	}
	pictures := len(s.Metrics) > 0 && info.Output.Pictures
	return slices.DeleteFunc(files, func(f publishedFile) bool { return !pictures && chart.CheckPath(f.name) == nil })
}

// publish writes the files that are made of a state.
func (d runDir) publish(info *runInfo, s *runState, model learnt) error {
	for _, f := range published(info, s, model) {
		if err := dataset.ReplaceFile(d.file(f.name), f.write); err != nil {
			return err
		}
	}
	return nil
}

// lost returns an error for the first file that is made of a state and is not there.
func (d runDir) lost(info *runInfo, s *runState) error {
	for _, f := range published(info, s, learnt{}) {
		if !hasFile(d.path, f.name) {
			return fmt.Errorf("%s is lost; `outflank train --resume %s` makes it again", d.file(f.name), quoteWord(d.path))
		}
	}
	return nil
}

// writeLines writes a line of JSON for each point.
func writeLines(w io.Writer, points []metricPoint) error {
	enc := json.NewEncoder(w)
	for _, p := range points {
		if err := enc.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

// runName returns what a run is called.
func runName(info *runInfo) string {
	if info.Name != "" {
		return info.Name
	}
	return info.last().Model.what()
}

// asynchronous tells whether a phase learns so that the run cannot be repeated.
func (info *runInfo) asynchronous() bool {
	return slices.ContainsFunc(info.Phases, func(p phaseConfig) bool { return p.Learn.Asynchronous })
}

// last returns the last phase, whose model is the run's.
func (info *runInfo) last() *phaseConfig { return &info.Phases[len(info.Phases)-1] }

// file returns the name of a file of weights.
func (info *runInfo) file(name string) string { return info.last().Model.file(name) }

// modelBytes returns a model as a file has it, and its SHA-256. A CRC-32C would say nothing:
// the file ends with its own, and so all files have the same.
func modelBytes(m learnt) ([]byte, string, error) {
	var file bytes.Buffer
	err := m.write(&file)
	return file.Bytes(), textSum(file.Bytes()), err
}

// textSum returns the SHA-256 of the bytes of a file.
func textSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// changedInput says that a file is not the one that something began with.
func changedInput(path, what, was, is string) error {
	return badInput(fmt.Errorf("%s is not what it was when the %s began: sha256 %.12s…, then %.12s…", path, what, is, was))
}

// fileSum returns the SHA-256 of a file.
func fileSum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
}
