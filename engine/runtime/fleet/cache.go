package fleet

import (
	"cmp"
	"os"
	"path/filepath"
	"sync"
)

// DefaultMaxFiles is the limit of the files that a worker keeps, in bytes.
const DefaultMaxFiles = 2 << 30

// A cache is the files of sets on a worker's disk, each once, by names that tell their content. Those
// that no open set holds go when there are too many bytes, those first that were let go longest ago.
type cache struct {
	dir  string
	most int64 // bytes; 0 = DefaultMaxFiles

	mu    sync.Mutex
	files map[string]*cached
	bytes int64
	clock int
}

// A cached file is held by sets, or stays in case that one will want it.
type cached struct {
	bytes   int64
	holders int
	left    int // when it was let go the last time, in the order of such times
}

// hold returns the path of a file, which fetch writes where it is not there, and keeps it until it is
// let go as often.
func (c *cache) hold(name string, fetch func(path string) error) (path string, err error) {
	c.mu.Lock()
	f := c.files[name]
	if f == nil {
		f = &cached{}
		c.files[name] = f
	}
	f.holders++
	c.mu.Unlock()
	path = filepath.Join(c.dir, name)
	if err = fetch(path); err != nil {
		c.letGo(name)
		return "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		c.letGo(name)
		return "", err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes += info.Size() - f.bytes
	f.bytes = info.Size()
	c.evict()
	return path, nil
}

// letGo ends a hold.
func (c *cache) letGo(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	f := c.files[name]
	f.holders--
	f.left = c.clock
	if f.holders == 0 && f.bytes == 0 {
		c.remove(name) // it could not be fetched
	}
	c.evict()
}

// evict removes files that no set holds while there are too many bytes.
func (c *cache) evict() {
	for c.bytes > cmp.Or(c.most, DefaultMaxFiles) {
		oldest := ""
		for name, f := range c.files {
			if f.holders == 0 && (oldest == "" || f.left < c.files[oldest].left) {
				oldest = name
			}
		}
		if oldest == "" {
			return
		}
		c.remove(oldest)
	}
}

func (c *cache) remove(name string) {
	c.bytes -= c.files[name].bytes
	delete(c.files, name)
	_ = os.Remove(filepath.Join(c.dir, name)) // it may be gone, or was never written
}

// clear removes all files, which no set holds any more.
func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name := range c.files {
		c.remove(name)
	}
}

// A shelf is the files of the cache that a set holds.
type shelf struct {
	cache *cache

	mu     sync.Mutex
	held   []string
	shared string // what was shared last
}

// hold returns the path of a file, which fetch writes where it is not there.
func (s *shelf) hold(name string, fetch func(path string) error) (path string, err error) {
	if path, err = s.cache.hold(name, fetch); err == nil {
		s.mu.Lock()
		s.held = append(s.held, name)
		s.mu.Unlock()
	}
	return path, err
}

// holdShared is hold for what was shared, and lets go of what was shared before.
func (s *shelf) holdShared(name string, fetch func(path string) error) (path string, err error) {
	if path, err = s.cache.hold(name, fetch); err != nil {
		return "", err
	}
	s.mu.Lock()
	before := s.shared
	s.shared = name
	s.mu.Unlock()
	if before != "" {
		s.cache.letGo(before)
	}
	return path, nil
}

// end lets go of all files.
func (s *shelf) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range append(s.held, s.shared) {
		if name != "" {
			s.cache.letGo(name)
		}
	}
	s.held, s.shared = nil, ""
}
