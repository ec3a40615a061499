package games

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
)

// TestSeats: only the holder of a seat's key moves and resigns for its side; others see the game, but no key.
func TestSeats(t *testing.T) {
	dir := t.TempDir()
	h := NewHall(Options{Dir: dir, Shares: fair.NewPool(2)})
	v, err := h.create(t.Context(), Setup{Black: human, White: human, Seats: true})
	if err != nil || v.Keys == nil || len(v.Keys.Black) < 26 || v.Keys.Black == v.Keys.White {
		t.Fatalf("%+v, %v", v.Keys, err)
	}
	black, white, id := v.Keys.Black, v.Keys.White, v.ID
	for _, tt := range []struct {
		name, seat, path, body string
		status                 int
	}{
		{"a spectator moves", "", "moves", `{"move":"f5"}`, 403},
		{"a wrong key", black[1:], "moves", `{"move":"f5"}`, 403},
		{"the opponent moves", white, "moves", `{"move":"f5"}`, 403},
		{"black moves", black, "moves", `{"move":"f5"}`, 200},
		{"black moves again", black, "moves", `{"move":"d6"}`, 403},
		{"white moves", white, "moves", `{"move":"d6"}`, 200},
		{"white takes it back", white, "undo", `{}`, 409},
		{"a spectator takes it back", "", "undo", `{}`, 403},
		{"a spectator resigns", "", "resign", `{}`, 403},
		{"a spectator deletes", "", "", "", 403},
	} {
		at := serve(t, h) + "games/" + id
		method := "POST"
		if tt.path == "" {
			method = "DELETE"
		} else {
			at += "/" + tt.path
		}
		want(t, tt.status, method, at+"?seat="+tt.seat, tt.body, nil)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = newHall(t, Options{Dir: dir})
	at := serve(t, h)
	for key, want := range map[string]string{black: "black", white: "white", "": "", white[1:]: ""} {
		v, err := h.with(ID{ID: id, Seat: key}, func(*game) error { return nil })
		if err != nil || v.You != want || v.CanUndo {
			t.Errorf("after a restart the key of %q plays %q, %v", want, v.You, err)
		}
	}
	next, stop := listen(t, at+"games/"+id+"/events")
	defer stop()
	if v, _ := next(); v.You != "" || v.Keys != nil || v.Board.Moves != "f5d6" {
		t.Errorf("a spectator sees %+v", v)
	}
	for _, path := range []string{"games", "games/" + id} {
		if text := want(t, 200, "GET", at+path, "", nil); strings.Contains(text, black) || strings.Contains(text, white) {
			t.Errorf("%s tells a key: %s", path, text)
		}
	}
	var end View
	want(t, 200, "POST", at+"games/"+id+"/resign?seat="+white, `{}`, &end) // though black is to move
	if end.End == nil || end.End.Text != "white resigns, black wins" {
		t.Errorf("%+v", end.End)
	}
	want(t, 204, "DELETE", at+"games/"+id+"?seat="+black, "", nil)
	if _, err := os.Stat(filepath.Join(dir, id+extension)); !os.IsNotExist(err) {
		t.Error("it is still there")
	}
}

// TestSeatBesideAgent: a person with a seat plays an agent, takes moves back, and others only watch.
func TestSeatBesideAgent(t *testing.T) {
	h := newHall(t, Options{})
	v, err := h.create(t.Context(), Setup{Black: human, White: "greedy", Seats: true})
	if err != nil || v.Keys.White != "" {
		t.Fatalf("%+v, %v", v.Keys, err)
	}
	if _, err := h.move(ID{ID: v.ID}, Move{"f5", nil}); status(err) != 403 {
		t.Errorf("%v", err)
	}
	q := ID{v.ID, v.Keys.Black}
	if v, err = h.move(q, Move{"f5", nil}); err != nil || !v.CanUndo {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err = h.with(ID{ID: v.ID}, func(*game) error { return nil }); err != nil || v.CanUndo || v.You != "" {
		t.Errorf("a spectator: %+v, %v", v, err)
	}
}

// TestSeatLink: the link of a seat gives a browser the seat, for the paths of this game only, and leads to an
// address without the key.
func TestSeatLink(t *testing.T) {
	h := newHall(t, Options{})
	v, err := h.create(t.Context(), Setup{Black: human, White: human, Seats: true})
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /seat/{id}/{key}", TakeSeat(h))
	for path, want := range map[string]int{
		"/seat/" + v.ID + "/" + v.Keys.White: 303, "/seat/" + v.ID + "/" + v.Keys.White[1:]: 404, "/seat/none/" + v.Keys.White: 404,
	} {
		recorder := httptest.NewRecorder()
		mux.ServeHTTP(recorder, httptest.NewRequest("GET", path, nil))
		w := recorder.Result()
		if w.StatusCode != want {
			t.Errorf("%s: %s", path, w.Status)
		}
		if want != 303 {
			if len(w.Cookies()) > 0 {
				t.Errorf("%s: %v", path, w.Cookies())
			}
			continue
		}
		c := w.Cookies()[0]
		if w.Header.Get("Location") != "/play/"+v.ID || c.Path != "/api/v1/games/"+v.ID || !c.HttpOnly ||
			c.SameSite != http.SameSiteStrictMode || c.Value != v.Keys.White || c.Name != seatCookie {
			t.Errorf("%v %v", w.Header, c)
		}
	}
	if v := see(t, h, ID{ID: v.ID}); v.White.There {
		t.Error("a program that looks at the link takes the seat")
	}
	see(t, h, ID{v.ID, v.Keys.White})
	if v := see(t, h, ID{ID: v.ID}); !v.White.There || v.Black.There {
		t.Errorf("%+v %+v", v.Black, v.White)
	}
}

// TestSeatClock: the clock of a game between people starts when both have come, and there are no hints; undo and
// hints are there in other games.
func TestSeatClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		h := NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
		v, err := h.create(t.Context(), Setup{Black: human, White: human, Seats: true, Clock: "1m"})
		if err != nil || v.Running != "" || v.Hints {
			t.Fatalf("%+v, %v", v, err)
		}
		black, white := ID{v.ID, v.Keys.Black}, ID{v.ID, v.Keys.White}
		see := func(q ID) View {
			t.Helper()
			v, err := h.with(q, func(g *game) error { h.advance(g); return nil })
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		time.Sleep(time.Hour)
		if v := see(black); v.Running != "" || *v.Black.Left != 60_000 {
			t.Errorf("alone: %+v", v)
		}
		time.Sleep(time.Hour)
		if v := see(white); v.Running != "black" || *v.Black.Left != 60_000 {
			t.Errorf("both: %+v", v)
		}
		time.Sleep(5 * time.Second)
		if v, err := h.move(black, Move{"f5", nil}); err != nil || *v.Black.Left != 55_000 || v.Running != "white" {
			t.Errorf("%+v, %v", v, err)
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		h = NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
		defer h.Close()
		if v := see(black); v.Running != "white" {
			t.Errorf("after a restart: %+v", v)
		}
		for _, tt := range []struct {
			setup Setup
			hints bool
		}{
			{Setup{Black: human, White: human}, true}, {Setup{Black: human, White: human, Clock: "1m"}, false},
			{Setup{Black: human, White: "greedy", Clock: "1m"}, true},
		} {
			if v, err := h.create(t.Context(), tt.setup); err != nil || v.Hints != tt.hints || v.Keys != nil {
				t.Errorf("%+v: hints %v, %v", tt.setup, v.Hints, err)
			}
		}
	})
}
