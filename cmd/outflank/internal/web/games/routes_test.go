package games

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/engine"
)

// TestWholeGame plays a game against an agent through the API, by the squares that it names as legal,
// with a stream of events open, on a board with holes that are drawn.
func TestWholeGame(t *testing.T) {
	at := serve(t, newHall(t, Options{}))
	var v View
	want(t, 200, "POST", at+"games",
		`{"black": "human", "white": "greedy", "start": "hex", "holes": "0.2", "seed": 7}`, &v)
	if !strings.HasPrefix(v.Setup.Start, "hex-") || v.Setup.Holes != "" || v.Board.Lattice != "hexagonal" {
		t.Fatalf("setup %+v", v.Setup)
	}
	game := at + "games/" + v.ID
	next, stop := listen(t, game+"/events")
	defer stop()
	for !v.Board.Over {
		v = until(t, next, func(v View) bool { return v.Board.Over || v.Board.Turn == "black" && !v.Thinking })
		if !v.Board.Over {
			want(t, 200, "POST", game+"/moves", `{"move": "`+v.Board.Legal[0].Move+`"}`, &v)
		}
	}
	v = until(t, next, func(v View) bool { return v.End != nil })
	if v.End.Reason != "discs" || v.End.Text == "" || v.Board.Black+v.Board.White+v.Board.Empties == 0 {
		t.Errorf("end %+v", v.End)
	}
	shape, err := engine.ParseShape(v.Board.Shape)
	if err != nil {
		t.Fatal(err)
	}
	start, err := shape.Start()
	if err != nil {
		t.Fatal(err)
	}
	g, err := engine.ParseGame(start, v.Board.Moves)
	if err != nil || len(g.Moves) != len(v.Board.Plies) {
		t.Fatalf("%s: %v", v.Board.Moves, err)
	}
	for ply := range g.Plies() { // greedy plays what it plays elsewhere
		if ply.Position.Color == engine.White {
			if s, _ := (engine.Greedy{}).Choose(t.Context(), ply.Position.Board); s != ply.Move {
				t.Errorf("move %d is %v, want %v", ply.Index+1, ply.Move, s)
			}
		}
	}
	var list List
	want(t, 200, "GET", at+"games", "", &list)
	if len(list.Games) != 1 || list.All != 1 || list.Games[0].End == nil || list.Games[0].Moves != len(g.Moves) {
		t.Errorf("list %+v", list)
	}
	want(t, 409, "POST", game+"/resign", `{}`, nil)
	want(t, 204, "DELETE", game, "", nil)
	if _, ok := next(); ok {
		t.Error("the stream goes on after the game was removed")
	}
	want(t, 404, "GET", game, "", nil)
	want(t, 404, "GET", game+"/events", "", nil)
}

// TestUndoRedoResign: what was taken back is put back, and a game that was given up is over.
func TestUndoRedoResign(t *testing.T) {
	at := serve(t, newHall(t, Options{}))
	var v View
	want(t, 200, "POST", at+"games", `{"black": "human", "white": "human"}`, &v)
	game := at + "games/" + v.ID
	for _, step := range []struct {
		path, body string
		status     int
		moves      string
		undo, redo bool
	}{
		{"undo", `{}`, 409, "", false, false},
		{"moves", `{"move": "f5", "ply": 0}`, 200, "f5", true, false},
		{"moves", `{"move": "f5", "ply": 0}`, 409, "f5", true, false},
		{"moves", `{"move": "f5"}`, 422, "f5", true, false},
		{"moves", `{"move": "z9"}`, 400, "f5", true, false},
		{"moves", `{"move": "d6", "ply": 1}`, 200, "f5d6", true, false},
		{"undo", `{"ply": 2}`, 200, "f5", true, true},
		{"undo", `{"ply": 2}`, 409, "f5", true, true},
		{"undo", `{}`, 200, "", false, true},
		{"redo", `{"ply": 0}`, 200, "f5", true, true},
		{"moves", `{"move": "f6"}`, 200, "f5f6", true, false},
		{"redo", `{}`, 409, "f5f6", true, false},
		{"pace", `{"moves": 1, "delay": 0}`, 409, "f5f6", true, false},
		{"resign", `{"ply": 1}`, 409, "f5f6", true, false},
		{"resign", `{}`, 200, "f5f6", false, false},
		{"moves", `{"move": "e6"}`, 409, "f5f6", false, false},
		{"undo", `{}`, 409, "f5f6", false, false},
		{"resign", `{}`, 409, "f5f6", false, false},
	} {
		want(t, step.status, "POST", game+"/"+step.path, step.body, nil)
		want(t, 200, "GET", game, "", &v)
		if v.Board.Moves != step.moves || v.CanUndo != step.undo || v.CanRedo != step.redo {
			t.Fatalf("after %s %s: %s, undo %v, redo %v", step.path, step.body, v.Board.Moves, v.CanUndo, v.CanRedo)
		}
	}
	if diff := cmp.Diff(&End{"white", "resigned", "black resigns, white wins"}, v.End); diff != "" {
		t.Error(diff)
	}
}

