//go:build unix && !aix && !solaris

package durable

import (
	"errors"
	"os"
	"syscall"
)

// LockDir keeps other writers out of a directory until the returned function is called or the process ends in
// any way. On Unix it locks the directory itself, so no file is left behind. On Windows it creates a hidden
// file that disappears with the process. In all other respects, the lock works like the lock of a journal.
func LockDir(dir string) (unlock func(), err error) {
	d, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := lockFile(d); err != nil {
		d.Close()
		return nil, err
	}
	return func() { release(d); d.Close() }, nil
}

// renamesOpenFiles reports whether an open file can be renamed without losing its lock.
const renamesOpenFiles = true

// lock locks an open file until it is closed. The error is ErrBusy if another process holds the lock.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrBusy
	}
	return err
}

// release gives up a file's lock before the file is closed. To close it is not enough: a child process that
// has been forked, but does not run its program yet, has the file open as well.
func release(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// DirInUse reports whether another process has locked a directory with [LockDir], as [FileInUse] does for a
// file.
func DirInUse(dir string) bool {
	d, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer d.Close()
	return isLocked(d)
}

// isLocked reports whether another process has locked an open file. It tests this with a shared lock, held
// until it returns, which does not disturb other callers.
func isLocked(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if err == nil {
		release(f)
	}
	return errors.Is(err, syscall.EWOULDBLOCK)
}
