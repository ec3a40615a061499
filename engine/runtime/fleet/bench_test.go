package fleet_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"
	"time"

	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// BenchmarkJobs: jobs that take no time, so that what is left is what the fleet costs.
func BenchmarkJobs(b *testing.B) {
	s := serve(b, b.TempDir())
	for i := range 4 {
		work(b, dial(b, s), fleet.Worker{Name: fmt.Sprint("w", i), Build: "b1", Threads: 4, Kinds: squares(nil)})
	}
	w := open(b, dial(b, s), squareSet)
	b.ResetTimer()
	if err := ask(b.Context(), w, b.N, 0); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkWorkers: workers that sleep for a second instead of searching, each with a connection of its
// own. The metric is the share of the jobs that as many threads would do that need no server.
func BenchmarkWorkers(b *testing.B) {
	const nap, rounds = time.Second / 2, 8
	for n := 1; n <= 1024; n *= 2 {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			s := serve(b, b.TempDir())
			kinds := squares(func(int) error { time.Sleep(nap); return nil })
			for i := range n {
				c, err := fleet.Dial(b.Context(), fleet.Options{URL: s.URL(), Token: "secret"})
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(c.Close)
				work(b, c, fleet.Worker{Name: fmt.Sprint("w", i), Build: "b1", Kinds: kinds})
			}
			w := open(b, dial(b, s), squareSet)
			do := func(first, end int) {
				for _, err := range parallel.Map(b.Context(), w.Ahead(), w.Ahead(), parallel.Numbers(first, end),
					func(ctx context.Context, n int) ([]byte, error) {
						return w.Do(ctx, []byte(strconv.Itoa(n)))
					}) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			do(0, n) // all have begun
			b.ResetTimer()
			begin := time.Now()
			for i := range b.N {
				do((1+i*rounds)*n, (1+(i+1)*rounds)*n)
			}
			took := time.Since(begin)
			b.ReportMetric(float64(rounds*n*b.N)/took.Seconds(), "jobs/s")
			b.ReportMetric(100*float64(rounds*b.N)*nap.Seconds()/took.Seconds(), "%linear")
		})
	}
}
