package qlearn

import (
	"cmp"
	"context"
	"sync"
)

// A handout gives the games of a round to asynchronous actors, batch by batch, and with
// them the weights as they are.
type handout struct {
	mu          sync.Mutex // guards what follows
	from, to    int        // games of the round that no actor has taken
	weights     [][]float32
	interrupted bool // whether an actor has failed
}

// asynchronously has each actor learn one batch after the other until none is left. The
// weights change as soon as a batch is done (asynchronous one-step Q-learning, Mnih et al.
// 2016, but with a lock).
func (t *Trainer) asynchronously(ctx context.Context, games, workers int) error {
	for len(t.actors) < workers {
		t.actors = append(t.actors, newActor(t.q.Clone(), &t.cfg))
	}
	h := handout{from: t.done, to: t.done + games, weights: t.q.Params()}
	errs := make([]error, len(t.actors))
	for _, a := range t.actors {
		t.begin(a)
	}
	together(workers, func(w int) { errs[w] = t.learnBatches(ctx, t.actors[w], &h) })
	return cmp.Or(errs...)
}

// learnBatches has an actor learn as long as there are games.
func (t *Trainer) learnBatches(ctx context.Context, a *actor, h *handout) error {
	for {
		from, to := h.take(a, t.cfg.Batch)
		if from == to {
			return nil
		}
		if err := t.learnGames(ctx, a, from, to); err != nil {
			h.stop()
			return err
		}
		h.add(a)
	}
}

// take gives an actor the next games, none at the end, and the weights.
func (h *handout) take(a *actor, batch int) (from, to int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.interrupted {
		return 0, 0
	}
	from = h.from
	h.from = min(h.from+batch, h.to)
	if a.before == nil {
		a.before = cloneParams(h.weights)
	}
	copyParams(a.before, h.weights)
	copyParams(a.q.Params(), h.weights)
	return from, h.from
}

// add adds what an actor has changed.
func (h *handout) add(a *actor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for k, own := range a.q.Params() {
		addChanges(h.weights[k], own, a.before[k])
	}
}

// addChanges adds what own has become since before. What has not changed adds nothing, and
// -0, which leaves even -0 as it is.
func addChanges(into, own, before []float32) {
	own, before = own[:len(into)], before[:len(into)]
	for i, x := range before {
		into[i] -= x - own[i]
	}
}

// stop leaves the others nothing to take.
func (h *handout) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.interrupted = true
}
