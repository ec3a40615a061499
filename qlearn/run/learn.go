package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn"
)

// A Training is a run that this process trains or looks at.
type Training struct {
	Dir     Dir
	Info    *Info
	Data    []Data
	State   State
	Workers int
	Step    func(games int) // called after each round
	Saved   time.Time       // when the last checkpoint was written
	Shown   time.Time       // when the other files were last written
}

// Learn trains from where the state is to the end. trainer are the bytes of the
// checkpoint, nil for a run that begins.
func (r *Training) Learn(ctx context.Context, trainer []byte) error {
	var last Learned
	for i := r.State.Phase; i < len(r.Info.Phases); i++ {
		r.State.Phase = i
		t, err := r.begin(i, last)
		if err != nil {
			return err
		}
		switch {
		case trainer != nil:
			err = r.restore(t, trainer)
			trainer = nil
		case r.State.Games == 0:
			err = r.checkpoint(t) // from here on no change of config.json passes unseen
		}
		if err != nil {
			return err
		}
		if err := r.phase(ctx, t); err != nil {
			return err
		}
		last = r.made(t)
		if i == len(r.Info.Phases)-1 {
			return r.finish(ctx, t)
		}
	}
	return nil
}

// begin makes the trainer of a phase from what was learnt in the phase before it.
func (r *Training) begin(i int, before Learned) (*qlearn.Trainer, error) {
	p := &r.Info.Phases[i]
	from, err := p.Model.Start(before, SquaresOf(r.Data), p.Learn.Seed)
	if err != nil {
		return nil, fault.BadInput(fmt.Errorf("phase %d: %w", i+1, err))
	}
	return NewTrainer(p, &r.Data[i], from, r.Workers)
}

// restore goes on with a checkpoint, of which all other files are made again.
func (r *Training) restore(t *qlearn.Trainer, checkpoint []byte) error {
	if err := t.Restore(checkpoint); err != nil {
		return fault.BadInput(fmt.Errorf("%s: %w: %w", r.Dir.File(checkpointFile), errCheckpoint, err))
	}
	model := r.made(t)
	kept, err := r.keepBest(model)
	if err == nil && !kept && r.State.Best != nil {
		_, err = r.readBest()
	}
	if err != nil {
		return err
	}
	return r.publish(model)
}

