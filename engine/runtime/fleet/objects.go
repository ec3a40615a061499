package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// An object holds data that does not fit into a message or that many workers need: a set, a file, a large job
// or a large answer. It is named by its hash and stored in chunks under the subject of its set, so removing
// the set removes it too. The object store of JetStream cannot do this, and any writer can replace other
// writers' data there.

// chunksHeader is the header with the number of chunks, in the first chunk of an object.
const chunksHeader = "Outflank-Chunks"

// put stores data under a prefix and its hash, unless it is already stored. The first chunk is written last,
// so if it exists, all chunks do.
func (c *Client) put(ctx context.Context, prefix string, data []byte) error {
	if len(data) > maxObject {
		return fmt.Errorf("fleet: %d bytes: at most %d are sent", len(data), maxObject)
	}
	name := prefix + nameOf(data)
	if there, err := c.has(ctx, name); there || err != nil {
		return err
	}
	chunks := max(1, (len(data)+maxInline-1)/maxInline)
	for i := chunks - 1; i >= 0; i-- {
		m := &nats.Msg{Subject: name + "." + strconv.Itoa(i), Header: nats.Header{},
			Data: data[i*maxInline : min(len(data), (i+1)*maxInline)]}
		if i == 0 {
			m.Header.Set(chunksHeader, strconv.Itoa(chunks))
		}
		if err := c.publishOnce(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// has reports whether an object exists.
func (c *Client) has(ctx context.Context, name string) (bool, error) {
	stream := c.streams.files
	if !strings.HasPrefix(name, filesPrefix) {
		stream = c.streams.results
	}
	_, err := c.message(ctx, stream, name+".0")
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return false, nil
	}
	return err == nil, err
}

// get returns the object with a hash under a prefix. An object larger than most bytes is an error. The error
// wraps jetstream.ErrMsgNotFound if there is no such object.
func (c *Client) get(ctx context.Context, stream jetstream.Stream, prefix, hash string,
	most int64) ([]byte, error) {
	first, err := c.message(ctx, stream, prefix+hash+".0")
	if err != nil {
		return nil, err
	}
	chunks, err := strconv.Atoi(first.Header.Get(chunksHeader))
	if err != nil || chunks < 1 || int64(chunks-1)*maxInline > most {
		return nil, fmt.Errorf("fleet: object %s has %q chunks: at most %d bytes are read", hash,
			first.Header.Get(chunksHeader), most)
	}
	data := bytes.NewBuffer(first.Data)
	for i := 1; i < chunks; i++ {
		m, err := c.message(ctx, stream, prefix+hash+"."+strconv.Itoa(i))
		if err != nil {
			return nil, err
		}
		data.Write(m.Data)
	}
	if nameOf(data.Bytes()) != hash || int64(data.Len()) > most {
		return nil, fmt.Errorf("fleet: object %s has %d bytes of the hash %s", hash, data.Len(),
			nameOf(data.Bytes()))
	}
	return data.Bytes(), nil
}

// message returns the message with a subject. The error is jetstream.ErrMsgNotFound if there is none.
func (c *Client) message(ctx context.Context, stream jetstream.Stream,
	subject string) (m *jetstream.RawStreamMsg, err error) {
	err = c.retry(ctx, func(ctx context.Context) (err error) {
		m, err = stream.GetLastMsgForSubject(ctx, subject)
		return err
	})
	return m, err
}

// first returns the first message with a subject, which may contain wildcards. The error is
// jetstream.ErrMsgNotFound if there is none.
func (c *Client) first(ctx context.Context, stream jetstream.Stream,
	subject string) (m *jetstream.RawStreamMsg, err error) {
	err = c.retry(ctx, func(ctx context.Context) (err error) {
		m, err = stream.GetMsg(ctx, 1, jetstream.WithGetMsgSubject(subject))
		return err
	})
	return m, err
}

// publishOnce publishes a message. If its subject already has a message, the stream refuses the new one, and
// publishOnce returns nil. It waits while the stream is full.
func (c *Client) publishOnce(ctx context.Context, m *nats.Msg) error {
	err := c.retry(ctx, func(ctx context.Context) error {
		_, err := c.js.PublishMsg(ctx, m)
		return err
	})
	if api, ok := errors.AsType[*jetstream.APIError](err); ok && isTaken(api) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("fleet: %s: %w", m.Subject, err)
	}
	return nil
}
