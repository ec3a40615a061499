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

// A stream that failed to write to a full disk accepts nothing until its server restarts. Therefore the
// server checks its streams and restarts as soon as there is room. To clients, this looks like a killed
// server.

// healEvery is the time between two checks.
const healEvery = 2 * time.Second

// room is the number of bytes that must be free on the disk before the server restarts.
const room = 1 << 20

// noSubject returns a subject with a prefix that no message has.
func noSubject(prefix string) string { return prefix + "none" }

// heal checks the streams until ctx ends, and restarts the server if one is broken.
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

// broken reports whether a stream cannot write, or the server failed to restart.
func (s *Server) broken() bool {
	return !s.nats.Running() || isUnwritable(s.inside(s.nats,
		func(ctx context.Context, js jetstream.JetStream) error {
			streams, err := look(ctx, js)
			return errors.Join(err, streams.try(ctx))
		}))
}

// try returns the error of a stream that cannot write. It tests this by purging a subject without messages.
func (s streams) try(ctx context.Context) (err error) {
	for prefix, stream := range map[string]jetstream.Stream{jobsPrefix: s.jobs, filesPrefix: s.files,
		resultsPrefix: s.results} {
		if stream != nil {
			err = errors.Join(err, stream.Purge(ctx, jetstream.WithPurgeSubject(noSubject(prefix))))
		}
	}
	return err
}

// hasRoom reports whether there is room for a restart on the disk of a folder.
func hasRoom(dir string) bool {
	path := filepath.Join(dir, "room")
	err := durable.WriteFile(path, make([]byte, room))
	return errors.Join(err, os.Remove(path)) == nil
}

// startAgain restarts the server at the same address. If that fails, heal tries again.
func (s *Server) startAgain() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
	if n, err := s.start(s.addr); err == nil {
		s.nats = n
	}
}
