package database

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/outflank/outflank/cmd/outflank/internal/web/site"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// hostile is a name that would be HTML, and the end of an address's part.
const hostile = `<img src=x onerror="alert(1)">'/?&../`

// someGames are games of few players, one with a name that would be HTML.
func someGames(t testing.TB) (list []dataset.Game) {
	t.Helper()
	for i, g := range []struct {
		moves, black, white, tournament string
		year, score                     int
	}{
		{"f5d6c3d3c4f4", "Tamenori Hideshi", "Nicolet Stéphane", "World Championship", 1997, 10},
		{"d3c5f6f5e6d7", "Nicolet Stéphane", "Tamenori Hideshi", "World Championship", 1998, -4}, // the same on the mirrored board
		{"f5d6c4d3c3f4", hostile, "Tamenori Hideshi", hostile, 2001, 0},
		{"f5f6e6f4e3", "Cassio (nicolet)", hostile, "", 2003, 30},
		{"f5f4", "", "???", "", 0, -2},
	} {
		moves, err := engine.ParseGame(engine.StandardStart(), g.moves)
		if err != nil {
			t.Fatal(err)
		}
		game := dataset.Game{
			Game: moves, ID: int64(10 + i), Source: "made.wtb", Record: i, Year: g.year, Tournament: g.tournament,
			TournamentID: -1, BlackID: -1, WhiteID: -1, Black: g.black, White: g.white, Score: g.score,
		}
		if err := game.Replay(); err != nil {
			t.Fatal(err)
		}
		list = append(list, game)
	}
	return list
}

// some returns a database of some games.
func some(t testing.TB) *Database {
	t.Helper()
	x, err := explore.Build(t.Context(), func(yield func(dataset.Game, error) bool) {
		for _, g := range someGames(t) {
			if !yield(g, nil) {
				return
			}
		}
	}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return New(x, nil, 2)
}

// handler answers the routes and pages of a database.
func handler(t testing.TB, d *Database) http.Handler {
	t.Helper()
	mux := http.NewServeMux()
	for _, r := range Routes(d) {
		mux.Handle(r.Pattern(), r.Handler)
	}
	pages, err := site.New("test")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Pages(d) {
		mux.Handle("GET "+p.Path, pages.Handler(p))
	}
	return mux
}

// ask wants a status and returns the text of the answer.
func ask(t *testing.T, h http.Handler, address string, want int) string {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", address, nil))
	text, _ := io.ReadAll(w.Body)
	if w.Code != want {
		t.Fatalf("%s: %d, want %d: %s", address, w.Code, want, text)
	}
	return string(text)
}

// answer reads an answer of the API.
func answer[A any](t *testing.T, h http.Handler, address string) (a A) {
	t.Helper()
	text := ask(t, h, "/api/v1/"+address, 200)
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		t.Fatalf("%s: %v: %s", address, err, text)
	}
	return a
}
