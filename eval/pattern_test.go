package eval

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// squaresOf returns the squares of a pattern or of a tuple.
func squaresOf(name string) []engine.Square {
	squares, _ := engine.ParseMoves(cmp.Or(patternSquares[name], name))
	return squares
}

// images returns for each distinct image of a pattern, by its set of squares, the
// orders in which symmetries read it.
func images(name string) map[engine.Set][][]engine.Square {
	squares := squaresOf(name)
	read := map[engine.Set][][]engine.Square{}
	for y := engine.Symmetry(0); y < engine.Symmetries; y++ {
		var image []engine.Square
		for _, s := range squares {
			image = append(image, y.Square(s))
		}
		set := engine.SetOf(image...)
		read[set] = append(read[set], image)
	}
	return read
}

// least returns which of the texts is the lowest number in base 3, first
// character least significant, - 0, X 1, O 2.
func least(texts []string) string {
	number := func(text string) (n int) {
		for _, c := range slices.Backward([]byte(text)) {
			n = 3*n + strings.IndexByte("-XO", c)
		}
		return n
	}
	return slices.MinFunc(texts, func(a, b string) int { return number(a) - number(b) })
}

// canonical returns the name of the entry that contents of a pattern share with
// their mirror images.
func canonical(name, contents string) string {
	squares := squaresOf(name)
	var texts []string
	for _, order := range images(name)[engine.SetOf(squares...)] {
		text := make([]byte, len(squares))
		for i, s := range order {
			text[i] = contents[slices.Index(squares, s)]
		}
		texts = append(texts, string(text))
	}
	return name + " " + least(texts)
}

// TestPatternsNaively reads every image of every pattern square by square.
func TestPatternsNaively(t *testing.T) {
	for _, name := range slices.Concat(slices.Collect(maps.Keys(patternSquares)), someTuples) {
		f := features(t, name)
		for _, shape := range kinds {
			for _, b := range slices.Concat(gameBoards(t, shape, 2), wildBoards(t, shape, 30)) {
				want := map[string]float64{}
				for _, text := range readings(name, b) {
					want[name+" "+text]++
				}
				if got := named(f, b); !maps.Equal(got, want) {
					t.Fatalf("%s on %v: %v, want %v", name, engine.Position{Board: b}, got, want)
				}
			}
		}
	}
}

// readings returns the contents of all images of a pattern that hold discs, each as
// the lowest of its mirror images.
func readings(name string, b engine.Board) (texts []string) {
	m := newMailbox(b)
	for _, orders := range images(name) {
		var ways []string
		for _, order := range orders {
			var text []byte
			for _, s := range order {
				text = append(text, m.get(s.File(), s.Rank()))
			}
			ways = append(ways, strings.ReplaceAll(string(text), "#", "-"))
		}
		if text := least(ways); strings.Trim(text, "-") != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// named returns φ(b) by the names of its entries.
func named(f Features, b engine.Board) map[string]float64 {
	got := map[string]float64{}
	for i, n := range vector(f, b) {
		if n != 0 {
			got[f.Name(int(i))] = n
		}
	}
	return got
}

// TestPatternSizes has the numbers of images and of entries worked by hand: a
// pattern of n squares that a mirror maps onto itself with k squares on the
// mirror has (3^n + 3^((n+k)/2)) / 2 different contents.
func TestPatternSizes(t *testing.T) {
	for _, c := range []struct {
		name         string
		images, size int
	}{
		{"edge", 4, (59049 + 243) / 2},
		{"corner", 4, (19683 + 729) / 2}, // three squares on the diagonal
		{"block", 8, 59049},
		{"row2", 4, (6561 + 81) / 2},
		{"row3", 4, (6561 + 81) / 2},
		{"row4", 4, (6561 + 81) / 2},
		{"diag4", 4, (81 + 9) / 2},
		{"diag5", 4, (243 + 27) / 2},
		{"diag6", 4, (729 + 27) / 2},
		{"diag7", 4, (2187 + 81) / 2},
		{"diag8", 2, (6561 + 81) / 2},
	} {
		if n := features(t, c.name).Len(); n != c.size {
			t.Errorf("%s has %d entries, want %d", c.name, n, c.size)
		}
		if n := len(images(c.name)); n != c.images {
			t.Errorf("%s has %d images, want %d", c.name, n, c.images)
		}
	}
}

// TestFold: different classes have different names, and entry i is named after
// contents of class i.
func TestFold(t *testing.T) {
	f := features(t, "corner")
	seen := map[string]bool{}
	for i := range f.Len() {
		name := f.Name(i)
		if seen[name] || canonical("corner", strings.TrimPrefix(name, "corner ")) != name {
			t.Fatalf("entry %d is %q, canonical %q", i, name, canonical("corner", strings.TrimPrefix(name, "corner ")))
		}
		seen[name] = true
	}
}
