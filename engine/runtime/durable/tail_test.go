package durable_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/outflank/outflank/engine/runtime/durable"
)

// Law: however a journal grows, byte by byte or by many records, its tail yields each record once, as
// soon as it is whole.
func TestTailOfGrowingJournal(t *testing.T) {
	text := journal(t, filepath.Join(t.TempDir(), "journal"), 30)
	begins := bytes.IndexByte(text, '\n') + 1
	rapid.Check(t, func(t *rapid.T) {
		tail, line := durable.NewTail("journal", steps), 1
		for at := begins; ; at = min(at+rapid.IntRange(0, 200).Draw(t, "bytes"), len(text)) {
			for r, err := range tail.Read(bytes.NewReader(text[:at])) {
				if line++; err != nil || r.Line != line || string(r.JSON) != fmt.Sprintf(`{"step":%d}`, line-2) {
					t.Fatalf("record of line %d: %d %s, %v", line, r.Line, r.JSON, err)
				}
			}
			if want := bytes.Count(text[:at], []byte("\n")); line != want {
				t.Fatalf("%d lines of %d bytes, want %d", line, at, want)
			}
			if at == len(text) {
				break
			}
		}
		if settings, err := tail.Begin(nil); string(settings) != `"settings"` || err != nil {
			t.Fatalf("settings %s, %v", settings, err)
		}
	})
}

// TestTailDamage: a damaged record behind which nothing is whole may become whole; one in the middle
// is an error, now and later, and no record behind it is yielded.
func TestTailDamage(t *testing.T) {
	text := journal(t, filepath.Join(t.TempDir(), "journal"), 5)
	lines := bytes.SplitAfter(text, []byte("\n"))
	damaged := bytes.Join([][]byte{lines[0], lines[1],
		bytes.Replace(lines[2], []byte("step"), []byte("stop"), 1)}, nil)
	tail := durable.NewTail("j", steps)
	read := func(text []byte) (n int, err error) {
		for _, e := range tail.Read(bytes.NewReader(text)) {
			if err = e; err == nil {
				n++
			}
		}
		return n, err
	}
	if n, err := read(damaged); n != 1 || err != nil {
		t.Errorf("a torn tail: %d records, %v", n, err)
	}
	for range 2 {
		n, err := read(bytes.Join([][]byte{damaged, lines[3]}, nil))
		if bad, ok := errors.AsType[*durable.FileError](err); n != 0 || !ok || bad.Line != 3 || bad.File != "j" {
			t.Errorf("a damaged record: %d records, %v", n, err)
		}
	}
	if n, err := read(text); n != 4 || err != nil {
		t.Errorf("repaired: %d records, %v", n, err)
	}
	tail = durable.NewTail("j", durable.Format{Name: "match", Version: 2})
	if _, err := read(text); err == nil || !strings.Contains(err.Error(),
		`j, line 1: it is "steps" of version 2: want "match" of version 2`) {
		t.Errorf("another format: %v", err)
	}
}

func TestFormatOf(t *testing.T) {
	text := string(journal(t, filepath.Join(t.TempDir(), "journal"), 2))
	for _, tt := range []struct {
		name, text string
		want       durable.Format
		damaged    bool
	}{
		{"a journal", text, steps, false},
		{"its header alone", text[:strings.Index(text, "\n")+1], steps, false},
		{"before seals", `{"outflank":"match","version":1,"settings":{}}` + "\n", durable.Format{Name: "match", Version: 1}, false},
		{"damaged", strings.Replace(text, "steps", "stepz", 1), durable.Format{}, true},
		{"cut", text[:20], durable.Format{}, true},
		{"JSON", `{"outflank-free": 1}`, durable.Format{}, false},
		{"short", `{`, durable.Format{}, false},
		{"empty", ``, durable.Format{}, false},
		{"bytes", "PAR1\x00\x01\x02\x03\x04\x05\x06\x07\x08", durable.Format{}, false},
	} {
		if got, err := durable.FormatOf(strings.NewReader(tt.text)); got != tt.want || (err != nil) != tt.damaged {
			t.Errorf("%s: %v, %v", tt.name, got, err)
		}
	}
}

// TestInUse: who asks whether something is locked sees it, keeps nobody out, and is not seen by others
// who ask.
func TestInUse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "journal")
	j, err := durable.CreateJournal(path, steps, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if !durable.FileInUse(f) {
		t.Error("a journal that is open is not in use")
	}
	j.Close()
	for range 2 {
		if durable.FileInUse(f) {
			t.Error("a journal that is closed is in use")
		}
	}
	if j, err = durable.OpenJournal(path, steps); err != nil {
		t.Errorf("after it was asked: %v", err)
	}
	j.Close()
	if durable.DirInUse(dir) {
		t.Error("a folder is in use")
	}
	unlock, err := durable.LockDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !durable.DirInUse(dir) {
		t.Error("a locked folder is not in use")
	}
	unlock()
	if durable.DirInUse(dir) || durable.DirInUse(filepath.Join(dir, "none")) {
		t.Error("nobody has the lock")
	}
}

// A page is a file of which the first reading finds zeros where something is being written.
type page struct {
	*bytes.Reader
	zeros []byte // what the first reading finds
}

func (p *page) ReadAt(b []byte, at int64) (int, error) {
	if p.zeros != nil {
		first := bytes.NewReader(p.zeros)
		p.zeros = nil
		return first.ReadAt(b, at)
	}
	return p.Reader.ReadAt(b, at)
}

// TestTailBeingWritten: a record that was read while it was being written, with one behind it that was
// whole when its turn came, is read again.
func TestTailBeingWritten(t *testing.T) {
	text := journal(t, filepath.Join(t.TempDir(), "journal"), 5)
	begins := bytes.IndexByte(text, '\n') + 1
	zeros := bytes.Clone(text)
	clear(zeros[begins+5 : begins+9])
	tail, n := durable.NewTail("j", steps), 0
	if _, err := tail.Begin(bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	for r, err := range tail.Read(&page{bytes.NewReader(text), zeros}) {
		if n++; err != nil || r.Line != n+1 {
			t.Fatalf("record %d: %d, %v", n, r.Line, err)
		}
	}
	if n != 5 {
		t.Errorf("%d records", n)
	}
}

// TestRecordAt: the offsets of a tail lead to the records that follow them.
func TestRecordAt(t *testing.T) {
	text := journal(t, filepath.Join(t.TempDir(), "journal"), 5)
	in, tail := bytes.NewReader(text), durable.NewTail("journal", steps)
	if _, err := tail.Begin(in); err != nil {
		t.Fatal(err)
	}
	at := tail.Offset()
	for r, err := range tail.Read(in) {
		if err != nil {
			t.Fatal(err)
		}
		if again, err := durable.RecordAt(in, at); err != nil || !bytes.Equal(again, r.JSON) {
			t.Errorf("line %d: %s, %v, want %s", r.Line, again, err, r.JSON)
		}
		if _, err := durable.RecordAt(in, at+1); err == nil {
			t.Errorf("line %d: a record begins in its middle", r.Line)
		}
		at = tail.Offset()
	}
	if _, err := durable.RecordAt(in, at); err == nil || at != int64(len(text)) {
		t.Errorf("a record behind the end: %v", err)
	}
}
