package study

import (
	"context"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A step is a piece of work that is kept when it is done. Its key says all that its
// value depends on, the settings of the run aside.
type step[T any] struct {
	Key string
	Do  func(ctx context.Context) (T, error)
}

// takeSteps does the steps that the journal does not know, on n goroutines, and
// returns the values of all in order.
func takeSteps[T any](ctx context.Context, r *Run, what, unit string, workers int, list []step[T]) ([]T, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	known := 0
	for _, s := range list {
		if _, ok := r.journal.known[s.Key]; ok {
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

// stepsOn does the items of a list as steps, with a team that open opens on the farm of the run or,
// without one, here; key is that of an item's step. Where the journal knows all steps, they are not sent.
func stepsOn[T, R, In, Out any](ctx context.Context, r *Run, what, unit string, items []T, key func(T) string,
	open func(parallel.Farm) (*parallel.Team[In, Out], error),
	do func(context.Context, *parallel.Team[In, Out], T) (R, error)) (values []R, err error) {
	missing := slices.ContainsFunc(items, func(item T) bool { _, ok := r.journal.known[key(item)]; return !ok })
	farm := r.Farm
	if !missing {
		farm = nil
	}
	team, err := open(farm)
	if err != nil {
		return nil, err
	}
	defer func() { err = team.End(err) }()
	list := make([]step[R], len(items))
	for i, item := range items {
		list[i] = step[R]{key(item), func(ctx context.Context) (R, error) { return do(ctx, team, item) }}
	}
	return takeSteps(ctx, r, what, unit, team.Workers, list)
}

// doStep takes the value from the journal or does the step and keeps it.
func doStep[T any](ctx context.Context, r *Run, s step[T]) (v T, err error) {
	if text, ok := r.journal.known[s.Key]; ok {
		if err := durable.Strict(text, &v); err != nil {
			return v, &durable.FileError{File: r.journal.path, Err: fmt.Errorf("step %q: %w", s.Key, err)}
		}
		return v, nil
	}
	if v, err = s.Do(ctx); err != nil {
		return v, err
	}
	return v, r.journal.add(s.Key, v)
}
