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

// renamesOpenFiles tells whether a file can be renamed, and so keep its lock, while
// it is open.
const renamesOpenFiles = true

// lock locks an open file until it is closed. The error is ErrBusy when somebody
// else has it.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return err
}

// DirInUse tells whether another process holds the lock of [LockDir] of a directory, as [FileInUse] does of
// a file.
func DirInUse(dir string) bool {
	d, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer d.Close()
	return isLocked(d)
}

// isLocked tells whether another process has locked an open file. A shared lock, which it has until it
// returns, shows that without disturbing other callers.
func isLocked(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if err == nil {
		_ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) // it was just taken
	}
	return errors.Is(err, syscall.EWOULDBLOCK)
}
