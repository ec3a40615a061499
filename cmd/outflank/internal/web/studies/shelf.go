package studies

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/folder"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// A Shelf holds the studies of a server. It is safe for concurrent use.
type Shelf struct {
	files   folder.Documents[saved]
	changed chan struct{} // closed at the next change of a study; needs the lock of files
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
	mostFiles = 10000
)

// NewShelf returns the shelf of a folder. It reads the folder at the first request, and creates it with the
// first study.
func NewShelf(dir string) *Shelf {
	return &Shelf{changed: make(chan struct{}), files: folder.Documents[saved]{
		Dir: dir, What: "study", Head: saved.head,
		Check: func(f *saved) error {
			if f.Version != version {
				return fmt.Errorf("version %d, want %d", f.Version, version)
			}
			return f.Study.check()
		}}}
}

// Close unlocks the folder. Later requests fail.
func (s *Shelf) Close() { s.files.Close() }

// head returns the part of a file that stays in memory, for lists.
func (f saved) head() saved {
	f.Study = Study{Start: f.Study.Start, Black: f.Study.Black, White: f.Study.White, Event: f.Study.Event,
		Date: f.Study.Date, Result: f.Study.Result, Tree: f.Study.Tree[:min(120, len(f.Study.Tree))]}
	return f
}

// create stores a new study.
func (s *Shelf) create(study Study) (View, error) {
	if err := study.check(); err != nil {
		return View{}, err
	}
	s.files.Lock()
	defer s.files.Unlock()
	all, err := s.files.Heads()
	if err != nil {
		return View{}, err
	}
	if len(all) >= mostFiles {
		return View{}, wire.Fail(http.StatusInsufficientStorage,
			fmt.Errorf("this server keeps %d studies, which is its limit: delete some", len(all)))
	}
	id := wire.NewID()
	f := saved{version, wire.NewKey(), 1, now(), study}
	return f.view(id, f.Key), s.files.Put(id, f)
}

// now returns the time in whole seconds, as files keep it.
func now() time.Time { return time.Now().UTC().Truncate(time.Second) }

// get returns a study.
func (s *Shelf) get(q ID) (View, error) {
	s.files.Lock()
	defer s.files.Unlock()
	f, err := s.files.Get(q.ID)
	return f.view(q.ID, q.Key), err
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
	if c.Base != nil {
		if err := c.Base.check(); err != nil {
			return View{}, err
		}
	}
	s.files.Lock()
	defer s.files.Unlock()
	f, err := s.files.Get(q.ID)
	switch {
	case err != nil:
		return View{}, err
	case !wire.IsKey(f.Key, q.Key):
		return View{}, errKey
	case f.Revision != c.Revision && c.Base == nil:
		return View{}, errRevision
	case f.Revision != c.Revision:
		if c.Base.Start != f.Study.Start || c.Study.Start != f.Study.Start {
			return View{}, errRevision
		}
		merged := merge(*c.Base, c.Study, f.Study)
		if err := merged.check(); err != nil {
			return View{}, err
		}
		c.Study = merged
	}
	f.Revision, f.Changed, f.Study = f.Revision+1, now(), c.Study
	s.tell()
	return f.view(q.ID, q.Key), s.files.Put(q.ID, f)
}

// tell wakes all that watch a study. They look at it when the lock is free.
func (s *Shelf) tell() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// watch yields a study immediately and after each change, until the context ends or the study is removed. If
// the consumer is slow, it skips revisions.
func (s *Shelf) watch(ctx context.Context, q ID) (iter.Seq2[View, error], error) {
	_, err := s.get(q)
	return func(yield func(View, error) bool) {
		for seen := 0; ; {
			s.files.Lock()
			f, err := s.files.Get(q.ID)
			changed := s.changed
			s.files.Unlock()
			if (err != nil || f.Revision != seen) && !yield(f.view(q.ID, q.Key), err) || err != nil {
				return
			}
			seen = f.Revision
			select {
			case <-changed:
			case <-ctx.Done():
				return
			}
		}
	}, err
}

// remove deletes a study.
func (s *Shelf) remove(q ID) error {
	s.files.Lock()
	defer s.files.Unlock()
	f, err := s.files.Get(q.ID)
	if err != nil {
		return err
	}
	if !wire.IsKey(f.Key, q.Key) {
		return errKey
	}
	s.tell()
	return s.files.Remove(q.ID)
}

// list returns the studies that match a query, the latest changes first.
func (s *Shelf) list(q listQuery) (List, error) {
	s.files.Lock()
	defer s.files.Unlock()
	l := List{Studies: []Summary{}}
	all, err := s.files.Heads()
	if err != nil {
		return l, err
	}
	for id, f := range all {
		if f.matches(q.Search) {
			l.Studies = append(l.Studies, f.summary(id))
		}
	}
	slices.SortFunc(l.Studies, func(a, b Summary) int {
		return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.ID, b.ID))
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
