package tensorboard

import (
	"maps"
	"os"
	"slices"
	"time"
)

// A Clock says when steps were first reached, in seconds since 1970, later steps never earlier.
type Clock struct {
	now func() time.Time
	at  map[int]float64 // by step
}

// NewClock returns a clock by now. Where that is always the zero time a step takes a second.
func NewClock(now func() time.Time) *Clock { return &Clock{now: now, at: map[int]float64{}} }

// Resume takes the times of an event file. Those of a file that is lost or damaged are lost with it.
func (c *Clock) Resume(path string) {
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	c.at, _ = Times(f)
}

// Note notes that a step has been reached by now, if nobody did before.
func (c *Clock) Note(step int) {
	if _, ok := c.at[step]; ok {
		return
	}
	t := float64(step)
	if now := c.now(); !now.IsZero() {
		t = float64(now.UnixMilli()) / 1000
	}
	for _, before := range c.at { // the clock of the machine may have been put back since
		t = max(t, before)
	}
	c.at[step] = t
}

// Of returns the time of a step, or, where that was lost, the next one that is known.
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
