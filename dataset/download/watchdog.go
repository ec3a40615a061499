package download

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"
)

// A watchdog ends a request if the server is silent for too long, before or during its response. Time that
// the caller of Fetch spends handling progress does not count.
type watchdog struct {
	ctx    context.Context // of the request
	cancel context.CancelCauseFunc
	timer  *time.Timer
	limit  time.Duration
}

// watch starts waiting for a response.
func watch(ctx context.Context, limit time.Duration) *watchdog {
	if limit == 0 {
		limit = math.MaxInt64
	}
	w := &watchdog{limit: limit}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	w.timer = time.AfterFunc(limit, func() { w.cancel(errStalled) })
	return w
}

// stop ends the watchdog and, if it is still running, the request.
func (w *watchdog) stop() {
	w.timer.Stop()
	w.cancel(nil)
}

// explain replaces an error that only says "canceled" with its cause.
func (w *watchdog) explain(err error) error {
	if err != nil && context.Cause(w.ctx) == errStalled {
		return fmt.Errorf("%w for %v", errStalled, w.limit)
	}
	return err
}

// read reads from the body of the response. Received data could still be read after the context ends;
// checking the context first makes Ctrl-C immediate.
func (w *watchdog) read(body io.Reader, buf []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, w.explain(err)
	}
	w.timer.Reset(w.limit)
	n, err := body.Read(buf)
	w.timer.Stop()
	if err == io.EOF {
		return n, err
	}
	return n, w.explain(err)
}
