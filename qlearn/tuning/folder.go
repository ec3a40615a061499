package tuning

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/eval/tune"
	"github.com/outflank/outflank/qlearn/run"
)

// A Folder keeps a tuning, so that it goes on where it was broken off:
//
//	config.json     what it depends on
//	history.ndjson  a tuneRow a line for each step
//	checkpoint      the last step and, in a second line, the checksum of the rest
//
// The checkpoint is replaced after steps, not oftener than takes time; it says how much
// of the history it knows, which is dropped behind that when the tuning goes on. The
// checksum covers config, history and step.
type Folder struct {
	Dir     string
	sum     uint32 // CRC-32C of config.json and then of the history up to size
	size    int64
	history *os.File
	saved   time.Time
	unlock  func() // lets other processes at the folder
}

// A Run is a tuning that is to be taken on: its settings, where it is kept, and the
// last step that was taken.
type Run struct {
	Cfg    *Config
	Folder *Folder
	From   tune.Step
}

// tuneMark begins a checkpoint.
const tuneMark = "outflank tune 1"

// A tuneCheckpoint is the first line of the file.
type tuneCheckpoint struct {
	Format string    `json:"format"`
	Bytes  int64     `json:"history_bytes"`
	Step   tune.Step `json:"step"`
}

// saveEvery is how much work may be lost.
const saveEvery = 200 * time.Millisecond

func (f *Folder) path(name string) string { return filepath.Join(f.Dir, name) }

// Begin makes a folder for a new tuning.
func Begin(dir string, cfg *Config) (*Run, error) {
	f := &Folder{Dir: dir}
	if entries, err := os.ReadDir(dir); err == nil && slices.ContainsFunc(entries, foreignToTuning) {
		if _, err := os.Stat(f.path("config.json")); err == nil {
			return nil, fault.Misuse(fmt.Errorf("%s exists: --resume goes on with the tuning that it holds", dir))
		}
		return nil, fault.Misuse(fmt.Errorf("%s is not empty and holds no tuning; it is left alone", dir))
	}
	text, err := json.MarshalIndent(cfg, "", "  ")
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	err = durable.Replace(f.path("config.json"), func(w io.Writer) error { _, err := w.Write(text); return err })
	if err != nil {
		return nil, err
	}
	if f.unlock, err = durable.LockDir(dir); err != nil {
		return nil, err
	}
	f.sum = durable.Sum(text)
	return &Run{cfg, f, tune.Begin(cfg.Subject.Start)}, f.begin()
}

// foreignToTuning tells whether an entry of a folder is other than what a tuning leaves that was
// killed before it had a config.json.
func foreignToTuning(e os.DirEntry) bool { return !strings.HasPrefix(e.Name(), ".config.json.") }

