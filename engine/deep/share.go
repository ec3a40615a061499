package deep

import (
	"sync"
	"sync/atomic"
)

// shareDepth is the smallest remaining depth at which the moves of a node are shared. Below it, sharing costs
// more than it saves.
const shareDepth = 9

// A split is a node whose later moves several workers search.
type split struct {
	parent  *split
	node    node
	alpha   int
	stop    atomic.Bool // a move was good enough
	helpers sync.WaitGroup

	mu       sync.Mutex
	list     []move
	next     int // index of the next move to try
	best, at int
}

// mayShare reports whether a node is large enough to share and a worker is idle.
func (r *running) mayShare(n *node) bool {
	return r.idle.Load() > 0 && n.depth >= shareDepth
}

// share does what scout does for list[from:], together with workers that are or become idle. list[at] is the
// best move so far. While the others finish, this worker's thread counts as idle, so they can use it.
func (w *worker) share(n *node, list []move, from, alpha, best, at int) (int, int) {
	s := &split{parent: w.group, node: *n, alpha: alpha, list: list, next: from, best: best, at: at}
	w.group = s
	w.help(s, n)
	w.search.idle.Add(1)
	s.helpers.Wait()
	w.search.idle.Add(-1)
	w.group = s.parent
	w.stopped = w.mustStop()
	return s.best, s.at
}

// help searches moves of a split until none are left. n is the node of the split, with its level on this
// worker's stack.
func (w *worker) help(s *split, n *node) {
	for {
		m, i, more := s.take()
		if i < 0 {
			return
		}
		if more && w.search.engage() {
			s.helpers.Add(1)
			go w.search.helper(s)
		}
		score := w.play(n, &m, s.alpha)
		if w.stopped {
			return
		}
		s.report(score, i)
	}
}

// take returns the next move with its index, or -1 if there is none, and reports whether there are more.
func (s *split) take() (m move, i int, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next >= len(s.list) || s.stop.Load() {
		return move{}, -1, false
	}
	i = s.next
	s.next++
	return *next(s.list, i), i, s.next < len(s.list)
}

// report records the value of a move.
func (s *split) report(score, i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if score > s.best && !s.stop.Load() {
		s.best, s.at = score, i
		s.stop.Store(score > s.alpha)
	}
}

// engage reserves an idle thread, if there is one.
func (r *running) engage() bool {
	if r.idle.Add(-1) >= 0 {
		return true
	}
	r.idle.Add(1)
	return false
}

// helper works on a split in its own goroutine.
func (r *running) helper(s *split) {
	w := r.engine.borrow(r)
	w.group = s
	n := s.node
	n.ply = 0
	w.prepare(&n)
	w.eval.Reset(n.mine, n.theirs)
	w.help(s, &n)
	r.engine.giveBack(w)
	r.idle.Add(1)
	s.helpers.Done()
}
