package fleet

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A worker has a folder of its own in that of --dir, for the files of jobs and what jobs write for a
// moment. It goes with the worker; what killed ones left goes when another one begins.

// ownPrefix begins the names of such folders.
const ownPrefix = "worker-"

// settle is how long a new folder may take until it is locked.
const settle = time.Minute

// ownFolder makes the folder of a worker in dir, by default in the user's cache, and returns what
// removes it.
func ownFolder(dir string) (own string, end func(), err error) {
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", nil, fault.Misusef("--dir names the folder for the files of jobs: %w", err)
		}
		dir = filepath.Join(cache, "outflank", "fleet")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, err
	}
	sweep(dir, time.Now())
	if own, err = os.MkdirTemp(dir, ownPrefix); err != nil {
		return "", nil, err
	}
	unlock, err := durable.LockDir(own)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(own))
	}
	return own, func() { unlock(); _ = os.RemoveAll(own) }, nil // what stays is swept by others
}

// sweep removes the folders of workers that were killed.
func sweep(dir string, now time.Time) {
	list, _ := filepath.Glob(filepath.Join(dir, ownPrefix+"*"))
	for _, path := range list {
		info, err := os.Stat(path)
		if err != nil || now.Sub(info.ModTime()) < settle {
			continue
		}
		if unlock, err := durable.LockDir(path); err == nil {
			unlock()
			_ = os.RemoveAll(path) // it stays where it cannot be removed
		}
	}
}

// useForTemporary has this process, and the programs that it starts, make temporary files in a folder.
func useForTemporary(dir string) error {
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		if err := os.Setenv(name, dir); err != nil {
			return err
		}
	}
	return nil
}
