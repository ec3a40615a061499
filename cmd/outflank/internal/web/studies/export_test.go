package studies

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/web/boards"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
)

// answers returns a function that posts a value and reads the answer.
func answers(t *testing.T) func(path string, body, answer any) (status int) {
	t.Helper()
	mux := http.NewServeMux()
	for _, r := range slices.Concat(boards.Routes(), Routes(shelf(t, t.TempDir()))) {
		mux.Handle(r.Pattern(), r.Handler)
	}
	return func(path string, body, answer any) int {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, bytes.NewReader(text)))
		if err := json.Unmarshal(w.Body.Bytes(), answer); w.Code == http.StatusOK && err != nil {
			t.Fatal(err)
		}
		return w.Code
	}
}

// TestExport: what a study has comes back from its files: from PGN and SGF all of it, passes included, and from the
// others the main line.
func TestExport(t *testing.T) {
	post := answers(t)
	rng := rand.New(rand.NewPCG(7, 1))
	for i := range 200 {
		s := Study{Start: []string{"8x8", "4x4", "6x6"}[i%3], Black: "Ann [a]", White: `Bo "b"`, Event: "Cup", Date: "2026",
			Result: []string{"+4", "-2:t"}[rng.IntN(2)], Text: []string{"", "all (so)\n\n  \"and\" {more"}[rng.IntN(2)], Tree: "", Notes: []Note{}}
		for range 5 {
			s = edited(rng, s)
		}
		for i, n := range s.Notes {
			s.Notes[i].Comment = strings.ReplaceAll(n.Comment, "x", "x\n[x]\n\ty")
		}
		if len(s.Notes) > 0 && s.Notes[0].Moves == "" { // the comment at the start is the text
			s.Notes[0].Comment = ""
			if s.Notes[0].Marks == "" {
				s.Notes = s.Notes[1:]
			}
		}
		if s.Tree == "" {
			continue
		}
		for _, format := range []string{"pgn", "sgf", "ggf"} {
			var file Text
			var in boards.Imported
			if format == "ggf" {
				s.Black = "Ann"
			}
			if status := post("/api/v1/export", exportBody{format, s}, &file); status != http.StatusOK || file.Name != "game."+format {
				t.Fatalf("%s: %d %+v", format, status, file)
			}
			if status := post("/api/v1/import", map[string]string{"text": file.Text}, &in); status != http.StatusOK || len(in.Games) != 1 {
				t.Fatalf("%s: %d\n%s", format, status, file.Text)
			}
			g := in.Games[0]
			if format == "ggf" {
				if !strings.HasPrefix(s.Tree, g.Tree[:2]) || strings.Contains(g.Tree, "(") {
					t.Fatalf("%s of %s", g.Tree, s.Tree)
				}
				continue
			}
			got := Study{Start: g.Start, Tree: g.Tree, Black: g.Black, White: g.White, Event: g.Event, Date: g.Date,
				Result: g.Result, Text: g.Text, Notes: []Note{}}
			for _, n := range g.Notes {
				got.Notes = append(got.Notes, Note{n.Moves, n.Comment, n.Marks})
			}
			slices.SortFunc(got.Notes, func(a, b Note) int { return strings.Compare(a.Moves, b.Moves) })
			if !reflect.DeepEqual(got, s) {
				t.Fatalf("%s: %+v, want %+v\n%s", format, got, s, file.Text)
			}
		}
	}
	var file Text
	free := Study{Tree: "f5", Result: "Ann won"}
	if post("/api/v1/export", exportBody{"pgn", free}, &file); !strings.Contains(file.Text, `[ResultText "Ann won"]`) {
		t.Errorf("%s", file.Text)
	}
	for _, bad := range []exportBody{{"exe", free}, {"sgf", Study{Start: "hex"}}, {"pgn", Study{Tree: "a1"}}} {
		var p wire.Problem
		if status := post("/api/v1/export", bad, &p); status != http.StatusBadRequest || p.Detail == "" {
			t.Errorf("%+v: %d %+v", bad, status, p)
		}
	}
}
