package durable

import (
	"bytes"
)

// WriteState writes a state as JSON with its format and checksum, and replaces the file as [Replace] does.
func WriteState(path string, f Format, state any) error {
	head, err := f.headerLine(nil)
	if err != nil {
		return err
	}
	line, err := seal(state)
	if err != nil {
		return err
	}
	return WriteFile(path, append(head, line...))
}

// ReadState decodes a file written by [WriteState] into a state, as [Strict] does. For a damaged file or a
// file of another format, the error is a [*FileError]. For a missing file it wraps [os.ErrNotExist].
func ReadState(path string, f Format, state any) error {
	text, err := ReadFile(path)
	if err != nil {
		return err
	}
	head := bytes.SplitAfterN(text, []byte("\n"), 2)[0]
	if _, err := f.settings(head); err != nil {
		return &FileError{path, 1, err}
	}
	record, whole := unseal(text[len(head):])
	if !whole {
		return &FileError{path, 2, errDamaged}
	}
	if err := Strict(record, state); err != nil {
		return &FileError{path, 2, err}
	}
	return nil
}
