package run

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn"
)

// The files of a run.
const (
	tomlFile = "config.toml" // as written by the user
	// ConfigFile contains all settings, versions and inputs. A folder with this file and config.toml is a run.
	ConfigFile     = "config.json"
	CheckpointFile = "checkpoint"
	LastFile       = "last" // weights, see [Info.File]
	BestFile       = "best" // weights
	cardFile       = "card.md"
	EventsFile     = "events.out.tfevents.0.outflank"
)

// configFormat is the format of config.json. Its version also increases when the meaning of the data changes.
var configFormat = durable.Format{Name: "run", Version: 2}

// An Info is the content of config.json.
type Info struct {
	Outflank string `json:"outflank"` // version of the program
	Version  int    `json:"version"`  // of the format of config.json
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Config
	Data   []Data            `json:"data"`   // by phase
	Inputs map[string]string `json:"inputs"` // SHA-256 of the other input files, by path

	sum string // SHA-256 of config.json
}

func newInfo(cfg Config, version string) *Info {
	return &Info{Outflank: version, Version: configFormat.Version, Go: runtime.Version(),
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Config: cfg, Inputs: map[string]string{}}
}

// A folder is a run's folder, locked so that no other process writes to it.
type folder struct {
	path   string
	unlock func()
}

// createFolder creates a run's folder with its configuration, completely or not at all.
func createFolder(path string, info *Info, text string) (folder, error) {
	if err := refuseFolder(path); err != nil {
		return folder{}, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return folder{}, err
	}
	sweepPending(path)
	pending, unlock, err := createPending(path)
	if err != nil {
		return folder{}, err
	}
	err = writeConfig(pending, info, text)
	if relock {
		unlock()
	}
	if err == nil {
		os.Remove(path) // an empty folder, which some systems cannot overwrite by renaming
		err = os.Rename(pending, path)
	}
	if err != nil {
		// Another process may have created a run here in the meantime.
		err = errors.Join(cmp.Or(refuseFolder(path), err), os.RemoveAll(pending))
		if !relock {
			unlock()
		}
		return folder{}, err
	}
	if relock {
		return lockFolder(path)
	}
	return folder{path, unlock}, nil
}

// createPending creates a locked folder that will become the run at path. If another process removes the
// folder before it is locked, createPending tries again.
func createPending(path string) (pending string, unlock func(), err error) {
	for {
		pending = filepath.Join(filepath.Dir(path),
			fmt.Sprintf(".%s.%016x%s", filepath.Base(path), rand.Uint64(), pendingRun))
		if err := os.Mkdir(pending, 0o777); err != nil {
			return "", nil, err
		}
		unlock, err := durable.LockDir(pending)
		switch {
		case errors.Is(err, durable.ErrBusy), errors.Is(err, fs.ErrNotExist): // another process is removing it
		case err != nil:
			return "", nil, errors.Join(err, os.Remove(pending))
		case hasFile(System{}, pending, "."): // it exists and is locked, so it will not be removed
			return pending, unlock, nil
		default:
			unlock()
		}
	}
}

// relock reports whether folders must be unlocked before they are renamed. On other systems, a renamed folder
// stays locked.
const relock = runtime.GOOS == "windows"

// sweepPending removes leftovers of killed processes that were creating the run at path. This is optional, so
// errors are ignored.
func sweepPending(path string) {
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".*"+pendingRun))
	for _, old := range left {
		if unlock, err := durable.LockDir(old); err == nil {
			_ = os.RemoveAll(old)
			unlock()
		}
	}
}

// pendingRun is the suffix of folders that will become runs.
const pendingRun = ".pending"

// removePending removes leftovers of killed processes that were creating runs in a folder, which no other
// process may be using. It ignores errors.
func removePending(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, ".*"+pendingRun))
	for _, path := range left {
		_ = os.RemoveAll(path)
	}
}

// writeConfig writes the configuration as given and as resolved, and stores the checksum of the latter in
// info.
func writeConfig(dir string, info *Info, text string) error {
	data, err := durable.Document(info)
	info.sum = durable.SHA256(data)
	return errors.Join(err,
		durable.WriteFile(filepath.Join(dir, tomlFile), []byte(text)),
		durable.WriteFile(filepath.Join(dir, ConfigFile), data))
}

// refuseFolder returns an error if the folder is not empty, because a new run must not use it.
func refuseFolder(path string) error {
	entries, err := os.ReadDir(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fault.Misusef("%s: a run needs a folder: %w", path, err)
	case isRun(path):
		return fault.Misusef("%s holds a run %w", path, ErrExists)
	case len(entries) > 0:
		return fault.Misusef("%s exists and is not empty: a run needs a folder of its own", path)
	}
	return nil
}

// isRun reports whether a folder is a run. Other commands' folders may contain a config.json too.
func isRun(path string) bool { return Holds(System{}, path) && hasFile(System{}, path, ConfigFile) }

// Holds reports whether a folder contains a run, even a damaged one.
func Holds(f Files, path string) bool { return hasFile(f, path, tomlFile) }

