package games

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/web/fair"
	"github.com/outflank/outflank/cmd/outflank/internal/web/wire"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/live"
)

// playOn plays the lowest legal move of the person to move until the game has n moves, and returns it
// when nobody thinks any more.
func playOn(t *testing.T, h *Hall, v View, n int) View {
	t.Helper()
	seq, err := h.watch(t.Context(), ID{ID: v.ID})
	if err != nil {
		t.Fatal(err)
	}
	for v, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		side := v.Black
		if v.Board.Turn == "white" {
			side = v.White
		}
		switch {
		case v.End != nil || !v.Thinking && side.Human && len(v.Board.Plies) >= n:
			return v
		case side.Human && !v.Thinking:
			if _, err := h.move(ID{ID: v.ID}, Move{v.Board.Legal[0].Move, number(len(v.Board.Plies))}); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Fatal("the game is gone")
	return v
}

// TestRepeats: the same seed and moves have the same answers: in another game, after a restart, and
// after an undo.
func TestRepeats(t *testing.T) {
	for _, spec := range []string{"random", "flat-mc:sims=50", "ab:depth=2", "level:casual"} {
		setup := Setup{Black: human, White: spec, Random: 4, Seed: 9, Start: "6x6"}
		dir := t.TempDir()
		h := NewHall(Options{Dir: dir, Shares: fair.NewPool(2)})
		v, err := h.create(t.Context(), setup)
		if err != nil {
			t.Fatal(err)
		}
		want := playOn(t, h, v, 60)
		v, err = h.create(t.Context(), setup)
		if err != nil {
			t.Fatal(err)
		}
		v = playOn(t, h, v, 12)
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		h = newHall(t, Options{Dir: dir, Shares: fair.NewPool(1)})
		for range 2 {
			v, err = h.step(ID{ID: v.ID}, nil, func(*game) (step, error) { return step{Do: doUndo}, nil })
			if err != nil {
				t.Fatal(err)
			}
		}
		v = playOn(t, h, v, 60)
		if v.Board.Moves != want.Board.Moves || v.End == nil || *v.End != *want.End {
			t.Errorf("%s:\n%s, want\n%s", spec, v.Board.Moves, want.Board.Moves)
		}
		v, err = h.create(t.Context(), Setup{Black: human, White: spec, Random: 4, Seed: 10, Start: "6x6"})
		if err != nil {
			t.Fatal(err)
		}
		if v = playOn(t, h, v, 60); v.Board.Moves == want.Board.Moves {
			t.Errorf("%s: the seed does not matter", spec)
		}
	}
}

// TestCutJournals: whatever part of a journal was written when the server was killed, the game is as it
// was after the last whole step, and goes on from there.
func TestCutJournals(t *testing.T) {
	dir := t.TempDir()
	h := NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
	v, err := h.create(t.Context(), Setup{Black: human, White: human, Start: "6x6"})
	if err != nil {
		t.Fatal(err)
	}
	id, states := v.ID, []string{v.Board.Moves}
	for _, do := range []string{doMove, doMove, doUndo, doMove, doUndo, doRedo, doMove, doResign} {
		v, err = h.step(ID{ID: id}, nil, func(g *game) (step, error) {
			st := step{Do: do, Side: "white"}
			if do == doMove {
				st.Move = g.Position().Board.Moves().First().String()
			}
			return st, nil
		})
		if err != nil {
			t.Fatal(do, err)
		}
		states = append(states, fmt.Sprint(v.Board.Moves, v.End))
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(dir, id+extension))
	if err != nil {
		t.Fatal(err)
	}
	head := bytes.IndexByte(whole, '\n') + 1
	for n := range len(whole) + 1 {
		if n%11 > 0 && !bytes.ContainsRune(whole[max(0, n-2):min(n+1, len(whole))], '\n') {
			continue // not every place of a line
		}
		dir := t.TempDir()
		file := filepath.Join(dir, id+extension)
		if err := os.WriteFile(file, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		h := NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
		v, err := h.with(ID{ID: id}, func(*game) error { return nil })
		switch {
		case n == 0:
			if status(err) != 404 {
				t.Fatalf("an empty file: %v", err)
			}
		case n < head:
			if status(err) != 422 || strings.Contains(err.Error(), dir) {
				t.Fatalf("cut at %d: %v", n, err)
			}
		default:
			done := bytes.Count(whole[head:n], []byte("\n"))
			got := v.Board.Moves
			if done > 0 {
				got = fmt.Sprint(v.Board.Moves, v.End)
			}
			if err != nil || got != states[done] {
				t.Fatalf("cut at %d: %s, want %s, %v", n, got, states[done], err)
			}
			if v.End == nil {
				if v, err = h.move(ID{ID: id}, Move{v.Board.Legal[0].Move, nil}); err != nil {
					t.Fatal(err)
				}
				states := v.Board.Moves
				if err := h.Close(); err != nil {
					t.Fatal(err)
				}
				h = NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
				if v, err = h.with(ID{ID: id}, func(*game) error { return nil }); err != nil || v.Board.Moves != states {
					t.Fatalf("cut at %d and continued: %s, want %s, %v", n, v.Board.Moves, states, err)
				}
			}
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDamaged: a journal that is damaged is shown as a problem and can be removed; other games work.
func TestDamaged(t *testing.T) {
	dir := t.TempDir()
	h := NewHall(Options{Dir: dir, Shares: fair.NewPool(1)})
	var ids []string
	for range 4 {
		v, err := h.create(t.Context(), Setup{Black: human, White: human})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []string{"f5", "d6", "c3"} {
			if _, err := h.move(ID{ID: v.ID}, Move{m, nil}); err != nil {
				t.Fatal(err)
			}
		}
		ids = append(ids, v.ID)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	change := func(id, old, new string) {
		file := filepath.Join(dir, id+extension)
		text, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(text, []byte(old)) {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(new), 1), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	change(ids[0], "d6", "d7")
	change(ids[1], `"game"`, `"match"`)
	if err := os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("not a game"), 0o666); err != nil {
		t.Fatal(err)
	}
	h = newHall(t, Options{Dir: dir, Shares: fair.NewPool(1)})
	list, err := h.list(listQuery{})
	if err != nil || len(list) != 4 {
		t.Fatalf("%d games, %v", len(list), err)
	}
	problems := map[string]string{}
	for _, s := range list {
		problems[s.ID] = s.Problem
		if strings.Contains(s.Problem, dir) {
			t.Errorf("the path is told: %s", s.Problem)
		}
	}
	if !strings.Contains(problems[ids[0]], "line 3") || problems[ids[1]] == "" || problems[ids[2]] != "" ||
		problems[ids[3]] != "" {
		t.Errorf("%q", problems)
	}
	for i, id := range ids {
		_, err := h.move(ID{ID: id}, Move{"d3", number(3)})
		if want := map[bool]int{true: 422, false: 200}[i < 2]; status(err) != want {
			t.Errorf("game %d: %v", i, err)
		}
	}
	if err := h.remove(ID{ID: ids[0]}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, ids[0]+extension)); !os.IsNotExist(err) {
		t.Error("it is still there")
	}
}

// TestSharedFolder: a second server does not touch the games of the first, and says why. A folder that
// is missing is made with the first game.
func TestSharedFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	first, second := newHall(t, Options{Dir: dir}), newHall(t, Options{Dir: dir})
	if list, err := first.list(listQuery{}); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Error("a list makes a folder")
	}
	if _, err := first.create(t.Context(), Setup{Black: human, White: human}); err != nil {
		t.Fatal(err)
	}
	if _, err := second.list(listQuery{}); status(err) != 503 || !strings.Contains(err.Error(), "--state") {
		t.Errorf("%v", err)
	}
}

// TestLimits: a client uses a number of games at a time. A game that it has left does not count, but is there
// when it comes back.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, Options{})
		defer h.Close()
		anna, bert := wire.WithClient(t.Context(), "anna"), wire.WithClient(t.Context(), "bert")
		begin := func() (View, error) { return h.create(anna, Setup{Black: human, White: human}) }
		var ids []string
		for range perClient {
			v, err := begin()
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, v.ID)
		}
		if _, err := begin(); status(err) != 429 {
			t.Errorf("one more: %v", err)
		}
		if _, err := h.create(bert, Setup{Black: human, White: human}); err != nil {
			t.Errorf("another client: %v", err)
		}
		if _, err := h.resign(ID{ID: ids[7]}, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := begin(); err != nil {
			t.Errorf("after the end of one: %v", err)
		}
		seq, err := h.watch(t.Context(), ID{ID: ids[0]})
		if err != nil {
			t.Fatal(err)
		}
		next, stop := iter.Pull2(seq)
		defer stop()
		next()
		time.Sleep(abandoned)
		for n := range perClient - 1 { // and the one that is watched
			if _, err := begin(); err != nil {
				t.Fatalf("after all were left, game %d: %v", n, err)
			}
		}
		if _, err := begin(); status(err) != 429 {
			t.Errorf("one more: %v", err)
		}
		for _, id := range ids {
			if _, err := h.with(ID{ID: id}, func(*game) error { return nil }); err != nil {
				t.Fatalf("a game that was left: %v", err)
			}
		}
	})
}

