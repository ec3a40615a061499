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

// A Set is a group of jobs with common settings. Their answers depend only on the set and on the jobs.
type Set struct {
	parallel.Set
	Build string // build of the program; only workers of the same build do the jobs

	// Verify is the share of the jobs, 0 to 1, that this process repeats to compare the answers. It is
	// ignored if Varies is set or Here is nil.
	Verify    float64
	Ahead     int   // maximum number of concurrent jobs; 0 = 2048
	MaxAnswer int64 // maximum size of an answer in bytes; 0 = 64 MiB
}

const (
	// defaultAhead keeps two thousand threads busy.
	defaultAhead = 2048

	// defaultMaxAnswer limits answers, so a worker cannot exhaust the client's memory.
	defaultMaxAnswer = 64 << 20
)

// A header is a set in the form sent to workers. Its hash is the set's name.
type header struct {
	Kind     string            `json:"kind"`
	Build    string            `json:"build"`
	Settings []byte            `json:"settings"`
	Files    map[string]string `json:"files"`              // hashes by file name
	Programs bool              `json:"programs,omitempty"` // see parallel.Set
}

// nameOf returns the name of a set, a job or an object: half of its SHA-256.
func nameOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// isName reports whether a text has the form of such a name.
func isName(text string) bool {
	b, err := hex.DecodeString(text)
	return err == nil && len(b) == 16
}

// buildToken returns the name of a build in subjects, whose words cannot contain spaces or dots.
func buildToken(build string) string { return nameOf([]byte(build))[:16] }

// under returns the subject prefix of a set's objects.
func under(id string) string { return filesPrefix + id + "." }

// upload stores a set with its files, and returns its name. old is true if the set was already stored.
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
	text, err := json.Marshal(h) // json sorts map keys, so the hash is stable
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

// A badSet error means that no worker can open a set.
type badSet struct{ error }

// header returns the header of a set.
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

// download returns the header of a set and the paths of its files by name. The shelf holds the files.
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

// fetch writes an object to a path, unless the file exists.
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
