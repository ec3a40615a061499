package fleet

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// A stream that could not write once, as the disk was full, takes nothing any more until its server is
// started again. So the server looks after its streams and does that as soon as there is room; to
// clients it looks like a server that was killed.

// healEvery is the time between two looks.
const healEvery = 2 * time.Second

// room is how much must fit on the disk before the server is started again.
const room = 1 << 20

// noSubject is one of the stream of a prefix that no message has.
func noSubject(prefix string) string { return prefix + "none" }

// heal looks after the streams until ctx ends.
func (s *Server) heal(ctx context.Context) {
	tick := time.NewTicker(healEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if s.broken() && hasRoom(s.opt.Dir) {
			s.startAgain()
		}
	}
}

// broken tells whether a stream does not write, or the server could not be started again.
func (s *Server) broken() bool {
	return !s.nats.Running() || isUnwritable(s.inside(s.nats,
		func(ctx context.Context, js jetstream.JetStream) error {
			streams, err := look(ctx, js)
			return errors.Join(err, streams.try(ctx))
		}))
}

// try returns the error of a stream that does not write, by taking away what none has.
func (s streams) try(ctx context.Context) (err error) {
	for prefix, stream := range map[string]jetstream.Stream{jobsPrefix: s.jobs, filesPrefix: s.files,
		resultsPrefix: s.results} {
		if stream != nil {
			err = errors.Join(err, stream.Purge(ctx, jetstream.WithPurgeSubject(noSubject(prefix))))
		}
	}
	return err
}

// hasRoom tells whether there is room on the disk of a folder.
func hasRoom(dir string) bool {
	path := filepath.Join(dir, "room")
	err := durable.WriteFile(path, make([]byte, room))
	return errors.Join(err, os.Remove(path)) == nil
}

// startAgain starts the server again where it listens. Where that fails it is tried again.
func (s *Server) startAgain() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
	if n, err := s.start(s.addr); err == nil {
		s.nats = n
	}
}
