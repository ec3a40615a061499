package games

import (
	"strings"
	"testing"
	"time"
)

// arranged returns a game of an evening in a hall.
func arranged(t *testing.T, h *Hall, id string) (Outcome, Keys) {
	t.Helper()
	o, keys, err := h.Arrange(id, "e", [2]string{"Ann", "Bo"},
		Setup{Black: human, White: human, Start: "4x4", Seats: true})
	if err != nil {
		t.Fatal(err)
	}
	return o, keys
}

// TestArrange: the hall starts an arranged game once. The game keeps its names and keys over a restart, and
// counts by the discs on the board.
func TestArrange(t *testing.T) {
	dir := t.TempDir()
	h := newHall(t, Options{Dir: dir})
	_, keys := arranged(t, h, "e-1")
	black, white := ID{"e-1", keys.Black}, ID{"e-1", keys.White}
	if _, err := h.move(black, Move{Move: "c4"}); err != nil {
		t.Fatal(err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h = newHall(t, Options{Dir: dir})
	if o, again := arranged(t, h, "e-1"); o.Moves != "c4" || o.End != nil || o.Diff != 0 || again != keys {
		t.Errorf("%+v, keys %v, want %v", o, again, keys)
	}
	if v := see(t, h, white); v.Evening != "e" || v.Black.Name != "Ann" || v.White.Name != "Bo" || v.You != "white" {
		t.Errorf("%+v", v)
	}
	if _, err := h.resign(white, nil); err != nil {
		t.Fatal(err)
	}
	if o, _ := arranged(t, h, "e-1"); o.End == nil || o.Diff != 4-1+11 {
		t.Errorf("%+v", o)
	}
	if _, keys = arranged(t, h, "e-2"); keys.Black == black.Seat {
		t.Error("two games have the same key")
	}
	if _, err := h.resign(ID{"e-2", keys.White}, nil); err != nil {
		t.Fatal(err)
	}
	if o, _ := arranged(t, h, "e-2"); o.Diff != 2+12-2 { // both have two discs
		t.Errorf("%+v", o)
	}
	ahead, keys, err := h.Arrange("e-4", "e", [2]string{"Ann", "Bo"}, Setup{Black: human, White: human, Seats: true,
		Start: "-O" + strings.Repeat("X", 62) + " X"})
	if _, err2 := h.resign(ID{"e-4", keys.Black}, nil); err != nil || err2 != nil || ahead.Diff != 0 {
		t.Fatalf("%+v, %v, %v", ahead, err, err2)
	}
	if ahead, _, err = h.Arrange("e-4", "e", [2]string{}, Setup{}); err != nil || ahead.Diff != -LeastWin {
		t.Errorf("a player with 62 discs resigns: %+v, %v", ahead, err)
	}
	arranged(t, h, "e-3")
	end := End{Winner: "none", Reason: Ruled, Text: "both lose"}
	ruling := Outcome{End: &end, Diff: 7}
	if o, err := h.Rule("e-3", ruling, true); err != nil || o != ruling {
		t.Fatalf("a game without moves: %+v, %v", o, err)
	}
	if o, _ := arranged(t, h, "e-3"); o.End == nil || *o.End != end || o.Diff != 0 {
		t.Errorf("%+v", o)
	}
	for winner, diffs := range map[string][2]int{"black": {7, 4 - 1 + 11}, "white": {7, -(1 + 11 - 4)}, "none": {7, 0}} {
		for i, conceded := range []bool{false, true} {
			o, err := h.Rule("e-1", Outcome{End: &End{Winner: winner}, Diff: 7}, conceded)
			if err != nil || o.Moves != "c4" || o.Diff != diffs[i] {
				t.Errorf("a game that is over, %s, %v: %+v, %v", winner, conceded, o, err)
			}
		}
	}
	if o, _ := arranged(t, h, "e-1"); o.End.Reason != "resigned" {
		t.Errorf("%+v", o)
	}
	if o, err := h.Rule("none", ruling, true); err != nil || o != ruling {
		t.Errorf("no game: %+v, %v", o, err)
	}
}

// TestArrangedRoom: a full hall keeps the games of an evening, until the evening has their results.
func TestArrangedRoom(t *testing.T) {
	h := newHall(t, Options{Kept: 2})
	_, first := arranged(t, h, "e-1")
	arranged(t, h, "e-2")
	for _, id := range []string{"e-1", "e-2"} {
		h.games[id].touched = time.Now().Add(-lastly / 2)
	}
	if _, err := h.resign(ID{"e-1", first.Black}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := h.create(t.Context(), Setup{Black: human, White: human}); err == nil || !strings.Contains(err.Error(), "limit") {
		t.Fatalf("%v", err)
	}
	if o, _ := arranged(t, h, "e-1"); o.End == nil {
		t.Fatalf("%+v", o)
	}
	if _, err := h.create(t.Context(), Setup{Black: human, White: human}); err != nil {
		t.Fatal(err)
	}
	if h.games["e-1"] != nil || h.games["e-2"] == nil {
		t.Error("the wrong game was removed")
	}
}
