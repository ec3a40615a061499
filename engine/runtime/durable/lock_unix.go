//go:build unix && !aix && !solaris

package durable

import (
	"errors"
	"os"
	"syscall"
)

// LockDir keeps other writers out of a directory until the returned function is called or the process ends in
// any way. On Unix it locks the directory itself, so no file is left behind. On Windows it locks a hidden
// file that disappears with the process. Otherwise the lock is like that of a journal.
func LockDir(dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := lockFile(d); err != nil {
		d.Close()
		return nil, err
	}
	return func() { d.Close() }, nil
}

// renamesOpenFiles tells whether an open file can be renamed and keeps its lock.
const renamesOpenFiles = true

// lock locks an open file until it is closed. The error is ErrBusy if another open file has the lock.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return err
}

// DirInUse tells whether another process has locked a directory with [LockDir]. Otherwise it is like
// [FileInUse].
func DirInUse(dir string) bool {
	d, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer d.Close()
	return isLocked(d)
}

// isLocked tells whether another process has locked an open file. It takes a shared lock for a moment,
// which does not disturb other callers.
func isLocked(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if err == nil {
		_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) // it was just taken
	}
	return errors.Is(err, syscall.EWOULDBLOCK)
}
