package run

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/run/internal/tensorboard"
)

// A Training is a run that this process trains. Until Close, it is locked against other processes. It is not
// safe for concurrent use.
type Training struct {
	Info  *Info // its settings; read-only
	State State // its state; read-only

	here         *Config // the configuration with this machine's paths; on a farm they differ from those in Info
	folder       folder
	data         []Data // by phase
	opt          Options
	times        *tensorboard.Clock // times of steps in the event file
	checkpointed []byte             // the trainer's part of the checkpoint; nil = a new run
	saved        time.Time          // time of the last checkpoint
	shown        time.Time          // time when the other files were last written
	show         bool               // write the other files next time in any case
}

// Dir returns the run's folder.
func (r *Training) Dir() string { return r.folder.path }

// BestPath returns the path of the best model.
func (r *Training) BestPath() string { return r.folder.file(r.Info.File(BestFile)) }

// Close unlocks the run for other processes.
func (r *Training) Close() { r.folder.unlock() }

// Progress is the progress of a training.
type Progress struct {
	Phase int // from 0
	Games int // games learned from so far, in all phases
	Total int // number of games of all phases
}

// errStopped ends a training when the consumer breaks.
var errStopped = errors.New("break")

// Train trains the rest of the run and yields after each round. It evaluates and writes files as configured.
// If ctx is cancelled or the consumer breaks, it saves its state. A cancelled ctx causes an
// [*InterruptedError]. A consumer that breaks gets no error; if the state cannot be saved, the previous
// checkpoint stays. Train must be called only once: to continue, close the run and [Resume] it.
func (r *Training) Train(ctx context.Context) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		r.saved, r.shown = r.opt.Now(), r.opt.Now()
		r.times.Note(r.State.Games)
		err := r.train(ctx, func() bool { return yield(r.progress(), nil) })
		if err != nil && !errors.Is(err, errStopped) {
			yield(r.progress(), err)
		}
	}
}

func (r *Training) progress() Progress {
	return Progress{Phase: r.State.Phase, Games: r.State.Games, Total: r.Info.Games()}
}

// train trains the remaining phases. After each round it calls next, which reports whether to continue.
func (r *Training) train(ctx context.Context, next func() bool) error {
	var last qlearn.Learned
	for i := r.State.Phase; i < len(r.Info.Phases); i++ {
		r.State.Phase = i
		t, err := r.begin(i, last)
		if err != nil {
			return err
		}
		switch {
		case r.checkpointed != nil:
			err = r.restore(t)
		case r.State.Games == 0:
			err = r.checkpoint(t) // from now on, changes to config.json are detected
		}
		if err != nil {
			return err
		}
		if err := r.trainPhase(ctx, t, next); err != nil {
			return err
		}
		last = r.snapshot(t)
		if i == len(r.Info.Phases)-1 {
			return r.finish(ctx, t)
		}
	}
	return nil
}

// begin creates the trainer of a phase from the weights learned in the previous phase.
func (r *Training) begin(i int, before qlearn.Learned) (*qlearn.Trainer, error) {
	p := &r.here.Phases[i]
	from, err := p.Model.start(before, squaresOf(r.data), p.Learn.Seed)
	if err != nil {
		return nil, fault.BadInputf("phase %d: %w", i+1, err)
	}
	return newTrainer(p, &r.data[i], from, r.opt.Workers)
}

// restore restores the trainer from the checkpoint and derives all other files from it again.
func (r *Training) restore(t *qlearn.Trainer) error {
	err := t.Restore(r.checkpointed)
	if r.checkpointed = nil; err != nil {
		return fault.BadInputf("%s: %w: %w", r.folder.file(CheckpointFile), errCheckpoint, err)
	}
	model := r.snapshot(t)
	kept, err := r.keepBest(model)
	if err == nil && !kept && r.State.Best != nil {
		_, err = r.readBest()
	}
	if err != nil {
		return err
	}
	return r.publish(model)
}

