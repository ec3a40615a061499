package fleet

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// Options are the settings of a connection to a server.
type Options struct {
	URL         string      // nats://host:port or tls://host:port, several separated by commas
	Token       string      // "" = none
	Credentials string      // file with a user's credentials or with the seed of an nkey; "" = none
	TLS         *tls.Config // for tls:// addresses; nil = the system's configuration
	Owner       string      // name of the user that sends jobs, shown by fleet status
	// Silence is the time without a heartbeat after which a worker counts as dead; 0 = DefaultSilence.
	Silence  time.Duration
	MaxBytes int64 // limit of all streams together when they are created; 0 = DefaultMaxBytes
}

const (
	// DefaultSilence is three times the interval between a worker's heartbeats.
	DefaultSilence = 5 * time.Second

	// DefaultMaxBytes is the default limit of a server's data on disk.
	DefaultMaxBytes = 4 << 30

	maxPayload = 1 << 20             // bytes of a message, the default of NATS
	maxInline  = 512 << 10           // bytes of a job or an answer in a message, and of a chunk of an object
	maxObject  = 256 << 20           // bytes of a job, an answer or a file
	patience   = 10 * time.Minute    // how long to wait for a server that is full, away or restarting
	greeting   = 10 * time.Second    // how long a connection may take to be established
	forgotten  = 30 * 24 * time.Hour // time after which the server forgets an unused build
)

// A Client is a connection to a server. It is safe for concurrent use.
type Client struct {
	opt     Options
	nats    *nats.Conn
	js      jetstream.JetStream
	streams streams
	allowed context.Context // ends when the server refuses a request, which gets no reply
	id      identity

	mu   sync.Mutex
	used map[identity]int // number of each worker's answers in sets that this client has closed
}

// Dial connects to a server. If the connection breaks, the client reconnects, and pending requests wait. The
// error is [ErrAway] if no server answers the first attempt, and bad input if the credentials file is
// invalid.
func Dial(ctx context.Context, opt Options) (*Client, error) {
	if opt.Silence == 0 {
		opt.Silence = DefaultSilence
	}
	if opt.MaxBytes == 0 {
		opt.MaxBytes = DefaultMaxBytes
	}
	options, id, err := opt.nats()
	if err != nil {
		return nil, err
	}
	allowed, refuse := context.WithCancelCause(context.Background())
	options = append(options, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		if errors.Is(err, nats.ErrPermissionViolation) {
			refuse(fmt.Errorf("fleet: %w: %w", ErrRefused, err))
		}
	}))
	conn, err := nats.Connect(opt.URL, options...)
	switch {
	case isAway(err):
		err = fmt.Errorf("%w: %w", ErrAway, err)
	case errors.Is(err, nats.ErrAuthorization):
		err = fmt.Errorf("%w: %w", ErrRefused, err)
	case errors.Is(err, nats.ErrSecureConnWanted):
		err = fmt.Errorf("%w: the server does not encrypt connections; its address begins with nats://", err)
	}
	if err != nil {
		return nil, fmt.Errorf("fleet: %s: %w", opt.URL, err)
	}
	c := &Client{opt: opt, nats: conn, allowed: allowed, id: id, used: map[identity]int{}}
	if c.js, err = jetstream.New(conn); err == nil {
		err = c.open(ctx)
	}
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("fleet: %s: %w", opt.URL, err)
	}
	return c, nil
}

// isAway reports whether a connection error means that no server answers or that the server is shutting down.
func isAway(err error) bool {
	_, network := errors.AsType[*net.OpError](err)
	return network || errors.Is(err, io.EOF) || errors.Is(err, nats.ErrNoServers) ||
		errors.Is(err, nats.ErrTimeout)
}

// open finds the streams, and creates them on a server that has none. A server of this package already has
// them, and workers may not create streams there.
func (c *Client) open(ctx context.Context) error {
	return c.retry(ctx, func(ctx context.Context) (err error) {
		c.streams, err = look(ctx, c.js)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			if err = setUp(ctx, c.js, c.opt.MaxBytes, c.replicas()); err == nil {
				c.streams, err = look(ctx, c.js)
			}
		}
		return err
	})
}

