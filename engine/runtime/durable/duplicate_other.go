//go:build !unix

package durable

import (
	"errors"
	"os"
)

// duplicate fails: this system has no paths of file descriptors.
func duplicate(_ uintptr, path string) (*os.File, error) {
	return nil, notMade(path, errors.ErrUnsupported)
}
