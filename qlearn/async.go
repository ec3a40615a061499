package qlearn

import (
	"cmp"
	"context"
	"sync"
)

// A handout gives asynchronous actors batches of a round's games, together with the current weights.
type handout struct {
	mu          sync.Mutex // guards the fields below
	from, to    int        // games of the round not yet taken
	weights     [][]float32
	interrupted bool // whether an actor has failed
}

// asynchronously makes the actors learn batch after batch until no games are left. The weights change as soon
// as a batch is done. This is asynchronous one-step Q-learning (Mnih et al. 2016), but with a lock.
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

// learnBatches makes an actor learn until no games are left.
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

// take gives an actor the current weights and the range of its next games, which is empty at the end.
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

// add adds an actor's changes to the weights.
func (h *handout) add(a *actor) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for k, own := range a.q.Params() {
		addChanges(h.weights[k], own, a.before[k])
	}
}

// addChanges adds the changes from before to own to into. For an unchanged weight it adds -0, which preserves
// both 0 and -0.
func addChanges(into, own, before []float32) {
	own, before = own[:len(into)], before[:len(into)]
	for i, x := range before {
		into[i] -= x - own[i]
	}
}

// stop ends the handout: no games are left to take.
func (h *handout) stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.interrupted = true
}