// TestUndoWhileThinking: taking the move back stops the agent that thinks about its answer; undo with
// an agent takes its answer back as well.
func TestUndoWhileThinking(t *testing.T) {
	h := newHall(t, Options{Shares: fair.NewPool(1)})
	v, err := h.create(t.Context(), Setup{Black: "human", White: "uct:sims=0,memory=256"}) // thinks for long
	if err != nil {
		t.Fatal(err)
	}
	if v, err = h.move(ID{ID: v.ID}, Move{"f5", number(0)}); err != nil || !v.Thinking {
		t.Fatalf("%+v, %v", v, err)
	}
	if _, err := h.move(ID{ID: v.ID}, Move{"d6", nil}); status(err) != http.StatusConflict {
		t.Errorf("a move for the agent: %v", err)
	}
	if v, err = h.step(ID{ID: v.ID}, number(1), func(*game) (step, error) {
		return step{Do: doUndo}, nil
	}); err != nil || v.Board.Moves != "" || v.Thinking {
		t.Fatalf("%+v, %v", v, err)
	}
}

// TestOneOfTwoWins: of two clients that post the same ply one plays it.
func TestOneOfTwoWins(t *testing.T) {
	at := serve(t, newHall(t, Options{}))
	var v View
	want(t, 200, "POST", at+"games", `{"black": "human", "white": "human"}`, &v)
	for range 20 {
		legal := v.Board.Legal
		if len(legal) < 2 {
			break
		}
		var wg sync.WaitGroup
		var got [8]int
		for i := range got {
			body := fmt.Sprintf(`{"move": %q, "ply": %d}`, legal[i%2].Move, len(v.Board.Plies))
			wg.Go(func() { got[i], _ = ask(t, "POST", at+"games/"+v.ID+"/moves", body) })
		}
		wg.Wait()
		won := 0
		for _, code := range got {
			switch code {
			case 200:
				won++
			case 409:
			default:
				t.Errorf("status %d", code)
			}
		}
		before := len(v.Board.Plies)
		want(t, 200, "GET", at+"games/"+v.ID, "", &v)
		if won != 1 || len(v.Board.Plies) != before+1 {
			t.Fatalf("%d won, %d moves after %d", won, len(v.Board.Plies), before)
		}
	}
}

// TestTwoAgents: they play while somebody watches, step by step when paused, and stop when nobody does.
func TestTwoAgents(t *testing.T) {
	h := newHall(t, Options{})
	at := serve(t, h)
	var v View
	want(t, 200, "POST", at+"games", `{"black": "ab:depth=2", "white": "random", "start": "6x6", "seed": 3}`, &v)
	game := at + "games/" + v.ID
	want(t, 200, "POST", game+"/pace", `{"moves": 0, "delay": 0}`, nil)
	next, stop := listen(t, game+"/events")
	if v, _ := next(); v.Thinking || v.Board.Moves != "" || v.Pace == nil || v.Pace.Moves != 0 {
		t.Errorf("paused: %+v", v)
	}
	want(t, 409, "POST", game+"/undo", `{}`, nil)
	want(t, 409, "POST", game+"/moves", `{"move": "e4"}`, nil)
	for ply := 1; ply <= 3; ply++ {
		want(t, 200, "POST", game+"/pace", `{"moves": 1, "delay": 0}`, nil)
		v = until(t, next, func(v View) bool { return len(v.Board.Plies) == ply && !v.Thinking })
		if v.Pace.Moves != 0 {
			t.Errorf("after a step: %+v", v.Pace)
		}
	}
	if v.Black.Expects == nil || v.White.Expects != nil || v.Black.Expects.Line == "" {
		t.Errorf("black expects %+v, white %+v", v.Black.Expects, v.White.Expects)
	}
	stop()
	h.unwatched(t, v.ID)
	want(t, 200, "POST", game+"/pace", `{"moves": 60, "delay": 0}`, &v)
	if v.Thinking {
		t.Error("agents play though nobody watches")
	}
	next, stop = listen(t, game+"/events")
	defer stop()
	v = until(t, next, func(v View) bool { return v.End != nil })
	for _, body := range []string{`{"moves": -1, "delay": 0}`, `{"moves": 1, "delay": -1}`,
		`{"moves": 1, "delay": 60001}`} {
		want(t, 400, "POST", game+"/pace", body, nil)
	}
}

