package run

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// SweepProgress is how far a sweep is.
type SweepProgress struct {
	Done    int   // runs
	Total   int   // runs
	Problem error // of the last one, nil if it is finished
}

// Train trains the runs that are not finished, a number of workers at the same time on one
// goroutine each, and then writes the table. It yields after each run, in their order. A run that
// fails does not stop the others. While it trains no other process may; when ctx is cancelled the
// error is an [*InterruptedError]. A farm, if there is one, trains as many runs at the same time as it
// wants, see [Training.TrainOn].
func (s *Sweep) Train(ctx context.Context, workers int, farm parallel.Farm,
	opt Options) iter.Seq2[SweepProgress, error] {
	return func(yield func(SweepProgress, error) bool) {
		unlock, err := durable.LockDir(s.Dir)
		if err != nil {
			yield(SweepProgress{Total: len(s.Runs)}, err)
			return
		}
		defer unlock()
		removePending(s.Dir)
		opt.Workers = 1
		if farm != nil {
			workers = runsOnFarm
		}
		s.train(ctx, workers, farm, opt, yield)
	}
}

// runsOnFarm bounds the runs that a farm trains at the same time, whose games are in memory here.
const runsOnFarm = 64

// train trains the runs and writes the table, unless the consumer breaks before.
func (s *Sweep) train(ctx context.Context, workers int, farm parallel.Farm, opt Options,
	yield func(SweepProgress, error) bool) {
	s.problems = map[int]error{}
	p := SweepProgress{Total: len(s.Runs)}
	one := func(ctx context.Context, r SweepRun) (error, error) {
		problem := s.trainOne(ctx, r, farm, opt)
		if errors.Is(problem, fault.ErrInterrupted) || errors.Is(problem, context.Canceled) {
			return nil, context.Canceled
		}
		return problem, nil
	}
	for problem, err := range parallel.Map(ctx, workers, workers, slices.Values(s.Runs), one) {
		if errors.Is(err, context.Canceled) {
			err = &InterruptedError{s.Dir, "runs", p.Done, p.Total}
		}
		if err != nil {
			yield(p, err)
			return
		}
		if problem != nil {
			s.problems[p.Done] = problem
		}
		p.Done++
		p.Problem = problem
		if !yield(p, nil) {
			return
		}
	}
	if err := durable.Replace(s.File(tableFile), s.Table().WriteCSV); err != nil {
		yield(p, err)
	}
}

// trainOne begins a run, or resumes it if it is not finished.
func (s *Sweep) trainOne(ctx context.Context, r SweepRun, farm parallel.Farm, opt Options) error {
	t, err := s.open(ctx, r, opt)
	if t == nil || err != nil {
		return err
	}
	defer t.Close()
	if farm != nil {
		return t.TrainOn(ctx, farm)
	}
	for _, err := range t.Train(ctx) {
		if err != nil {
			return err
		}
	}
	return nil
}

// open returns the training of a run, nil if it is finished.
func (s *Sweep) open(ctx context.Context, r SweepRun, opt Options) (*Training, error) {
	dir := s.File(r.Dir)
	if !isRun(dir) {
		cfg, err := s.config(r)
		if err != nil {
			return nil, err
		}
		return Begin(ctx, dir, cfg, opt)
	}
	if Find(dir).State == Finished {
		return nil, nil
	}
	return Resume(ctx, dir, opt)
}