// lockFolder locks a run's folder, so that other processes cannot write to it.
func lockFolder(path string) (folder, error) {
	unlock, err := durable.LockDir(path)
	return folder{path, unlock}, err
}

// ReadInfo reads the config.json of a run.
func ReadInfo(f Files, dir string) (*Info, error) {
	path := filepath.Join(dir, ConfigFile)
	data, err := f.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.BadInputf("%s %w: it has no %s", dir, ErrNoRun, ConfigFile)
	}
	if err != nil {
		return nil, err
	}
	holds := Holds(f, dir)
	if holds {
		if err := configFormat.CheckVersion(path, data); err != nil {
			return nil, err
		}
	}
	info, err := parseInfo(data)
	if err != nil && !holds {
		return nil, fault.BadInputf("%s %w: it has no %s", dir, ErrNoRun, tomlFile)
	}
	if err != nil {
		return nil, fault.BadInputf("%s: %w", path, err)
	}
	return info, nil
}

// parseInfo parses a config.json.
func parseInfo(data []byte) (*Info, error) {
	info := &Info{sum: durable.SHA256(data)}
	if err := durable.ReadDocument(data, info); err != nil {
		return nil, err
	}
	if len(info.Phases) == 0 || len(info.Data) != len(info.Phases) {
		return nil, fmt.Errorf("%d phases, data of %d", len(info.Phases), len(info.Data))
	}
	return info, nil
}

// file returns the path of a file in the folder.
func (d folder) file(name string) string { return filepath.Join(d.path, name) }

// checkpoint reads the state of the run and the data of its trainer.
func (d folder) checkpoint(info *Info) (*State, []byte, error) {
	return readCheckpoint(System{}, d.path, info)
}

// readCheckpoint reads the state of the run in a folder and the data of its trainer. For a run that was
// killed before its first checkpoint, it returns the initial state.
func readCheckpoint(f Files, dir string, info *Info) (*State, []byte, error) {
	path := filepath.Join(dir, CheckpointFile)
	data, err := f.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && (hasFile(f, dir, info.File(LastFile)) ||
		hasFile(f, dir, info.File(BestFile))):
		return nil, nil, fault.BadInputf("%s is lost, and without it the run cannot be resumed; its other files "+
			"are left alone", path)
	case errors.Is(err, fs.ErrNotExist):
		return &State{}, nil, nil
	case err != nil:
		return nil, nil, err
	}
	state, trainer, err := parseCheckpoint(data)
	switch {
	case err != nil:
		return nil, nil, fault.BadInputf("%s: %w: %w", path, errCheckpoint, err)
	case state.Config != info.sum:
		return nil, nil, changedInput(filepath.Join(dir, ConfigFile), "run", state.Config, info.sum)
	case state.Phase < 0 || state.Phase >= len(info.Phases):
		return nil, nil, fault.BadInputf("%s: %w: it is in phase %d of %d", path, errCheckpoint, state.Phase+1,
			len(info.Phases))
	}
	return state, trainer, nil
}

// Title returns the name of a run. If it has none, Title returns its features or network.
func (info *Info) Title() string {
	if info.Name != "" {
		return info.Name
	}
	return info.Last().Model.what()
}

// Asynchronous reports whether any phase learns asynchronously, which makes the run irreproducible.
func (info *Info) Asynchronous() bool {
	return slices.ContainsFunc(info.Phases, func(p Phase) bool { return p.Learn.Asynchronous })
}

// Last returns the last phase, whose model is the run's model.
func (info *Info) Last() *Phase { return &info.Phases[len(info.Phases)-1] }

// File returns the name of a weights file.
func (info *Info) File(name string) string { return info.Last().Model.file(name) }

// modelBytes returns a model as the content of its file, and the SHA-256. A CRC-32C would be useless: each
// file ends with its own CRC-32C, so the CRC of the whole file is always the same.
func modelBytes(m qlearn.Learned) ([]byte, string, error) {
	var file bytes.Buffer
	err := m.Write(&file)
	return file.Bytes(), durable.SHA256(file.Bytes()), err
}

// changedInput returns the error for a file that has changed since the run started.
func changedInput(path, what, was, is string) error {
	return fault.BadInputf("%s is not what it was when the %s began: sha256 %.12s…, then %.12s…; "+
		"restore the file, or start a new %[2]s with the present one", path, what, is, was)
}

// Files is a file system that contains runs, such as an [os.Root].
type Files interface {
	ReadFile(name string) ([]byte, error)
	Stat(name string) (fs.FileInfo, error)
}

// System is the file system of the machine.
type System struct{}

// ReadFile is [os.ReadFile].
func (System) ReadFile(name string) ([]byte, error) { return durable.ReadFile(name) }

// Stat is [os.Stat].
func (System) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// hasFile reports whether a folder contains a file or folder called name.
func hasFile(f Files, dir, name string) bool {
	_, err := f.Stat(filepath.Join(dir, name))
	return err == nil
}
