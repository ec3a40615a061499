package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/parallel"
)

// A step is a piece of work that is kept when it is done. Its key says all that its
// value depends on, the settings of the run aside.
type step[T any] struct {
	key string
	do  func(ctx context.Context) (T, error)
}

// steps does the steps that the journal does not know, on n goroutines, and
// returns the values of all in order.
func steps[T any](ctx context.Context, r *run, what, unit string, workers int, list []step[T]) ([]T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	known := 0
	for _, s := range list {
		if _, ok := r.journal.known[s.key]; ok {
			known++
		}
	}
	values := make([]T, 0, len(list))
	done := func(_ context.Context, s step[T]) (T, error) { return doStep(ctx, r, s) }
	for v, err := range parallel.Map(ctx, workers, 4*workers, slices.Values(list), done) {
		if err != nil {
			return nil, err
		}
		values = append(values, v)
		if err := r.tell(Progress{what, unit, len(values), len(list), min(known, len(values))}); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// doStep takes the value from the journal or does the step and keeps it.
func doStep[T any](ctx context.Context, r *run, s step[T]) (v T, err error) {
	if text, ok := r.journal.known[s.key]; ok {
		if err := json.Unmarshal(text, &v); err != nil {
			return v, &durable.FileError{File: r.journal.path, Err: fmt.Errorf("step %q: %w", s.key, err)}
		}
		return v, nil
	}
	if v, err = s.do(ctx); err != nil {
		return v, err
	}
	return v, r.journal.add(s.key, v)
}
