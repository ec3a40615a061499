package download

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"
)

// longestPause bounds the growing pauses, not those that a server asks for.
const longestPause = time.Minute

// A transfer brings one file up to date.
type transfer struct {
	*fetcher
	Progress
	url        *url.URL
	path, part string // of the file and of what has arrived of it
}

// run tries until the file has a final state, which it tells, or there is no hope.
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

// say yields the progress; false when the caller wants no more.
func (t *transfer) say() bool {
	ok := t.yield(t.Progress, nil)
	t.Err, t.Wait = nil, 0
	return ok
}

// pause returns the wait after the given number of tries.
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

// settle tells the outcome of the last try, or returns the error that ends Fetch.
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

// problem names the file in an error. The part of a refused file goes.
func (t *transfer) problem(err error, tries int) error {
	if tries > 1 {
		err = fmt.Errorf("%w, in %d tries", err, tries)
	}
	if refusal(err) {
		err = errors.Join(err, t.drop())
	}
	return &fileError{t.Name, t.url.Redacted(), err}
}

// try makes a request for the rest of the file where a part is here, and for the
// whole one where that leads to nothing.
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
