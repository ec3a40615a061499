package durable

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// LockDir keeps other writers out of a directory until the returned function is called or the process ends in
// any way. On Unix it locks the directory itself, so no file is left behind. On Windows it creates a hidden
// file that disappears with the process. In all other respects, the lock works like the lock of a journal.
func LockDir(dir string) (unlock func(), err error) {
	path := filepath.Join(dir, lockName)
	name, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	h, err := windows.CreateFile(name, windows.GENERIC_WRITE, 0, nil, windows.CREATE_ALWAYS,
		windows.FILE_ATTRIBUTE_HIDDEN|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	switch {
	case errors.Is(err, windows.ERROR_SHARING_VIOLATION), errors.Is(err, windows.ERROR_ACCESS_DENIED) &&
		lockExists(path):
		return nil, fmt.Errorf("%s: %w", dir, ErrBusy)
	case err != nil:
		return nil, &os.PathError{Op: "open", Path: dir, Err: err}
	}
	return func() { windows.CloseHandle(h) }, nil
}

// lockName is the file that locks a directory.
const lockName = ".lock"

// lockExists reports whether the file of a lock exists. The file disappears with the process that created it.
// While it is being deleted, Windows denies access to it.
func lockExists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// renamesOpenFiles reports whether an open file can be renamed without losing its lock.
const renamesOpenFiles = false

// lock locks an open file until it is closed. The error is ErrBusy if another process holds the lock. Windows
// also keeps readers out of a locked range, so the range is a byte far beyond the end of any file.
func lock(f *os.File) error {
	far := windows.Overlapped{Offset: 0, OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &far)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrBusy
	}
	return err
}

// release does nothing: a file that is closed is not locked.
func release(*os.File) {}

// DirInUse reports whether another process has locked a directory with [LockDir], as [FileInUse] does for a
// file.
func DirInUse(dir string) bool { return lockExists(filepath.Join(dir, lockName)) }

// isLocked reports whether another process has locked an open file. It tests this with a shared lock, held
// until it returns, which does not disturb other callers.
func isLocked(f *os.File) bool {
	far := windows.Overlapped{Offset: 0, OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &far)
	if err == nil {
		_ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &far) // release the test lock
	}
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING)
}
