package download

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"
)

// longestPause limits the growing pauses, except those that the server requests.
const longestPause = time.Minute

// A transfer updates one file.
type transfer struct {
	*fetcher
	Progress
	url        *url.URL
	path, part string // paths of the file and of its part
}

// run makes attempts until the file reaches a final state, which it yields, or until further attempts are
// useless.
func (t *transfer) run(ctx context.Context) error {
	for tries := 1; ; tries++ {
		err := t.try(ctx)
		if err != nil && ctx.Err() != nil {
			return ctx.Err()
		}
		p, ok := errors.AsType[passing](err)
		if !ok || tries > t.Retries {
			return t.settle(err, tries)
		}
		wait := max(t.pause(tries), p.after)
		t.State, t.Err, t.Wait = Retrying, p.error, wait
		if !t.say() {
			return errStopped
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// say yields the progress. It returns false if the caller stops.
func (t *transfer) say() bool {
	ok := t.yield(t.Progress, nil)
	t.Err, t.Wait = nil, 0
	return ok
}

// pause returns the wait after the given number of attempts.
func (t *transfer) pause(tries int) time.Duration {
	wait := t.Pause
	for range tries - 1 {
		if wait >= longestPause {
			break
		}
		wait *= 2
	}
	return min(wait, max(longestPause, t.Pause))
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// settle yields the result of the last attempt, or returns the error that ends Fetch.
func (t *transfer) settle(err error, tries int) error {
	if errors.Is(err, errStopped) {
		return err
	}
	if err != nil {
		if err = t.problem(err, tries); !refusal(err) {
			return err
		}
		t.State = Refused
	}
	t.Err = err
	if !t.yield(t.Progress, nil) {
		return errStopped
	}
	return nil
}

// problem adds the file to an error. If the file was rejected, it removes the part.
func (t *transfer) problem(err error, tries int) error {
	if tries > 1 {
		err = fmt.Errorf("%w, in %d tries", err, tries)
	}
	if refusal(err) {
		err = errors.Join(err, t.drop())
	}
	return &fileError{t.Name, t.url.Redacted(), err}
}

// try requests the rest of the file if there is a part. If the rest does not fit, it requests the whole file.
func (t *transfer) try(ctx context.Context) error {
	have := t.have()
	err := t.request(ctx, have)
	if !errors.Is(err, errUnfit) {
		return err
	}
	if err := t.drop(); err != nil {
		return err
	}
	return t.request(ctx, 0)
}