// TestKept: of more games than are kept those that ended go first, then those that were left before their first
// move, then those that have not changed for long; no others go.
func TestKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, Options{Kept: 5})
		defer h.Close()
		begin := func() (string, error) {
			time.Sleep(time.Millisecond)
			v, err := h.create(t.Context(), Setup{Black: human, White: human})
			return v.ID, err
		}
		var ids []string
		for i := range 5 {
			id, err := begin()
			if err != nil {
				t.Fatal(err)
			}
			if i != 1 && i != 4 {
				if _, err := h.move(ID{ID: id}, Move{"f5", nil}); err != nil {
					t.Fatal(err)
				}
			}
			ids = append(ids, id)
		}
		if _, err := begin(); status(err) != 429 {
			t.Errorf("one more: %v", err)
		}
		if _, err := h.resign(ID{ID: ids[2]}, nil); err != nil {
			t.Fatal(err)
		}
		gone := func(want ...int) {
			t.Helper()
			for i, id := range ids {
				if _, there := h.games[id]; there == slices.Contains(want, i) {
					t.Errorf("game %d is there: %v, want gone %v", i, there, want)
				}
			}
		}
		for _, step := range []struct {
			wait time.Duration
			gone []int
		}{{0, []int{2}}, {abandoned, []int{2, 1}}, {0, []int{2, 1, 4}}, {0, []int{2, 1, 4}}, {recently, []int{2, 1, 4}},
			{0, []int{2, 1, 4}}, {0, []int{2, 1, 4}}, {0, []int{2, 1, 4, 0}}, {0, []int{2, 1, 4, 0, 3}}} {
			time.Sleep(step.wait)
			_, _ = begin()
			gone(step.gone...)
		}
	})
}

