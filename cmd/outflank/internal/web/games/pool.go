package games

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// A pool bounds how many threads agents think with: in all, and for one client to one thread less, so
// that the agents of others find a place however many games a client has. Whoever waits is served in
// the order of arrival.
type pool struct {
	threads int
	all     *semaphore.Weighted

	mu    sync.Mutex
	lanes map[string]*lane // of the clients whose agents think or wait
}

// A lane is the part of a pool that a client can have.
type lane struct {
	places *semaphore.Weighted
	users  int
}

func newPool(threads int) *pool {
	return &pool{threads: threads, all: semaphore.NewWeighted(int64(threads)), lanes: map[string]*lane{}}
}

// enter waits until a client's agent may think with a number of threads; leave gives them back. The
// error is that of ctx.
func (p *pool) enter(ctx context.Context, client string, threads int64) (leave func(), err error) {
	own := max(1, int64(p.threads)-1)
	p.mu.Lock()
	l := p.lanes[client]
	if l == nil {
		l = &lane{places: semaphore.NewWeighted(own)}
		p.lanes[client] = l
	}
	l.users++
	p.mu.Unlock()
	quit := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if l.users--; l.users == 0 {
			delete(p.lanes, client)
		}
	}
	places := min(threads, own) // an agent may want all threads
	if err := l.places.Acquire(ctx, places); err != nil {
		quit()
		return nil, err
	}
	if err := p.all.Acquire(ctx, threads); err != nil {
		l.places.Release(places)
		quit()
		return nil, err
	}
	return func() {
		p.all.Release(threads)
		l.places.Release(places)
		quit()
	}, nil
}
