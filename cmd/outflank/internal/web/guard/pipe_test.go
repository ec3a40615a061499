package guard

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
)

// A pipeListener accepts connections in memory, so that a server can be tested with time that does not
// pass, and with more clients than the machine has addresses.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

type addr string

func (a addr) Network() string { return "tcp" }
func (a addr) String() string  { return string(a) }

// serverEnd is a connection as the server sees it.
type serverEnd struct {
	net.Conn
	from addr
}

func (c serverEnd) RemoteAddr() net.Addr { return c.from }

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return addr("192.0.2.1:80") }

// dial connects a client that has an address such as 192.0.2.7:1234.
func (l *pipeListener) dial(from string) net.Conn {
	client, server := net.Pipe()
	l.conns <- serverEnd{server, addr(from)}
	return client
}

// serving serves a handler until the test ends it.
func serving(t *testing.T, h http.Handler) (l *pipeListener, end func()) {
	l = &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- Serve(ctx, l, nil, h) }()
	return l, func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