// clusterReplicas is the number of servers in a cluster that store each stream, so one may fail.
const clusterReplicas = 3

// replicas returns the number of servers that should store each stream.
func (c *Client) replicas() int {
	if c.nats.ConnectedClusterName() != "" && len(c.nats.Servers()) >= clusterReplicas {
		return clusterReplicas
	}
	return 1
}

// SetUp creates the streams of a fleet on a server or a cluster, or updates existing streams. replicas is the
// number of servers that store each stream; 0 = three in a cluster of at least three, otherwise one.
// [Options].MaxBytes limits all streams together. SetUp returns the number of replicas. Several replicas on a
// single server are a misuse error.
func (c *Client) SetUp(ctx context.Context, replicas int) (int, error) {
	if replicas == 0 {
		replicas = c.replicas()
	}
	if replicas > 1 && c.nats.ConnectedClusterName() == "" {
		return replicas, fault.Misusef("%d replicas: a server by itself keeps one, several need a cluster",
			replicas)
	}
	err := c.retry(ctx, func(ctx context.Context) error { return setUp(ctx, c.js, c.opt.MaxBytes, replicas) })
	if err != nil {
		return replicas, fmt.Errorf("fleet: %w", err)
	}
	return replicas, nil
}

// nats returns the options and the identity of the connection.
func (opt Options) nats() (list []nats.Option, id identity, err error) {
	name := "outflank " + rand.Text()
	id = identityOf(name)
	list = []nats.Option{
		nats.Name(name), nats.Timeout(greeting), nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
	}
	if opt.Token != "" {
		list = append(list, nats.Token(opt.Token))
	}
	if opt.Credentials != "" {
		user, key, err := credentials(opt.Credentials)
		if err != nil {
			return nil, "", err
		}
		if key != "" {
			id = identityOf(key)
		}
		list = append(list, user)
	}
	if opt.TLS != nil {
		list = append(list, nats.Secure(opt.TLS))
	}
	return append(list, nats.CustomInboxPrefix(id.inbox())), id, nil
}

// Connected reports whether the client is currently connected to the server.
func (c *Client) Connected() bool { return c.nats.IsConnected() }

// Close ends the connection.
func (c *Client) Close() { c.nats.Close() }

// retry calls do until it succeeds, fails permanently or is refused, or until the server has been away for
// too long.
func (c *Client) retry(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	defer context.AfterFunc(c.allowed, cancel)()
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		within, done := context.WithTimeout(ctx, 5*time.Second)
		err := do(within)
		done()
		if err != nil && c.allowed.Err() != nil {
			return context.Cause(c.allowed)
		}
		if err == nil || !passing(err) || c.nats.IsClosed() {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(wait):
		}
	}
}

// passing reports whether an error is temporary, because the connection is broken, or a server is starting or
// full.
func passing(err error) bool {
	for _, e := range []error{
		nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionReconnecting, nats.ErrDisconnected,
		nats.ErrNoServers, nats.ErrReconnectBufExceeded,
		jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled, context.DeadlineExceeded,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	api, ok := errors.AsType[*jetstream.APIError](err)
	if !ok || isTaken(api) {
		return false
	}
	offline := api.ErrorCode == noPeers && strings.Contains(api.Description, "peer offline")
	return offline || api.Code == 503 || api.ErrorCode == storageExceeded || isUnwritable(err)
}

// Error codes of the server.
const (
	noPeers         = 10005 // JSClusterNoPeersErrF; "peer offline" = a server of the cluster is starting
	storageExceeded = 10047 // JSStorageResourcesExceededErr
	streamGeneral   = 10051 // JSStreamGeneralErrorF: a stream cannot write
	storeFailed     = 10077 // JSStreamStoreFailedF
)

// isUnwritable reports whether an error means that a stream cannot write to the disk.
func isUnwritable(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && !isTaken(api) && (api.ErrorCode == streamGeneral || api.ErrorCode == storeFailed)
}

// isTaken reports whether a message was refused because its subject already has a message.
func isTaken(api *jetstream.APIError) bool {
	return strings.Contains(api.Description, "maximum messages per subject")
}
