package fleet

import (
	"fmt"
	"iter"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fleet"
	"github.com/outflank/outflank/engine/runtime/text"
)

// countEvery is how often a line says what was done.
const countEvery = 10 * time.Second

// count tells on standard error what a worker does: each failure, and every few seconds how much was
// done since the last line.
func count(a *cli.App, events iter.Seq2[fleet.Event, error]) error {
	done, before, begin, last := 0, 0, time.Now(), time.Now()
	defer func() {
		fmt.Fprintf(a.Err, "%s in %v\n", text.Plural(done, "job"), time.Since(begin).Round(time.Second))
	}()
	for e, err := range events {
		if err != nil {
			return err
		}
		if e.Err != nil {
			fmt.Fprintf(a.Err, "job %s of kind %q: %v\n", e.Job, e.Kind, e.Err)
			continue
		}
		if done++; a.Progress != nil {
			a.Progress("working", done)
		}
		if now := time.Now(); now.Sub(last) >= countEvery {
			fmt.Fprintf(a.Err, "%s, %.1f jobs/s\n", text.Plural(done, "job"),
				float64(done-before)/now.Sub(last).Seconds())
			before, last = done, now
		}
	}
	return nil
}
