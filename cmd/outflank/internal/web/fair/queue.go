package fair

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// askAgain is the time after which a client may try to join a full queue again.
const askAgain = 3 * time.Second

// A Queue gives a number of places to clients in turn. It is safe for concurrent use.
type Queue struct {
	Places int    // number of places, at least 1
	Most   int    // maximum number of tickets, for those with a place and those that wait; 0 = any
	What   string // name of the waiting computations in errors, such as "statistics"

	mu      sync.Mutex
	number  int       // of the latest ticket
	turn    int       // latest turn that got a place
	tickets []*Ticket // those with a place first, then in the order in which they get one
}

// A Ticket is a place in a queue.
type Ticket struct {
	queue        *Queue
	client       string
	number, turn int
	ready        chan struct{} // closed when it has one of the places
	has          bool
}

// Join adds a ticket to the end of a client's turns. It fails if the queue is full, or if half of it belongs
// to the client.
func (q *Queue) Join(client string) (*Ticket, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	mine, turn := 0, q.turn
	for _, t := range q.tickets {
		if t.client == client {
			mine++
			turn = max(turn, t.turn+1)
		}
	}
	switch {
	case q.Most == 0:
	case len(q.tickets) >= q.Most:
		return nil, wire.Busy(askAgain, fmt.Errorf("the queue is full, with %d %s: try again later", len(q.tickets),
			q.What))
	case 2*mine >= q.Most:
		return nil, wire.Fail(http.StatusTooManyRequests,
			fmt.Errorf("%d of your %s are in the queue: try again later", mine, q.What))
	}
	q.number++
	t := &Ticket{queue: q, client: client, number: q.number, turn: turn, ready: make(chan struct{})}
	q.tickets = append(q.tickets, t)
	q.pass()
	return t, nil
}

// pass orders the tickets and gives them the places. A client has at most three quarters of several places.
// The caller holds the lock.
func (q *Queue) pass() {
	waits := map[bool]int{false: 1}
	slices.SortFunc(q.tickets, func(a, b *Ticket) int {
		return cmp.Or(waits[a.has]-waits[b.has], a.turn-b.turn, a.number-b.number)
	})
	held, most := map[string]int{}, max(1, 3*q.Places/4)
	used := 0
	for _, t := range q.tickets {
		if !t.has && used < q.Places && held[t.client] < most {
			t.has = true
			q.turn = max(q.turn, t.turn)
			close(t.ready)
		}
		if t.has {
			used++
			held[t.client]++
		}
	}
}

// Wait waits until the ticket has a place. It returns false if ctx ends first; then it leaves the queue.
func (t *Ticket) Wait(ctx context.Context) bool {
	select {
	case <-t.ready:
		return true
	case <-ctx.Done():
		t.Leave()
		return false
	}
}

// Leave returns the ticket.
func (t *Ticket) Leave() {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.Index(q.tickets, t); i >= 0 {
		q.tickets = slices.Delete(q.tickets, i, i+1)
		q.pass()
	}
}

// Ahead returns the number of tickets that come before this one, with or without a place; 0 = it has a place.
func (t *Ticket) Ahead() int {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	if t.has {
		return 0
	}
	return max(0, slices.Index(q.tickets, t))
}
