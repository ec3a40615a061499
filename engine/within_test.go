package engine

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestWithin: a limit ends the context on its deadline, 0 never does, and Done is closed
// whenever Err says so.
func TestWithin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		free, done := Within(t.Context(), 0)
		defer done()
		limited, done := Within(t.Context(), time.Second)
		defer done()
		time.Sleep(time.Second - 1)
		if limited.Err() != nil {
			t.Error("ends too early")
		}
		time.Sleep(time.Nanosecond)
		if !errors.Is(limited.Err(), context.DeadlineExceeded) || free.Err() != nil {
			t.Errorf("after the limit: %v, without one: %v", limited.Err(), free.Err())
		}
		select {
		case <-limited.Done():
		default:
			t.Error("Done is open after Err has said that the context has ended")
		}
	})
}

// An asked context counts how often it is asked, and ends after a number of times.
type asked struct {
	context.Context
	cancel context.CancelFunc
	left   *int
}

func (a asked) Err() error {
	if *a.left--; *a.left == 0 {
		a.cancel()
	}
	return a.Context.Err()
}

// TestWithinAsksParent: a search with a limit asks the context that it was given as well.
func TestWithinAsksParent(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	left := 3
	outer, done := Within(asked{ctx, cancel, &left}, time.Hour)
	defer done()
	inner, done := Within(outer, time.Hour)
	defer done()
	for range 2 {
		if err := inner.Err(); err != nil {
			t.Fatal(err)
		}
	}
	if err := inner.Err(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
