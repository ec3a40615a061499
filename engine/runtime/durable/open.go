package durable

import (
	"errors"
	"os"
)

// errNotRegular is the error for a device, a FIFO or a socket.
var errNotRegular = errors.New("want a regular file, not a pipe or a device")

// CheckFile returns a [*FileError] if a path leads to a device, a FIFO or a socket: opening it may block, and
// reading it may never end. It accepts a missing file and a folder, because opening or reading reports them.
func CheckFile(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return &FileError{path, 0, errNotRegular}
	}
	return nil
}

// Open opens a file for reading, after [CheckFile]. It also opens a pipe or a device that this process
// already has open, such as /dev/stdin, or /dev/fd/63, which shells pass for <(…). Those can be read only
// once.
func Open(path string) (*os.File, error) {
	err := CheckFile(path)
	if n, ok := descriptor(path); ok && err != nil {
		return duplicate(n, path)
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// ReadFile is [os.ReadFile] after [CheckFile].
func ReadFile(path string) ([]byte, error) {
	if err := CheckFile(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
