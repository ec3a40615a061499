package tuning

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval/tune"
	"github.com/outflank/outflank/qlearn/run"
)

// A folder stores a tuning so that it can resume after an interruption:
//
//	config.json     the settings
//	history.ndjson  a line with a Row for each step
//	checkpoint      a state file of [durable] with the last step
//
// Steps replace the checkpoint, if there is a clock only once per saveEvery. The checkpoint contains the
// length and the checksum of the history at that time. A resumed tuning drops later rows of the history.
type folder struct {
	dir     string
	sum     uint32 // CRC-32C of config.json followed by the history up to size
	size    int64
	history *os.File
	saved   time.Time
	now     func() time.Time // nil = save every step
	unlock  func()           // unlocks the folder for other processes
}

// The formats of config.json and of the checkpoint. Their versions also increase when the meaning of the data
// changes.
var (
	configFormat     = durable.Format{Name: "tune config", Version: 2}
	checkpointFormat = durable.Format{Name: "tune", Version: 2}
)

// A checkpoint is the content of the checkpoint file.
type checkpoint struct {
	Bytes int64     `json:"history_bytes"`
	Sum   uint32    `json:"crc32c"` // of config.json followed by the history
	Step  tune.Step `json:"step"`
}

// saveEvery is the interval between saves if there is a clock. A crash loses at most this much work.
const saveEvery = 200 * time.Millisecond

func (f *folder) path(name string) string { return filepath.Join(f.dir, name) }

// ErrNoTuning is wrapped if a folder does not contain a tuning.
var ErrNoTuning = errors.New("is no tuning")

// beginFolder creates the folder of a new tuning.
func beginFolder(dir string, cfg *Config) (*folder, error) {
	f := &folder{dir: dir}
	if entries, err := os.ReadDir(dir); err == nil && slices.ContainsFunc(entries, isForeign) {
		if _, err := os.Stat(f.path(ConfigFile)); err == nil {
			return nil, fault.Misusef("%s holds a tuning %w", dir, run.ErrExists)
		}
		return nil, fault.Misusef("%s is not empty and holds no tuning; it is left alone", dir)
	}
	cfg.Version = configFormat.Version
	text, err := durable.Document(cfg)
	if err != nil {
		return nil, err
	}
	err = durable.WriteFile(f.path(ConfigFile), text)
	if err != nil {
		return nil, err
	}
	if f.unlock, err = durable.LockDir(dir); err != nil {
		return nil, err
	}
	f.sum = durable.Sum(text)
	return f, f.begin()
}

// isForeign reports whether a folder entry is anything other than a leftover of a tuning that was killed
// before it wrote config.json.
func isForeign(e os.DirEntry) bool { return !strings.HasPrefix(e.Name(), ".config.json.") }

// resumeFolder returns a tuning's folder, config and last step.
func resumeFolder(dir string) (_ *folder, _ *Config, last tune.Step, err error) {
	text, err := durable.ReadFile(filepath.Join(dir, ConfigFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, last, fault.BadInputf("%s %w: it has no config.json", dir, ErrNoTuning)
	}
	if err != nil {
		return nil, nil, last, err
	}
	if run.Holds(run.System{}, dir) {
		return nil, nil, last, fault.BadInputf("%s %w but a run of train", dir, ErrNoTuning)
	}
	f := &folder{dir: dir}
	if f.unlock, err = durable.LockDir(dir); err != nil {
		return nil, nil, last, err
	}
	cfg, last, err := f.read(text)
	if err != nil {
		f.unlock()
		return nil, nil, last, err
	}
	return f, cfg, last, nil
}

// read reads the config, the checkpoint and the history.
func (f *folder) read(config []byte) (cfg *Config, last tune.Step, err error) {
	if cfg, err = parseConfig(f.path(ConfigFile), config); err != nil {
		return nil, last, err
	}
	f.sum = durable.Sum(config)
	if last, err = f.readCheckpoint(cfg); err != nil {
		return nil, last, err
	}
	return cfg, last, f.begin()
}

// parseConfig parses the text of config.json. Errors name its path.
func parseConfig(path string, text []byte) (*Config, error) {
	if err := configFormat.CheckVersion(path, text); err != nil {
		return nil, err
	}
	cfg, err := ReadConfig(text)
	if err != nil {
		return nil, fault.BadInputf("%s: %w", path, err)
	}
	return cfg, nil
}

// readCheckpoint returns the last step, or the initial state if there is no checkpoint.
func (f *folder) readCheckpoint(cfg *Config) (tune.Step, error) {
	path := f.path("checkpoint")
	var c checkpoint
	err := durable.ReadState(path, checkpointFormat, &c)
	if errors.Is(err, fs.ErrNotExist) {
		return tune.Begin(cfg.Subject.Start), nil
	}
	if err != nil {
		return tune.Step{}, err
	}
	known, err := f.readHistory(c.Bytes)
	if err != nil {
		return tune.Step{}, err
	}
	f.sum, f.size = durable.UpdateSum(f.sum, known), c.Bytes
	if f.sum != c.Sum {
		return tune.Step{}, fault.BadInputf("%s: it knows a config.json and history.ndjson with the checksum "+
			"%08x, now it is %08x: one of them is damaged or was changed", path, c.Sum, f.sum)
	}
	if len(c.Step.Start) != cfg.Subject.Len() {
		return tune.Step{}, fault.BadInputf("%s: a step of %d weights, want %d", path, len(c.Step.Start),
			cfg.Subject.Len())
	}
	return c.Step, nil
}

// readHistory returns the first n bytes of the history.
func (f *folder) readHistory(n int64) ([]byte, error) {
	text, err := durable.ReadFile(f.path(HistoryFile))
	if err != nil {
		return nil, err
	}
	if n < 0 || n > int64(len(text)) {
		return nil, fault.BadInputf("%s: %d bytes, the checkpoint knows of %d", f.path(HistoryFile), len(text), n)
	}
	return text[:n], nil
}

// begin opens the history for appending after its known part.
func (f *folder) begin() (err error) {
	if f.history, err = os.OpenFile(f.path(HistoryFile), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return err
	}
	if err = f.history.Truncate(f.size); err == nil {
		_, err = f.history.Seek(f.size, io.SeekStart)
	}
	if err != nil {
		return errors.Join(err, f.history.Close())
	}
	return nil
}

// add appends a step to the history, and saves it unless the last save was less than saveEvery ago.
func (f *folder) add(s *tune.Step) error {
	line, err := json.Marshal(newRow(s))
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if _, err := f.history.Write(line); err != nil {
		return err
	}
	f.sum = durable.UpdateSum(f.sum, line)
	f.size += int64(len(line))
	if f.now != nil && f.now().Sub(f.saved) < saveEvery {
		return nil
	}
	return f.save(s)
}

// save replaces the checkpoint.
func (f *folder) save(s *tune.Step) error {
	if err := f.history.Sync(); err != nil {
		return err
	}
	if f.now != nil {
		f.saved = f.now()
	}
	return durable.WriteState(f.path("checkpoint"), checkpointFormat, checkpoint{f.size, f.sum, *s})
}

// rows returns the history.
func (f *folder) rows() (list []Row, err error) {
	in := json.NewDecoder(io.NewSectionReader(f.history, 0, f.size))
	for in.More() {
		var r Row
		if err := in.Decode(&r); err != nil {
			return nil, fault.BadInputf("%s: %w", f.path(HistoryFile), err)
		}
		list = append(list, r)
	}
	return list, nil
}

// close unlocks the folder for other processes.
func (f *folder) close() error {
	defer f.unlock()
	return f.history.Close()
}
