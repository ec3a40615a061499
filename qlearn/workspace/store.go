package workspace

import "sync"

// mostKept bounds how many of a kind are kept in memory with all that they have.
const mostKept = 32

// A store keeps what was read, by path, and forgets what was not asked for the longest.
type store[T any] struct {
	mu    sync.Mutex
	items map[string]*item[T]
	uses  int
}

// An item is what was read at a path. Its lock is held while it is read again: whoever asks for the
// same in the meantime gets the same.
type item[T any] struct {
	mu    sync.Mutex
	value *T // nil before it was read
	used  int
}

// use calls do with the item of a path, which is locked meanwhile.
func (s *store[T]) use(path string, do func(*item[T]) error) error {
	it := s.find(path)
	it.mu.Lock()
	defer it.mu.Unlock()
	return do(it)
}

func (s *store[T]) find(path string) *item[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.uses++
	it, ok := s.items[path]
	if !ok {
		if s.items == nil {
			s.items = map[string]*item[T]{}
		}
		it = &item[T]{}
		s.items[path] = it
	}
	it.used = s.uses
	if len(s.items) > mostKept {
		oldest := path
		for p, other := range s.items {
			if other.used < s.items[oldest].used {
				oldest = p
			}
		}
		delete(s.items, oldest)
	}
	return it
}
