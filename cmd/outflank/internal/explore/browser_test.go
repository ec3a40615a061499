package explore

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/cmd/outflank/internal/window"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// demoIndex is the index of the built-in games.
func demoIndex(t *testing.T) *explore.Index {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "wthor")
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	a := &cli.App{Out: io.Discard, Err: io.Discard}
	games, err := a.ReadGames(t.Context(), "exploring", []string{dir}, store.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	index, err := explore.Build(t.Context(), games, 1)
	if err != nil {
		t.Fatal(err)
	}
	return index
}

// browserOf returns a browser of games at the start, in letters and without colours.
func browserOf(t *testing.T, index *explore.Index, ascii bool, o *exploreOptions) *browser {
	t.Helper()
	utf8 := func(name string) string { return map[string]string{"LC_ALL": "C.UTF-8"}[name] }
	style, err := board.NewStyle("never", ascii, true, utf8)
	if err != nil {
		t.Fatal(err)
	}
	b := newBrowser(t.Context(), index, style, o)
	if err := b.look(engine.Game{Start: engine.StandardStart()}); err != nil {
		t.Fatal(err)
	}
	b.frame(80, 24)
	return b
}

// typeKeys has a browser do what keys say, and waits for what takes a while.
func typeKeys(b *browser, keys ...any) {
	for _, k := range keys {
		var events []window.Event
		switch k := k.(type) {
		case window.Event:
			events = []window.Event{k}
		case window.Key:
			events = []window.Event{{Key: k}}
		case string:
			for _, letter := range k {
				events = append(events, window.Event{Key: window.Key(letter)})
			}
		}
		for _, e := range events {
			for work := b.press(e); work != nil; {
				work = work()()
			}
		}
	}
}

// TestBrowserWalk walks with keys alone, and says where that leads.
func TestBrowserWalk(t *testing.T) {
	index := demoIndex(t)
	for _, test := range []struct {
		about string
		keys  []any
		want  string // transcript and chosen move
	}{
		{"right plays the first move", []any{window.Right}, "f5 f6"},
		{"down chooses another one", []any{window.Right, window.Down, window.Enter}, "f5f4 e3"},
		{"left goes back to where one was", []any{window.Right, window.Down, window.Enter, window.Left}, "f5 f4"},
		{"back from the start", []any{window.Left, window.Erase}, " f5"},
		{"home", []any{window.Right, window.Right, window.Right, window.Home}, " f5"},
		{"no further than the last row", []any{window.Right, window.PageDown, window.PageDown, window.PageUp, window.Up}, "f5 f6"},
		{"an opening", []any{"/tiger", window.Enter}, "f5d6c3d3c4 "},
		{"the second of the openings", []any{"/diagonal", window.Down, window.Enter}, ""},
		{"an opening that is not there", []any{"/zzzzzzz", window.Enter, window.Escape}, " f5"},
		{"no opening after all", []any{"/tig", window.Erase, window.Escape}, " f5"},
		{"a click on the board", []any{window.Event{Key: window.Click, X: 6 + 3*5, Y: 3 + 4}}, "f5 f6"},
		{"a click on a square that cannot be played", []any{window.Event{Key: window.Click, X: 6, Y: 3}}, " f5"},
		{"a click on a row", []any{window.Right, window.Event{Key: window.Click, X: 40, Y: 4}}, "f5 f4"},
		{"the wheel", []any{window.Right, window.WheelDown}, "f5 f4"},
		{"games and back", []any{"g", window.Down, window.Escape}, " f5"},
		{"a click on an opening", []any{"/diagonal", window.Event{Key: window.Click, X: 40, Y: 4}, window.Enter}, ""},
		{"a click on a board behind the keys", []any{"?", window.Event{Key: window.Click, X: 6 + 3*5, Y: 3 + 4}, "x"}, " f5"},
		{"keys and back", []any{"?", "x", window.Right}, "f5 f6"},
	} {
		b := browserOf(t, index, false, &exploreOptions{})
		typeKeys(b, test.keys...)
		chosen := ""
		if m := b.chosenMove(); m != engine.None {
			chosen = m.String()
		}
		got := b.game.String() + " " + chosen
		if test.want == "" {
			if len(b.game.Moves) < 2 {
				t.Errorf("%s: at %q", test.about, got)
			}
			continue
		}
		if !strings.HasPrefix(got, test.want) || b.left {
			t.Errorf("%s: at %q, want %q", test.about, got, test.want)
		}
	}
	for _, keys := range [][]any{{"q"}, {"gq"}, {"?q"}, {window.EndOfInput}, {"/", window.EndOfInput}} {
		b := browserOf(t, index, false, &exploreOptions{})
		if typeKeys(b, keys...); !b.left {
			t.Errorf("%v does not leave", keys)
		}
	}
	b := browserOf(t, index, false, &exploreOptions{})
	if typeKeys(b, "/q"); b.left {
		t.Error("a letter of a name leaves")
	}
}

