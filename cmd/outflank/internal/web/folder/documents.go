package folder

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// Documents keeps values as files of a folder. It reads the folder at the first request, and creates it with
// the first document. Its methods need the lock, except Close.
type Documents[T any] struct {
	Dir   string
	What  string         // name of a document in errors, and extension of the files
	Check func(*T) error // of a document that was read
	Head  func(T) T      // returns the part of a document that stays in memory, for lists

	sync.Mutex
	heads  map[string]T
	broken map[string]error // unreadable files
	unlock func()           // unlocks the folder; nil = folder not opened yet
	closed bool
}

// Close unlocks the folder. Later requests fail.
func (d *Documents[T]) Close() {
	d.Lock()
	defer d.Unlock()
	d.closed = true
	if d.unlock != nil {
		d.unlock()
	}
}

// open reads the folder unless it has done so. If the folder is missing, create decides whether to make it.
func (d *Documents[T]) open(create bool) error {
	if d.closed {
		return wire.Fail(http.StatusServiceUnavailable, errors.New("the server is shutting down"))
	}
	if d.unlock != nil {
		return nil
	}
	heads, broken := map[string]T{}, map[string]error{}
	unlock, err := Open(d.Dir, "."+d.What, create, func(id string, _ fs.FileInfo) {
		if v, err := d.read(id); err != nil {
			broken[id] = err
		} else {
			heads[id] = d.Head(v)
		}
	})
	if unlock != nil {
		d.heads, d.broken, d.unlock = heads, broken, unlock
	}
	return err
}

func (d *Documents[T]) path(id string) string { return filepath.Join(d.Dir, id+"."+d.What) }

func (d *Documents[T]) read(id string) (v T, err error) {
	text, err := os.ReadFile(d.path(id))
	if err != nil {
		return v, err
	}
	if err = durable.ReadDocument(text, &v); err == nil {
		err = d.Check(&v)
	}
	if err != nil {
		return v, fault.BadInputf("the %s cannot be read: %w", d.What, err)
	}
	return v, nil
}

// Heads returns the heads of all documents by identifier; the caller must not change the map.
func (d *Documents[T]) Heads() (map[string]T, error) {
	err := d.open(false)
	return d.heads, err
}

// Get reads a document.
func (d *Documents[T]) Get(id string) (v T, err error) {
	if err := d.open(false); err != nil {
		return v, err
	}
	if err := d.broken[id]; err != nil {
		return v, err
	}
	if _, ok := d.heads[id]; !ok {
		return v, wire.Fail(http.StatusNotFound, fmt.Errorf("there is no %s %.20q", d.What, id))
	}
	return d.read(id)
}

// Put writes a document. It is on the disk when Put returns.
func (d *Documents[T]) Put(id string, v T) error {
	if err := d.open(true); err != nil {
		return err
	}
	text, err := durable.Document(v)
	if err != nil {
		return err
	}
	err = durable.Replace(d.path(id), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err == nil {
		d.heads[id] = d.Head(v)
	}
	return err
}

// Remove deletes a document.
func (d *Documents[T]) Remove(id string) error {
	if err := os.Remove(d.path(id)); err != nil {
		return err
	}
	delete(d.heads, id)
	return nil
}
