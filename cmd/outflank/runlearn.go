package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/outflank/outflank/qlearn"
)

// A training is a run that this process trains or looks at.
type training struct {
	dir     runDir
	info    *runInfo
	data    []phaseData
	state   runState
	workers int
	step    func(games int) // called after each round
	saved   time.Time // when the last checkpoint was written
	shown   time.Time // when the other files were last written
}

// learn trains from where the state is to the end. trainer are the bytes of the
// checkpoint, nil for a run that begins.
func (r *training) learn(ctx context.Context, trainer []byte) error {
	var last learnt
	for i := r.state.Phase; i < len(r.info.Phases); i++ {
		r.state.Phase = i
		t, err := r.begin(i, last)
		if err != nil {
			return err
		}
		switch {
		case trainer != nil:
			err = r.restore(t, trainer)
			trainer = nil
		case r.state.Games == 0:
			err = r.checkpoint(t) // from here on no change of config.json passes unseen
		}
		if err != nil {
			return err
		}
		if err := r.phase(ctx, t); err != nil {
			return err
		}
		last = r.made(t)
		if i == len(r.info.Phases)-1 {
			return r.finish(ctx, t)
		}
	}
	return nil
}

// begin makes the trainer of a phase from what was learnt in the phase before it.
func (r *training) begin(i int, before learnt) (*qlearn.Trainer, error) {
	p := &r.info.Phases[i]
	from, err := p.Model.start(before, squaresOf(r.data), p.Learn.Seed)
	if err != nil {
		return nil, badInput(fmt.Errorf("phase %d: %w", i+1, err))
	}
	return newTrainer(p, &r.data[i], from, r.workers)
}

// restore goes on with a checkpoint, of which all other files are made again.
func (r *training) restore(t *qlearn.Trainer, checkpoint []byte) error {
	if err := t.Restore(checkpoint); err != nil {
		return badInput(fmt.Errorf("%s: %w: %w", r.dir.file(runCheckpoint), errCheckpoint, err))
	}
	model := r.made(t)
	kept, err := r.keepBest(model)
	if err == nil && !kept && r.state.Best != nil {
		_, err = r.readBest()
	}
	if err != nil {
		return err
	}
	return r.publish(model)
}

