package fleet

import (
	"context"
	"fmt"
	"os"
	"time"
)

// An opened set is one whose jobs a worker can do.
type opened struct {
	kind  string
	do    Do
	close func()
	err   error
	ready chan struct{} // closed when the set is open, or err says why not
	used  time.Time
}

// maxOpened bounds how many sets a worker keeps open.
const maxOpened = 8

// open returns a set by its name. Threads that ask for it at the same time wait for one of them.
func (h *hand) open(ctx context.Context, id string) (*opened, error) {
	h.mu.Lock()
	s, ok := h.sets[id]
	if !ok {
		s = &opened{ready: make(chan struct{})}
		h.sets[id] = s
		h.evict(id)
	}
	s.used = time.Now()
	h.mu.Unlock()
	if !ok {
		s.kind, s.do, s.close, s.err = h.load(ctx, id)
		if s.err != nil {
			h.mu.Lock()
			delete(h.sets, id) // the next job tries again
			h.mu.Unlock()
		}
		close(s.ready)
	}
	select {
	case <-s.ready:
		return s, s.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// evict closes the set that was used longest ago if there are too many. Its jobs that are being
// done keep what they have.
func (h *hand) evict(keep string) {
	for len(h.sets) > maxOpened {
		oldest := ""
		for id, s := range h.sets {
			if id != keep && (oldest == "" || s.used.Before(h.sets[oldest].used)) {
				oldest = id
			}
		}
		delete(h.sets, oldest)
	}
}

// load fetches a set and has its kind open it.
func (h *hand) load(ctx context.Context, id string) (kind string, do Do, closing func(), err error) {
	if err := os.MkdirAll(h.Dir, 0o700); err != nil {
		return "", nil, nil, err
	}
	head, files, err := h.client.download(ctx, id, h.Dir)
	if err != nil {
		return "", nil, nil, err
	}
	if head.Build != h.Build {
		return head.Kind, nil, nil, fmt.Errorf("the set is of build %q, this worker of %q", head.Build, h.Build)
	}
	opener, ok := h.Kinds[head.Kind]
	if !ok {
		return head.Kind, nil, nil, fmt.Errorf("this worker does no jobs of kind %q", head.Kind)
	}
	do, closing, err = opener(head.Settings, func(name string) (string, error) {
		if path, ok := files[name]; ok {
			return path, nil
		}
		return "", fmt.Errorf("the set has no file %q", name)
	})
	return head.Kind, do, closing, err
}

// closeSets closes all sets.
func (h *hand) closeSets() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.sets {
		<-s.ready
		if s.close != nil {
			s.close()
		}
	}
}
