package durable

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sync"
)

// A Journal is a file to which records are appended, so interrupted work can resume where it stopped, even
// after kill -9. It is locked while it is open. Append is safe for concurrent use.
type Journal struct {
	path     string
	file     *os.File
	settings json.RawMessage
	start    int64 // length of the header in bytes

	mu   sync.Mutex // guards the fields below, and the order of records
	end  int64      // offset after the last intact record
	torn int64      // number of bytes after end
}

// A Record is a record of a journal.
type Record struct {
	Line int             // in the file, from 1; the header is line 1
	JSON json.RawMessage // as appended
}

// ErrExists is wrapped by the error of [CreateJournal] for a file that is not empty.
var ErrExists = errors.New("the file exists and is not empty")

// CreateJournal creates a journal. If the file exists, it must be empty or contain only a part of the same
// header. settings are the settings of the work, stored as JSON; nil = none.
func CreateJournal(path string, f Format, settings any) (*Journal, error) {
	head, err := f.headerLine(settings)
	if err != nil {
		return nil, fmt.Errorf("%s: settings: %w", path, err)
	}
	return openLocked(path, os.O_RDWR|os.O_CREATE, func(j *Journal) error {
		found, err := io.ReadAll(io.LimitReader(j.file, int64(len(head))))
		if err != nil {
			return err
		}
		if len(found) == len(head) || !bytes.HasPrefix(head, found) {
			return fmt.Errorf("%s: %w", path, ErrExists)
		}
		if _, err := j.file.WriteAt(head, 0); err != nil {
			return err
		}
		j.start, j.end = int64(len(head)), int64(len(head))
		j.settings, err = f.settings(head)
		return errors.Join(err, j.file.Sync(), SyncDir(filepath.Dir(path)))
	})
}

// OpenJournal opens a journal to append to it. The first Append removes any bytes after the last intact
// record, see [Journal.Torn]. For a damaged record followed by an intact one, and for a file of another
// format, OpenJournal returns a [*FileError] and does not change the file.
func OpenJournal(path string, f Format) (*Journal, error) {
	return openLocked(path, os.O_RDWR, func(j *Journal) error { return j.scan(f) })
}

// ContinueJournal opens a journal as [OpenJournal] does, or creates a missing one as [CreateJournal] does. It
// also opens a journal with other settings, so the caller must compare [Journal.Settings].
func ContinueJournal(path string, f Format, settings any) (*Journal, error) {
	j, err := CreateJournal(path, f, settings)
	if errors.Is(err, ErrExists) {
		return OpenJournal(path, f)
	}
	return j, err
}

// openLocked opens and locks a file, then calls load to read or initialize it.
func openLocked(path string, flag int, load func(*Journal) error) (*Journal, error) {
	if err := CheckFile(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, flag, 0o666)
	if err != nil {
		return nil, err
	}
	j := &Journal{path: path, file: f}
	if err = lockFile(f); err == nil {
		err = load(j)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return j, nil
}

// ReadSettings reads the settings of a journal into v, as [Strict] does. It takes no lock, so another process
// may be appending.
func ReadSettings(path string, f Format, v any) error {
	file, err := Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	t := NewTail(path, f)
	settings, err := t.Begin(file)
	if err != nil {
		return err
	}
	if err := Strict(settings, v); err != nil {
		return t.Bad(1, err)
	}
	return nil
}

// scan checks the whole file and finds the end of the intact records.
func (j *Journal) scan(f Format) error {
	in, damaged := bufio.NewReader(j.file), 0
	for n := 1; ; n++ {
		line, size, err := readLine(in)
		switch {
		case n == 1 && (err == nil || err == io.EOF):
			if j.settings, err = f.settings(line); err != nil {
				return &FileError{j.path, 1, err}
			}
			j.start, j.end = size, size
			continue
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		_, whole := unseal(line)
		switch {
		case !whole && damaged == 0:
			damaged = n
		case whole && damaged > 0:
			return &FileError{j.path, damaged, errDamaged}
		}
		if damaged > 0 {
			j.torn += size
		} else {
			j.end += size
		}
	}
}

// Settings returns the settings stored in the journal, as JSON.
func (j *Journal) Settings() json.RawMessage { return j.settings }

// Torn returns the number of bytes after the last intact record. They come from writes interrupted by a kill
// or a power failure. The first Append removes them.
func (j *Journal) Torn() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.torn
}

// Append adds a record as JSON, completely or not at all. If it fails, the records of the journal do not
// change.
func (j *Journal) Append(v any) error {
	line, err := seal(v)
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.torn > 0 {
		if err := j.file.Truncate(j.end); err != nil {
			return err
		}
		j.torn = 0
	}
	n, err := j.file.WriteAt(line, j.end)
	if err != nil {
		j.torn = int64(n)
		return err
	}
	j.end += int64(len(line))
	return nil
}

// Records yields the records in order, up to the last one at the time of the call. It stops at the first
// error.
func (j *Journal) Records() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		j.mu.Lock()
		in := bufio.NewReader(io.NewSectionReader(j.file, j.start, j.end-j.start))
		j.mu.Unlock()
		for n := 2; ; n++ {
			line, _, err := readLine(in)
			if err == io.EOF {
				return
			}
			record, whole := unseal(line)
			if err == nil && !whole {
				err = j.Bad(n, errDamaged) // the file has changed since it was opened
			}
			if !yield(Record{n, record}, err) || err != nil {
				return
			}
		}
	}
}

// Bad returns the error for a line with an invalid record; line 0 means the whole file.
func (j *Journal) Bad(line int, err error) error { return &FileError{j.path, line, err} }

// Sync writes all records to the disk, so they survive a power failure.
func (j *Journal) Sync() error { return j.file.Sync() }

// Close syncs the journal, closes it and releases its lock.
func (j *Journal) Close() error {
	err := j.file.Sync()
	release(j.file)
	return errors.Join(err, j.file.Close())
}