// Resume returns the tuning in a folder.
func Resume(dir string) (*Run, error) {
	text, err := os.ReadFile(filepath.Join(dir, "config.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.BadInput(fmt.Errorf("%s is no tuning: it has no config.json; `outflank tune --method ga -o %s` begins one", dir, report.Quote(dir)))
	}
	if err != nil {
		return nil, err
	}
	if run.Holds(dir) {
		return nil, fault.BadInput(fmt.Errorf("%s is no tuning but a run of train: `outflank train --resume %s` goes on with it", dir, report.Quote(dir)))
	}
	unlock, err := durable.LockDir(dir)
	if err != nil {
		return nil, err
	}
	run := &Run{&Config{}, &Folder{Dir: dir, unlock: unlock}, tune.Step{}}
	if err := run.read(text); err != nil {
		unlock()
		return nil, err
	}
	return run, nil
}

// read reads config, checkpoint and history.
func (r *Run) read(config []byte) (err error) {
	if err := r.Folder.ReadConfig(config, r.Cfg); err != nil {
		return fault.BadInput(fmt.Errorf("%s: %w", r.Folder.path("config.json"), err))
	}
	if r.From, err = r.Folder.readCheckpoint(r.Cfg); err != nil {
		return err
	}
	return r.Folder.begin()
}

func (f *Folder) ReadConfig(text []byte, cfg *Config) error {
	f.sum = durable.Sum(text)
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(cfg); err != nil {
		return err
	}
	if (cfg.Games == nil) == (cfg.Outcome == nil) {
		return errors.New("want the settings of one objective")
	}
	_, err := cfg.Settings.Method()
	return errors.Join(err, cfg.Subject.open())
}

// readCheckpoint returns the last step, that before the first if there is none.
func (f *Folder) readCheckpoint(cfg *Config) (tune.Step, error) {
	path := f.path("checkpoint")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return tune.Begin(cfg.Subject.Start), nil
	}
	if err != nil {
		return tune.Step{}, err
	}
	line, sum, _ := bytes.Cut(text, []byte("\n"))
	var c tuneCheckpoint
	if err := json.Unmarshal(line, &c); err != nil || c.Format != tuneMark {
		return tune.Step{}, fault.BadInput(fmt.Errorf("%s: line 1 is not that of a checkpoint (%q)", path, tuneMark))
	}
	known, err := f.readHistory(c.Bytes)
	if err != nil {
		return tune.Step{}, err
	}
	f.sum, f.size = durable.UpdateSum(f.sum, known), c.Bytes
	if want := f.checksum(line); string(sum) != want {
		return tune.Step{}, fault.BadInput(fmt.Errorf("%s: line 2 is %.20q, want %q: it, config.json or history.ndjson is damaged or was changed", path, sum, want))
	}
	if len(c.Step.Start) != cfg.Subject.Len() {
		return tune.Step{}, fault.BadInput(fmt.Errorf("%s: a step of %d weights, want %d", path, len(c.Step.Start), cfg.Subject.Len()))
	}
	return c.Step, nil
}

// readHistory returns the first n bytes of the history.
func (f *Folder) readHistory(n int64) ([]byte, error) {
	text, err := os.ReadFile(f.path("history.ndjson"))
	if err != nil {
		return nil, err
	}
	if n < 0 || n > int64(len(text)) {
		return nil, fault.BadInput(fmt.Errorf("%s: %d bytes, the checkpoint knows of %d", f.path("history.ndjson"), len(text), n))
	}
	return text[:n], nil
}

// checksum is the second line of a checkpoint.
func (f *Folder) checksum(line []byte) string {
	return fmt.Sprintf("crc32c %08x\n", durable.UpdateSum(f.sum, line))
}

// begin opens the history behind what is known of it.
func (f *Folder) begin() (err error) {
	if f.history, err = os.OpenFile(f.path("history.ndjson"), os.O_RDWR|os.O_CREATE, 0o666); err != nil {
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

// Add adds a step to the history, and saves it if the last save was some time ago.
func (f *Folder) Add(s *tune.Step) error {
	line, err := json.Marshal(newTuneRow(s))
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if _, err := f.history.Write(line); err != nil {
		return err
	}
	f.sum = durable.UpdateSum(f.sum, line)
	f.size += int64(len(line))
	if time.Since(f.saved) < saveEvery {
		return nil
	}
	return f.Save(s)
}

// Save replaces the checkpoint.
func (f *Folder) Save(s *tune.Step) error {
	line, err := json.Marshal(tuneCheckpoint{tuneMark, f.size, *s})
	if err != nil {
		return err
	}
	if err := f.history.Sync(); err != nil {
		return err
	}
	f.saved = time.Now()
	return durable.Replace(f.path("checkpoint"), func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n%s", line, f.checksum(line))
		return err
	})
}

// rows returns the history.
func (f *Folder) rows() (list []tuneRow, err error) {
	in := json.NewDecoder(io.NewSectionReader(f.history, 0, f.size))
	for in.More() {
		var r tuneRow
		if err := in.Decode(&r); err != nil {
			return nil, fault.BadInput(fmt.Errorf("%s: %w", f.path("history.ndjson"), err))
		}
		list = append(list, r)
	}
	return list, nil
}

func (f *Folder) Close() error {
	defer f.unlock()
	return f.history.Close()
}
