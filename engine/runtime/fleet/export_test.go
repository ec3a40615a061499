package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What tests of hostile workers need to know.
var (
	Join         = join
	Split        = split
	NameOf       = nameOf
	ConsumerName = consumerName
	Passing      = passing
)

// PublishOnce is publishOnce.
func (c *Client) PublishOnce(ctx context.Context, m *nats.Msg) error { return c.publishOnce(ctx, m) }

// OpenHeader opens a set by its header, and sends a job.
func (c *Client) OpenHeader(ctx context.Context, build, header string, in []byte) error {
	id := nameOf([]byte(header))
	if _, err := c.streams.jobs.CreateOrUpdateConsumer(ctx, consumer(build, c.opt)); err != nil {
		return err
	}
	w := &Work{client: c, set: Set{Build: build}, id: id}
	return errors.Join(c.put(ctx, under(id), []byte(header)), w.send(ctx, nameOf(in), in))
}

// First returns the first message of a subject that workers write.
func (c *Client) First(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	return c.first(ctx, c.streams.results, subject)
}

// ID returns the name of the set.
func (w *Work) ID() string { return w.id }

// Sets returns how many sets of the same user the set has counted; 0 = it has not counted them.
func (w *Work) Sets() int {
	w.window.mu.Lock()
	defer w.window.mu.Unlock()
	if w.window.threads < 0 {
		return 0
	}
	return w.window.sets
}

// PassOf is passOf.
func (w *Work) PassOf(job string) string { return w.passOf(job) }

// Verified returns how many jobs this process has done as well.
func (w *Work) Verified() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.trust.verified
}

// Single has each job sent by itself.
func (w *Work) Single() *Work {
	w.parcels.most = 1
	return w
}

// Out is leftOut.
func (w *Work) Out(id string) bool { return w.leftOut(identity(id)) }

// Blame is blame.
func (w *Work) Blame(ctx context.Context, worker, id string) error {
	return w.blame(ctx, reply{worker: worker, id: identity(id)}, "job", "a test says so")
}

// Identity returns the identity of the connection.
func (c *Client) Identity() (id, inbox string) { return string(c.id), c.id.inbox() }

// Identity returns the identity of a connection that shows a key or has a secret name, and its inbox.
func Identity(key string) (id, inbox string) { return string(identityOf(key)), identityOf(key).inbox() }

// Heard begins to listen to a subject; what it returns waits for a message.
func (c *Client) Heard(subject string) (func(within time.Duration) bool, error) {
	sub, err := c.nats.SubscribeSync(subject)
	if err != nil {
		return nil, err
	}
	return func(within time.Duration) bool {
		_, err := sub.NextMsg(within)
		return err == nil
	}, c.nats.Flush()
}
