package qlearn

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// asynchronous is a small training without past checkpoints and averages, in rounds of four
// batches.
func asynchronous() Config {
	cfg := small(TD)
	cfg.Asynchronous, cfg.Pool, cfg.Polyak, cfg.Optimizer.Coherence = true, Pool{}, 0, false
	return cfg
}

// TestAsynchronousByOne: one goroutine learns transcript after transcript as a single actor
// does; only adding changes rounds.
func TestAsynchronousByOne(t *testing.T) {
	cfg := asynchronous()
	cfg.Rule = Sarsa // and no play of its own, which a rounded weight may change
	one := cfg
	one.Asynchronous, one.Actors, one.Batch = false, 1, 12
	source := transcripts(t, randomGames(t, start(t, "4x4"), 20), false, 1)
	a, b := trainer(t, randomModel(t, smallID), cfg, source), trainer(t, randomModel(t, smallID), one, source)
	if st, want := train(t, a), train(t, b); st.Games != want.Games || st.Round != want.Round ||
		st.Updates != want.Updates {
		t.Errorf("%+v, want %+v", st, want)
	}
	moved := false
	for i, w := range b.Learned().Model.Weights {
		if got := a.Learned().Model.Weights[i]; math.Abs(got-w) > 1e-4 {
			t.Fatalf("weight %d is %v, want %v", i, got, w)
		}
		moved = moved || w != randomModel(t, smallID).Weights[i]
	}
	if !moved {
		t.Error("nothing was learned")
	}
}

// TestAsynchronousAdds: both batches of a round begin with 0 and learn c1 with α = 1/2 from
// a game that is won: each changes it by 1/2, and both count. The second to end finds the
// first one's change.
func TestAsynchronousAdds(t *testing.T) {
	l := newLab(t, rows("XO-"), Config{})
	a, b := newActor(l.q.Clone(), &l.cfg), newActor(l.q.Clone(), &l.cfg)
	h := handout{from: 3, to: 6, weights: l.q.Params()}
	for _, c := range []struct {
		a        *actor
		from, to int
	}{{a, 3, 5}, {b, 5, 6}, {newActor(l.q.Clone(), &l.cfg), 6, 6}} {
		if from, to := h.take(c.a, 2); from != c.from || to != c.to {
			t.Errorf("games %d to %d, want %d to %d", from, to, c.from, c.to)
		}
	}
	for _, a := range []*actor{a, b} {
		a.q.Begin()
		a.q.Learn(a.q.Turn(l.from.Board, c1.Set()), 0, 0.5)
	}
	h.add(b)
	l.check("one", map[string]float64{"c1": 0.5})
	h.add(a)
	l.check("both", map[string]float64{"c1": 1})
}

// TestAsynchronous: every rule learns all games on several goroutines, past checkpoints and
// averages too, resumes from a checkpoint, and the race detector is content.
func TestAsynchronous(t *testing.T) {
	for name, cfg := range variants() {
		cfg.Asynchronous = true
		tr := smallTrainer(t, cfg)
		tr.Workers = 3
		for st, err := range tr.Train(t.Context()) {
			if err != nil || st.Updates == 0 {
				t.Fatal(name, st, err)
			}
			break
		}
		again := smallTrainer(t, cfg)
		again.Workers = 2
		if err := again.Restore(checkpoint(t, tr)); err != nil {
			t.Fatal(name, err)
		}
		if st := train(t, again); st.Games != cfg.Games || again.Done() != cfg.Games {
			t.Errorf("%s: %+v", name, st)
		}
	}
}

// TestAsynchronousBrokenOff: of a round with a game that fails nothing stays.
func TestAsynchronousBrokenOff(t *testing.T) {
	cfg := asynchronous()
	failure := errors.New("no more games")
	tr := trainer(t, randomModel(t, smallID), cfg, failingAt{smallSource(t), 20, failure})
	tr.Workers = 3
	before := cloneParams(tr.q.Params())
	for _, err := range tr.Train(t.Context()) {
		if err != nil && !errors.Is(err, failure) {
			t.Error(err)
		}
		if err == nil {
			before = cloneParams(tr.q.Params())
		}
	}
	if tr.Done() != 12 || !sameParams(before, tr.q.Params()) {
		t.Errorf("%d games learned, or part of an interrupted round", tr.Done())
	}
}

// failingAt is a source that fails at one game.
type failingAt struct {
	Source
	at  int
	err error
}

func (f failingAt) Episode(n int, rng *rand.Rand) (Episode, error) {
	if n == f.at {
		return Episode{}, f.err
	}
	return f.Source.Episode(n, rng)
}
