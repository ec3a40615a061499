package arena

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
)

// eventful is a match with finished, judged and forfeited games, and agents that
// count.
func eventful(workers int) *Match {
	m := three(workers)
	m.Players[1].New = func(*rand.Rand) engine.Agent { return counting{} }
	m.Players[2].New = func(rng *rand.Rand) engine.Agent {
		return agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
			if rng.IntN(50) == 0 {
				return engine.None, errors.New("out of order")
			}
			return b.Moves().First(), nil
		})
	}
	m.Judge = func(_ context.Context, b engine.Board) (int, error) { return b.Mine.Len() - b.Theirs.Len(), nil }
	m.JudgeAt = 3
	return m
}

type counting struct{ engine.Greedy }

func (counting) Nodes() uint64 { return 1000 }
func (counting) Crashes() int  { return 1 }

// texts makes errors comparable.
var texts = cmp.Transformer("text", func(f *engine.ForfeitError) string {
	if f == nil {
		return ""
	}
	return f.Error()
})

// TestJournal: a match that is broken off again and again gives the results of one
// that is not, whatever was cut off at the end of the journal.
func TestJournal(t *testing.T) {
	want := collect(t, eventful(1))
	path := filepath.Join(t.TempDir(), "match.ndjson")
	j, err := CreateJournal(path, eventful(2), map[string]int{"answer": 42})
	if err != nil {
		t.Fatal(err)
	}
	for attempt := 0; ; attempt++ {
		got, whole := broken(t, eventful(2), j, 7)
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want[:len(got)], got, texts); diff != "" {
			t.Fatalf("attempt %d: %s", attempt, diff)
		}
		if whole {
			if attempt < 3 {
				t.Errorf("done after %d attempts: nothing was broken off", attempt)
			}
			break
		}
		spoil(t, path, int64(attempt))
		if j, err = OpenJournal(path, eventful(2)); err != nil {
			t.Fatal(err)
		}
		if j.Known() == 0 {
			t.Fatal("nothing was kept")
		}
	}
	var settings map[string]int
	if err := JournalSettings(path, &settings); err != nil || settings["answer"] != 42 {
		t.Errorf("settings %v, %v", settings, err)
	}
}

// broken runs a match until n games more than are known have been played.
func broken(t *testing.T, m *Match, j *Journal, n int32) (list []Result, whole bool) {
	stop := errors.New("broken off")
	var played atomic.Int32
	play := j.Play(func(ctx context.Context, p Pairing) (Result, error) {
		if played.Add(1) > n {
			return Result{}, stop
		}
		return m.Play(ctx, p)
	})
	for r, err := range m.RunBy(t.Context(), play) {
		if errors.Is(err, stop) {
			return list, false
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list, true
}

// spoil cuts some bytes off a file, as a kill in the middle of a write does.
func spoil(t *testing.T, path string, bytes int64) {
	info, err := os.Stat(path)
	if err == nil {
		err = os.Truncate(path, info.Size()-bytes)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestJournalIsLocked: nobody opens a journal that is being written.
func TestJournalIsLocked(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no locks")
	}
	path := filepath.Join(t.TempDir(), "match.ndjson")
	j, err := CreateJournal(path, three(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenJournal(path, three(1)); !errors.Is(err, ErrJournalInUse) {
		t.Errorf("opened twice: %v", err)
	}
	j.Close()
	if j, err = OpenJournal(path, three(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := CreateJournal(path, three(1), nil); !errors.Is(err, ErrJournalInUse) {
		t.Errorf("made anew while it is open: %v", err)
	}
	j.Close()
}

func TestJournalRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "match.ndjson")
	j, err := CreateJournal(path, three(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	broken(t, three(1), j, 4)
	j.Close()
	if _, err := CreateJournal(path, three(1), nil); !errors.Is(err, ErrJournalExists) {
		t.Errorf("a second journal in the same place: %v", err)
	}
	text, _ := os.ReadFile(path)
	lines := strings.SplitAfter(string(text), "\n")
	other := three(1)
	other.Seed++
	for name, c := range map[string]struct {
		text, want string
		m          *Match
		line       int
	}{
		"another match": {string(text), "state of another match", other, 1},
		"no journal":    {"f5d6c3\n", "not the state of a match", three(1), 1},
		"empty":         {"", "not the state of a match", three(1), 1},
		"version":       {strings.Replace(string(text), `"version":1`, `"version":9`, 1), "version 9: want 1", three(1), 1},
		"twice":         {string(text) + lines[2], "is in line 3 already", three(1), len(lines)},
		"no JSON":       {lines[0] + "game 1\n", "want a game as JSON", three(1), 2},
		"no such game":  {lines[0] + strings.Replace(lines[1], `"game":0`, `"game":999`, 1), "the match has 30", three(1), 2},
		"other opening": {lines[0] + strings.Replace(lines[1], `"game":0`, `"game":9`, 1), "does not begin with its opening", three(1), 2},
		"illegal":       {lines[0] + strings.Replace(lines[1], `"moves":"`, `"moves":"a1`, 1), "illegal", three(1), 2},
		"wrong score":   {lines[0] + strings.Replace(lines[1], `"score":`, `"score":1,"was":`, 1), "do not give the score", three(1), 2},
		"nobody":        {lines[0] + strings.Replace(lines[1], `"score":`, `"forfeit":"red","score":`, 1), "want black or white", three(1), 2},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := OpenJournal(path, c.m)
		bad, ok := errors.AsType[*JournalError](err)
		if !ok || bad.Line != c.line || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want line %d, %q", name, err, c.line, c.want)
		}
		if after, _ := os.ReadFile(path); string(after) != c.text {
			t.Errorf("%s: the file was changed", name)
		}
	}
	if _, err := OpenJournal(filepath.Join(dir, "none"), three(1)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// FuzzJournalIsReadOrRefused: a file is a journal of the match, of which at most an
// unfinished last line is dropped, or it is refused and left as it is.
func FuzzJournalIsReadOrRefused(f *testing.F) {
	dir := f.TempDir()
	path := filepath.Join(dir, "seed.ndjson")
	j, err := CreateJournal(path, three(1), nil)
	if err != nil {
		f.Fatal(err)
	}
	for p := range three(1).Schedule() {
		if r, err := three(1).Play(f.Context(), p); err != nil || j.write(r) != nil {
			f.Fatal(err)
		}
		if p.Game == 3 {
			break
		}
	}
	j.Close()
	text, _ := os.ReadFile(path)
	f.Add(text)
	f.Add(text[:len(text)-9])
	f.Add(text[:bytes.IndexByte(text, '\n')])
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), "fuzz.ndjson")
		if err := os.WriteFile(path, text, 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := OpenJournal(path, three(1))
		if err == nil {
			j.Close()
		}
		after, _ := os.ReadFile(path)
		want := text
		if err == nil {
			want = text[:bytes.LastIndexByte(text, '\n')+1]
		}
		if !bytes.Equal(after, want) {
			t.Errorf("%v: the file holds %q, want %q", err, after, want)
		}
	})
}