// TestBrowserFollow: whichever game is chosen, and however it was turned, right plays it to its end.
func TestBrowserFollow(t *testing.T) {
	index := demoIndex(t)
	for row := range 40 {
		b := browserOf(t, index, false, &exploreOptions{})
		typeKeys(b, window.Right, window.Right, window.Right, "g")
		for range row {
			typeKeys(b, window.Down)
		}
		h := b.list[row]
		typeKeys(b, window.Enter)
		for len(b.game.Moves) < len(h.Moves) {
			before := len(b.game.Moves)
			if typeKeys(b, window.Right); len(b.game.Moves) != before+1 {
				t.Fatalf("game %d: stands still after %v", row, b.game)
			}
		}
		end, err := h.Game.Game.End()
		if err != nil || end.Board.Least() != b.at.Board.Least() || end.Color != b.at.Color {
			t.Fatalf("game %d: %v leads to another end than %v, %v", row, b.game, h.Game.Game, err)
		}
	}
	b := browserOf(t, index, false, &exploreOptions{})
	typeKeys(b, window.Right, window.Down, window.Right, window.Left, window.Left, window.Right)
	if m := b.chosenMove(); m.String() != "f4" {
		t.Errorf("of what was taken back %v comes next, want f4", m)
	}
	typeKeys(b, window.Up, window.Right, window.Left)
	if m := b.chosenMove(); m.String() != "f6" {
		t.Errorf("the line is still another one: %v", m)
	}
}

// TestBrowserViews: what the screen shows in windows of three sizes. OUTFLANK_UPDATE=1 writes the files.
func TestBrowserViews(t *testing.T) {
	index := demoIndex(t)
	for _, test := range []struct {
		name string
		keys []any
	}{
		{"start", nil},
		{"moves", []any{window.Right, window.Right, window.Right, window.Down}},
		{"engine", []any{window.Right, "e"}},
		{"openings", []any{"/rose"}},
		{"games", []any{window.Right, "g", window.Down}},
		{"strongest", []any{window.Right, "gs"}},
		{"rating", []any{window.Right, "r1600-", window.Enter}},
		{"wrong", []any{"rstrong", window.Enter}},
		{"keys", []any{"?"}},
	} {
		var all strings.Builder
		for _, size := range [][2]int{{80, 24}, {120, 40}, {40, 15}, {20, 8}} {
			b := browserOf(t, index, size[0] == 120, &exploreOptions{depth: 1})
			b.engine = false
			b.frame(size[0], size[1])
			typeKeys(b, test.keys...)
			lines := b.frame(size[0], size[1])
			if len(lines) != size[1] {
				t.Fatalf("%s: %d lines in a window of %v", test.name, len(lines), size)
			}
			fmt.Fprintf(&all, "%d×%d\n", size[0], size[1])
			for _, line := range lines {
				if text.Width(line) > size[0] {
					t.Errorf("%s: %q is wider than %d", test.name, line, size[0])
				}
				if size[0] == 120 && strings.Trim(line, " ") != strings.Trim(text.ASCII(line), " ") {
					t.Errorf("%s: %q is not ASCII", test.name, line)
				}
				fmt.Fprintln(&all, strings.TrimRight("|"+line, " "))
			}
		}
		clitest.Golden(t, filepath.Join("testdata", test.name+".txt"), all.String())
	}
}

// TestBrowserEngine: values belong to the position that is seen, and an answer for another one is lost.
func TestBrowserEngine(t *testing.T) {
	b := browserOf(t, demoIndex(t), false, &exploreOptions{depth: 1})
	if !b.engine {
		t.Error("--values does not turn the engine on")
	}
	late := b.evaluate()
	typeKeys(b, window.Right)
	if len(b.values) != 3 || b.failed != nil {
		t.Fatalf("values %v, %v", b.values, b.failed)
	}
	late()()
	if len(b.values) != 3 {
		t.Errorf("values of another position: %v", b.values)
	}
	if typeKeys(b, "e"); b.values != nil {
		t.Errorf("values of no engine: %v", b.values)
	}
}

// TestBrowserRating: a range of ratings leaves the games that explore --rating counts.
func TestBrowserRating(t *testing.T) {
	index := demoIndex(t)
	b := browserOf(t, index, false, &exploreOptions{})
	all := b.found.Games
	typeKeys(b, "r1600-", window.Enter)
	want, err := index.Explore(b.game, explore.Filter{MinRating: 1600}, 0, explore.First)
	if err != nil || want.Games == 0 || b.found.Games != want.Games || want.Games == all {
		t.Errorf("%d games, want %d of %d, %v", b.found.Games, want.Games, all, err)
	}
	if typeKeys(b, "r", window.Erase, window.Erase, window.Erase, window.Erase, window.Erase,
		window.Enter); b.found.Games != all {
		t.Errorf("%d games without a limit, want %d", b.found.Games, all)
	}
	if o := (&exploreOptions{rating: ratingFlag{low: 1600}}); browserOf(t, index, false,
		o).found.Games != want.Games {
		t.Error("--rating is not heeded")
	}
}
