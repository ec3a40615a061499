package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/fleet/fleettest"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// dialCluster connects to a cluster, which may be starting.
func dialCluster(t testing.TB, urls string) *fleet.Client {
	t.Helper()
	for begin := time.Now(); ; {
		c, err := fleet.Dial(t.Context(), fleet.Options{URL: urls, Silence: time.Second})
		if err == nil {
			t.Cleanup(c.Close)
			return c
		}
		if !errors.Is(err, fleet.ErrAway) || time.Since(begin) > time.Minute {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// TestCluster: of three servers one is killed and started again, each in turn, and the work continues. With
// OUTFLANK_LONG that happens 30 times.
func TestCluster(t *testing.T) {
	t.Parallel()
	nodes, urls := fleettest.Cluster(t)
	for _, n := range nodes {
		n.Start(t)
		t.Cleanup(n.Kill)
	}
	c := dialCluster(t, urls)
	if n, err := c.SetUp(t.Context(), 0); err != nil || n != 3 {
		t.Fatalf("%d replicas (%v), want 3", n, err)
	}
	var done atomic.Int64
	for i := range 2 {
		work(t, dialCluster(t, urls), fleet.Worker{Name: fmt.Sprint("w", i), Build: "b1", Threads: 2,
			Kinds: squares(func(int) error { done.Add(1); time.Sleep(20 * time.Millisecond); return nil })})
	}
	w := open(t, c, squareSet).Single()
	killed := make(chan struct{})
	go func() {
		defer close(killed)
		rounds, every := 1, time.Second
		if os.Getenv("OUTFLANK_LONG") != "" {
			rounds, every = 30, 15*time.Second
		}
		for i := range rounds {
			time.Sleep(every / 2)
			n := nodes[i%3]
			n.Kill()
			time.Sleep(every)
			n.Start(t)
			time.Sleep(every / 2)
		}
	}()
	n, after := 0, 0
	do := func(ctx context.Context, n int) ([]byte, error) { return w.Do(ctx, []byte(strconv.Itoa(n))) }
	for out, err := range parallel.Map(t.Context(), w.Ahead(), w.Ahead(), parallel.Numbers(0, 1<<30), do) {
		if err != nil || string(out) != strconv.Itoa(n*n) {
			t.Fatalf("answer %d is %s (%v)", n, out, err)
		}
		n++
		select {
		case <-killed:
			after++
		default:
		}
		if after > 100 {
			break
		}
	}
	t.Logf("%d answers of %d jobs done", n, done.Load())
	if _, err := c.Status(t.Context(), time.Second); err != nil {
		t.Error(err)
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
}

// TestPassing: what a cluster answers while a server of it is away is tried again, unless waiting is no help.
func TestPassing(t *testing.T) {
	for description, want := range map[string]bool{
		"no suitable peers for placement, peer offline":                        true,
		"no suitable peers for placement, peer offline, server tag not unique": true,
		"no suitable peers for placement, insufficient storage":                false,
		"no suitable peers for placement, jetstream not enabled in cluster":    false,
		"no suitable peers for placement, tags not matched ['disk']":           false,
	} {
		err := fmt.Errorf("stream: %w", &jetstream.APIError{Code: 400, ErrorCode: 10005, Description: description})
		if got := fleet.Passing(err); got != want {
			t.Errorf("%s: %v", description, got)
		}
	}
	for code, want := range map[int]bool{400: false, 503: true} {
		if got := fleet.Passing(&jetstream.APIError{Code: code, ErrorCode: 10004, Description: "peer offline"}); got != want {
			t.Errorf("%d: %v", code, got)
		}
	}
}
