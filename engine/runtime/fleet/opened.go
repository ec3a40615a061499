package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/runtime/parallel"
)

// An opened set is a set for which the worker has a function that does its jobs.
type opened struct {
	id    string
	kind  string
	do    parallel.Do
	close func()
	files *shelf
	err   error
	ready chan struct{} // closed when the set is open or err is set

	ctx    context.Context // ends when the set is closed
	cancel context.CancelFunc
	users  int  // number of jobs in progress
	gone   bool // close the set when the last of these ends
	used   int  // time of its last use on the clock of sets
}

// maxOpened is the number of sets that a worker keeps open. Sets in use may exceed it.
const maxOpened = 8

// sets holds the opened sets of a worker.
type sets struct {
	load  func(ctx context.Context, s *opened) error
	cache *cache

	mu    sync.Mutex
	byID  map[string]*opened
	clock int
}

func newSets(load func(ctx context.Context, s *opened) error, files *cache) *sets {
	return &sets{load: load, cache: files, byID: map[string]*opened{}}
}

// open returns a set by its name; the caller must release it. If several threads open the same set
// concurrently, one loads it and the others wait.
func (l *sets) open(ctx context.Context, id string) (*opened, error) {
	l.mu.Lock()
	s, ok := l.byID[id]
	if !ok {
		s = &opened{id: id, ready: make(chan struct{}), files: &shelf{cache: l.cache}}
		s.ctx, s.cancel = context.WithCancel(context.Background())
		l.byID[id] = s
	}
	l.clock++
	s.used = l.clock
	s.users++
	l.evict()
	l.mu.Unlock()
	if !ok {
		s.err = l.load(ctx, s)
		close(s.ready)
	}
	var err error
	select {
	case <-s.ready:
		err = s.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	if s.failed() {
		l.forget(s) // the next job tries again
	}
	if err != nil {
		l.release(s)
		return nil, err
	}
	return s, nil
}

// failed reports whether the set could not be opened.
func (s *opened) failed() bool {
	select {
	case <-s.ready:
		return s.err != nil
	default:
		return false
	}
}

// during returns a context that ends when ctx ends, the set is closed, or end is called.
func (s *opened) during(ctx context.Context) (during context.Context, end func()) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// release ends one use of a set.
func (l *sets) release(s *opened) {
	l.mu.Lock()
	s.users--
	last := s.gone && s.users == 0
	l.mu.Unlock()
	if last {
		s.end()
	}
}

// forget removes a set from the list. The set is closed after its last use.
func (l *sets) forget(s *opened) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drop(s)
}

// drop is forget for callers that hold the lock.
func (l *sets) drop(s *opened) {
	if s.gone {
		return
	}
	s.gone = true
	if l.byID[s.id] == s {
		delete(l.byID, s.id)
	}
	if s.users == 0 {
		s.end()
	}
}

// end closes a set that is not in use.
func (s *opened) end() {
	s.cancel()
	if s.err == nil && s.close != nil {
		s.close()
	}
	s.files.end()
}

// evict drops unused sets, the least recently used first, while more than maxOpened are open.
func (l *sets) evict() {
	for len(l.byID) > maxOpened {
		var oldest *opened
		for _, s := range l.byID {
			if s.users == 0 && (oldest == nil || s.used < oldest.used) {
				oldest = s
			}
		}
		if oldest == nil {
			return
		}
		l.drop(oldest)
	}
}

// closed stops the jobs of a set that was removed from the server.
func (l *sets) closed(id string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.byID[id]; s != nil {
		s.cancel()
		l.drop(s)
	}
}

// end closes all sets and removes their files. No set may be in use.
func (l *sets) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range l.byID {
		l.drop(s)
	}
	l.cache.clear()
}

// load fetches a set and opens it with the opener of its kind.
func (h *hand) load(ctx context.Context, s *opened) error {
	if err := os.MkdirAll(h.Dir, 0o700); err != nil {
		return err
	}
	head, files, err := h.client.download(ctx, s.id, s.files)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return ErrGone // removing a set begins with its header
	}
	if _, bad := errors.AsType[badSet](err); err != nil && !bad {
		return away{err}
	}
	if err != nil {
		return err
	}
	s.kind = head.Kind
	if head.Build != h.Build {
		return fmt.Errorf("the set is of build %q, this worker of %q", head.Build, h.Build)
	}
	if head.Programs && !h.Programs {
		return errors.New("the set starts programs, and this worker does not")
	}
	opener, ok := h.Kinds[head.Kind]
	if !ok {
		return fmt.Errorf("this worker does no jobs of kind %q", head.Kind)
	}
	s.do, s.close, err = opener(head.Settings, func(name string) (string, error) {
		if path, ok := files[name]; ok {
			return path, nil
		}
		if hash, ok := strings.CutPrefix(name, sharedMark); ok && isName(hash) {
			return s.files.holdShared(hash, func(path string) error {
				return h.client.fetch(s.ctx, under(s.id)+sharedMark, hash, path)
			})
		}
		return "", fmt.Errorf("the set has no file %q", name)
	})
	return err
}
