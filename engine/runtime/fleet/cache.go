package fleet

import (
	"cmp"
	"os"
	"path/filepath"
	"sync"
)

// DefaultMaxFiles is the default limit of the files that a worker keeps, in bytes.
const DefaultMaxFiles = 2 << 30

// A cache holds the files of sets on a worker's disk. Each file is stored once, under a name that depends on
// its content. If the files exceed the limit, files that no open set uses are removed, the least recently
// released first.
type cache struct {
	dir  string
	most int64 // bytes; 0 = DefaultMaxFiles

	mu    sync.Mutex
	files map[string]*cached
	bytes int64
	clock int
}

// A cached file is in use by open sets, or is kept in case another set needs it.
type cached struct {
	bytes   int64
	holders int
	left    int // time of its last release on the cache's clock
}

// hold returns the path of a file and keeps the file until the matching call of letGo. fetch writes the file
// if it is missing.
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

// letGo undoes one call of hold.
func (c *cache) letGo(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clock++
	f := c.files[name]
	f.holders--
	f.left = c.clock
	if f.holders == 0 && f.bytes == 0 {
		c.remove(name) // it was never fetched
	}
	c.evict()
}

// evict removes files that no set uses, the least recently released first, until the limit is met.
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
	_ = os.Remove(filepath.Join(c.dir, name)) // it may be gone or may never have been written
}

// clear removes all files. They must not be in use.
func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name := range c.files {
		c.remove(name)
	}
}

// A shelf lists the files of the cache that one set uses.
type shelf struct {
	cache *cache

	mu     sync.Mutex
	held   []string
	shared string // name of the latest shared file
}

// hold returns the path of a file and keeps the file until end is called. fetch writes the file if it is
// missing.
func (s *shelf) hold(name string, fetch func(path string) error) (path string, err error) {
	if path, err = s.cache.hold(name, fetch); err == nil {
		s.mu.Lock()
		s.held = append(s.held, name)
		s.mu.Unlock()
	}
	return path, err
}

// holdShared is hold for a shared file. It releases the previous shared file.
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

// end releases all files.
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
