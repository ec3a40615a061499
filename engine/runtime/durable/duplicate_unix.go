//go:build unix

package durable

import (
	"os"

	"golang.org/x/sys/unix"
)

// duplicate returns a duplicate of a file descriptor of this process.
func duplicate(n uintptr, path string) (*os.File, error) {
	d, err := unix.FcntlInt(n, unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, notMade(path, err)
	}
	return os.NewFile(uintptr(d), path), nil
}
