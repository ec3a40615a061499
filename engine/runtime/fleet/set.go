package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Set is jobs with common settings. Their answers depend only on the set and on the jobs.
type Set struct {
	parallel.Set
	Build string // of the program: only workers with the same one do the jobs

	// share of the jobs that this process does as well, to compare the answers, 0 to 1; none where the set
	// varies or has no Here
	Verify    float64
	Ahead     int   // jobs that may be under way at once; 0 = 2048
	MaxAnswer int64 // bytes of an answer; 0 = 64 MiB
}

const (
	// defaultAhead keeps two thousand threads busy.
	defaultAhead = 2048

	// defaultMaxAnswer bounds answers, so that no worker fills the memory of the client.
	defaultMaxAnswer = 64 << 20
)

// A header is a set as workers read it. Its hash is the set's name.
type header struct {
	Kind     string            `json:"kind"`
	Build    string            `json:"build"`
	Settings []byte            `json:"settings"`
	Files    map[string]string `json:"files"`              // hashes by name
	Programs bool              `json:"programs,omitempty"` // see parallel.Set
}

// nameOf returns the name of a set, a job or an object: half of its SHA-256.
func nameOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// isName tells whether a text could be what nameOf returns.
func isName(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 16
}

// buildToken names a build in a subject, whose words have no spaces or dots.
func buildToken(build string) string { return nameOf([]byte(build))[:16] }

// under returns where the objects of a set lie.
func under(id string) string { return filesPrefix + id + "." }

// upload stores a set with its files, and returns its name and whether it was there already.
func (c *Client) upload(ctx context.Context, s Set) (id string, old bool, err error) {
	h := header{Kind: s.Kind, Build: s.Build, Settings: s.Settings, Files: map[string]string{},
		Programs: s.Programs}
	for name, path := range s.Files {
		data, err := os.ReadFile(path)
		if err != nil {
			return "", false, err
		}
		h.Files[name] = nameOf(data)
	}
	text, err := json.Marshal(h) // keys of maps are in order
	if err != nil {
		return "", false, err
	}
	id = nameOf(text)
	if old, err = c.has(ctx, under(id)+id); old || err != nil {
		return id, old, err
	}
	for name, path := range s.Files {
		data, err := os.ReadFile(path)
		if err == nil && nameOf(data) != h.Files[name] {
			err = fmt.Errorf("%s has changed while it was read", path)
		}
		if err == nil {
			err = c.put(ctx, under(id), data)
		}
		if err != nil {
			return "", false, err
		}
	}
	return id, false, c.put(ctx, under(id), text)
}

// A badSet error is that of a set that no worker can open.
type badSet struct{ error }

// header returns a set by its name.
func (c *Client) header(ctx context.Context, id string) (h header, err error) {
	text, err := c.get(ctx, c.streams.files, under(id), id, maxObject)
	if err != nil {
		return h, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return h, badSet{fmt.Errorf("fleet: set %s: %w", id, err)}
	}
	for name, hash := range h.Files {
		if !isName(hash) {
			return h, badSet{fmt.Errorf("fleet: set %s: file %q: hash %q: want 32 hexadecimal digits", id, name, hash)}
		}
	}
	return h, nil
}

// download returns a set by its name, with the paths of its files, which are put on a shelf, by their names.
func (c *Client) download(ctx context.Context, id string,
	shelf *shelf) (h header, files map[string]string, err error) {
	if h, err = c.header(ctx, id); err != nil {
		return h, nil, err
	}
	files = map[string]string{}
	for name, hash := range h.Files {
		files[name], err = shelf.hold(hash+filepath.Ext(filepath.Base(name)), func(path string) error {
			return c.fetch(ctx, under(id), hash, path)
		})
		if err != nil {
			return h, nil, fmt.Errorf("fleet: set %s: file %q: %w", id, name, err)
		}
	}
	return h, files, nil
}

// fetch writes an object to a path, unless it is there.
func (c *Client) fetch(ctx context.Context, prefix, hash, path string) error {
	if old, err := os.ReadFile(path); err == nil && nameOf(old) == hash {
		return nil
	}
	data, err := c.get(ctx, c.streams.files, prefix, hash, maxObject)
	if err != nil {
		return err
	}
	return durable.WriteFile(path, data)
}
