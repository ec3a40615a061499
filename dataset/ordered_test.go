package dataset_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/dataset"
)

// numbers yields 0 to n-1 and counts how many were asked for.
func numbers(n int, asked *int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			*asked++
			if !yield(i) {
				return
			}
		}
	}
}

// slow takes longer for some items, so that the answers come out of order.
func slow(i int) int {
	time.Sleep(time.Duration(i*7%5) * time.Second)
	return -i
}

func TestOrdered(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		synctest.Test(t, func(t *testing.T) {
			asked := 0
			got := slices.Collect(dataset.Ordered(t.Context(), workers, numbers(100, &asked), slow))
			for i, v := range got {
				if v != -i {
					t.Fatalf("%d workers: answer %d is %d", workers, i, v)
				}
			}
			if len(got) != 100 {
				t.Errorf("%d workers: %d answers", workers, len(got))
			}
		})
	}
}

// Work goes a few items ahead of who stops, and the bubble of synctest would not
// end with a goroutine left.
func TestOrderedBreak(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		for v := range dataset.Ordered(t.Context(), 2, numbers(1000, &asked), slow) {
			if v == -3 {
				break
			}
		}
		if asked > 20 {
			t.Errorf("%d items were asked for, want a few more than 4", asked)
		}
	})
}

func TestOrderedCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		asked, got := 0, 0
		for range dataset.Ordered(ctx, 2, numbers(1000, &asked), slow) {
			got++
		}
		if got == 0 || got > 100 {
			t.Errorf("%d answers in 20 seconds of work", got)
		}
	})
}