// phase trains a phase to its end.
func (r *training) phase(ctx context.Context, t *qlearn.Trainer) error {
	before := r.state.Games - t.Done() // games of the phases before
	if err := r.look(ctx, t); err != nil {
		return err
	}
	for st, err := range t.Train(ctx) {
		if err != nil {
			return r.stopped(t, err)
		}
		r.learnt(st, before+st.Games)
		r.step(r.state.Games)
		if err := r.look(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// look evaluates when it is time to, and saves when it is time to.
func (r *training) look(ctx context.Context, t *qlearn.Trainer) error {
	s, every := &r.state, r.info.Evaluate.Every
	ended := t.Done() == r.info.Phases[s.Phase].Learn.Games
	switch {
	case s.Evaluated < s.Games && (ended || crossed(s.Evaluated, s.Games, every)):
		return r.evaluate(ctx, t)
	case time.Since(r.saved) >= time.Duration(r.info.Output.Checkpoint):
		return r.save(t)
	}
	return nil
}

// crossed tells whether there is a multiple of every among the numbers above from, up to to.
func crossed(from, to, every int) bool { return every > 0 && to/every > from/every }

// learnt counts a round.
func (r *training) learnt(st qlearn.Stats, games int) {
	s := &r.state
	last := s.Games
	s.Games, s.Updates = games, s.Updates+st.Updates
	s.Span.add(st)
	if crossed(last, games, max(1, r.info.games()/r.info.Output.Points)) || st.Games == st.Total {
		s.Metrics = append(s.Metrics, s.Span.point(s.Phase+1, s.Games, s.Updates, st))
		s.Span = metricSpan{}
	}
}

// games returns the games of all phases.
func (info *runInfo) games() (n int) {
	for _, p := range info.Phases {
		n += p.Learn.Games
	}
	return n
}

// stopped keeps what was learnt before an error: of the round that was broken off, nothing
// has been.
func (r *training) stopped(t *qlearn.Trainer, err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	r.shown = time.Time{} // who interrupts wants to look
	if err := r.save(t); err != nil {
		return err
	}
	return r.interrupted()
}

func (r *training) interrupted() error {
	return fmt.Errorf("%w after %s of %s; go on with\n  outflank train --resume %s", errInterrupted, number(r.state.Games), plural(r.info.games(), "game"), quoteWord(r.dir.path))
}

// save writes the checkpoint and the best model, and now and then the other files.
func (r *training) save(t *qlearn.Trainer) error {
	if err := r.checkpoint(t); err != nil {
		return err
	}
	model := r.made(t)
	if _, err := r.keepBest(model); err != nil {
		return err
	}
	if time.Since(r.shown) < showInterval {
		return nil
	}
	return r.publish(model)
}

// checkpoint writes the checkpoint.
func (r *training) checkpoint(t *qlearn.Trainer) error {
	data, err := t.Checkpoint()
	if err != nil {
		return err
	}
	r.state.keepPool(t.Members())
	r.state.Config = r.info.sum
	r.saved = time.Now()
	return writeCheckpoint(r.dir.file(runCheckpoint), &r.state, data)
}

// showInterval is the shortest time between two times that the files which are made of
// checkpoints are written: the pictures take a third of a second.
const showInterval = 10 * time.Second

func (r *training) publish(model learnt) error {
	r.shown = time.Now()
	return r.dir.publish(r.info, &r.state, model)
}

// keepBest writes the best model if it is this one.
func (r *training) keepBest(model learnt) (bool, error) {
	data, sum, err := modelBytes(model)
	if err != nil || r.state.Best == nil || sum != r.state.Best.Sum {
		return false, err
	}
	return true, writeFile(r.dir.file(r.info.file(runBest)), data)
}

// readBest reads the best model and checks that it is the one that the state knows.
func (r *training) readBest() (learnt, error) {
	path := r.dir.file(r.info.file(runBest))
	model, err := r.info.last().Model.readLearnt(path)
	if err != nil {
		return model, badInput(fmt.Errorf("the run is damaged, its best model is lost: %w", err))
	}
	if _, sum, err := modelBytes(model); err != nil || sum != r.state.Best.Sum {
		return model, badInput(fmt.Errorf("%s: the run is damaged: this is not the model that was the best after %d games", path, r.state.Best.Games))
	}
	return model, nil
}

// made returns what was learnt, a model with how it came about.
func (r *training) made(t *qlearn.Trainer) learnt {
	l := learnt{t.Model(), t.Net()}
	if l.model != nil {
		l.model.Meta = r.info.meta(&r.state)
	}
	return l
}

// evaluate plays the matches, sees whether the model is the best one, and saves.
func (r *training) evaluate(ctx context.Context, t *qlearn.Trainer) error {
	e, model := &r.info.Evaluate, r.made(t)
	sum := 0.0
	var results []measurement
	for _, list := range []struct {
		matches []evalMatch
		chooses bool
	}{{e.ChooseBy, true}, {e.Report, false}} {
		for _, m := range list.matches {
			score, err := m.play(ctx, model, e.Games, e.Seed, r.workers)
			if err != nil {
				return r.stopped(t, err) // the evaluation is made again
			}
			results = append(results, measurement{r.state.Games, m, list.chooses, score})
			if list.chooses {
				sum += score.Score / float64(len(e.ChooseBy))
			}
		}
	}
	r.state.Evaluations, r.state.Evaluated = append(r.state.Evaluations, results...), r.state.Games
	if best := r.state.Best; best == nil || len(e.ChooseBy) == 0 || sum > best.Score {
		_, crc, err := modelBytes(model)
		if err != nil {
			return err
		}
		r.state.Best = &bestModel{r.state.Games, sum, crc}
	}
	return r.save(t)
}

// finish reports the best model.
func (r *training) finish(ctx context.Context, t *qlearn.Trainer) error {
	e := &r.info.Evaluate
	best, err := r.readBest()
	if err != nil {
		return err
	}
	for _, m := range e.Report[len(r.state.Final):] {
		m.Games = 0 // those of the report
		score, err := m.play(ctx, best, e.Final, e.Seed+1, r.workers)
		if err != nil {
			return r.stopped(t, err)
		}
		r.state.Final = append(r.state.Final, measurement{r.state.Best.Games, m, false, score})
		if err := r.save(t); err != nil {
			return err
		}
	}
	if r.state.Done {
		return nil
	}
	return r.end(t)
}

// end says in the checkpoint that the run is done, after all other files have been written:
// who kills it before that finds a run that goes on.
func (r *training) end(t *qlearn.Trainer) error {
	r.shown = time.Time{}
	if err := r.save(t); err != nil {
		return err
	}
	r.state.Done = true
	return r.checkpoint(t)
}
