package guard

import (
	"errors"
	"net"
	"net/http"
	"sync"

	"github.com/outflank/outflank/cmd/outflank/web/wire"
)

// Streams bounds how many event streams are open, in all and from one address. The zero value
// lets none through.
type Streams struct {
	All, PerClient int

	mu   sync.Mutex
	open int
	by   map[string]int
}

// Wrap returns a handler that holds one of the streams while h answers.
func (s *Streams) Wrap(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		client := clientOf(r)
		if !s.enter(client) {
			w.Header().Set("Retry-After", "5")
			wire.WriteError(w, r, wire.Fail(http.StatusTooManyRequests, errors.New("too many event streams are open: close some")))
			return
		}
		defer s.leave(client)
		h.ServeHTTP(w, r)
	})
}

func (s *Streams) enter(client string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open >= s.All || s.by[client] >= s.PerClient {
		return false
	}
	if s.by == nil {
		s.by = map[string]int{}
	}
	s.open++
	s.by[client]++
	return true
}

func (s *Streams) leave(client string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
	if s.by[client]--; s.by[client] == 0 {
		delete(s.by, client)
	}
}

// clientOf returns the address that a request comes from.
func clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
