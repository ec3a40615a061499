package notation_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
)

// randomText returns a comment with all that a format could misread.
func randomText(rng *rand.Rand) string {
	parts := []string{"a", "good move", "é", "黒", " ", "  ", "\n", "\r\n", "\n\n", "\t", "{", "}", "[", "]", "(", ")", "\\", `"`, "'", ";",
		":", "%", "1-0", "\n40-24\n\n", "\n[Event \"x\"]\n", "\n 2 (;GM[2]\n", "--", "1. f5"}
	var b strings.Builder
	for range rng.IntN(9) * rng.IntN(9) {
		b.WriteString(parts[rng.IntN(len(parts))])
	}
	return b.String()
}

// keptOf returns what a format keeps of a comment.
func keptOf(format, text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if format == "pgn" {
		text = strings.ReplaceAll(text, "}", ")")
		for strings.Contains(text, " \n") {
			text = strings.ReplaceAll(text, " \n", "\n")
		}
		if strings.Contains(text, `[Event "`) {
			text = strings.ReplaceAll(text, `"`, "'")
		}
	}
	return strings.TrimSpace(text)
}

// randomTree returns a random game with variations, comments and marks, and what each position of it has.
func randomTree(rng *rand.Rand, sh engine.Shape) (notation.Record, map[string]notation.Note) {
	lines := []engine.Game{randomGame(rng, sh, rng.IntN(64))}
	for range rng.IntN(12) {
		line := lines[rng.IntN(len(lines))]
		moves := slices.Clone(line.Moves[:rng.IntN(len(line.Moves)+1)])
		at, _ := engine.Game{Start: line.Start, Moves: moves}.End()
		for range rng.IntN(8) {
			legal := at.Board.Moves()
			if legal == 0 {
				break
			}
			moves = append(moves, legal.Nth(rng.IntN(legal.Len())))
			at, _ = at.Play(moves[len(moves)-1])
		}
		lines = append(lines, engine.Game{Start: line.Start, Moves: moves})
	}
	r := notation.Record{Game: lines[0], Marks: []string{"", "e3 c4f4"}[rng.IntN(2)]}
	want := map[string]notation.Note{"": {Marks: r.Marks, Comment: randomText(rng)}}
	if text := want[""].Comment; text != "" {
		r.Tags = []notation.Tag{{Name: "Comment", Value: text}}
	}
	for i, line := range lines {
		notes := make([]notation.Note, len(line.Moves))
		for j := range line.Moves {
			moves := engine.Game{Moves: line.Moves[:j+1]}.String()
			if _, ok := want[moves]; ok {
				continue
			}
			notes[j].Comment = []string{"", randomText(rng), fmt.Sprint(i, " ", j)}[rng.IntN(3)]
			notes[j].Marks = []string{"", "a1", "a1 b2 a1b2 c4f4", "h8a1"}[rng.IntN(4)]
			want[moves] = notes[j]
		}
		if i == 0 {
			r.Notes = notes
		} else {
			r.Variations = append(r.Variations, notation.Variation{Moves: line.Moves, Notes: notes})
		}
	}
	return r, want
}

// Trees go through PGN and SGF with their order, comments and marks; passes are due in many of them. Other games
// around them are read as well.
func TestTreesSurvive(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 0))
	six, _ := engine.SquareShape(6)
	four, _ := engine.SquareShape(4)
	for i := range 300 {
		r, want := randomTree(rng, []engine.Shape{engine.Full, six, four}[i%3])
		for _, name := range []string{"pgn", "sgf"} {
			text := write(t, name, r)
			records := read(t, name, write(t, name, overGame(t))+text+write(t, name, overGame(t)))
			if len(records) != 3 {
				t.Fatalf("%s: %d games, want 3\n%s", name, len(records), text)
			}
			back := records[1]
			if got := back.Tree().String(); got != r.Tree().String() || !strings.HasPrefix(back.Game.String(), r.Game.String()) {
				t.Fatalf("%s: %v, want %v\n%s", name, got, r.Tree(), text)
			}
			got, kept := map[string]notation.Note{}, map[string]notation.Note{}
			for moves, n := range want {
				n.Comment = keptOf(name, n.Comment)
				kept[moves] = n
			}
			for moves, n := range back.Tree().All() {
				got[moves] = n.Note
			}
			if !maps.Equal(got, kept) {
				t.Fatalf("%s: %#v\nwant %#v\n%s", name, got, kept, text)
			}
			set := back
			set.Tags = nil
			set.SetTree(back.Tree())
			if again := write(t, name, set); again != strings.ReplaceAll(text, "\r\n", "\n") {
				t.Fatalf("%s, then %s", text, again)
			}
		}
		r.Tags = nil // GGF has no closing brackets
		lost, err := notation.GGF.Loses(r)
		if err != nil || slices.Contains(lost, "Variations") != (r.Tree().String() != r.Game.String()) {
			t.Fatalf("ggf loses %v of %v, %v", lost, r.Tree(), err)
		}
	}
}

// A result in a comment ends no game, whether the comment is closed on its line or not.
func TestCommentsWithResults(t *testing.T) {
	for _, text := range []string{"{x 40-24\n\n40-24}", "{a {}", "; {", "{a} {b ; } ; {c", "{\n\n} {40-24\n\n}"} {
		game := "1. f5 " + text + "\n1-0\n\n"
		if got := read(t, "pgn", game+game+game); len(got) != 3 {
			t.Errorf("%q: %d games, want 3", text, len(got))
		}
	}
}

// Writers refuse variations that break the rules.
func TestIllegalVariation(t *testing.T) {
	r := read(t, "transcript", "f5d6")[0]
	r.Variations = []notation.Variation{{Moves: []engine.Square{engine.At(0, 0)}}}
	for _, f := range []notation.Format{notation.PGN, notation.SGF} {
		if _, err := f.Loses(r); err == nil {
			t.Errorf("%s holds an illegal variation", f.Name)
		}
	}
}

// What a reader keeps of many or deep variations is bounded, and so is its time.
func TestManyVariations(t *testing.T) {
	const n = notation.MaxRecord / 10
	for _, c := range []struct {
		format, text string
		most         int
	}{
		{"pgn", "1. f5" + strings.Repeat("(d3{x})\n", n) + " *", 1000},
		{"pgn", "1. f5" + strings.Repeat("(f5\n", n) + strings.Repeat(")\n", n) + " *", 60},
		{"pgn", "1. f5" + strings.Repeat("(\n", n) + strings.Repeat(")\n", n) + " *", 60},
		{"sgf", "(;GM[2](;B[f5])" + strings.Repeat("(;B[d3])", n) + ")", 1000},
		{"sgf", "(;GM[2](;B[f5])" + strings.Repeat("(()", n) + strings.Repeat(")", n) + ")", 1000},
	} {
		r := read(t, c.format, c.text)[0]
		if len(r.Variations) > c.most || len(r.Variations) == 0 || r.Game.String() != "f5" {
			t.Errorf("%.30s: %d variations of %v", c.text, len(r.Variations), r.Game)
		}
	}
}