// TestPutAway: journals of idle games are closed where many are open, and opened again.
func TestPutAway(t *testing.T) {
	h := newHall(t, Options{})
	var ids []string
	for i := range 2 * mostOpen {
		v, err := h.create(wire.WithClient(t.Context(), fmt.Sprint(i%4)), Setup{Black: human, White: human})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, v.ID)
	}
	for _, id := range ids {
		if v, err := h.move(ID{ID: id}, Move{"f5", nil}); err != nil || v.Board.Moves != "f5" {
			t.Fatal(err)
		}
		open := 0
		for _, g := range h.games {
			if g.journal != nil {
				open++
			}
		}
		if open > mostOpen {
			t.Fatalf("%d journals are open", open)
		}
	}
}

// TestSteps: a journal says no more than what can be played.
func TestSteps(t *testing.T) {
	start := engine.Game{Start: engine.StandardStart()}
	s := newGame("x", Setup{Black: human, White: human}, start, live.Limit{}).state
	for _, st := range []step{{Do: "dance"}, {Do: doMove, Move: "a1"}, {Do: doMove}, {Do: doUndo}, {Do: doRedo},
		{Do: doResign}, {Do: doTime, Side: "green"}} {
		if err := s.apply(st); err == nil || len(s.Moves) > 0 || s.end != nil {
			t.Errorf("%+v is done", st)
		}
	}
}
