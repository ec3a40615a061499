package fleet

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
)

// What tests of hostile workers need to know.
var (
	NameOf       = nameOf
	ConsumerName = consumerName
)

// PublishOnce is publishOnce.
func (c *Client) PublishOnce(ctx context.Context, m *nats.Msg) error { return c.publishOnce(ctx, m) }

// ID returns the name of the set.
func (w *Work) ID() string { return w.id }

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
