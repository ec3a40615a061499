//go:build !unix

package durable

import (
	"errors"
	"os"
)

// duplicate fails, because this system has no paths for file descriptors.
func duplicate(_ uintptr, path string) (*os.File, error) {
	return nil, notMade(path, errors.ErrUnsupported)
}
