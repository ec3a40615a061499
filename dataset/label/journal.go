package label

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A journal is a file that stores labels, run by run in the order of the positions, so that an interruption
// loses little. It is locked while it is open.
type journal struct {
	path string
	file *durable.Journal
	sums []uint64 // checksums of the items of each run
	rows int      // number of labels in all runs
}

// journalFormat is the format of the file. Its version also increases when the meaning of its records
// changes.
var journalFormat = durable.Format{Name: "labels", Version: 2}

// A storedRun is a record in the journal.
type storedRun struct {
	Sum    uint64 `json:"sum"`    // checksum of the items
	Labels []byte `json:"labels"` // labelRecords in little-endian byte order
}

// recordBytes is the size of a labelRecord.
var recordBytes = binary.Size(labelRecord{})

func (r *storedRun) rows() int { return len(r.Labels) / recordBytes }

// journalPath returns the path of the journal in a work folder.
func journalPath(work string) string { return filepath.Join(work, "labels") }

// A WorkError reports that work cannot be resumed: its journal is damaged, has a different format, or comes
// from different settings or positions. Use the original settings and positions, or remove the folder
// returned by [WorkOf] to start over.
type WorkError struct{ Err error }

// Error returns the text of Err.
func (e *WorkError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *WorkError) Unwrap() error { return e.Err }

// openJournal opens the journal in a work folder, or creates one.
func openJournal(work string, s Settings) (*journal, error) {
	path := journalPath(work)
	file, err := durable.ContinueJournal(path, journalFormat, s)
	if _, bad := errors.AsType[*durable.FileError](err); bad {
		err = &WorkError{err}
	}
	if err != nil {
		return nil, err
	}
	j := &journal{path: path, file: file}
	if err := errors.Join(j.compare(s), j.load()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// compare returns an error unless the labels were computed with the same settings.
func (j *journal) compare(s Settings) error {
	want, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if have := j.file.Settings(); !bytes.Equal(have, want) {
		return &WorkError{fault.Misuse(fmt.Errorf("%s was made with other settings (%s)", j.path, have))}
	}
	return nil
}

// load reads the checksums and sizes of the stored runs.
func (j *journal) load() error {
	for run, err := range j.runs() {
		if err != nil {
			return err
		}
		j.sums = append(j.sums, run.Sum)
		j.rows += run.rows()
	}
	return nil
}

// runs yields the stored runs.
func (j *journal) runs() iter.Seq2[storedRun, error] {
	return func(yield func(storedRun, error) bool) {
		for r, err := range j.file.Records() {
			var run storedRun
			if err == nil {
				err = durable.Strict(r.JSON, &run)
				if err == nil && len(run.Labels)%recordBytes != 0 {
					err = fmt.Errorf("%d bytes of labels, want %d for each", len(run.Labels), recordBytes)
				}
				if err != nil {
					err = j.file.Bad(r.Line, err)
				}
			}
			if !yield(run, err) || err != nil {
				return
			}
		}
	}
}

// append adds a run.
func (j *journal) append(r labelledRun) error {
	labels, err := binary.Append(nil, binary.LittleEndian, r.records)
	if err != nil {
		return err
	}
	run := storedRun{r.sum(), labels}
	if err := j.file.Append(run); err != nil {
		return err
	}
	j.sums = append(j.sums, run.Sum)
	j.rows += run.rows()
	return nil
}

// missing yields the runs that the journal does not contain. It checks that the other runs match the journal.
func (j *journal) missing(runs iter.Seq[labelledRun]) iter.Seq[labelledRun] {
	known := j.sums
	return func(yield func(labelledRun) bool) {
		i := 0
		for r := range runs {
			if i < len(known) && r.err == nil {
				if i++; r.sum() == known[i-1] {
					continue
				}
				r.err = &WorkError{fault.Misuse(fmt.Errorf("%s was made of other positions", j.path))}
			}
			if !yield(r) {
				return
			}
		}
	}
}

// records yields all labels.
func (j *journal) records() iter.Seq2[labelRecord, error] {
	return func(yield func(labelRecord, error) bool) {
		for run, err := range j.runs() {
			records := make([]labelRecord, run.rows())
			if err == nil {
				_, err = binary.Decode(run.Labels, binary.LittleEndian, records)
			}
			if err != nil {
				yield(labelRecord{}, err)
				return
			}
			for _, r := range records {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

func (j *journal) close() error { return j.file.Close() }
