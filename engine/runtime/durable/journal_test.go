package durable_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

var steps = durable.Format{Name: "steps", Version: 2}

// journal makes a journal of some records, and returns its text.
func journal(t testing.TB, path string, records int) []byte {
	t.Helper()
	j, err := durable.CreateJournal(path, steps, "settings")
	if err != nil {
		t.Fatal(err)
	}
	for i := range records {
		if err := j.Append(map[string]int{"step": i}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// count returns how many records a journal has, which must be the first ones.
func count(t testing.TB, j *durable.Journal) int {
	t.Helper()
	n := 0
	for r, err := range j.Records() {
		if want := fmt.Sprintf(`{"step":%d}`, n); err != nil || string(r.JSON) != want || r.Line != n+2 {
			t.Fatalf("record %d is %s in line %d, %v", n, r.JSON, r.Line, err)
		}
		n++
	}
	return n
}

// A file without a header says its version in a field, and is of version 1 where it has none.
func TestCheckVersion(t *testing.T) {
	for text, want := range map[string]string{
		`{"version":2}`:             "",
		`not JSON`:                  "",
		`{"keys":["learn.alpha"]}`:  `old.json: it is "steps" of version 1: want "steps" of version 2`,
		`{"version":3,"keys":null}`: `old.json: it is "steps" of version 3: want "steps" of version 2`,
	} {
		err := steps.CheckVersion("old.json", []byte(text))
		if want == "" && err == nil {
			continue
		}
		if err == nil || err.Error() != want || !fault.IsBadInput(err) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}

// Law: a journal that is cut off anywhere behind its header has the records that are whole, and
// can be continued as if nothing had been cut off.
func TestJournalCutOffAnywhere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "steps.ndjson")
	whole := journal(t, path, 4)
	head := bytes.IndexByte(whole, '\n') + 1
	for n := range whole {
		if err := os.WriteFile(path, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := durable.ContinueJournal(path, steps, "settings")
		if err != nil {
			t.Fatalf("cut off at %d: %v", n, err)
		}
		if n >= head {
			if want := int64(n - 1 - bytes.LastIndexByte(whole[:n], '\n')); j.Torn() != want {
				t.Errorf("cut off at %d: %d bytes are torn, want %d", n, j.Torn(), want)
			}
		}
		known := count(t, j)
		if want := max(0, bytes.Count(whole[:n], []byte("\n"))-1); known != want {
			t.Errorf("cut off at %d: %d records, want %d", n, known, want)
		}
		for i := known; i < 4; i++ {
			if err := j.Append(map[string]int{"step": i}); err != nil {
				t.Fatal(err)
			}
		}
		if j.Torn() != 0 || count(t, j) != 4 || j.Close() != nil {
			t.Errorf("cut off at %d: it was not continued", n)
		}
		if got, _ := os.ReadFile(path); !bytes.Equal(got, whole) {
			t.Fatalf("cut off at %d: continued it is %q", n, got)
		}
	}
}

// A record that is shorter than the torn tail leaves nothing of it.
func TestJournalTailIsCut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "steps.ndjson")
	whole := journal(t, path, 1)
	if err := os.WriteFile(path, append(bytes.Clone(whole), bytes.Repeat([]byte("torn"), 1000)...),
		0o666); err != nil {
		t.Fatal(err)
	}
	for records := range 2 {
		j, err := durable.OpenJournal(path, steps)
		if err != nil {
			t.Fatal(err)
		}
		if torn := j.Torn(); (torn > 0) != (records == 0) || count(t, j) != records+1 {
			t.Errorf("%d records, %d bytes are torn", count(t, j), torn)
		}
		if err := errors.Join(j.Append(map[string]int{"step": records + 1}), j.Close()); err != nil {
			t.Fatal(err)
		}
	}
}

// Law: a journal of which one bit is flipped is refused as bad input, or, where the bit is one of
// the last record or just before it, has the records in front. In any case it stays as it is.
func TestJournalFlips(t *testing.T) {
	path := filepath.Join(t.TempDir(), "steps.ndjson")
	whole := journal(t, path, 3)
	last := bytes.LastIndexByte(whole[:len(whole)-1], '\n')
	for i := range whole {
		text := bytes.Clone(whole)
		text[i] ^= 1 << (i % 8)
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := durable.OpenJournal(path, steps)
		switch {
		case i < last && !fault.IsBadInput(err):
			t.Errorf("byte %d: %v", i, err)
		case i >= last && err != nil:
			t.Errorf("byte %d of the last record: %v", i, err)
		case i == last && count(t, j) != 1, i > last && count(t, j) != 2:
			t.Errorf("byte %d of the last record: %d records", i, count(t, j))
		}
		if err == nil {
			j.Close()
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, text) {
			t.Fatalf("byte %d: the file was changed", i)
		}
	}
}

func TestJournalRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "steps.ndjson")
	text := string(journal(t, path, 3))
	lines := strings.SplitAfter(text, "\n")
	for name, c := range map[string]struct {
		text string
		line int
		want string
	}{
		"empty":    {"", 1, `nothing is kept in it yet`},
		"old":      {`{"outflank":"steps","version":1,"settings":{}}` + "\n", 1, `it is "steps" of version 1: want "steps" of version 2`},
		"other":    {`{"outflank":"match","version":2}` + "\n", 1, `it is "match" of version 2: want "steps" of version 2`},
		"foreign":  {"f5d6c3\n", 1, `it begins with "f5d6c3\n": want "steps"`},
		"cut off":  {lines[0][:len(lines[0])-9], 1, "damaged"},
		"unsealed": {`{"outflank":"steps","version":2}` + "\n", 1, "damaged"},
		"middle":   {lines[0] + lines[1] + strings.Replace(lines[2], "step", "stop", 1) + lines[3], 3, "damaged"},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := durable.OpenJournal(path, steps)
		bad, ok := errors.AsType[*durable.FileError](err)
		if !ok || bad.Line != c.line || !strings.Contains(err.Error(), c.want) || !fault.IsBadInput(err) {
			t.Errorf("%s: %v, want line %d: %s", name, err, c.line, c.want)
		}
	}
}

func TestJournalIsLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "steps.ndjson")
	j, err := durable.CreateJournal(path, steps, 7)
	if err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func() (*durable.Journal, error){
		"open":     func() (*durable.Journal, error) { return durable.OpenJournal(path, steps) },
		"create":   func() (*durable.Journal, error) { return durable.CreateJournal(path, steps, 7) },
		"continue": func() (*durable.Journal, error) { return durable.ContinueJournal(path, steps, 7) },
	} {
		if _, err := open(); !errors.Is(err, durable.ErrBusy) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s while it is open: %v", name, err)
		}
	}
	var settings int
	if err := durable.ReadSettings(path, steps, &settings); err != nil || settings != 7 {
		t.Errorf("settings %d, %v", settings, err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := durable.CreateJournal(path, steps, 7); !errors.Is(err, durable.ErrExists) {
		t.Errorf("a second journal in the same place: %v", err)
	}
}

func TestLockDir(t *testing.T) {
	dir := t.TempDir()
	unlock, err := durable.LockDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := durable.LockDir(dir); !errors.Is(err, durable.ErrBusy) || !strings.Contains(err.Error(), dir) {
		t.Errorf("locked twice: %v", err)
	}
	unlock()
	if unlock, err = durable.LockDir(dir); err != nil {
		t.Fatal(err)
	}
	unlock()
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("left behind: %v", files)
	}
}

// Law: a state is read as it was written, and no changed byte or lost end goes unnoticed.
func TestState(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	type state struct{ Step, Games int }
	want := state{3, 400}
	if err := durable.WriteState(path, steps, want); err != nil {
		t.Fatal(err)
	}
	var got state
	if err := durable.ReadState(path, steps, &got); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
	whole, _ := os.ReadFile(path)
	for i := range whole {
		text := bytes.Clone(whole)
		text[i] ^= 1 << (i % 8)
		for _, text := range [][]byte{text, whole[:i], append(bytes.Clone(whole), whole[:i+1]...)} {
			if err := os.WriteFile(path, text, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := durable.ReadState(path, steps, &got); !fault.IsBadInput(err) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
	if err := durable.ReadState(path+"x", steps, &got); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// FuzzJournalIsReadOrRefused: a file is a journal whose whole records come first, or it is
// refused; reading leaves it as it is.
func FuzzJournalIsReadOrRefused(f *testing.F) {
	text := journal(f, filepath.Join(f.TempDir(), "seed.ndjson"), 3)
	f.Add(text)
	f.Add(text[:len(text)-9])
	f.Add(append(bytes.Clone(text), 0, 0, 0))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "fuzz.ndjson")
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := durable.OpenJournal(path, steps)
		if err == nil {
			size := j.Torn()
			for r, err := range j.Records() {
				if err != nil {
					t.Errorf("line %d: %v", r.Line, err)
				}
			}
			if size < 0 || size > int64(len(text)) {
				t.Errorf("%d bytes of %d are torn", size, len(text))
			}
			j.Close()
		} else if !fault.IsBadInput(err) {
			t.Error(err)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, text) {
			t.Error("the file was changed")
		}
	})
}
