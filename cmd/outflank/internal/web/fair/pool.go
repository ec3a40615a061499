package fair

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

const (
	slice       = 10 * time.Millisecond
	keptClients = 1024 // number of clients beyond which idle ones are forgotten
)

// A Pool divides the time of a number of threads. It is safe for concurrent use.
type Pool struct {
	Threads int // number of places; only for reading

	mu      sync.Mutex
	free    int       // free places
	waiting []*waiter // in order of arrival
	clients map[string]*client
	least   time.Duration // time used by the client that got the latest place
}

// A client counts the time that all tasks of a client have used.
type client struct {
	active int // number of its searches that wait or hold places
	used   time.Duration
	least  time.Duration // time used by the task that got the latest place
}

// An Account counts the time that the searches of a task have used. Its pool guards it.
type Account struct {
	pool   *Pool
	client string
	idle   bool          // gets places only while no others wait
	quick  time.Duration // time that is left with precedence over the client's other tasks
	used   time.Duration
}

// A waiter waits for places.
type waiter struct {
	client  *client
	account *Account
	places  int
	ready   chan struct{} // closed when the waiter gets the places
}

// NewPool returns a pool that runs threads concurrently, at least 1.
func NewPool(threads int) *Pool {
	return &Pool{Threads: threads, free: threads, clients: map[string]*client{}}
}

// Account returns the account of a new task of a client. For the time quick, its searches take precedence
// over other tasks of that client, so that short tasks don't wait for long ones.
func (p *Pool) Account(client string, quick time.Duration) *Account {
	return &Account{pool: p, client: client, quick: quick}
}

// Idle returns the account of a task that gets places only while no task of a client waits for one.
func (p *Pool) Idle() *Account { return &Account{pool: p, idle: true} }

// of returns the client of an account. The caller holds the lock.
func (p *Pool) of(a *Account) *client {
	c := p.clients[a.client]
	if c == nil {
		if len(p.clients) >= keptClients {
			for name, c := range p.clients {
				if c.active == 0 {
					delete(p.clients, name)
				}
			}
		}
		c = new(client)
		p.clients[a.client] = c
	}
	return c
}

// acquire waits for a number of places. It returns false if ctx ends first. Idle time gives no priority over
// others.
func (a *Account) acquire(ctx context.Context, places int) bool {
	a.pool.mu.Lock()
	c := a.pool.of(a)
	c.active++
	c.used, a.used = max(c.used, a.pool.least), max(a.used, c.least)
	return a.wait(ctx, places)
}

// renew charges the time for which places were used, and waits for others.
func (a *Account) renew(ctx context.Context, places int, used time.Duration) bool {
	a.pool.mu.Lock()
	a.charge(places, used)
	return a.wait(ctx, places)
}

// wait waits for places. The caller holds the lock, which wait gives up.
func (a *Account) wait(ctx context.Context, places int) bool {
	p := a.pool
	w := &waiter{p.of(a), a, places, make(chan struct{})}
	p.waiting = append(p.waiting, w)
	p.pass()
	p.mu.Unlock()
	select {
	case <-w.ready:
		return true
	case <-ctx.Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		w.client.active--
		if i := slices.Index(p.waiting, w); i >= 0 {
			p.waiting = slices.Delete(p.waiting, i, i+1)
		} else { // it got the places at the same moment
			p.free += places
		}
		p.pass()
		return false
	}
}

// release gives up places and charges the time for which they were used.
func (a *Account) release(places int, used time.Duration) {
	a.pool.mu.Lock()
	defer a.pool.mu.Unlock()
	a.charge(places, used)
	a.pool.of(a).active--
	a.pool.pass()
}

// charge takes places back and charges the time for which they were used. The caller holds the lock.
func (a *Account) charge(places int, used time.Duration) {
	a.pool.of(a).used += used * time.Duration(places)
	quick := min(a.quick, used)
	a.quick -= quick
	a.used += used - quick
	a.pool.free += places
}

// pass gives free places to waiting searches. If the first one needs more than are free, all wait for it. The
// caller holds the lock.
func (p *Pool) pass() {
	for p.free > 0 && len(p.waiting) > 0 {
		w := slices.MinFunc(p.waiting, before)
		if w.places > p.free {
			return
		}
		i := slices.Index(p.waiting, w)
		p.waiting = slices.Delete(p.waiting, i, i+1)
		p.free -= w.places
		p.least, w.client.least = max(p.least, w.client.used), max(w.client.least, w.account.used)
		close(w.ready)
	}
}

// before compares waiters; the lesser one gets a place first.
func before(a, b *waiter) int {
	if a.account.idle != b.account.idle {
		return precedence(b.account.idle)
	}
	if order := cmp.Compare(a.client.used, b.client.used); order != 0 {
		return order
	}
	if quick := a.account.quick > 0; quick != (b.account.quick > 0) {
		return precedence(quick)
	}
	return cmp.Compare(a.account.used, b.account.used)
}

// precedence returns the order of two waiters, of which the first or else the second takes precedence.
func precedence(first bool) int {
	if first {
		return -1
	}
	return 1
}

// A Turn is the context of a search that takes turns. Searches regularly ask their context whether to stop; a
// turn uses these calls to offer its places to other searches. The threads of a search may share a turn.
type Turn struct {
	context.Context
	account *Account
	places  int

	mu    sync.Mutex
	held  bool
	since time.Time // when it took the places
}

// Turn returns the context of a search on a number of threads.
func (a *Account) Turn(ctx context.Context, threads int) *Turn {
	return &Turn{Context: ctx, account: a, places: threads}
}

// Begin waits for the places. It returns false if the context ends first.
func (t *Turn) Begin() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.held = t.account.acquire(t.Context, t.places)
	t.since = time.Now()
	return t.held
}

// End gives the places up.
func (t *Turn) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held {
		t.held = false
		t.account.release(t.places, time.Since(t.since))
	}
}

// Err gives the places up if the time slice is over, and then waits for places or the end of the context. It
// yields the processor first, so that requests take precedence over waiting searches.
func (t *Turn) Err() error {
	t.mu.Lock()
	if used := time.Since(t.since); t.held && used >= slice {
		runtime.Gosched()
		t.held = t.account.renew(t.Context, t.places, used)
		t.since = time.Now()
	}
	t.mu.Unlock()
	return t.Context.Err()
}
