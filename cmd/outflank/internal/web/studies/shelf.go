package studies

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/folder"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A Shelf holds the studies of a server. It is safe for concurrent use.
type Shelf struct {
	dir string

	mu     sync.Mutex
	files  map[string]saved // without moves and texts, by identifier
	broken map[string]error // unreadable files
	unlock func()           // unlocks the folder; nil = folder not opened yet
	closed bool
}

// A saved is the content of a file.
type saved struct {
	Version  int       `json:"version"`
	Key      string    `json:"key"` // secret; allows changes
	Revision int       `json:"revision"`
	Changed  time.Time `json:"changed"`
	Study    Study     `json:"study"`
}

const (
	version   = 1
	extension = ".study"
	mostFiles = 10000
)

// NewShelf returns the shelf of a folder. It reads the folder at the first request, and creates it with the
// first study.
func NewShelf(dir string) *Shelf { return &Shelf{dir: dir} }

// Close unlocks the folder. Later requests fail.
func (s *Shelf) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.unlock != nil {
		s.unlock()
	}
}

// open reads the folder unless it has done so. If the folder is missing, create decides whether to make it.
func (s *Shelf) open(create bool) error {
	if s.closed {
		return wire.Fail(http.StatusServiceUnavailable, errors.New("the server is shutting down"))
	}
	if s.unlock != nil {
		return nil
	}
	files, broken := map[string]saved{}, map[string]error{}
	unlock, err := folder.Open(s.dir, extension, create, func(id string, _ fs.FileInfo) {
		if file, err := s.read(id); err != nil {
			broken[id] = err
		} else {
			files[id] = file.head()
		}
	})
	if unlock != nil {
		s.files, s.broken, s.unlock = files, broken, unlock
	}
	return err
}

func (s *Shelf) path(id string) string { return filepath.Join(s.dir, id+extension) }

// read reads a file.
func (s *Shelf) read(id string) (saved, error) {
	text, err := os.ReadFile(s.path(id))
	if err != nil {
		return saved{}, err
	}
	var f saved
	if err = durable.ReadDocument(text, &f); err == nil && f.Version != version {
		err = fmt.Errorf("version %d, want %d", f.Version, version)
	}
	if err == nil {
		err = f.Study.check()
	}
	if err != nil {
		return saved{}, fault.BadInputf("the study cannot be read: %w", err)
	}
	return f, nil
}

// head returns the part of a file that stays in memory, for lists.
func (f saved) head() saved {
	f.Study = Study{Start: f.Study.Start, Black: f.Study.Black, White: f.Study.White, Event: f.Study.Event,
		Date: f.Study.Date, Result: f.Study.Result, Tree: f.Study.Tree[:min(120, len(f.Study.Tree))]}
	return f
}

// write stores a study in its file.
func (s *Shelf) write(id string, f saved) error {
	text, err := durable.Document(f)
	if err != nil {
		return err
	}
	if err := durable.Replace(s.path(id), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}); err != nil {
		return err
	}
	s.files[id] = f.head()
	return nil
}

// create stores a new study.
func (s *Shelf) create(study Study) (View, error) {
	if err := study.check(); err != nil {
		return View{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.open(true); err != nil {
		return View{}, err
	}
	if len(s.files) >= mostFiles {
		return View{}, wire.Fail(http.StatusInsufficientStorage,
			fmt.Errorf("this server keeps %d studies, which is its limit: delete some", len(s.files)))
	}
	id := strings.ToLower(rand.Text()[:12])
	f := saved{version, strings.ToLower(rand.Text()), 1, now(), study}
	return f.view(id, f.Key), s.write(id, f)
}

// now returns the time in whole seconds, as files keep it.
func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// get returns a study.
func (s *Shelf) get(q ID) (View, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.find(q.ID)
	return f.view(q.ID, q.Key), err
}

// find reads the file of a study.
func (s *Shelf) find(id string) (saved, error) {
	if err := s.open(false); err != nil {
		return saved{}, err
	}
	if err := s.broken[id]; err != nil {
		return saved{}, err
	}
	if _, ok := s.files[id]; !ok {
		return saved{}, wire.Fail(http.StatusNotFound, fmt.Errorf("there is no study %.20q", id))
	}
	return s.read(id)
}

var (
	errKey = wire.Fail(http.StatusForbidden,
		errors.New("this study belongs to another person; save a copy to change it"))
	errRevision = wire.Fail(http.StatusConflict, errors.New("the study was changed elsewhere since it was read"))
)

// change replaces a study.
func (s *Shelf) change(q ID, c Change) (View, error) {
	if err := c.Study.check(); err != nil {
		return View{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.find(q.ID)
	switch {
	case err != nil:
		return View{}, err
	case !f.opens(q.Key):
		return View{}, errKey
	case f.Revision != c.Revision:
		return View{}, errRevision
	}
	f.Revision, f.Changed, f.Study = f.Revision+1, now(), c.Study
	return f.view(q.ID, q.Key), s.write(q.ID, f)
}

// remove deletes a study.
func (s *Shelf) remove(q ID) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.find(q.ID)
	if err != nil {
		return err
	}
	if !f.opens(q.Key) {
		return errKey
	}
	if err := os.Remove(s.path(q.ID)); err != nil {
		return err
	}
	delete(s.files, q.ID)
	return nil
}

// list returns the studies that match a query, the latest changes first.
func (s *Shelf) list(q listQuery) (List, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := List{Studies: []Summary{}}
	if err := s.open(false); err != nil {
		return l, err
	}
	for id, f := range s.files {
		if f.matches(q.Search) {
			l.Studies = append(l.Studies, f.summary(id))
		}
	}
	slices.SortFunc(l.Studies, func(a, b Summary) int {
		if order := b.Changed.Compare(a.Changed); order != 0 {
			return order
		}
		return strings.Compare(a.ID, b.ID)
	})
	l.All = len(l.Studies)
	l.Studies = l.Studies[:min(q.limit(), l.All)]
	return l, nil
}

// matches reports whether a study has all words of a search in its data or its first moves.
func (f saved) matches(search string) bool {
	in := strings.ToLower(strings.Join([]string{f.Study.Black, f.Study.White, f.Study.Event, f.Study.Date,
		f.Study.Result, f.Study.Tree}, "\n"))
	for word := range strings.FieldsSeq(strings.ToLower(search)) {
		if !strings.Contains(in, word) {
			return false
		}
	}
	return true
}

// opens reports whether a key allows changes.
func (f saved) opens(key string) bool {
	return f.Key != "" && subtle.ConstantTimeCompare([]byte(key), []byte(f.Key)) == 1
}
