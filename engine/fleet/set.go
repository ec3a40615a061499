package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/parallel"
)

// A Set is jobs with common settings. All that their answers depend on is in it and in the jobs.
type Set struct {
	parallel.Set
	Build string // of the program: only workers with the same one do the jobs

	Verify float64 // share of the jobs that are done twice, by different workers, 0 to 1; none where the set varies
	Secret []byte  // decides with a job which are, so that no worker knows; it may differ from time to time
	Ahead  int     // jobs that may be under way at once; 0 = DefaultAhead
}

// DefaultAhead keeps a hundred threads busy.
const DefaultAhead = 256

// A header is a set as workers read it. Its hash is the set's name.
type header struct {
	Kind     string            `json:"kind"`
	Build    string            `json:"build"`
	Settings []byte            `json:"settings"`
	Files    map[string]string `json:"files"`              // hashes by name
	Programs bool              `json:"programs,omitempty"` // see parallel.Set
}

// id returns the name of the set and its text.
func (h header) id() (id string, text []byte, err error) {
	text, err = json.Marshal(h) // keys of maps are in order
	return nameOf(text), text, err
}

// nameOf returns the name of a set, a job or an object: half of its SHA-256.
func nameOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// buildToken names a build in a subject, whose words have no spaces or dots.
func buildToken(build string) string { return nameOf([]byte(build))[:16] }

// put stores data by its hash unless it is there.
func (c *Client) put(ctx context.Context, name string, data []byte) error {
	if len(data) > maxObject {
		return fmt.Errorf("fleet: %s has %d bytes, at most %d are sent", name, len(data), maxObject)
	}
	return c.retry(ctx, func(ctx context.Context) error {
		if _, err := c.objects.GetInfo(ctx, name); err == nil || !errors.Is(err, jetstream.ErrObjectNotFound) {
			return err
		}
		_, err := c.objects.PutBytes(ctx, name, data)
		return err
	})
}

// get returns what is stored by its hash.
func (c *Client) get(ctx context.Context, name string) (data []byte, err error) {
	err = c.retry(ctx, func(ctx context.Context) error {
		info, err := c.objects.GetInfo(ctx, name)
		if err != nil {
			return err
		}
		if info.Size > maxObject {
			return fmt.Errorf("fleet: object %s has %d bytes, at most %d are read", name, info.Size, maxObject)
		}
		data, err = c.objects.GetBytes(ctx, name)
		return err
	})
	if err == nil && nameOf(data) != name {
		err = fmt.Errorf("fleet: object %s has the hash %s", name, nameOf(data))
	}
	return data, err
}

// upload stores the files of a set and its header, and returns the set's name.
func (c *Client) upload(ctx context.Context, s Set) (string, error) {
	h := header{Kind: s.Kind, Build: s.Build, Settings: s.Settings, Files: map[string]string{}, Programs: s.Programs}
	for name, path := range s.Files {
		data, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		h.Files[name] = nameOf(data)
		if err := c.put(ctx, h.Files[name], data); err != nil {
			return "", err
		}
	}
	id, text, err := h.id()
	if err != nil {
		return "", err
	}
	return id, c.put(ctx, id, text)
}

// download returns a set by its name, with its files in a folder.
func (c *Client) download(ctx context.Context, id, dir string) (h header, files map[string]string, err error) {
	text, err := c.get(ctx, id)
	if err != nil {
		return h, nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&h); err != nil {
		return h, nil, fmt.Errorf("fleet: set %s: %w", id, err)
	}
	files = map[string]string{}
	for name, hash := range h.Files {
		path, err := c.fetch(ctx, hash, filepath.Join(dir, hash+filepath.Ext(name)))
		if err != nil {
			return h, nil, fmt.Errorf("fleet: set %s: file %q: %w", id, name, err)
		}
		files[name] = path
	}
	return h, files, nil
}

// fetch writes a file of that hash to a path, unless it is there, and returns the path.
func (c *Client) fetch(ctx context.Context, hash, path string) (string, error) {
	if old, err := os.ReadFile(path); err == nil && nameOf(old) == hash {
		return path, nil
	}
	data, err := c.get(ctx, hash)
	if err != nil {
		return "", err
	}
	return path, durable.WriteFile(path, data)
}