// unwatched waits until the server knows that nobody watches a game any more.
func (h *Hall) unwatched(t *testing.T, id string) {
	t.Helper()
	for t.Context().Err() == nil {
		h.mu.Lock()
		watched := h.games[id].watched
		h.mu.Unlock()
		if watched == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// TestRefusals: settings that make no sense, or that are not for clients, begin no game.
func TestRefusals(t *testing.T) {
	h := newHall(t, Options{Shares: fair.NewPool(2)})
	at := serve(t, h)
	for body, status := range map[string]int{
		`{"black": "human", "white": "nobody"}`:                           400,
		`{"black": "human"}`:                                              400,
		`{"black": "human", "white": "human", "start": "9x9"}`:            400,
		`{"black": "human", "white": "human", "moves": "a1"}`:             400,
		`{"black": "human", "white": "human", "holes": "0.6"}`:            400,
		`{"black": "human", "white": "human", "holes": "x"}`:              400,
		`{"black": "human", "white": "human", "random": 61}`:              400,
		`{"black": "human", "white": "human", "random": -1}`:              400,
		`{"black": "human", "white": "human", "clock": "0s"}`:             400,
		`{"black": "human", "white": "human", "clock": "100h"}`:           400,
		`{"black": "human", "white": "human", "delay": -1}`:               400,
		`{"black": "human", "white": "human", "level": 1}`:                400,
		`{"black": "human", "white": "engine", "start": "6x6"}`:           400,
		`{"black": "human", "white": "engine:threads=3"}`:                 400,
		`{"black": "human", "white": "engine:hash=1G"}`:                   400,
		`{"black": "human", "white": "` + strings.Repeat("x", 300) + `"}`: 400,
		`{"black": "human", "white": "gtp:cmd=true"}`:                     403,
		`{"black": "nboard:cmd=\"sh -c true\"", "white": "human"}`:        403,
		`{"black": "human", "white": "q:model=/etc/passwd"}`:              403,
		`{"black": "human", "white": "ab:book=../../games.txt"}`:          403,
		`{"black": "human", "white": "player:file=x"}`:                    403,
		`{"black": "human", "white": "net:dna=/proc/self/environ"}`:       403,
		`not JSON`: 400,
	} {
		if text := want(t, status, "POST", at+"games", body, nil); strings.Contains(text, "root:") {
			t.Errorf("%s: %s", body, text)
		}
	}
	var list List
	want(t, 200, "GET", at+"games", "", &list)
	if list.All != 0 {
		t.Errorf("%d games", list.All)
	}
	for _, id := range []string{"nothere", "..%2f..%2fetc%2fpasswd", "%00"} {
		want(t, 404, "GET", at+"games/"+id, "", nil)
		want(t, 404, "DELETE", at+"games/"+id, "", nil)
	}
	want(t, 400, "GET", at+"games?limit=-1", "", nil)
}

// TestAllowEngines: who starts the server may let clients choose engines; one that fails forfeits.
func TestAllowEngines(t *testing.T) {
	at := serve(t, newHall(t, Options{AllowEngines: true}))
	var v View
	want(t, 200, "POST", at+"games", `{"black": "human", "white": "gtp:cmd=false"}`, &v)
	next, stop := listen(t, at+"games/"+v.ID+"/events")
	defer stop()
	want(t, 200, "POST", at+"games/"+v.ID+"/moves", `{"move": "f5"}`, nil)
	v = until(t, next, func(v View) bool { return v.End != nil })
	if v.End.Reason != "forfeit" || v.End.Winner != "black" {
		t.Errorf("%+v", v.End)
	}
	var c Catalogue
	want(t, 200, "GET", at+"agents", "", &c)
	if !c.has("gtp") || !c.has("player") {
		t.Error("engines are not offered")
	}
}

func (c Catalogue) has(name string) bool {
	for _, k := range c.Kinds {
		if k.Name == name {
			return true
		}
	}
	return false
}

// TestCatalogue: what is offered can be played.
func TestCatalogue(t *testing.T) {
	at := serve(t, newHall(t, Options{}))
	var c Catalogue
	want(t, 200, "GET", at+"agents", "", &c)
	if c.has("gtp") || c.has("nboard") || c.has("player") || !c.has("engine") {
		t.Errorf("kinds %+v", c.Kinds)
	}
	for _, k := range c.Kinds {
		var a Answer
		want(t, 200, "GET", at+"agent?spec="+k.Name, "", &a)
		if a.Spec != k.Name || a.About != k.About {
			t.Errorf("%+v", a)
		}
		for _, q := range append(c.Common, k.Params...) {
			if q.NamesFile() {
				t.Errorf("%s offers %s", k.Name, q.Key)
			}
		}
	}
	want(t, 200, "GET", at+"agent?spec=human", "", nil)
	want(t, 400, "GET", at+"agent?spec=engine&start=hex", "", nil)
	want(t, 400, "GET", at+"agent?spec=", "", nil)
	want(t, 403, "GET", at+"agent?spec=gtp:cmd=true", "", nil)
	for _, o := range opponents() {
		want(t, 200, "GET", at+"agent?spec="+o.Spec+"&start=hex", "", nil)
	}
	var l LevelList
	want(t, 200, "GET", at+"levels", "", &l)
	if len(l.Levels) < 8 || l.Levels[0].Spec != opponents()[0].Spec || l.Levels[0].About == "" {
		t.Errorf("%+v", l)
	}
	for i, level := range l.Levels[1:] {
		if below := l.Levels[i]; level.Elo <= below.Elo || level.Loss >= below.Loss {
			t.Errorf("%+v stands above %+v", level, below)
		}
	}
}