// trainPhase trains a phase to its end.
func (r *Training) trainPhase(ctx context.Context, t *qlearn.Trainer, next func() bool) (err error) {
	before := r.State.Games - t.Done() // number of games in earlier phases
	if err := r.evaluateOrSave(ctx, t); err != nil {
		return err
	}
	end, err := learnOn(ctx, r.opt.Farm, t, *r.here, r.data, r.State.Phase)
	if err != nil {
		return err
	}
	defer func() { err = end(err) }()
	for st, err := range t.Train(ctx) {
		if err != nil {
			return r.stopped(t, err)
		}
		r.count(st, before+st.Games)
		if !next() {
			return errors.Join(errStopped, r.save(t))
		}
		if err := r.evaluateOrSave(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// evaluateOrSave evaluates if an evaluation is due; otherwise it saves if a checkpoint is due.
func (r *Training) evaluateOrSave(ctx context.Context, t *qlearn.Trainer) error {
	s, every := &r.State, r.Info.Evaluate.Every
	ended := t.Done() == r.Info.Phases[s.Phase].Learn.Games
	switch {
	case s.Evaluated < s.Games && (ended || crossed(s.Evaluated, s.Games, every)):
		return r.evaluate(ctx, t)
	case r.opt.Now().Sub(r.saved) >= time.Duration(r.Info.Output.Checkpoint):
		return r.save(t)
	}
	return nil
}

// crossed reports whether a multiple of every is in the range from+1 to to.
func crossed(from, to, every int) bool { return every > 0 && to/every > from/every }

// count adds a round to the state.
func (r *Training) count(st qlearn.Stats, games int) {
	s := &r.State
	last := s.Games
	s.Games, s.Updates = games, s.Updates+st.Updates
	s.Span.add(st)
	if crossed(last, games, max(1, r.Info.Games()/r.Info.Output.Points)) || st.Games == st.Total {
		s.Metrics = append(s.Metrics, s.Span.point(s.Phase+1, s.Games, s.Updates, st))
		s.Span = span{}
		r.times.Note(s.Games)
	}
}

// Games returns the number of games of all phases.
func (info *Info) Games() int { return info.before(len(info.Phases)) }

// stopped saves the state before an interruption. The interrupted round is not part of it.
func (r *Training) stopped(t *qlearn.Trainer, err error) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	r.show = true // the files must be current after an interruption
	if err := r.save(t); err != nil {
		return err
	}
	return &InterruptedError{r.Dir(), "games", r.State.Games, r.Info.Games()}
}

// save writes the checkpoint and the best model, and from time to time the other files.
func (r *Training) save(t *qlearn.Trainer) error {
	if err := r.checkpoint(t); err != nil {
		return err
	}
	model := r.snapshot(t)
	if _, err := r.keepBest(model); err != nil {
		return err
	}
	if !r.show && r.opt.Now().Sub(r.shown) < showInterval {
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
	r.saved = r.opt.Now()
	return writeCheckpoint(r.folder.file(CheckpointFile), &r.State, data)
}

// showInterval is the minimum interval between updates of the files derived from checkpoints. Drawing the
// pictures takes a third of a second.
const showInterval = 10 * time.Second

func (r *Training) publish(model qlearn.Learned) error {
	r.shown, r.show = r.opt.Now(), false
	return r.folder.publish(r.Info, &r.State, model, r.times)
}

// keepBest writes the model if it is the best one.
func (r *Training) keepBest(model qlearn.Learned) (bool, error) {
	data, sum, err := modelBytes(model)
	if err != nil || r.State.Best == nil || sum != r.State.Best.Sum {
		return false, err
	}
	return true, durable.WriteFile(r.folder.file(r.Info.File(BestFile)), data)
}

// readBest reads the best model and checks its sum against the state.
func (r *Training) readBest() (qlearn.Learned, error) {
	path := r.folder.file(r.Info.File(BestFile))
	model, err := r.Info.Last().Model.read(path)
	if err != nil {
		return model, fault.BadInputf("the run is damaged, its best model is lost: %w", err)
	}
	if _, sum, err := modelBytes(model); err != nil || sum != r.State.Best.Sum {
		return model, fault.BadInputf("%s: the run is damaged: this is not the model that was the best after %d "+
			"games", path, r.State.Best.Games)
	}
	return model, nil
}

// snapshot returns the learned weights; a model includes metadata about its training.
func (r *Training) snapshot(t *qlearn.Trainer) qlearn.Learned {
	l := t.Learned()
	if l.Model != nil {
		l.Model.Meta = r.Info.meta(&r.State)
	}
	return l
}

// evaluate plays the matches, keeps the model if it is the best so far, and saves.
func (r *Training) evaluate(ctx context.Context, t *qlearn.Trainer) error {
	e, here, model := &r.Info.Evaluate, &r.here.Evaluate, r.snapshot(t)
	sum := 0.0
	var results []Measurement
	for _, list := range []struct {
		matches []Match
		here    []Match
		selects bool
	}{{e.SelectBy, here.SelectBy, true}, {e.TestOn, here.TestOn, false}} {
		for i, m := range list.matches {
			score, err := list.here[i].play(ctx, model, e.Games, e.Seed, r.opt)
			if err != nil {
				return r.stopped(t, err) // Resume repeats the evaluation
			}
			results = append(results, Measurement{r.State.Games, m, list.selects, score})
			if list.selects {
				sum += score.Score / float64(len(e.SelectBy))
			}
		}
	}
	r.State.Evaluations, r.State.Evaluated = append(r.State.Evaluations, results...), r.State.Games
	if best := r.State.Best; best == nil || len(e.SelectBy) == 0 || sum > best.Score {
		_, crc, err := modelBytes(model)
		if err != nil {
			return err
		}
		r.State.Best = &Best{r.State.Games, sum, crc}
	}
	return r.save(t)
}

// finish tests the best model.
func (r *Training) finish(ctx context.Context, t *qlearn.Trainer) error {
	e := &r.Info.Evaluate
	best, err := r.readBest()
	if err != nil {
		return err
	}
	for i := len(r.State.Final); i < len(e.TestOn); i++ {
		m, here := e.TestOn[i], r.here.Evaluate.TestOn[i]
		m.Games, here.Games = 0, 0 // so that Final sets the number
		score, err := here.play(ctx, best, e.Final, e.Seed+1, r.opt)
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

// end marks the run as finished in the checkpoint, after writing all other files. A run that is killed before
// this can be resumed.
func (r *Training) end(t *qlearn.Trainer) error {
	r.show = true
	if err := r.save(t); err != nil {
		return err
	}
	r.State.Done = true
	return r.checkpoint(t)
}
