//go:build unix && !aix && !solaris

package dataset

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// LockDir keeps other writers out of a directory until the returned function is
// called or the process ends, however it ends. The lock is one on the directory
// itself, so that nothing is left behind. A file system that knows no locks is
// used without. The error wraps ErrBusy if another process, or this one, has it.
func LockDir(dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("dataset: %w", err)
	}
	err = syscall.Flock(int(d.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		d.Close()
		return nil, fmt.Errorf("dataset: %s: %w by another process", dir, ErrBusy)
	}
	return func() { d.Close() }, nil
}

// fileLocks tells whether lockFile shows who uses a file.
const fileLocks = true

// lockFile locks an open file until it is closed, and tells whether it could:
// not if another process, or this one, has locked it.
func lockFile(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
