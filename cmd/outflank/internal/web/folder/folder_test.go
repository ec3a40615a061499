package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// A note is a document with a part for lists.
type note struct {
	Title, Text string
}

// notes returns the documents of a folder. A note needs a title.
func notes(t *testing.T, dir string) *Documents[note] {
	d := &Documents[note]{Dir: dir, What: "note", Head: func(n note) note { return note{Title: n.Title} },
		Check: func(n *note) error {
			if n.Title == "" {
				return errors.New("no title")
			}
			return nil
		}}
	t.Cleanup(d.Close)
	return d
}

// write writes files by their names.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// document returns the text of a file that holds a note.
func document(t *testing.T, n note) string {
	t.Helper()
	text, err := durable.Document(n)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestOpen: a folder passes its own files on, and no others. Without a folder there are none, unless it is to be
// created.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.note": "", "b.c.note": "", ".note": "", ".hidden.note": "", "note": "", "a.notes": "",
		"a.note.tmp": ""})
	if err := os.Mkdir(filepath.Join(dir, "folder.note"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a.note", filepath.Join(dir, "link.note")); err != nil {
		t.Logf("links are not tested: %v", err)
	}
	missing := filepath.Join(dir, "missing", "below")
	for _, tt := range []struct {
		dir    string
		create bool
		want   string
		opened bool
	}{
		{dir, false, "[a b.c]", true}, {dir, true, "[a b.c]", true}, {missing, false, "[]", false}, {missing, true, "[]", true},
		{missing, false, "[]", true},
	} {
		var ids []string
		unlock, err := Open(tt.dir, ".note", tt.create, func(id string, _ fs.FileInfo) { ids = append(ids, id) })
		slices.Sort(ids)
		if fmt.Sprint(ids) != tt.want || err != nil || (unlock != nil) != tt.opened {
			t.Errorf("%s, %v: %q, %v, want %s", tt.dir, tt.create, ids, err, tt.want)
		}
		if unlock != nil {
			unlock()
		}
	}
	file := filepath.Join(dir, "a.note")
	if unlock, err := Open(file, ".note", true, nil); err == nil || unlock != nil {
		t.Error("a file is opened as a folder")
	}
}

// TestDocuments: a document that was put is read again, by the next server too; a list has the heads alone. A
// document that was removed is gone.
func TestDocuments(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "notes")
	d := notes(t, dir)
	if heads, err := d.Heads(); len(heads) != 0 || err != nil {
		t.Errorf("%v, %v", heads, err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a request that only reads creates the folder: %v", err)
	}
	first, second := note{"First", "long text"}, note{"Second", "<&>\u2028 \"'"}
	for id, n := range map[string]note{"a": second, "b": second, "c": first} {
		if err := d.Put(id, n); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(d.Put("a", first), d.Remove("c")); err != nil { // a is replaced
		t.Fatal(err)
	}
	for range 2 {
		heads, err := d.Heads()
		if fmt.Sprint(heads) != "map[a:{First } b:{Second }]" || err != nil {
			t.Errorf("%v, %v", heads, err)
		}
		for id, want := range map[string]note{"a": first, "b": second} {
			if got, err := d.Get(id); got != want || err != nil {
				t.Errorf("%s: %+v, %v", id, got, err)
			}
		}
		for _, id := range []string{"c", "", "../notes/a", "a.note", "A", strings.Repeat("a", 1<<16)} {
			if _, err := d.Get(id); wire.StatusOf(err) != http.StatusNotFound || len(err.Error()) > 100 {
				t.Errorf("%.20s: %.200v", id, err)
			}
		}
		d.Close()
		if _, err := d.Get("a"); wire.StatusOf(err) != http.StatusServiceUnavailable {
			t.Errorf("a closed folder answers: %v", err)
		}
		if err := d.Put("a", second); wire.StatusOf(err) != http.StatusServiceUnavailable {
			t.Errorf("a closed folder is written: %v", err)
		}
		d = notes(t, dir)
	}
	if err := d.Remove("c"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("removed twice: %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 3 { // the lock is one
		t.Errorf("%v, %v", files, err)
	}
}

// TestDamaged: a file that cannot be read is an error for requests for it alone, and stays as it is.
func TestDamaged(t *testing.T) {
	whole := document(t, note{"Whole", "text"})
	damaged := map[string]string{
		"empty": "", "half": whole[:len(whole)/2], "bit": strings.Replace(whole, "Whole", "whole", 1), "binary": "\x00\xff\x00",
		"plain": `{"Title":"Whole","Text":""}`, "twice": whole + whole, "untitled": document(t, note{Text: "text"}),
		"newer": strings.Replace(whole, `"Text"`, `"Words"`, 1), "large": strings.Repeat("x", 1<<20),
	}
	dir := t.TempDir()
	write(t, dir, map[string]string{"whole.note": whole})
	for id, text := range damaged {
		write(t, dir, map[string]string{id + ".note": text})
	}
	d := notes(t, dir)
	if heads, err := d.Heads(); fmt.Sprint(heads) != "map[whole:{Whole }]" || err != nil {
		t.Errorf("%v, %v", heads, err)
	}
	for id, text := range damaged {
		if _, err := d.Get(id); !fault.IsBadInput(err) || !strings.HasPrefix(err.Error(), "the note cannot be read: ") ||
			len(err.Error()) > 300 {
			t.Errorf("%s: %.400v", id, err)
		}
		if kept, err := os.ReadFile(filepath.Join(dir, id+".note")); string(kept) != text || err != nil {
			t.Errorf("%s has changed: %.100s, %v", id, kept, err)
		}
	}
	if err := d.Put("new", note{Title: "New"}); err != nil {
		t.Error(err)
	}
	write(t, dir, map[string]string{"whole.note": "damaged while the server runs"})
	if _, err := d.Get("whole"); !fault.IsBadInput(err) {
		t.Error(err)
	}
}

// TestBusy: two servers do not share a folder. The second one opens it when the first has closed it.
func TestBusy(t *testing.T) {
	dir := t.TempDir()
	a, b := notes(t, dir), notes(t, dir)
	if err := a.Put("a", note{Title: "A"}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := b.Put("b", note{Title: "B"}); wire.StatusOf(err) != http.StatusServiceUnavailable ||
			!strings.Contains(err.Error(), "--state") {
			t.Fatal(err)
		}
	}
	a.Close()
	a.Close()
	if heads, err := b.Heads(); len(heads) != 1 || err != nil {
		t.Errorf("%v, %v", heads, err)
	}
}

// TestConcurrent: clients that change a document under the lock lose no change.
func TestConcurrent(t *testing.T) {
	d := notes(t, t.TempDir())
	const clients, changes = 8, 10
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			for i := range changes {
				d.Lock()
				n, err := d.Get("shared")
				if wire.StatusOf(err) == http.StatusNotFound {
					err = nil
				}
				err = errors.Join(err, d.Put("shared", note{"Shared", n.Text + "x"}), d.Put(fmt.Sprint(c), note{Title: fmt.Sprint(i)}))
				d.Unlock()
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	heads, err := d.Heads()
	if n, err2 := d.Get("shared"); len(n.Text) != clients*changes || len(heads) != clients+1 || errors.Join(err, err2) != nil {
		t.Errorf("%d changes of %d, %d documents, %v, %v", len(n.Text), clients*changes, len(heads), err, err2)
	}
}
