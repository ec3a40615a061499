package games

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
)

// TestLobby: a game with an open seat waits in the lobby while the other player is there or was there a short
// while ago, until one visitor takes the seat.
func TestLobby(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		h := NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
		v, err := h.create(t.Context(), Setup{Black: human, White: human, Seats: true, Open: "black"})
		if err != nil {
			t.Fatal(err)
		}
		waits := func(want bool, when string) {
			t.Helper()
			list, err := h.list(listQuery{Open: true})
			if err != nil || len(list) == 1 != want || want && (list[0].Open != "black" || list[0].ID != v.ID) {
				t.Errorf("%s: %+v, %v", when, list, err)
			}
		}
		live := func(want bool, when string) {
			t.Helper()
			if list, err := h.list(listQuery{Live: true}); err != nil || len(list) == 1 != want {
				t.Errorf("%s: %+v, %v", when, list, err)
			}
		}
		waits(false, "before the player comes")
		watch := func(seat string) (stop func()) {
			t.Helper()
			events, err := h.watch(t.Context(), ID{v.ID, seat})
			if err != nil {
				t.Fatal(err)
			}
			done := make(chan struct{})
			go func() {
				for range events {
					select {
					case <-done:
						return
					default:
					}
				}
			}()
			synctest.Wait()
			return func() {
				close(done)
				h.mu.Lock()
				h.games[v.ID].notify()
				h.mu.Unlock()
				synctest.Wait()
			}
		}
		visitor := watch("")
		waits(false, "a visitor alone")
		player := watch(v.Keys.White)
		time.Sleep(2 * abandoned)
		waits(true, "the player waits")
		live(false, "the player waits")
		if v := see(t, h, ID{ID: v.ID}); !v.White.Here || v.Black.Here {
			t.Errorf("%+v, %+v", v.White, v.Black)
		}
		player()
		waits(true, "the player has just left")
		time.Sleep(2 * abandoned)
		waits(false, "the player has left")
		player = watch(v.Keys.White)
		if _, err := h.join(ID{v.ID, v.Keys.White}); status(err) != 409 {
			t.Errorf("the player joins: %v", err)
		}
		joined, err := h.join(ID{ID: v.ID})
		if err != nil || joined.Keys.White != "" || joined.You != "" {
			t.Errorf("%+v %v", joined.Keys, err)
		}
		if got := see(t, h, ID{v.ID, v.Keys.Black}).You; got != "" {
			t.Errorf("the player who opened the game plays %s, too", got)
		}
		waits(false, "a visitor has joined")
		live(true, "a visitor has joined")
		if _, err := h.join(ID{ID: v.ID}); status(err) != 409 {
			t.Errorf("a second visitor: %v", err)
		}
		player()
		live(false, "the player has left the game")
		visitor()
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		h = NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
		defer h.Close()
		if _, err := h.join(ID{ID: v.ID}); status(err) != 409 {
			t.Errorf("after a restart: %v", err)
		}
		if got := see(t, h, ID{v.ID, joined.Keys.Black}).You; got != "black" {
			t.Errorf("after a restart the visitor plays %q", got)
		}
	})
}

// TestOpenSetup: only games between two people with seats have an open one.
func TestOpenSetup(t *testing.T) {
	h := newHall(t, Options{})
	for _, s := range []Setup{
		{Black: human, White: human, Open: "white"}, {Black: human, White: "greedy", Seats: true, Open: "white"},
		{Black: human, White: human, Seats: true, Open: "both"},
	} {
		if _, err := h.create(t.Context(), s); status(err) != 400 || !strings.Contains(err.Error(), "open: ") {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// TestSeatless: in a game without seats there is none to join or name.
func TestSeatless(t *testing.T) {
	h := newHall(t, Options{})
	v, err := h.create(t.Context(), Setup{Black: human, White: human})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.join(ID{ID: v.ID}); status(err) != 409 {
		t.Error(err)
	}
	if _, err := h.name(ID{ID: v.ID}, "Ann"); status(err) != 409 {
		t.Error(err)
	}
}

// TestNames: a player tells the own name, which a restart keeps; names are short lines.
func TestNames(t *testing.T) {
	dir := t.TempDir()
	h, black, white := players(t, dir, "", "")
	for _, tt := range []struct {
		by     ID
		name   string
		status int
	}{
		{black, "  Ann ", 200}, {white, "Jörg 日本", 200}, {ID{ID: black.ID}, "Eve", 403}, {black, "", 400},
		{black, "a\nb", 400}, {black, "\u202eevil", 400}, {black, strings.Repeat("ä", 40), 200},
		{black, strings.Repeat("ä", 41), 400}, {black, "\xff", 400}, {black, "\u3164", 400}, {black, "⠀", 400},
		{black, "a" + strings.Repeat("\u0301", 4), 400}, {black, "علی\u200cرضا", 200}, {black, "+-", 400},
		{black, "Ann", 200},
	} {
		if _, err := h.name(tt.by, tt.name); status(err) != tt.status {
			t.Errorf("%q: %v, want %d", tt.name, err, tt.status)
		}
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = newHall(t, Options{Dir: dir})
	for i := range 2 * mostNamed {
		_, err := h.name(black, fmt.Sprint("Ann ", i))
		if all := i+5 >= mostNamed; status(err) != map[bool]int{false: 200, true: 409}[all] { // 5 were told above
			t.Errorf("name %d: %v", i+5, err)
		}
	}
	if v := see(t, h, ID{ID: black.ID}); v.Black.Name != fmt.Sprint("Ann ", mostNamed-6) || v.White.Name != "Jörg 日本" {
		t.Errorf("%+v, %+v", v.Black, v.White)
	}
}
