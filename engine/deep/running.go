package deep

import (
	"context"
	"sync/atomic"
)

// running holds the data that the workers of a search share.
type running struct {
	engine *Engine
	ctx    context.Context
	stop   atomic.Bool   // set by the context, the node limit or the receiver
	nodes  atomic.Uint64 // visited positions reported by the workers
	max    uint64        // 0 = no limit
	idle   atomic.Int32  // number of idle threads

	valueDepth int // see valueDepth in order.go
}

// begin starts a search that ends when ctx ends.
func (e *Engine) begin(ctx context.Context) *running {
	if e.table == nil {
		e.table = newTable(e.opt.TableBytes)
	}
	r := &running{engine: e, ctx: ctx, max: e.opt.Nodes, valueDepth: valueDepth}
	r.idle.Store(int32(e.threads() - 1))
	return r
}

// limited reports whether a node or time limit may interrupt the search.
func (r *running) limited() bool {
	_, deadline := r.ctx.Deadline()
	return deadline || r.max > 0
}

// borrow returns a worker for a search.
func (e *Engine) borrow(r *running) *worker {
	e.mu.Lock()
	defer e.mu.Unlock()
	var w *worker
	if n := len(e.workers); n > 0 {
		w, e.workers = e.workers[n-1], e.workers[:n-1]
	} else {
		w = &worker{table: e.table, eval: e.opt.evaluator(), cuts: e.cuts}
	}
	w.search, w.group, w.stopped = r, nil, false
	w.nodes, w.told, w.poll = 0, 0, 0
	w.killers = [maxPly]uint8{}
	return w
}

// giveBack ends a worker's part in a search.
func (e *Engine) giveBack(w *worker) {
	w.tell()
	e.mu.Lock()
	defer e.mu.Unlock()
	e.workers = append(e.workers, w)
}

// tell adds the worker's visited positions to the search's nodes.
func (w *worker) tell() uint64 {
	sum := w.search.nodes.Add(w.nodes - w.told)
	w.told = w.nodes
	return sum
}

// look checks whether to stop. It polls the context, because a callback at the context's end might wait for a
// free thread while all threads are searching.
func (w *worker) look() {
	r := w.search
	sum := w.tell()
	if r.ctx.Err() != nil {
		r.stop.Store(true)
	}
	w.poll = w.nodes + pollEvery
	if r.max != 0 {
		if sum >= r.max {
			r.stop.Store(true)
		} else {
			w.poll = min(w.poll, w.nodes+r.max-sum)
		}
	}
	w.stopped = w.mustStop()
}

// mustStop reports whether the search, or a split that this worker's work belongs to, has been stopped.
func (w *worker) mustStop() bool {
	for s := w.group; s != nil; s = s.parent {
		if s.stop.Load() {
			return true
		}
	}
	return w.search.stop.Load()
}
