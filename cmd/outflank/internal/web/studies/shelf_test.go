package studies

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// shelf returns the shelf of a folder that the test closes.
func shelf(t *testing.T, dir string) *Shelf {
	t.Helper()
	s := NewShelf(dir)
	t.Cleanup(s.Close)
	return s
}

// example is a study with all that a study has.
func example() Study {
	return Study{Tree: "f5d6(f4e3)(f6)c3", Black: "Ann", White: "Bo", Event: "Club evening", Date: "2026-11-28",
		Result: "+4", Text: "Odd from the start.", Notes: []Note{{"f5f4", "the diagonal", "c4f4 e3"},
			{"f5", "all are the same", ""}, {"", "", "f5"}},
		Reviews: []analysis.Game{{Transcript: "f5d6c3", Moves: make([]analysis.Move, 3),
			Players: make([]analysis.PlayerLoss, 2)}}}
}

// TestShelf: a study comes back as it was saved, after each change and from a new server.
func TestShelf(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "studies")
	s := shelf(t, dir)
	if l, err := s.list(listQuery{}); err != nil || l.All != 0 || l.Studies == nil {
		t.Fatalf("%v, %v", l, err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the folder is there before the first study")
	}
	v, err := s.create(example())
	if err != nil || len(v.Key) < 20 || v.Revision != 1 {
		t.Fatalf("%+v, %v", v, err)
	}
	want := example()
	want.Start = "8x8"
	for revision := 1; revision < 4; revision++ {
		for range 2 {
			got, err := s.get(ID{v.ID, v.Key})
			if err != nil || !reflect.DeepEqual(got.Study, want) || got.Revision != revision || got.Key != v.Key ||
				!got.Changed.Equal(v.Changed) {
				t.Fatalf("%+v, %v, want %+v", got, err, want)
			}
			s.Close()
			if _, err := s.get(ID{v.ID, ""}); wire.StatusOf(err) != http.StatusServiceUnavailable {
				t.Errorf("after the end: %v", err)
			}
			s = shelf(t, dir)
		}
		want.Tree += "d3"
		want.Notes = append(want.Notes, Note{"f5d6c3d3", fmt.Sprint("comment ", revision), ""})
		if revision > 1 {
			want.Tree = strings.TrimSuffix(want.Tree, "d3")
			want.Notes = want.Notes[:len(want.Notes)-1]
		}
		if v, err = s.change(ID{v.ID, v.Key}, Change{Revision: revision, Study: want}); err != nil || v.Revision != revision+1 {
			t.Fatalf("%+v, %v", v, err)
		}
	}
	if err := s.remove(ID{v.ID, v.Key}); err != nil {
		t.Error(err)
	}
	if _, err := s.get(ID{v.ID, v.Key}); wire.StatusOf(err) != http.StatusNotFound {
		t.Errorf("a deleted study: %v", err)
	}
}

