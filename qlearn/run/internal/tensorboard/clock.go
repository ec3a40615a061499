package tensorboard

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
)

// A Clock records when steps were first reached, in seconds since 1970. A later step never has an earlier
// time.
type Clock struct {
	now func() time.Time
	at  map[int]float64 // by step
}

// NewClock returns a clock that reads the time from now. If now always returns the zero time, a step takes a
// second.
func NewClock(now func() time.Time) *Clock { return &Clock{now: now, at: map[int]float64{}} }

// Resume reads the times from an event file. It ignores a missing or damaged file.
func (c *Clock) Resume(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	c.at, _ = Times(f)
}

// Note records that a step has been reached. Only the first call for a step has an effect.
func (c *Clock) Note(step int) {
	if _, ok := c.at[step]; ok {
		return
	}
	t := float64(step)
	if now := c.now(); !now.IsZero() {
		t = float64(now.UnixMilli()) / 1000
	}
	for _, before := range c.at { // the machine's clock may have been set back
		t = max(t, before)
	}
	c.at[step] = t
}

// Of returns the time of a step. If it was lost, Of returns the time of the next known step.
func (c *Clock) Of(step int) float64 {
	if _, ok := c.at[step]; !ok {
		for _, later := range slices.Sorted(maps.Keys(c.at)) {
			if later > step {
				return c.at[later]
			}
		}
		c.Note(step)
	}
	return c.at[step]
}

// ErrDamaged is wrapped if a record has changed since it was written.
var ErrDamaged = errors.New("damaged event file")

// maxRecord is the maximum size of a record in bytes. Events with a few values take a few hundred bytes.
const maxRecord = 1 << 20

// Times returns when each step in an event file was first reached, in seconds since 1970. The start of the
// file is step 0. If a record is damaged, Times returns an error and the steps before that record.
func Times(r io.Reader) (map[int]float64, error) {
	times := map[int]float64{}
	for in, n := bufio.NewReader(r), 1; ; n++ {
		data, err := readRecord(in)
		if err == io.EOF {
			return times, nil
		}
		if err != nil {
			return times, fmt.Errorf("tensorboard: record %d: %w: %w", n, ErrDamaged, err)
		}
		step, time, err := parseTime(data)
		if err != nil {
			return times, fmt.Errorf("tensorboard: record %d: %w: %w", n, ErrDamaged, err)
		}
		if _, ok := times[step]; !ok {
			times[step] = time
		}
	}
}

// readRecord returns the data of the next record, or [io.EOF] at the end of the file.
func readRecord(r io.Reader) ([]byte, error) {
	var head [12]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint64(head[:])
	if binary.LittleEndian.Uint32(head[8:]) != maskedSum(head[:8]) || size > maxRecord {
		return nil, errors.New("wrong length")
	}
	data := make([]byte, size+4)
	if _, err := io.ReadFull(r, data); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	if data, sum := data[:size], data[size:]; binary.LittleEndian.Uint32(sum) != maskedSum(data) {
		return nil, errors.New("wrong checksum")
	}
	return data[:size], nil
}

// parseTime returns the step and the time of an event.
func parseTime(event []byte) (step int, time float64, err error) {
	for len(event) > 0 {
		field, kind, n := protowire.ConsumeTag(event)
		if n < 0 {
			return 0, 0, protowire.ParseError(n)
		}
		event = event[n:]
		switch {
		case field == eventTime && kind == protowire.Fixed64Type:
			var bits uint64
			bits, n = protowire.ConsumeFixed64(event)
			time = math.Float64frombits(bits)
		case field == eventStep && kind == protowire.VarintType:
			var x uint64
			x, n = protowire.ConsumeVarint(event)
			step = int(x)
		default:
			n = protowire.ConsumeFieldValue(field, kind, event)
		}
		if n < 0 {
			return 0, 0, protowire.ParseError(n)
		}
		event = event[n:]
	}
	return step, time, nil
}
