package games

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
)

// players returns a hall with a game between two people that has the given moves, and their requests.
func players(t *testing.T, dir, clock, moves string) (h *Hall, black, white ID) {
	t.Helper()
	h = NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
	v, err := h.create(t.Context(), Setup{Black: human, White: human, Seats: true, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	black, white = ID{v.ID, v.Keys.Black}, ID{v.ID, v.Keys.White}
	for i := 0; i < len(moves); i += 2 {
		if _, err := h.move([]ID{black, white}[i/2%2], Move{Move: moves[i : i+2]}); err != nil {
			t.Fatal(err)
		}
	}
	return h, black, white
}

// see returns the game as a client sees it.
func see(t *testing.T, h *Hall, q ID) View {
	t.Helper()
	v, err := h.with(q, func(*game) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestOffers: what one player offers happens once the other one accepts it, and not before.
func TestOffers(t *testing.T) {
	dir := t.TempDir()
	h, black, white := players(t, dir, "", "f5d6c3")
	spectator := ID{ID: black.ID}
	const accept, decline = "accept", "decline"
	for _, tt := range []struct {
		name          string
		by            ID
		offer, answer string
		status        int
		left          [2]string // offers afterwards
		moves         string
	}{
		{"a spectator", spectator, offerDraw, "", 403, [2]string{}, "f5d6c3"},
		{"an unknown offer", black, "win", "", 409, [2]string{}, "f5d6c3"},
		{"a rematch during the game", black, offerRematch, "", 409, [2]string{}, "f5d6c3"},
		{"nothing to accept", black, offerDraw, accept, 409, [2]string{}, "f5d6c3"},
		{"a draw", black, offerDraw, "", 200, [2]string{offerDraw, ""}, "f5d6c3"},
		{"the same player accepts", black, offerDraw, accept, 409, [2]string{offerDraw, ""}, "f5d6c3"},
		{"an unknown answer", white, offerDraw, "perhaps", 400, [2]string{offerDraw, ""}, "f5d6c3"},
		{"the opponent accepts something else", white, offerTakeBack, accept, 409, [2]string{offerDraw, ""}, "f5d6c3"},
		{"the opponent declines", white, offerDraw, decline, 200, [2]string{}, "f5d6c3"},
		{"black asks to take back", black, offerTakeBack, "", 200, [2]string{offerTakeBack, ""}, "f5d6c3"},
		{"white asks the same at once", white, offerTakeBack, "", 200, [2]string{offerTakeBack, offerTakeBack}, "f5d6c3"},
		{"white withdraws it", white, "", "", 200, [2]string{offerTakeBack, ""}, "f5d6c3"},
		{"white accepts: black's last move is taken back", white, offerTakeBack, accept, 200, [2]string{}, "f5d6"},
		{"black asks after the reply", black, offerTakeBack, "", 200, [2]string{offerTakeBack, ""}, "f5d6"},
		{"two moves are taken back", white, offerTakeBack, accept, 200, [2]string{}, ""},
		{"nothing to take back", white, offerTakeBack, "", 409, [2]string{}, ""},
	} {
		_, err := h.offer(tt.by, Offer{Offer: tt.offer, Answer: tt.answer})
		if status(err) != tt.status {
			t.Errorf("%s: %v, want %d", tt.name, err, tt.status)
		}
		v := see(t, h, spectator)
		if got := [2]string{v.Black.Offer, v.White.Offer}; got != tt.left || v.Board.Moves != tt.moves {
			t.Errorf("%s: offers %q and moves %s, want %q and %s", tt.name, got, v.Board.Moves, tt.left, tt.moves)
		}
	}
	if v, err := h.offer(white, Offer{Offer: offerDraw}); err != nil || v.End != nil {
		t.Errorf("%+v, %v", v.End, err)
	}
	if v, err := h.move(black, Move{Move: "f5"}); err != nil || v.White.Offer != "" {
		t.Errorf("after the move of the player who was asked: %+v, %v", v.White, err)
	}
	if _, err := h.offer(white, Offer{Offer: offerDraw, Ply: number(0)}); status(err) != 409 {
		t.Errorf("an offer for another position: %v", err)
	}
	if _, err := h.offer(white, Offer{Offer: offerDraw}); err != nil {
		t.Fatal(err)
	}
	if v, err := h.move(white, Move{Move: "d6"}); err != nil || v.White.Offer != offerDraw {
		t.Errorf("a draw that a player offers before moving: %+v, %v", v.White, err)
	}
	if _, err := h.offer(black, Offer{Offer: offerDraw, Answer: accept}); err != nil {
		t.Fatal(err)
	}
	v := see(t, h, spectator)
	if v.End == nil || v.End.Winner != "draw" || v.End.Reason != "agreed" || v.Offers != nil {
		t.Errorf("%+v, offers %q", v.End, v.Offers)
	}
	if _, err := h.offer(white, Offer{Offer: offerTakeBack}); status(err) != 409 {
		t.Errorf("to take back after the end: %v", err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = newHall(t, Options{Dir: dir})
	if got := see(t, h, spectator); got.Board.Moves != v.Board.Moves || got.End == nil || *got.End != *v.End {
		t.Errorf("after a restart %s, %+v; before %s, %+v", got.Board.Moves, got.End, v.Board.Moves, v.End)
	}
}

// TestPossible: two players with seats may offer what the state of the game allows, all others nothing.
func TestPossible(t *testing.T) {
	h, black, white := players(t, t.TempDir(), "", "f5")
	defer h.Close()
	if got := see(t, h, black).Offers; !slices.Equal(got, []string{offerDraw, offerTakeBack}) {
		t.Errorf("black: %q", got)
	}
	if got := see(t, h, white).Offers; !slices.Equal(got, []string{offerDraw}) {
		t.Errorf("white: %q", got)
	}
	if got := see(t, h, ID{ID: black.ID}).Offers; got != nil {
		t.Errorf("a spectator: %q", got)
	}
	for _, s := range []Setup{
		{Black: human, White: "greedy", Seats: true}, {Black: human, White: human}, {Black: human, White: "greedy"},
	} {
		v, err := h.create(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		q := ID{ID: v.ID}
		if v.Keys != nil {
			q.Seat = v.Keys.Black
		}
		if _, err := h.offer(q, Offer{Offer: offerDraw}); status(err) != 409 || see(t, h, q).Offers != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// TestRematch: after the end the players agree to another game, in which each has the other colour and the same
// key. A restart of the server keeps the way there, and spectators get no key.
func TestRematch(t *testing.T) {
	dir := t.TempDir()
	h, black, white := players(t, dir, "3m+2s", "f5")
	if _, err := h.resign(white, nil); err != nil {
		t.Fatal(err)
	}
	for _, by := range []ID{white, black} {
		if got := see(t, h, by); !slices.Equal(got.Offers, []string{offerRematch}) || got.Next != "" {
			t.Errorf("%q, %q", got.Offers, got.Next)
		}
		o := Offer{Offer: offerRematch}
		if by == black {
			o.Answer = "accept"
		}
		if _, err := h.offer(by, o); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.offer(black, Offer{Offer: offerRematch}); status(err) != 409 {
		t.Errorf("a second rematch: %v", err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = newHall(t, Options{Dir: dir})
	next := strings.TrimPrefix(see(t, h, ID{ID: black.ID}).Next, "/play/")
	for _, tt := range []struct {
		q    ID
		side string
	}{{black, "white"}, {white, "black"}} {
		if got, want := see(t, h, tt.q).Next, "/seat/"+next+"/"+tt.q.Seat; got != want {
			t.Errorf("the way to the rematch is %s, want %s", got, want)
		}
		v := see(t, h, ID{next, tt.q.Seat})
		if v.You != tt.side || v.Setup.Clock != "3m0s+2s" || v.Board.Moves != "" || v.End != nil {
			t.Errorf("%+v", v)
		}
	}
	if v := see(t, h, ID{next, black.Seat}); !v.Black.There || !v.White.There {
		t.Errorf("both have come: %+v, %+v", v.Black, v.White)
	}
}

// TestTakeBackClock: the time of a move that is taken back stays used, and the clock of its player runs.
func TestTakeBackClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, black, white := players(t, t.TempDir(), "1m", "")
		defer h.Close()
		see(t, h, white)
		see(t, h, black)
		time.Sleep(5 * time.Second)
		if _, err := h.move(black, Move{Move: "f5"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		if _, err := h.offer(black, Offer{Offer: offerTakeBack}); err != nil {
			t.Fatal(err)
		}
		if _, err := h.offer(white, Offer{Offer: offerTakeBack, Answer: "accept"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if v := see(t, h, black); v.Running != "black" || *v.Black.Left != 54_000 || *v.White.Left != 57_000 {
			t.Errorf("%s runs, %d and %d ms left", v.Running, *v.Black.Left, *v.White.Left)
		}
		if v, err := h.name(white, "Ann"); err != nil || v.Running != "black" || *v.Black.Left != 54_000 {
			t.Errorf("after a name: %+v, %v", v, err)
		}
		time.Sleep(55 * time.Second)
		if v := see(t, h, black); v.End == nil || v.End.Reason != "time" {
			t.Errorf("%+v", v.End)
		}
	})
}
