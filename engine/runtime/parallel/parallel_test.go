package parallel

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// TestMapWhenOthersAreFaster: the first item takes longest, and still comes
// first. In the bubble of synctest time is not the machine's, so the total shows
// how many items ran side by side.
func TestMapWhenOthersAreFaster(t *testing.T) {
	items := []int{8, 1, 5, 2, 4, 4, 7, 1}
	for workers, want := range map[int]time.Duration{1: 32, 2: 19, 8: 8} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			var got []int
			for n, err := range Map(t.Context(), workers, 64, slices.Values(items), nap) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, n)
			}
			if !slices.Equal(got, items) {
				t.Errorf("%d workers: got %v", workers, got)
			}
			if took := time.Since(begin); took != want*time.Second {
				t.Errorf("%d workers took %v, want %vs", workers, took, int(want))
			}
		})
	}
}

// nap sleeps n seconds or until ctx ends.
func nap(ctx context.Context, n int) (int, error) {
	select {
	case <-time.After(time.Duration(n) * time.Second):
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// TestMapEnds: no goroutine outlives the range (synctest fails if one does),
// however it ends, and an end that is not the last item shows as an error.
func TestMapEnds(t *testing.T) {
	items := make([]int, 1000)
	for i := range items {
		items[i] = 1
	}
	wrong := errors.New("wrong")
	for name, test := range map[string]struct {
		timeout time.Duration
		do      func(context.Context, int) (int, error)
		stop    int // break after this number
		want    error
	}{
		"break":             {time.Hour, nap, 3, nil},
		"break at once":     {time.Hour, nap, 1, nil},
		"context":           {5500 * time.Millisecond, nap, 0, context.DeadlineExceeded},
		"context at once":   {0, nap, 0, context.DeadlineExceeded},
		"error":             {time.Hour, func(context.Context, int) (int, error) { return 0, wrong }, 0, wrong},
		"deaf to the end":   {2500 * time.Millisecond, func(context.Context, int) (int, error) { time.Sleep(time.Second); return 1, nil }, 0, context.DeadlineExceeded},
		"all the way":       {time.Hour, nap, 0, nil},
		"slow reader stops": {time.Hour, func(context.Context, int) (int, error) { return 1, nil }, 2, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), test.timeout)
			defer cancel()
			n, last := 0, error(nil)
			for _, err := range Map(ctx, 4, 64, slices.Values(items), test.do) {
				last = err
				if n++; n == test.stop {
					break
				}
				if test.stop != 0 {
					time.Sleep(time.Second)
				}
			}
			if !errors.Is(last, test.want) || test.want == nil && last != nil {
				t.Errorf("%s: ended after %d with %v, want %v", name, n, last, test.want)
			}
			if test.want == nil && test.stop == 0 && n != len(items) {
				t.Errorf("%s: %d items", name, n)
			}
		})
	}
}

// TestMapIsNotGreedy: items are asked for only a few ahead of who stops.
func TestMapIsNotGreedy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		items := func(yield func(int) bool) {
			for asked = 1; yield(1); asked++ {
			}
		}
		n := 0
		for range Map(t.Context(), 2, 4, items, nap) {
			if n++; n == 10 {
				break
			}
		}
		if asked < n || asked > n+8 {
			t.Errorf("%d items were asked for when %d were taken", asked, n)
		}
	})
}
