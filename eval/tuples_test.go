package eval

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// someTuples are tuples with and without mirrors of their own.
var someTuples = []string{"a1", "d4", "a1b1", "b1a1", "d1e1", "c3d4", "b2c3", "a1b1c1d1", "c1d1e1f1",
	"a1b2c3", "d3d4e4e5", "c4d4e4c5d5e5", "a1b2a3b4", "a1b1c1d1e1a2b2c2d2e2"}

// TestStraightTuples has the numbers of tuples that Jaśkowski counts ("Systematic
// n-tuple networks", table 1): 32 of 2 squares, 24 of 3, 21 of 4. No two are images
// of each other, and all straight lines are images of one.
func TestStraightTuples(t *testing.T) {
	for n, want := range map[int]int{1: 10, 2: 32, 3: 24, 4: 21, 8: 5} {
		seen := map[engine.Set]bool{}
		for _, name := range straight()[n-1] {
			for set := range images(name) {
				if seen[set] || set.Len() != n {
					t.Errorf("%s: image %v stands twice or has not %d squares", name, set, n)
				}
				seen[set] = true
			}
		}
		if got := len(straight()[n-1]); got != want {
			t.Errorf("all%d: %d tuples, want %d", n, got, want)
		}
		lines := 2*8*(9-n) + 2*(9-n)*(9-n)
		if n == 1 {
			lines = 64
		}
		if len(seen) != lines {
			t.Errorf("all%d: %d lines, want %d", n, len(seen), lines)
		}
	}
}

// TestExpand lists what some groups stand for.
func TestExpand(t *testing.T) {
	for name, want := range map[string]string{
		"edge": "edge",
		"all1": "a1 b1 c1 d1 b2 c2 d2 c3 d3 d4",
		"balanced-all1": "balanced-a1 balanced-b1 balanced-c1 balanced-d1 balanced-b2 balanced-c2 " +
			"balanced-d2 balanced-c3 balanced-d3 balanced-d4",
		"all8": "a1b1c1d1e1f1g1h1 a1b2c3d4e5f6g7h8 b1b2b3b4b5b6b7b8 c1c2c3c4c5c6c7c8 " +
			"d1d2d3d4d5d6d7d8",
		"logistello":            "block edge corner row2 row3 row4 diag4 diag5 diag6 diag7 diag8",
		"snakes-8x4-1":          "d1c1c2b1 a8a7b8c8 a3a4a5a6 c7b8c8d8 d3e4d5e5 e8d8e7 d6c6e7 c1b1a2",
		"balanced-snakes-2x3-5": "balanced-d8e7d6 balanced-d3e2d2",
	} {
		names, err := expand(name)
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, want)
		}
	}
}

// TestTerms: a group gives a term for each tuple, one after the other.
func TestTerms(t *testing.T) {
	f := features(t, "all2@3+mobility+balanced-a1")
	terms := Terms(f)
	if f.ID() != "all2@3+mobility+balanced-a1" || len(terms) != 32+2 {
		t.Fatalf("%s has %d terms", f.ID(), len(terms))
	}
	at := 0
	for i, x := range terms {
		if x.Offset != at {
			t.Errorf("term %s begins at %d, want %d", x.Name, x.Offset, at)
		}
		at += x.Len * x.Stages
		if i < 32 && (x.Stages != 3 || x.Name != straight()[1][i] || len(x.Images[0]) != 2 || len(x.Fold) != 9 ||
			x.Sign != nil) {
			t.Errorf("term %d: %+v", i, x)
		}
	}
	if at != f.Len() {
		t.Errorf("the terms have %d entries of %d", at, f.Len())
	}
	corner := terms[33] // one entry: mine +1, theirs -1
	if corner.Len != 1 || !slices.Equal(corner.Fold, []int32{0, 0, 0}) ||
		!slices.Equal(corner.Sign, []int8{0, 1, -1}) {
		t.Errorf("%+v", corner)
	}
}

// TestCentred: on any board, an image has the entry that it had before, and no square is farther from the edges
// than those before it.
func TestCentred(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, term := range Terms(features(t, "logistello+balanced-a1b1c1d1a2b2c2a3b3a4+snakes-9x5-8+mobility@2")) {
		centred, index := term.Centred()
		if term.Images == nil {
			if index != nil || centred.Stages != 2 || centred.Images != nil {
				t.Errorf("%s: %+v", term.Name, centred)
			}
			continue
		}
		for range 50 {
			var board [64]int
			for s := range board {
				board[s] = rng.IntN(3)
			}
			for i, image := range term.Images {
				c, moved := digits(&board, image), digits(&board, centred.Images[i])
				if int(index[c]) != moved || term.Fold[c] != centred.Fold[moved] ||
					term.Sign != nil && term.Sign[c] != centred.Sign[moved] {
					t.Fatalf("%s: contents %d have become %d, index %d", term.Name, c, moved, index[c])
				}
			}
		}
		last := 3
		for _, s := range centred.Images[0] {
			distance := int(min(s%8, 7-s%8, s/8, 7-s/8))
			if distance > last {
				t.Errorf("%s: %v is farther from the edges than the square before", term.Name, s)
			}
			last = distance
		}
	}
}

