//go:build !windows && (!unix || aix || solaris)

package durable

import "os"

// LockDir does nothing, because this system has no locks that end with the process.
func LockDir(dir string) (unlock func(), err error) { return func() {}, nil }

// renamesOpenFiles is false: without locks, a file being written cannot be distinguished from one left
// behind.
const renamesOpenFiles = false

// lock does nothing.
func lock(*os.File) error { return nil }

// release does nothing.
func release(*os.File) {}

// DirInUse returns false, because this system has no locks to test.
func DirInUse(string) bool { return false }

// isLocked returns false, because this system has no locks to test.
func isLocked(*os.File) bool { return false }
