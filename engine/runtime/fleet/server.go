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
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// ServerOptions are the settings of a server: its address, access and storage.
type ServerOptions struct {
	Addr  string // address and port; port 0 = any free port
	Dir   string // folder for the data; only one server may use it at a time
	Token string // for coordinators and workers; "" = none
	// Keys are the public nkeys of coordinators and workers without a token. With neither Token nor Keys,
	// every client has all permissions.
	Keys        []string
	WorkerToken string      // for workers that can only do jobs; "" = none
	WorkerKeys  []string    // public nkeys of workers that can only do jobs
	TLS         *tls.Config // nil = connections are not encrypted
	MaxBytes    int64       // limit of the queue and the answers on disk; 0 = DefaultMaxBytes
}

// A Server is a NATS server with JetStream in this process.
type Server struct {
	opt    ServerOptions
	own    string // token of this process
	unlock func()
	stop   context.CancelFunc // stops heal
	healed sync.WaitGroup
	url    string
	addr   string         // with the actual port
	nats   *server.Server // after the start, changed only by heal
}

// ready is the time limit for a server to read its queue and start listening.
const ready = 30 * time.Second

// syncEvery is the time between two syncs to the disk. A power failure loses the data written since the last
// sync; clients request lost answers again.
const syncEvery = 2 * time.Second

// Serve starts a server, which syncs its data to the disk every two seconds. If a power failure loses jobs or
// answers, clients that wait for them request them again. While the disk is full, the server accepts nothing;
// it resumes when there is room. The error is [durable.ErrBusy] if another server uses Dir.
func Serve(opt ServerOptions) (*Server, error) {
	unlock, err := durable.LockDir(opt.Dir)
	if err != nil {
		return nil, err
	}
	opt.MaxBytes = cmp.Or(opt.MaxBytes, DefaultMaxBytes)
	s := &Server{opt: opt, own: rand.Text(), unlock: unlock}
	if s.nats, err = s.start(opt.Addr); err != nil {
		unlock()
		return nil, err
	}
	s.url, s.addr = s.nats.ClientURL(), s.nats.Addr().String()
	healing, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.healed.Go(func() { s.heal(healing) })
	return s, nil
}

// start starts the NATS server at an address.
func (s *Server) start(addr string) (*server.Server, error) {
	host, text, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("fleet: address %q: %w", addr, err)
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("fleet: address %q: port: %w", addr, err)
	}
	if listener, err := net.Listen("tcp", addr); err != nil {
		return nil, fmt.Errorf("fleet: %w", err)
	} else if err := listener.Close(); err != nil {
		return nil, err
	}
	options := &server.Options{
		Host: host, Port: cmp.Or(int(port), server.RANDOM_PORT), TLSConfig: s.opt.TLS, TLS: s.opt.TLS != nil,
		JetStream: true, StoreDir: s.opt.Dir, SyncInterval: syncEvery, JetStreamMaxStore: s.opt.MaxBytes,
		JetStreamMaxMemory: 64 << 20, NoSigs: true, NoLog: true, MaxPayload: maxPayload, MaxConn: 4096,
		AuthTimeout: greeting.Seconds(), TLSTimeout: greeting.Seconds(),
	}
	if !s.opt.isOpen() {
		options.CustomClientAuthentication, options.AlwaysEnableNonce = roles{s.opt, s.own}, true
	}
	n, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	n.Start()
	if !n.ReadyForConnections(ready) {
		n.Shutdown()
		return nil, errors.New("fleet: the server does not listen on " + addr)
	}
	if err := s.makeStreams(n); err != nil {
		n.Shutdown()
		return nil, fmt.Errorf("fleet: %s: %w", s.opt.Dir, err)
	}
	return n, nil
}

// makeStreams creates the streams on a new server, because workers are not permitted to create them.
func (s *Server) makeStreams(n *server.Server) error {
	return s.inside(n, func(ctx context.Context, js jetstream.JetStream) error {
		return setUp(ctx, js, s.opt.MaxBytes, 1)
	})
}

// inside calls do with a connection to a server that runs in this process.
func (s *Server) inside(n *server.Server, do func(context.Context, jetstream.JetStream) error) error {
	conn, err := nats.Connect("", nats.InProcessServer(n), nats.Token(s.own))
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
	return do(ctx, js)
}

// URL returns the address for clients.
func (s *Server) URL() string { return s.url }

// Close stops the server. Its data stays on disk.
func (s *Server) Close() {
	s.stop()
	s.healed.Wait()
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
	s.unlock()
}
