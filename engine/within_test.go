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
