package label

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
)

// A labelJournal is the file that keeps labels, run by run in the order of the
// positions, so that little is lost when the work is broken off. It is a line with
// the settings, then for each run
//
//	sum of its positions  8 bytes
//	number of records     4 bytes
//	records              16 bytes each
//	CRC-32C of all that   4 bytes
//
// little-endian. What stands behind the last whole run is dropped when it is opened.
type labelJournal struct {
	path string
	file *os.File
	head int      // bytes of the line
	sums []uint64 // of the positions of each run
	Rows int
}

// runHead begins a run.
type runHead struct {
	Sum  uint64
	Rows uint32
}

// OpenJournal opens the journal in a work folder or begins one.
func OpenJournal(work string, s Settings) (*labelJournal, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	line := append([]byte("outflank labels 1 "), append(text, '\n')...)
	j := &labelJournal{path: filepath.Join(work, "labels"), head: len(line)}
	if j.file, err = os.OpenFile(j.path, os.O_RDWR|os.O_CREATE, 0o666); err != nil {
		return nil, err
	}
	if err := errors.Join(j.begin(line), j.recover()); err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// begin checks the settings, or writes them when nothing more than a part of them is
// there.
func (j *labelJournal) begin(line []byte) error {
	old := make([]byte, len(line))
	n, err := io.ReadFull(j.file, old)
	switch {
	case bytes.Equal(old, line):
		return nil
	case err == nil || !bytes.HasPrefix(line, old[:n]):
		first, _, _ := bytes.Cut(old[:n], []byte("\n"))
		return fault.Misuse(fmt.Errorf("%s was made with other settings (%s): use them again, or --restart", j.path, first))
	}
	_, err = j.file.WriteAt(line, 0)
	return err
}

// recover finds the runs that are whole and cuts off the rest.
func (j *labelJournal) recover() error {
	end := int64(j.head)
	for run, err := range j.runs() {
		if err != nil {
			break
		}
		j.sums = append(j.sums, run.head.Sum)
		j.Rows += len(run.records)
		end += run.bytes
	}
	if err := j.file.Truncate(end); err != nil {
		return err
	}
	_, err := j.file.Seek(end, io.SeekStart)
	return err
}

// A storedRun is a run in the journal.
type storedRun struct {
	head    runHead
	records []labelRecord
	bytes   int64
}

// runs yields the runs up to the first that is not whole.
func (j *labelJournal) runs() iter.Seq2[storedRun, error] {
	return func(yield func(storedRun, error) bool) {
		in := bufio.NewReader(io.NewSectionReader(j.file, int64(j.head), 1<<62))
		for {
			run, err := readRun(in)
			if err == io.EOF || !yield(run, err) || err != nil {
				return
			}
		}
	}
}

func readRun(in io.Reader) (run storedRun, err error) {
	sum := durable.NewSum()
	tee := io.TeeReader(in, sum)
	if err := binary.Read(tee, binary.LittleEndian, &run.head); err != nil {
		return run, err
	}
	if run.head.Rows > labelRun {
		return run, errors.New("too many records")
	}
	run.records = make([]labelRecord, run.head.Rows)
	if err := binary.Read(tee, binary.LittleEndian, run.records); err != nil {
		return run, io.ErrUnexpectedEOF
	}
	want, stored := sum.Sum32(), uint32(0)
	if err := binary.Read(in, binary.LittleEndian, &stored); err != nil {
		return run, io.ErrUnexpectedEOF
	}
	if stored != want {
		return run, errors.New("bad checksum")
	}
	run.bytes = int64(binary.Size(run.head) + binary.Size(run.records) + 4)
	return run, nil
}

// Append adds a run, in one piece.
func (j *labelJournal) Append(r labelledRun) error {
	var text bytes.Buffer
	head := runHead{r.sum(), uint32(len(r.records))}
	err := errors.Join(binary.Write(&text, binary.LittleEndian, head), binary.Write(&text, binary.LittleEndian, r.records))
	if err != nil {
		return err
	}
	line := binary.LittleEndian.AppendUint32(text.Bytes(), durable.Sum(text.Bytes()))
	if _, err := j.file.Write(line); err != nil {
		return err
	}
	j.sums = append(j.sums, head.Sum)
	j.Rows += len(r.records)
	return nil
}

// Missing yields the runs that the journal does not have. The others must be those
// that it has.
func (j *labelJournal) Missing(runs iter.Seq[labelledRun]) iter.Seq[labelledRun] {
	known := j.sums
	return func(yield func(labelledRun) bool) {
		i := 0
		for r := range runs {
			if i < len(known) && r.err == nil {
				if i++; r.sum() == known[i-1] {
					continue
				}
				r.err = fault.Misuse(fmt.Errorf("%s was made of other positions: use them again, or --restart", j.path))
			}
			if !yield(r) {
				return
			}
		}
	}
}

// records yields all labels.
func (j *labelJournal) records() iter.Seq2[labelRecord, error] {
	return func(yield func(labelRecord, error) bool) {
		for run, err := range j.runs() {
			if err != nil {
				yield(labelRecord{}, fmt.Errorf("%s: %w", j.path, err))
				return
			}
			for _, r := range run.records {
				if !yield(r, nil) {
					return
				}
			}
		}
	}
}

func (j *labelJournal) Close() error { return j.file.Close() }