// digits reads an image in base 3.
func digits(board *[64]int, image []engine.Square) (contents int) {
	for _, s := range slices.Backward(image) {
		contents = 3*contents + board[s]
	}
	return contents
}

// TestSnakes: each is a walk between neighbours, and seeds make other walks.
func TestSnakes(t *testing.T) {
	first, _ := expand("snakes-200x6-1")
	again, _ := expand("snakes-200x6-1")
	other, _ := expand("snakes-200x6-2")
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Error("snakes do not follow from their seed")
	}
	short := 0
	for _, name := range first {
		squares := squaresOf(name)
		for i, s := range squares[1:] {
			if engine.SetOf(squares[:i+1]...).Beside(engine.Orthogonal)&s.Set() == 0 {
				t.Errorf("%s: %v is beside none of those before", name, s)
			}
		}
		if len(squares) < 6 {
			short++
		}
		if len(squares) < 2 || len(squares) > 6 {
			t.Errorf("%s has %d squares", name, len(squares))
		}
	}
	if short == 0 || short == 200 {
		t.Errorf("%d of 200 snakes cross themselves", short)
	}
}

// balancedNames are balanced patterns and tuples.
func balancedNames() (names []string) {
	for _, name := range slices.Concat(slices.Collect(maps.Keys(patternSquares)), someTuples) {
		names = append(names, balancedPrefix+name)
	}
	return names
}

// TestBalancedNaively adds for each image +1 to the entry of its contents or -1 to that
// of the exchanged ones, whichever has the lower name.
func TestBalancedNaively(t *testing.T) {
	exchange := strings.NewReplacer("X", "O", "O", "X")
	for _, name := range balancedNames() {
		f, plain := features(t, name), strings.TrimPrefix(name, balancedPrefix)
		for _, shape := range []string{"8x8", "6x6", "hex-b4e6"} {
			for _, b := range slices.Concat(gameBoards(t, shape, 1), wildBoards(t, shape, 20)) {
				want := map[string]float64{}
				for _, text := range readings(plain, b) {
					other := strings.TrimPrefix(canonical(plain, exchange.Replace(text)), plain+" ")
					switch lower := least([]string{text, other}); {
					case text == other:
					case lower == text:
						want[name+" "+text]++
					default:
						want[name+" "+other]--
					}
				}
				maps.DeleteFunc(want, func(_ string, v float64) bool { return v == 0 })
				if got := named(f, b); !maps.Equal(got, want) {
					t.Fatalf("%s on %v: %v, want %v", name, engine.Position{Board: b}, got, want)
				}
			}
		}
	}
}

// TestBalancedNegates holds balanced terms to φ(b) = −φ(b passed).
func TestBalancedNegates(t *testing.T) {
	for _, id := range append(balancedNames(), "balanced-logistello@6",
		"balanced-all3+balanced-snakes-8x4-1@2") {
		f := features(t, id)
		for _, b := range slices.Concat(gameBoards(t, "8x8", 2), wildBoards(t, "8x8", 20)) {
			want := map[int32]float64{}
			for i, v := range vector(f, b) {
				want[i] = -v
			}
			if got := vector(f, b.Pass()); !maps.Equal(got, want) {
				t.Fatalf("%s: %v, want %v", id, got, want)
			}
		}
	}
}

// TestBalancedSizes: of the 3^n contents those that exchanging and mirroring keeps have
// no entry, and two by two the others share one. a1b1 has 9: -- without, 8 in pairs.
// d1e1 has six classes: -- and XO without, X- and XX paired with O- and OO. Of diag4's 45
// five are without: ----, and of the 8 whose halves are exchanged mirrors two make one.
func TestBalancedSizes(t *testing.T) {
	for name, want := range map[string]int{"a1": 1, "a1b1": 4, "d1e1": 2, "block": (59049 - 1) / 2,
		"diag4": (45 - 5) / 2} {
		if got := features(t, balancedPrefix+name).Len(); got != want {
			t.Errorf("%s has %d entries, want %d", name, got, want)
		}
	}
}

// BenchmarkNew builds large sets of features.
func BenchmarkNew(b *testing.B) {
	for _, id := range []string{"all1+all2+all3+all4", "balanced-logistello@16", "snakes-8x4-1"} {
		b.Run(id, func(b *testing.B) {
			for b.Loop() {
				features(b, id)
			}
		})
	}
}
