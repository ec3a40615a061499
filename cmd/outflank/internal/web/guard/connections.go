package guard

import (
	"net"
	"net/http"
	"sync"
)

// connections bounds how many connections a server has, in all and from one client: what is beyond is
// closed at once, so that nobody can keep others out by holding many. Programs on this machine, a proxy
// among them, are bounded in all only.
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
