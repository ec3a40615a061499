package arena

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
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

// TestJournal: a match that is interrupted again and again gives the results of one
// that is not, whatever was cut off at the end of the journal.
func TestJournal(t *testing.T) {
	want := collect(t, eventful(1))
	path := filepath.Join(t.TempDir(), "match.ndjson")
	j, err := createJournal(path, eventful(2), map[string]int{"answer": 42})
	if err != nil {
		t.Fatal(err)
	}
	for attempt := 0; ; attempt++ {
		got, whole := broken(t, eventful(2), j, 7)
		if err := j.close(); err != nil {
			t.Fatal(err)
		}
		// the interruption may come before the first result
		if diff := cmp.Diff(want[:len(got)], got, texts, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("attempt %d: %s", attempt, diff)
		}
		if whole {
			if attempt < 3 {
				t.Errorf("done after %d attempts: nothing was interrupted", attempt)
			}
			break
		}
		spoil(t, path, int64(attempt))
		if j, err = openJournal(path, eventful(2)); err != nil {
			t.Fatal(err)
		}
		if len(j.known) == 0 {
			t.Fatal("nothing was kept")
		}
	}
	var settings map[string]int
	if err := readSettings(path, &settings); err != nil || settings["answer"] != 42 {
		t.Errorf("settings %v, %v", settings, err)
	}
}

// broken runs a match until n games more than are known have been played.
func broken(t *testing.T, m *Match, j *journal, n int32) (list []Result, whole bool) {
	stop := errors.New("interrupted")
	var played atomic.Int32
	play := j.play(func(ctx context.Context, p Pairing) (Result, error) {
		if played.Add(1) > n {
			return Result{}, stop
		}
		return m.Play(ctx, p)
	})
	for r, err := range m.runBy(t.Context(), play) {
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
	path := filepath.Join(t.TempDir(), "match.ndjson")
	j, err := createJournal(path, three(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openJournal(path, three(1)); !errors.Is(err, durable.ErrBusy) {
		t.Errorf("opened twice: %v", err)
	}
	j.close()
	if j, err = openJournal(path, three(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := createJournal(path, three(1), nil); !errors.Is(err, durable.ErrBusy) {
		t.Errorf("created while it is open: %v", err)
	}
	j.close()
}

func TestJournalRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "match.ndjson")
	j, err := createJournal(path, three(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	broken(t, three(1), j, 4)
	j.close()
	if _, err := createJournal(path, three(1), nil); !errors.Is(err, durable.ErrExists) {
		t.Errorf("a second journal in the same place: %v", err)
	}
	lines := records(t, path)
	other := three(1)
	other.Seed++
	for name, c := range map[string]struct {
		lines []string
		want  string
		m     *Match
		line  int
	}{
		"another match": {lines, "state of another match", other, 1},
		"version":       {[]string{strings.Replace(lines[0], `"version":2`, `"version":9`, 1)}, `it is "match" of version 9: want "match" of version 2`, three(1), 1},
		"twice":         {append(slices.Clone(lines), lines[2]), "is in line 3 already", three(1), len(lines) + 1},
		"no game":       {[]string{lines[0], "1"}, "want a game", three(1), 2},
		"no such game":  {[]string{lines[0], strings.Replace(lines[1], `"game":0`, `"game":999`, 1)}, "the match has 30", three(1), 2},
		"other opening": {[]string{lines[0], strings.Replace(lines[1], `"game":0`, `"game":9`, 1)}, "does not begin with its opening", three(1), 2},
		"illegal":       {[]string{lines[0], strings.Replace(lines[1], `"moves":"`, `"moves":"a1`, 1)}, "illegal", three(1), 2},
		"wrong score":   {[]string{lines[0], strings.TrimSuffix(lines[1], "}") + `,"score":1}`}, "do not give the score", three(1), 2},
		"nobody":        {[]string{lines[0], strings.Replace(lines[1], `"score":`, `"forfeit":"red","score":`, 1)}, "want black or white", three(1), 2},
	} {
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		text := sealed(c.lines)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := openJournal(path, c.m)
		bad, ok := errors.AsType[*durable.FileError](err)
		if !ok || bad.Line != c.line || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want line %d, %q", name, err, c.line, c.want)
		}
		if after, _ := os.ReadFile(path); string(after) != text {
			t.Errorf("%s: the file was changed", name)
		}
	}
	if _, err := openJournal(filepath.Join(dir, "none"), three(1)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestFingerprint: whatever changes the games changes the fingerprint.
func TestFingerprint(t *testing.T) {
	from := func(moves string) engine.Game {
		g, err := engine.ParseGame(engine.StandardStart(), moves)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	known := map[string]string{three(1).fingerprint(): "as it is"}
	for what, change := range map[string]func(*Match){
		"games":   func(m *Match) { m.Games = 20 },
		"random":  func(m *Match) { m.Random++ },
		"perturb": func(m *Match) { m.Perturb = 0.2 },
		"seed":    func(m *Match) { m.Seed++ },
		"judge": func(m *Match) {
			m.Judge = func(context.Context, engine.Board) (int, error) { return 0, nil }
		},
		"judged at": func(m *Match) { m.JudgeAt = 10 },
		"player":    func(m *Match) { m.Players[0].Name = "other" },
		"opening":   func(m *Match) { m.Openings = []engine.Game{from("f5")} },
		"another":   func(m *Match) { m.Openings = []engine.Game{from("d3")} },
		"more":      func(m *Match) { m.Openings = slices.Repeat([]engine.Game{from("f5")}, 9) },
	} {
		m := three(1)
		change(m)
		if other, ok := known[m.fingerprint()]; ok {
			t.Errorf("%s: the same as %s", what, other)
		}
		known[m.fingerprint()] = what
	}
	if three(1).fingerprint() != three(4).fingerprint() {
		t.Error("the number of workers changes it")
	}
}

// records returns the records of a journal, the header first.
func records(t *testing.T, path string) (list []string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		_, record, _ := strings.Cut(line, `,"record":`)
		list = append(list, strings.TrimSuffix(record, "}\n"))
	}
	return list
}

// sealed returns the text of a journal with these records.
func sealed(records []string) string {
	var text strings.Builder
	for _, r := range records {
		fmt.Fprintf(&text, "{\"crc32c\":\"%08x\",\"record\":%s}\n", durable.Sum([]byte(r)), r)
	}
	return text.String()
}
