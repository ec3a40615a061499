//go:build !windows && (!unix || aix || solaris)

package durable

import "os"

// LockDir does nothing: this system offers no lock that ends with the process.
func LockDir(dir string) (unlock func(), err error) { return func() {}, nil }

// renamesOpenFiles is false: without locks, a file that is being written looks like one that a killed
// process left.
const renamesOpenFiles = false

// lock does nothing.
func lock(*os.File) error { return nil }

// DirInUse is false: this system has no locks to ask.
func DirInUse(string) bool { return false }

// isLocked is false: this system has no locks to ask.
func isLocked(*os.File) bool { return false }
