package guard

import (
	"fmt"
	"net"
	"net/http"
	"sync"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// A Limit bounds the number of concurrent requests, in total and for each client.
type Limit struct {
	What           string // name of the limited resource in errors, such as "event streams"
	All, PerClient int

	mu   sync.Mutex
	open int
	by   map[string]int
}

// Wrap returns a handler that holds a place while h answers. If no place is free, it answers 429
// immediately.
func (l *Limit) Wrap(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := clientOf(r)
		if !l.enter(client) {
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

// connections bounds the number of connections of a server, in total and for each client. It closes further
// ones immediately, so that one client cannot keep others out. Programs on this machine, such as a proxy, are
// subject to the total bound only.
type connections struct {
	all, perClient int

	mu   sync.Mutex
	open int
	by   map[string]int
}

// changed is the ConnState function of an [http.Server].
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
			_ = conn.Close() // the server notices, and reports StateClosed
		}
	case http.StateClosed, http.StateHijacked:
		c.open--
		if c.by[client]--; c.by[client] == 0 {
			delete(c.by, client)
		}
	}
}
