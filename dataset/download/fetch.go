package download

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// Fetch updates the named files in a folder, one after the other, and yields its progress. It creates the
// folder if necessary, and removes a new folder that stays empty. An existing file whose name differs only in
// case (WTH_2001.WTB) is replaced and keeps its name.
//
// After a missing or rejected file, Fetch continues with the next one. At the end, it yields the joined
// errors for rejected files and missing names files, and an error about the game files if none was found. Any
// other error, including that of ctx, ends it immediately, because a server that does not answer will not
// answer for the next file. An error comes last, with a zero Progress.
//
// If a call ends early, repeating it resumes where it stopped. If another process is fetching or writing
// tables into the folder, the error wraps [durable.ErrBusy].
func (c Config) Fetch(ctx context.Context, dir string, names []string) iter.Seq2[Progress, error] {
	return func(yield func(Progress, error) bool) {
		base, err := c.base()
		if err != nil {
			yield(Progress{}, err)
			return
		}
		leave, err := enter(dir)
		if err != nil {
			yield(Progress{}, err)
			return
		}
		defer leave()
		client, done := c.client()
		defer done()
		f := &fetcher{Config: c, base: base, http: client, dir: dir, yield: yield, cache: readCache(dir)}
		if err := f.all(ctx, names); err != nil && !errors.Is(err, errStopped) {
			yield(Progress{}, err)
		}
	}
}

// enter creates the folder if necessary and locks it until leave is called.
func enter(dir string) (leave func(), err error) {
	_, missing := os.Stat(dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("download: %w", err)
	}
	unlock, err := durable.LockDir(dir)
	if err != nil {
		return nil, fmt.Errorf("download: %w", err)
	}
	return func() {
		unlock()
		if missing != nil {
			_ = os.Remove(dir) // fails if the folder is not empty
		}
	}, nil
}

// A fetcher is the state of a call of Fetch.
type fetcher struct {
	Config
	base  *url.URL
	http  *http.Client
	dir   string
	cache *cache
	yield func(Progress, error) bool
}

func (f *fetcher) all(ctx context.Context, names []string) error {
	var v verdict
	for i, name := range names {
		if err := checkName(name); err != nil {
			return err
		}
		path, err := existing(f.dir, name)
		if err != nil {
			return fmt.Errorf("download: %w", err)
		}
		t := &transfer{
			fetcher: f, Progress: Progress{Name: name, Index: i},
			url: f.base.JoinPath(name), path: path, part: filepath.Join(f.dir, name+partSuffix),
		}
		if err := t.run(ctx); err != nil {
			return err
		}
		v.add(t)
	}
	return v.err(f.base)
}

// existing returns the path of the file in dir with this name in any case, or the path for a new file.
// Otherwise, files whose names differ only in case would be imported as two files.
func existing(dir, name string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	found := name
	for _, e := range entries {
		if e.Name() == name {
			found = name
			break
		}
		if strings.EqualFold(e.Name(), name) {
			found = e.Name()
		}
	}
	return filepath.Join(dir, found), nil
}

// A verdict collects the problems, and decides at the end whether missing files matter.
type verdict struct {
	problems []error
	here     int      // number of game files that are both in the folder and on the server
	missing  []string // game files missing from the server
}

func (v *verdict) add(t *transfer) {
	games := strings.EqualFold(filepath.Ext(t.Name), ".wtb")
	switch {
	case t.State == Refused:
		v.problems = append(v.problems, t.Err)
	case t.State == Missing && games:
		v.missing = append(v.missing, t.Name)
	case t.State == Missing:
		v.problems = append(v.problems, &fileError{t.Name, t.url.Redacted(), errMissing})
	case games:
		v.here++
	}
}

func (v *verdict) err(base *url.URL) error {
	if n := len(v.missing); n > 0 && v.here == 0 {
		who := v.missing[0]
		if n > 1 {
			who = fmt.Sprintf("%s and %d more", who, n-1)
		}
		v.problems = append(v.problems, fmt.Errorf("download: %s: no game file: %s: %w", base.Redacted(), who,
			errMissing))
	}
	return errors.Join(v.problems...)
}
