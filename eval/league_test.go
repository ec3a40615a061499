package eval

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// tiny is a network of two tuples: corners, and the pairs a1-b1 and h8-g8.
const tiny = `{ 2
  { 1 4
    { 0 } { 7 } { 56 } { 63 }
    { -5 0.5 7 } }
  { 2 2
    { 0 1 } { 63 62 }
    { 1 2 3  10 20 30  100 200 300 } }
}`

// TestTableValue is worked by hand: black a1, white b1 and h1, g8 and h8 empty.
func TestTableValue(t *testing.T) {
	table, err := ReadTable(strings.NewReader(tiny))
	if err != nil {
		t.Fatal(err)
	}
	black, white := engine.SetOf(0), engine.SetOf(1, 7)
	// a1 7, h1 -5, a8 and h8 0.5 each; pair a1-b1 is 2·3+0 = 6: 100; h8-g8 is 1·3+1 = 4: 20
	if got, want := table.Value(black, white), 7-5+0.5+0.5+100+20; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestPieceCounter: 64 numbers are weights of squares.
func TestPieceCounter(t *testing.T) {
	table, err := ReadTable(strings.NewReader(strings.Repeat("0.5 -2.25 ", 32)))
	if err != nil {
		t.Fatal(err)
	}
	if got := table.Value(engine.SetOf(0, 1, 2), engine.SetOf(3, 5)); got != 0.5-2.25+0.5+2.25+2.25 {
		t.Errorf("%v", got)
	}
}

func TestReadTableErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "the file ends after 0 numbers where the number of tuples is expected",
		"two":                            `line 1: number of tuples "two": want a whole number from 1 to 1000`,
		"1\n13 1":                        `tuple 1 of 1: line 2: size "13": want a whole number from 1 to 12`,
		"1 1 0":                          `number of copies "0"`,
		"1\n1 1\n64\n1 2 3":              `line 3: square "64": want a whole number from 0 to 63`,
		"1 1 1 5 1 2":                    "the file ends after 6 numbers where the weight 3 of 3 is expected",
		"1 1 1 5\n1 2 NaN":               `line 2: weight 3 of 3, "NaN": want a finite number`,
		"1 1 1 5 1 2 3\n\n4":             `line 3: "4" after the last of 1 tuples`,
		strings.Repeat("1.5 ", 63) + "x": `weight 64 of 64, "x": want a finite number`,
	} {
		if _, err := ReadTable(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %q", text, err, want)
		}
	}
}

// FuzzReadTable: whatever the text, an error or a table that gives finite values.
func FuzzReadTable(f *testing.F) {
	f.Add(tiny)
	f.Add(strings.Repeat("1 ", 64))
	f.Add("1 12 64")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := ReadTable(strings.NewReader(text))
		if err == nil && math.IsNaN(table.Value(0x00FF, 0xFF00)) {
			t.Errorf("%q gives NaN", text)
		}
	})
}

// TestPublishedPlayers reads the files of the literature, where they lie beside the
// repository.
func TestPublishedPlayers(t *testing.T) {
	root := os.Getenv("OUTFLANK_DATA")
	if root == "" {
		root = filepath.Join("..", "shared")
	}
	if !filepath.IsAbs(root) {
		root = filepath.Join("..", root)
	}
	files, _ := filepath.Glob(filepath.Join(root, "players", "*.player"))
	if len(files) == 0 {
		t.Skip("needs real data: no players in", root)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		table, err := ReadTable(f)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
			continue
		}
		b := engine.Standard()
		first := math.NaN()
		for s := range b.Moves().All() { // four symmetric moves
			next := b.Play(s)
			v := table.Value(next.Theirs, next.Mine)
			if math.IsNaN(first) {
				first = v
			}
			// Jaśkowski's has tuples that are their own mirror images, in one order only.
			if !strings.Contains(name, "All123") && math.Abs(v-first) > 1e-6*max(1, math.Abs(v)) {
				t.Errorf("%s: symmetric boards have %v and %v", filepath.Base(name), first, v)
			}
		}
	}
}
