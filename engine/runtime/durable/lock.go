package durable

import (
	"errors"
	"fmt"
	"os"
)

// ErrBusy is wrapped by the errors of [LockDir] and of the journals when another process, or another open
// file of this process, holds the lock.
var ErrBusy = errors.New("in use by another process")

// lockFile keeps other writers out of an open file until it is closed or the process ends in any way. The
// lock is advisory: it affects only processes that try to lock the file, and never readers. On a file system
// or an operating system without locks, lockFile does nothing. The error names the file and wraps [ErrBusy].
func lockFile(f *os.File) error {
	err := lock(f)
	if errors.Is(err, ErrBusy) {
		return fmt.Errorf("%s: %w", f.Name(), ErrBusy)
	}
	return nil
}

// FileInUse reports whether another process holds the lock of an open file, such as a journal. Concurrent
// calls of FileInUse do not affect each other, but a process that tries to lock the file during a call fails.
// It returns false on systems without locks.
func FileInUse(f *os.File) bool { return isLocked(f) }
