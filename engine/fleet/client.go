package fleet

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options say how a server is reached, and how long silence lasts.
type Options struct {
	URL         string        // nats://host:port or tls://host:port, several separated by commas
	Token       string        // "" = none
	Credentials string        // file with the credentials of a user, "" = none
	NKey        string        // file with the seed of a key, "" = none
	TLS         *tls.Config   // nil = that of the system, where the URL says tls
	Silence     time.Duration // after which a worker of which nothing is heard is taken for dead; 0 = DefaultSilence
	MaxBytes    int64         // of the queue, and of the answers; 0 = DefaultQueueBytes
}

const (
	// DefaultSilence is three times what a worker waits between two signs of life.
	DefaultSilence = 5 * time.Second

	// DefaultQueueBytes bounds the queue, and the answers that wait to be taken.
	DefaultQueueBytes = 1 << 30

	maxPayload = 1 << 20         // of a message, as NATS presets it
	maxInline  = 512 << 10       // of a job or an answer in a message; more goes through the object store
	maxObject  = 256 << 20       // of a job, an answer or a file
	patience   = 2 * time.Minute // for a server that is away: it may be starting again
)

// The streams and the bucket that all sets share.
const (
	jobsStream    = "OUTFLANK_JOBS"
	resultsStream = "OUTFLANK_RESULTS"
	bucketName    = "OUTFLANK"

	jobsPrefix    = "outflank.jobs."    // build.set.job
	resultsPrefix = "outflank.results." // set.job
	parkedPrefix  = "outflank.parked."  // set.job
	pingSubject   = "outflank.ping"
)

// A Client is a connection to a server. Several goroutines may use it at once.
type Client struct {
	opt     Options
	nats    *nats.Conn
	js      jetstream.JetStream
	jobs    jetstream.Stream
	results jetstream.Stream
	objects jetstream.ObjectStore
}

// Dial connects to a server and makes its streams unless they exist. A connection that breaks is
// made again; what is under way meanwhile waits.
func Dial(ctx context.Context, opt Options) (*Client, error) {
	if opt.Silence == 0 {
		opt.Silence = DefaultSilence
	}
	if opt.MaxBytes == 0 {
		opt.MaxBytes = DefaultQueueBytes
	}
	conn, err := nats.Connect(opt.URL, opt.nats()...)
	if err != nil {
		return nil, fmt.Errorf("fleet: %s: %w", opt.URL, err)
	}
	c := &Client{opt: opt, nats: conn}
	if err := c.setUp(ctx); err != nil {
		conn.Close()
		return nil, fmt.Errorf("fleet: %s: %w", opt.URL, err)
	}
	return c, nil
}

// nats returns the options of the connection.
func (opt Options) nats() []nats.Option {
	list := []nats.Option{
		nats.Name("outflank"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, time.Second),
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}),
	}
	if opt.Token != "" {
		list = append(list, nats.Token(opt.Token))
	}
	if opt.Credentials != "" {
		list = append(list, nats.UserCredentials(opt.Credentials))
	}
	if opt.NKey != "" {
		key, err := nats.NkeyOptionFromSeed(opt.NKey)
		if err != nil {
			return append(list, func(*nats.Options) error { return err })
		}
		list = append(list, key)
	}
	if opt.TLS != nil {
		list = append(list, nats.Secure(opt.TLS))
	}
	return list
}

// setUp makes the streams and the bucket.
func (c *Client) setUp(ctx context.Context) (err error) {
	if c.js, err = jetstream.New(c.nats); err != nil {
		return err
	}
	return c.retry(ctx, func(ctx context.Context) (err error) {
		c.jobs, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: jobsStream, Subjects: []string{jobsPrefix + ">"}, Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
			Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxBytes: c.opt.MaxBytes,
		})
		if err != nil {
			return err
		}
		c.results, err = c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
			Name: resultsStream, Subjects: []string{resultsPrefix + ">", parkedPrefix + ">"}, Storage: jetstream.FileStorage,
			Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1, MaxBytes: c.opt.MaxBytes, AllowDirect: true,
		})
		if err != nil {
			return err
		}
		c.objects, err = c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucketName, MaxBytes: c.opt.MaxBytes})
		return err
	})
}

// Close ends the connection.
func (c *Client) Close() { c.nats.Close() }

// retry calls do until it succeeds, fails for good, or the server has been away for long.
func (c *Client) retry(ctx context.Context, do func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		within, done := context.WithTimeout(ctx, 5*time.Second)
		err := do(within)
		done()
		if err == nil || !passing(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(wait):
		}
	}
}

// passing tells whether an error is one of the connection or of a server that is starting.
func passing(err error) bool {
	for _, e := range []error{
		nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionReconnecting, nats.ErrDisconnected, nats.ErrNoServers, nats.ErrReconnectBufExceeded,
		jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled, context.DeadlineExceeded,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code == 503
}
