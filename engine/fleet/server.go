package fleet

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/durable"
)

// ServerOptions say how a server listens and where it keeps its queue.
type ServerOptions struct {
	Addr        string      // address and port; port 0 is any that is free
	Dir         string      // its folder, which one server uses at a time
	Token       string      // that coordinators and workers show; "" = none
	Keys        []string    // public nkeys of those who sign instead; without token and keys all may do everything
	WorkerToken string      // that workers may show instead, who then can do jobs and no more; "" = none
	WorkerKeys  []string    // as Keys, of such workers
	TLS         *tls.Config // nil = connections are not encrypted
	MaxBytes    int64       // of the queue and the answers on the disk; 0 = DefaultMaxBytes
}

// A Server is a NATS server with JetStream in this process.
type Server struct {
	nats   *server.Server
	unlock func()
}

// ready is how long a server may take to read its queue and listen.
const ready = 30 * time.Second

// Serve starts a server. Sets and answers are synced to the disk with each message; jobs that a power
// cut takes are sent again by who asked for them. The error is [durable.ErrBusy] where another server uses Dir.
func Serve(opt ServerOptions) (*Server, error) {
	host, text, err := net.SplitHostPort(opt.Addr)
	if err != nil {
		return nil, fmt.Errorf("fleet: address %q: %w", opt.Addr, err)
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("fleet: address %q: port: %w", opt.Addr, err)
	}
	unlock, err := durable.LockDir(opt.Dir)
	if err != nil {
		return nil, err
	}
	own := rand.Text()
	options := &server.Options{
		Host: host, Port: cmp.Or(int(port), server.RANDOM_PORT), TLSConfig: opt.TLS, TLS: opt.TLS != nil,
		JetStream: true, StoreDir: opt.Dir, SyncAlways: true, JetStreamMaxStore: cmp.Or(opt.MaxBytes, DefaultMaxBytes),
		JetStreamMaxMemory: 64 << 20, NoSigs: true, NoLog: true, MaxPayload: maxPayload, MaxConn: 4096,
	}
	if !opt.isOpen() {
		options.CustomClientAuthentication, options.AlwaysEnableNonce = roles{opt, own}, true
	}
	s, err := server.NewServer(options)
	if err != nil {
		unlock()
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(ready) {
		s.Shutdown()
		unlock()
		return nil, errors.New("fleet: the server does not listen on " + opt.Addr)
	}
	if err := makeStreams(s, cmp.Or(opt.MaxBytes, DefaultMaxBytes), own); err != nil {
		s.Shutdown()
		unlock()
		return nil, fmt.Errorf("fleet: %s: %w", opt.Dir, err)
	}
	return &Server{s, unlock}, nil
}

// makeStreams makes the streams of a new server, so that workers need not be able to.
func makeStreams(s *server.Server, maxBytes int64, token string) error {
	conn, err := nats.Connect("", nats.InProcessServer(s), nats.Token(token))
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), ready)
	defer cancel()
	return setUp(ctx, js, maxBytes)
}

// URL returns where clients reach the server.
func (s *Server) URL() string { return s.nats.ClientURL() }

// Close ends the server; what it keeps stays.
func (s *Server) Close() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
	s.unlock()
}