// phase trains a phase to its end.
func (r *Training) phase(ctx context.Context, t *qlearn.Trainer) error {
	before := r.State.Games - t.Done() // games of the phases before
	if err := r.look(ctx, t); err != nil {
		return err
	}
	for st, err := range t.Train(ctx) {
		if err != nil {
			return r.stopped(t, err)
		}
		r.learnt(st, before+st.Games)
		r.Step(r.State.Games)
		if err := r.look(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// look evaluates when it is time to, and saves when it is time to.
func (r *Training) look(ctx context.Context, t *qlearn.Trainer) error {
	s, every := &r.State, r.Info.Evaluate.Every
	ended := t.Done() == r.Info.Phases[s.Phase].Learn.Games
	switch {
	case s.Evaluated < s.Games && (ended || Crossed(s.Evaluated, s.Games, every)):
		return r.evaluate(ctx, t)
	case time.Since(r.Saved) >= time.Duration(r.Info.Output.Checkpoint):
		return r.save(t)
	}
	return nil
}

// Crossed tells whether there is a multiple of every among the numbers above from, up to to.
func Crossed(from, to, every int) bool { return every > 0 && to/every > from/every }

// learnt counts a round.
func (r *Training) learnt(st qlearn.Stats, games int) {
	s := &r.State
	last := s.Games
	s.Games, s.Updates = games, s.Updates+st.Updates
	s.Span.Add(st)
	if Crossed(last, games, max(1, r.Info.Games()/r.Info.Output.Points)) || st.Games == st.Total {
		s.Metrics = append(s.Metrics, s.Span.Point(s.Phase+1, s.Games, s.Updates, st))
		s.Span = MetricSpan{}
	}
}

// Games returns the games of all phases.
func (info *Info) Games() (n int) {
	for _, p := range info.Phases {
		n += p.Learn.Games
	}
	return n
}

// stopped keeps what was learnt before an error: of the round that was broken off, nothing
// has been.
func (r *Training) stopped(t *qlearn.Trainer, err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	r.Shown = time.Time{} // who interrupts wants to look
	if err := r.save(t); err != nil {
		return err
	}
	return r.interrupted()
}

func (r *Training) interrupted() error {
	return fmt.Errorf("%w after %s of %s; go on with\n  outflank train --resume %s", fault.ErrInterrupted, report.Number(r.State.Games), report.Plural(r.Info.Games(), "game"), report.Quote(r.Dir.Path))
}

// save writes the checkpoint and the best model, and now and then the other files.
func (r *Training) save(t *qlearn.Trainer) error {
	if err := r.checkpoint(t); err != nil {
		return err
	}
	model := r.made(t)
	if _, err := r.keepBest(model); err != nil {
		return err
	}
	if time.Since(r.Shown) < showInterval {
		return nil
	}
	return r.publish(model)
}

// checkpoint writes the checkpoint.
func (r *Training) checkpoint(t *qlearn.Trainer) error {
	data, err := t.Checkpoint()
	if err != nil {
		return err
	}
	r.State.keepPool(t.Members())
	r.State.Config = r.Info.sum
	r.Saved = time.Now()
	return writeCheckpoint(r.Dir.File(checkpointFile), &r.State, data)
}

// showInterval is the shortest time between two times that the files which are made of
// checkpoints are written: the pictures take a third of a second.
const showInterval = 10 * time.Second

func (r *Training) publish(model Learned) error {
	r.Shown = time.Now()
	return r.Dir.publish(r.Info, &r.State, model)
}

// keepBest writes the best model if it is this one.
func (r *Training) keepBest(model Learned) (bool, error) {
	data, sum, err := modelBytes(model)
	if err != nil || r.State.Best == nil || sum != r.State.Best.Sum {
		return false, err
	}
	return true, durable.WriteFile(r.Dir.File(r.Info.File(BestFile)), data)
}

// readBest reads the best model and checks that it is the one that the state knows.
func (r *Training) readBest() (Learned, error) {
	path := r.Dir.File(r.Info.File(BestFile))
	model, err := r.Info.Last().Model.ReadLearnt(path)
	if err != nil {
		return model, fault.BadInput(fmt.Errorf("the run is damaged, its best model is lost: %w", err))
	}
	if _, sum, err := modelBytes(model); err != nil || sum != r.State.Best.Sum {
		return model, fault.BadInput(fmt.Errorf("%s: the run is damaged: this is not the model that was the best after %d games", path, r.State.Best.Games))
	}
	return model, nil
}

// made returns what was learnt, a model with how it came about.
func (r *Training) made(t *qlearn.Trainer) Learned {
	l := Learned{t.Model(), t.Net()}
	if l.Model != nil {
		l.Model.Meta = r.Info.meta(&r.State)
	}
	return l
}

// evaluate plays the matches, sees whether the model is the best one, and saves.
func (r *Training) evaluate(ctx context.Context, t *qlearn.Trainer) error {
	e, model := &r.Info.Evaluate, r.made(t)
	sum := 0.0
	var results []Measurement
	for _, list := range []struct {
		matches []EvalMatch
		chooses bool
	}{{e.ChooseBy, true}, {e.Report, false}} {
		for _, m := range list.matches {
			score, err := m.play(ctx, model, e.Games, e.Seed, r.Workers)
			if err != nil {
				return r.stopped(t, err) // the evaluation is made again
			}
			results = append(results, Measurement{r.State.Games, m, list.chooses, score})
			if list.chooses {
				sum += score.Score / float64(len(e.ChooseBy))
			}
		}
	}
	r.State.Evaluations, r.State.Evaluated = append(r.State.Evaluations, results...), r.State.Games
	if best := r.State.Best; best == nil || len(e.ChooseBy) == 0 || sum > best.Score {
		_, crc, err := modelBytes(model)
		if err != nil {
			return err
		}
		r.State.Best = &BestModel{r.State.Games, sum, crc}
	}
	return r.save(t)
}

// finish reports the best model.
func (r *Training) finish(ctx context.Context, t *qlearn.Trainer) error {
	e := &r.Info.Evaluate
	best, err := r.readBest()
	if err != nil {
		return err
	}
	for _, m := range e.Report[len(r.State.Final):] {
		m.Games = 0 // those of the report
		score, err := m.play(ctx, best, e.Final, e.Seed+1, r.Workers)
		if err != nil {
			return r.stopped(t, err)
		}
		r.State.Final = append(r.State.Final, Measurement{r.State.Best.Games, m, false, score})
		if err := r.save(t); err != nil {
			return err
		}
	}
	if r.State.Done {
		return nil
	}
	return r.end(t)
}

// end says in the checkpoint that the run is done, after all other files have been written:
// who kills it before that finds a run that goes on.
func (r *Training) end(t *qlearn.Trainer) error {
	r.Shown = time.Time{}
	if err := r.save(t); err != nil {
		return err
	}
	r.State.Done = true
	return r.checkpoint(t)
}
