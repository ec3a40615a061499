package board

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestDrawBoardLaws holds on every kind of board, in random games: all lines are
// as wide as is said, colours change no letter's place, and every disc is shown.
func TestDrawBoardLaws(t *testing.T) {
	for _, name := range []string{"4x4", "6x6-a1f6", "8x8", "8x8-c3f6", "hex", "hex-d2", "rhombus",
		"rhombus-h8"} {
		shape, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		start, err := shape.Start()
		if err != nil {
			t.Fatal(err)
		}
		agent := engine.Random{Rand: rand.New(rand.NewPCG(1, 2))}
		g, err := engine.PlayOut(t.Context(), engine.Game{Start: start}, [2]engine.Agent{agent, agent})
		if err != nil {
			t.Fatal(err)
		}
		for ply := range g.Plies() {
			marks := Marks{Legal: ply.Legal, Last: ply.Move, Flipped: ply.Position.Board.Flips(ply.Move)}
			checkDrawing(t, ply.Position, marks)
			marks.Values = map[engine.Square]float64{ply.Move: -12.3}
			checkDrawing(t, ply.Position, marks)
		}
	}
}

func checkDrawing(t *testing.T, p engine.Position, marks Marks) {
	t.Helper()
	for _, style := range []Style{{}, {ASCII: true}, {color: true}, {color: true, ASCII: true}} {
		lines, width := Draw(p, marks, style)
		discs := 0
		for _, line := range lines {
			if !style.color && strings.Contains(line, "\x1b") {
				t.Fatalf("%+v: line %q has colours", style, line)
			}
			line = ansi.ReplaceAllString(line, "")
			if n := len([]rune(line)); n != width {
				t.Fatalf("%v %+v: line %q is %d wide, not %d", p, style, line, n, width)
			}
			if style.ASCII && strings.Trim(line, ascii) != "" {
				t.Fatalf("%+v: line %q is not ASCII", style, line)
			}
			discs += strings.Count(line, "●") + strings.Count(line, "○") + strings.Count(line,
				"X") + strings.Count(line, "O")
		}
		if want := (p.Board.Mine | p.Board.Theirs).Len(); discs != want {
			t.Fatalf("%v %+v: %d discs drawn, want %d", p, style, discs, want)
		}
	}
}

// TestSquareAt: on every kind of board each square is found where it is drawn, in all of its columns, and
// nothing else is.
func TestSquareAt(t *testing.T) {
	for _, name := range []string{"4x4", "6x6-a1f6", "8x8", "hex", "hex-d2", "rhombus"} {
		shape, err := engine.ParseShape(name)
		if err != nil {
			t.Fatal(err)
		}
		start, err := shape.Start()
		if err != nil {
			t.Fatal(err)
		}
		for _, values := range []map[engine.Square]float64{nil, {}} {
			width := 3
			if values != nil {
				width = 5
			}
			found := map[engine.Square]int{}
			for s := range shape.Field.All() {
				marks := Marks{Last: engine.None, Cursor: s.Set(), Values: values}
				lines, _ := Draw(start, marks, Style{ASCII: true}) // the cursor is <.> there
				for y, line := range lines {
					if x := strings.IndexByte(line, '<'); x >= 0 {
						for column := x; column < x+width; column++ {
							if at := SquareAt(start, marks, column, y); at != s {
								t.Fatalf("%s: %v is drawn at %d, %d, where %v is found", name, s, column, y, at)
							}
						}
						found[s]++
					}
				}
			}
			all := 0
			for y := -1; y < 20; y++ {
				for x := -1; x < 100; x++ {
					if SquareAt(start, Marks{Last: engine.None, Values: values}, x, y) != engine.None {
						all++
					}
				}
			}
			if len(found) != shape.Field.Len() || all != width*len(found) {
				t.Errorf("%s: %d squares found in %d columns", name, len(found), all)
			}
		}
	}
}

const ascii = " abcdefgh12345678XO.+-*#[]()90"

// TestNewBoardStyle: what the surroundings ask for.
func TestNewBoardStyle(t *testing.T) {
	utf8 := map[string]string{"LANG": "de_DE.UTF-8", "TERM": "xterm"}
	with := func(name, value string) map[string]string {
		env := map[string]string{name: value}
		for k, v := range utf8 {
			if k != name {
				env[k] = v
			}
		}
		return env
	}
	for _, test := range []struct {
		about    string
		color    string
		ascii    bool
		terminal bool
		env      map[string]string
		want     Style
	}{
		{"terminal", "auto", false, true, utf8, Style{color: true}},
		{"pipe", "auto", false, false, utf8, Style{}},
		{"NO_COLOR", "auto", false, true, with("NO_COLOR", "1"), Style{}},
		{"NO_COLOR but asked for", "always", false, true, with("NO_COLOR", "1"), Style{color: true}},
		{"dumb", "auto", false, true, with("TERM", "dumb"), Style{}},
		{"never", "never", false, true, utf8, Style{}},
		{"--ascii", "never", true, true, utf8, Style{ASCII: true}},
		{"LC_ALL goes before LANG", "auto", false, true, with("LC_ALL", "C"), Style{color: true, ASCII: true}},
		{"small letters", "auto", false, false, with("LC_ALL", "en_US.utf8"), Style{}},
	} {
		got, err := NewStyle(test.color, test.ascii, test.terminal, func(name string) string {
			return test.env[name]
		})
		if err != nil || got != test.want {
			t.Errorf("%s: %+v, %v, want %+v", test.about, got, err, test.want)
		}
	}
}

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")
