//go:build !unix

package durable

import (
	"errors"
	"os"
)

// duplicate fails: the system has no paths of descriptors.
func duplicate(_ uintptr, path string) (*os.File, error) {
	return nil, notMade(path, errors.ErrUnsupported)
}