// TestRights: only the key allows changes, and only of the latest revision.
func TestRights(t *testing.T) {
	s := shelf(t, t.TempDir())
	v, err := s.create(example())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"", "x", v.Key[1:], v.Key + "a", strings.ToUpper(v.Key)} {
		if seen, err := s.get(ID{v.ID, key}); err != nil || seen.Key != "" {
			t.Errorf("key %q: %+v, %v", key, seen, err)
		}
		_, changed := s.change(ID{v.ID, key}, Change{Revision: 1, Study: example()})
		removed := s.remove(ID{v.ID, key})
		if !errors.Is(changed, errKey) || !errors.Is(removed, errKey) {
			t.Errorf("key %q: %v and %v", key, changed, removed)
		}
	}
	var wait sync.WaitGroup
	won := make(chan int, 20)
	for range cap(won) { // all want to make revision 2
		wait.Go(func() {
			if v, err := s.change(ID{v.ID, v.Key}, Change{Revision: 1, Study: example()}); err == nil {
				won <- v.Revision
			} else if !errors.Is(err, errRevision) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if len(won) != 1 || <-won != 2 {
		t.Error("several changes are based on one revision")
	}
}

func TestRefused(t *testing.T) {
	s := shelf(t, t.TempDir())
	long := strings.Repeat("f5d6(f4)", 400)
	for _, change := range []func(*Study){
		func(s *Study) { s.Start = "7x7" },
		func(s *Study) { s.Tree = "f5f5" },
		func(s *Study) { s.Tree = "f" },
		func(s *Study) { s.Tree = "(f5)" },
		func(s *Study) { s.Tree = "f5(d3" },
		func(s *Study) { s.Tree = "f5)d6" },
		func(s *Study) { s.Tree = strings.Repeat(long, 10) },
		func(s *Study) { s.Black = strings.Repeat("a", mostField+1) },
		func(s *Study) { s.Date = "\xff" },
		func(s *Study) { s.Text = strings.Repeat("a", mostComment+1) },
		func(s *Study) { s.Notes[0].Moves = "f5d6c4" },
		func(s *Study) { s.Notes[1].Comment = "" },
		func(s *Study) { s.Notes[0].Marks = "e3 c4 i9" },
		func(s *Study) { s.Notes[0].Marks = "c4f" },
		func(s *Study) { s.Notes[0].Marks = "c4c4" },
		func(s *Study) { s.Notes[0].Marks = "c4  e3" },
		func(s *Study) { s.Notes[0].Marks = "c4f4e3" },
		func(s *Study) { s.Notes[0].Marks = strings.TrimSpace(strings.Repeat("c4 ", mostMarks+1)) },
		func(s *Study) { s.Notes[0].Comment = strings.Repeat("a", mostComment+1) },
		func(s *Study) { s.Reviews = make([]analysis.Game, mostReviews+1) },
		func(s *Study) { s.Reviews[0].Transcript = "c4" },
		func(s *Study) { s.Reviews[0].Moves = nil },
		func(s *Study) { s.Reviews[0].Players = nil },
	} {
		bad := example()
		change(&bad)
		if _, err := s.create(bad); !fault.IsMisuse(err) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// TestDamaged: a damaged file is reported and left alone, and the others stay readable.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	s := shelf(t, dir)
	a, _ := s.create(example())
	b, err := s.create(example())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	path := filepath.Join(dir, a.ID+".study")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var later saved
	if err := durable.ReadDocument(text, &later); err != nil {
		t.Fatal(err)
	}
	later.Version++
	next, err := durable.Document(later)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][]byte{nil, text[:len(text)/2], []byte(strings.Replace(string(text), "Ann", "Ben", 1)), next} {
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		s := shelf(t, dir)
		_, one := s.get(ID{a.ID, a.Key})
		if !fault.IsBadInput(one) || strings.Contains(one.Error(), dir) {
			t.Errorf("%q: %v", bad, one)
		}
		if l, err := s.list(listQuery{}); err != nil || l.All != 1 || l.Studies[0].ID != b.ID {
			t.Errorf("%q: %+v, %v", bad, l, err)
		}
		s.Close()
		if kept, _ := os.ReadFile(path); string(kept) != string(bad) {
			t.Errorf("%q has become %q", bad, kept)
		}
	}
}

func TestSearch(t *testing.T) {
	s := shelf(t, t.TempDir())
	for _, name := range []string{"Ann", "Cleo", "Dee"} {
		study := example()
		study.Black = name
		if _, err := s.create(study); err != nil {
			t.Fatal(err)
		}
	}
	for search, n := range map[string]int{"": 3, "ann": 1, "CLUB 2026": 3, "club dee": 1, "f5d6(f4": 3, "zoe": 0} {
		if l, err := s.list(listQuery{Search: search}); err != nil || l.All != n || len(l.Studies) != n {
			t.Errorf("%q: %+v, %v, want %d", search, l, err, n)
		}
	}
	if l, err := s.list(listQuery{Limit: 2}); err != nil || l.All != 3 || len(l.Studies) != 2 {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestEdit: the link to change a study gives the browser its key, for requests about this study alone.
func TestEdit(t *testing.T) {
	s := shelf(t, t.TempDir())
	v, err := s.create(example())
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /edit/{id}/{key}", Edit(s))
	for _, r := range Routes(s) {
		mux.Handle(r.Pattern(), r.Handler)
	}
	ask := func(path string, cookies ...*http.Cookie) *http.Response {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		for _, c := range cookies {
			req.AddCookie(c)
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, req)
		return w.Result()
	}
	if wrong := ask("/edit/" + v.ID + "/x"); wrong.StatusCode != http.StatusNotFound || len(wrong.Cookies()) > 0 {
		t.Errorf("a wrong key: %d", wrong.StatusCode)
	}
	link := ask("/edit/" + v.ID + "/" + v.Key)
	if link.StatusCode != http.StatusSeeOther || link.Header.Get("Location") != "/study/"+v.ID ||
		len(link.Cookies()) != 1 || link.Cookies()[0].Path != "/api/v1/studies/"+v.ID || !link.Cookies()[0].HttpOnly {
		t.Fatalf("%d, %v", link.StatusCode, link.Header)
	}
	if at := ask("/edit/" + v.ID + "/" + v.Key + "?ply=2").Header.Get("Location"); at != "/study/"+v.ID+"?ply=2" {
		t.Errorf("the place in a link leads to %s", at)
	}
	for _, cookies := range [][]*http.Cookie{nil, link.Cookies()} {
		var seen View
		answer := ask("/api/v1/studies/"+v.ID, cookies...)
		if err := json.NewDecoder(answer.Body).Decode(&seen); err != nil || (seen.Key != "") != (cookies != nil) {
			t.Errorf("%d cookies: %+v, %v", len(cookies), seen, err)
		}
	}
}

// FuzzTree: a tree is refused, or each of its lines is a legal game.
func FuzzTree(f *testing.F) {
	f.Add("8x8", "f5d6(f4e3)(f6)c3")
	f.Add("4x4", "c4d4a2a3a4b4d3b1c1a1d2d1")
	f.Add("hex", "E2")
	f.Fuzz(func(t *testing.T, start, tree string) {
		s := Study{Start: start, Tree: tree}
		lines, err := s.lines()
		if err != nil {
			if !fault.IsMisuse(err) {
				t.Fatal(err)
			}
			return
		}
		again := Study{Start: s.Start, Tree: s.Tree}
		if same, err := again.lines(); err != nil || !reflect.DeepEqual(same, lines) {
			t.Fatalf("%q and %q: %v", s.Start, s.Tree, err)
		}
		for line := range lines {
			one := Study{Start: s.Start, Tree: line}
			if path, err := one.lines(); err != nil || len(path) != len(line)/2+1 {
				t.Fatalf("%q of %q: %v", line, tree, err)
			}
		}
	})
}
