package guard

import (
	"fmt"
	"net"
	"net/http"
	"sync"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// A Limit bounds how many requests are answered at once, in all and from one client.
type Limit struct {
	What           string // that there are too many of, such as "event streams"
	All, PerClient int

	mu   sync.Mutex
	open int
	by   map[string]int
}

// Wrap returns a handler that holds one of the places while h answers. Where none is free it answers
// 429 at once.
func (l *Limit) Wrap(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := clientOf(r)
		if !l.enter(client) {
			w.Header().Set("Retry-After", "5")
			wire.WriteError(w, r, wire.Fail(http.StatusTooManyRequests,
				fmt.Errorf("too many concurrent %s: close some, or try again later", l.What)))
			return
		}
		defer l.leave(client)
		h.ServeHTTP(w, r)
	})
}

func (l *Limit) enter(client string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open >= l.All || l.by[client] >= l.PerClient {
		return false
	}
	if l.by == nil {
		l.by = map[string]int{}
	}
	l.open++
	l.by[client]++
	return true
}

func (l *Limit) leave(client string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	if l.by[client]--; l.by[client] == 0 {
		delete(l.by, client)
	}
}

// connections bounds how many connections a server has, in all and from one client. It closes further ones
// immediately, so that one client cannot keep others out. For programs on this machine, such as a proxy,
// only the bound on all connections holds.
type connections struct {
	all, perClient int

	mu   sync.Mutex
	open int
	by   map[string]int
}

// changed is the ConnState of a [http.Server].
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	client := clientAt(conn.RemoteAddr().String())
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		if c.by == nil {
			c.by = map[string]int{}
		}
		c.open++
		c.by[client]++
		if c.open > c.all || client != thisMachine && c.by[client] > c.perClient {
			_ = conn.Close() // the server finds that out, and reports it as closed
		}
	case http.StateClosed, http.StateHijacked:
		c.open--
		if c.by[client]--; c.by[client] == 0 {
			delete(c.by, client)
		}
	}
}
