package arena

import (
	"cmp"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/durable"
)

// Law: the number of a game says which players meet from which opening, as the schedule does.
func TestPairing(t *testing.T) {
	for players := 2; players <= 7; players++ {
		m := Match{Players: make([]Player, players), Games: 6}
		for p := range m.Schedule() {
			if got := m.Pairing(p.Game); got != p {
				t.Fatalf("%d players, game %d: %+v, want %+v", players, p.Game, got, p)
			}
		}
	}
}

// onBoards is a match on boards of several shapes, with forfeits and judged games.
func onBoards(t *testing.T) *Match {
	m := eventful(2)
	for _, text := range []string{"8x8", "6x6", "hex", "8x8-a1c3"} {
		shape, err := engine.ParseShape(text)
		if err != nil {
			t.Fatal(err)
		}
		start, err := shape.Start()
		if err != nil {
			t.Fatal(err)
		}
		m.Openings = append(m.Openings, engine.Game{Start: start})
	}
	return m
}

// followed yields the games of a journal that ended since it was called last.
func followed(tail *durable.Tail, in io.ReaderAt, m *Match) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		for record, err := range tail.Read(in) {
			var r Result
			if err == nil {
				if r, err = m.follow(record.JSON); err != nil {
					err = tail.Bad(record.Line, err)
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// TestFollow: a reader of a journal sees the games of the match, while it is played, by the numbers
// of players and games alone.
func TestFollow(t *testing.T) {
	m := onBoards(t)
	path := filepath.Join(t.TempDir(), "match.ndjson")
	j, err := createJournal(path, m, map[string]int{"answer": 42})
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	tail, bare := durable.NewTail(path, journalFormat), &Match{Players: make([]Player, 3), Games: m.Games}
	if text, err := tail.Begin(in); err != nil || !strings.Contains(string(text), `"settings":{"answer":42}`) {
		t.Fatalf("settings %s, %v", text, err)
	}
	var want, got []Result
	for r, err := range m.runBy(t.Context(), j.play(m.Play)) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, r)
		for r, err := range followed(tail, in, bare) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r)
		}
		if len(got) < len(want) {
			t.Fatalf("%d games are seen, %d have ended", len(got), len(want))
		}
	}
	if err := j.close(); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(got, func(a, b Result) int { return cmp.Compare(a.Pairing.Game, b.Pairing.Game) })
	if diff := gocmp.Diff(want, got, texts, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-played +followed)\n%s", diff)
	}
}

// TestFollowUnknownStarts: of journals from before starts were kept, games of other starts count
// by their scores; with the openings they have their moves too.
func TestFollowUnknownStarts(t *testing.T) {
	m := onBoards(t)
	m.Openings = m.Openings[1:2]
	path := filepath.Join(t.TempDir(), "match.ndjson")
	j, err := createJournal(path, m, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range m.runBy(t.Context(), j.play(m.Play)) {
		if err != nil {
			t.Fatal(err)
		}
	}
	j.close()
	lines := records(t, path)
	start := `"start":"` + m.Openings[0].Start.String() + `",`
	for i := range lines[1:] {
		without := strings.Replace(lines[i+1], start, "", 1)
		if without == lines[i+1] {
			t.Fatalf("no start in %s", without)
		}
		lines[i+1] = without
	}
	for known, openings := range map[bool][]engine.Game{false: nil, true: m.Openings} {
		bare := &Match{Players: make([]Player, 3), Games: m.Games, Openings: openings}
		n := 0
		for r, err := range followed(durable.NewTail(path, journalFormat), strings.NewReader(sealed(lines)), bare) {
			if n++; err != nil || (len(r.Game.Moves) > 0) != known {
				t.Errorf("openings known %v: game %v of score %d, %v", known, r.Game, r.Score, err)
			}
		}
		if n != m.Total() {
			t.Errorf("%d games, want %d", n, m.Total())
		}
	}
	if err := os.WriteFile(path, []byte(sealed(lines)), 0o666); err != nil {
		t.Fatal(err)
	}
	if j, err = openJournal(path, m); err != nil || len(j.known) != m.Total() {
		t.Fatalf("to be resumed: %v", err)
	}
	j.close()
	if err := os.WriteFile(path, []byte(sealed([]string{lines[0],
		strings.Replace(lines[1], `"moves"`, `"start":"elsewhere","moves"`, 1)})), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err = openJournal(path, m); err == nil ||
		!strings.Contains(err.Error(), "does not begin with the start of its opening") {
		t.Errorf("another start: %v", err)
	}
}

func TestFollowRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "match.ndjson")
	j, err := createJournal(path, three(1), nil)
	if err != nil {
		t.Fatal(err)
	}
	broken(t, three(1), j, 4)
	j.close()
	lines := records(t, path)
	for name, tt := range map[string]struct{ old, new, want string }{
		"no such game": {`"game":0`, `"game":30`, "game 30: the match has 30"},
		"no number":    {`"game":0`, `"game":-1`, "game -1: the match has 30"},
		"score":        {lines[1], strings.TrimSuffix(lines[1], "}") + `,"score":99}`, "discs"},
		"unknown key":  {`"score":`, `"was":1,"score":`, `unknown field "was"`},
		"nobody":       {`"score":`, `"forfeit":"red","score":`, "want black or white"},
		"no game":      {lines[1], "1", "want a game"},
		"start":        {`"moves"`, `"start":"?","moves"`, "X, O, - or #"},
	} {
		text := sealed([]string{lines[0], strings.Replace(lines[1], tt.old, tt.new, 1)})
		var got error
		for _, err := range followed(durable.NewTail("m", journalFormat), strings.NewReader(text), three(1)) {
			got = err
		}
		bad, ok := errors.AsType[*durable.FileError](got)
		if !ok || bad.Line != 2 || !strings.Contains(got.Error(), tt.want) {
			t.Errorf("%s: %v, want line 2, %q", name, got, tt.want)
		}
	}
}
