package studies

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/notation"
)

// edited returns a study with a few random changes: moves, variations, deletions, promotions, comments, marks and
// data of the game.
func edited(rng *rand.Rand, s Study) Study {
	root := s.root()
	for range rng.IntN(5) {
		places := maps.Collect(root.All())
		moves := slices.Sorted(maps.Keys(places))
		at := moves[rng.IntN(len(moves))]
		switch rng.IntN(6) {
		case 0:
			places[at].Note.Comment = []string{"", "x", "y"}[rng.IntN(3)]
		case 1:
			places[at].Note.Marks = []string{"", "a1", "a1b2"}[rng.IntN(3)]
		case 2:
			if before := places[at[:max(0, len(at)-2)]]; at != "" {
				before.Next = slices.DeleteFunc(before.Next, func(n *notation.Node) bool { return n == places[at] })
				if rng.IntN(2) == 0 {
					before.Next = slices.Insert(before.Next, 0, places[at])
				}
			}
		default:
			for range rng.IntN(4) {
				end := placed(s.Start, at)
				legal := end.Board.Moves()
				if legal == 0 {
					break
				}
				move := legal.Nth(rng.IntN(legal.Len()))
				places[at].After(move)
				places = maps.Collect(root.All())
				at += move.String()
			}
		}
	}
	s.Tree, s.Notes = root.String(), []Note{}
	for moves, n := range root.All() {
		if n.Note != (notation.Note{}) {
			s.Notes = append(s.Notes, Note{moves, n.Note.Comment, n.Note.Marks})
		}
	}
	slices.SortFunc(s.Notes, func(a, b Note) int { return strings.Compare(a.Moves, b.Moves) })
	if rng.IntN(4) == 0 {
		s.White = []string{"Bo", "Cleo"}[rng.IntN(2)]
	}
	return s
}

// placed returns the position after moves.
func placed(start, moves string) engine.Position {
	s := Study{Start: start, Tree: moves}
	r := notation.Record{}
	r.SetTree(s.root())
	r.Start = s.record().Start
	at, _ := r.End()
	return at
}

// naive merges by its words: sets of places, without a tree.
func naive(base, mine, theirs Study) (places map[string]notation.Note, both bool) {
	notes := func(s Study) map[string]notation.Note {
		list := map[string]notation.Note{}
		for moves, n := range s.root().All() {
			list[moves] = n.Note
		}
		return list
	}
	a, b, c := notes(base), notes(mine), notes(theirs)
	places = map[string]notation.Note{}
	text := func(a, b, c string) string {
		both = both || a != b && a != c && b != c
		if a == b || a != c && c != "" {
			return c
		}
		return b
	}
	only := func(one, other map[string]notation.Note) {
		for p, n := range one {
			if _, both := other[p]; both {
				continue
			}
			cut := p // where the other side ends
			for _, there := other[cut[:len(cut)-2]]; !there; _, there = other[cut[:len(cut)-2]] {
				cut = cut[:len(cut)-2]
			}
			for q, now := range one {
				if before, old := a[q]; strings.HasPrefix(q, cut) && (!old || before != now) {
					places[p] = n
				}
			}
		}
	}
	only(b, c)
	only(c, b)
	for p, n := range b {
		if m, both := c[p]; both {
			places[p] = notation.Note{Comment: text(a[p].Comment, n.Comment, m.Comment), Marks: text(a[p].Marks, n.Marks, m.Marks)}
		}
	}
	text(base.White, mine.White, theirs.White)
	return places, both
}

// TestMergeLaws: merging is what its words say, and keeps a side's changes where the other has none.
func TestMergeLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 6))
	clashes := 0
	for i := range 1500 {
		start := []string{"8x8", "4x4"}[i%2]
		a := edited(rng, edited(rng, Study{Start: start, Notes: []Note{}}))
		b, c := edited(rng, a), edited(rng, a)
		for _, law := range [][4]Study{{a, a, b, b}, {a, b, a, b}, {a, b, b, b}} {
			got := merge(law[0], law[1], law[2])
			if got.Reviews = nil; !reflect.DeepEqual(got, law[3]) {
				t.Fatalf("%+v\nof %+v\nto %+v\nand %+v", got, law[0], law[1], law[2])
			}
		}
		for _, sides := range [][2]Study{{b, c}, {c, b}} {
			got := merge(a, sides[0], sides[1])
			want, clash := naive(a, sides[0], sides[1])
			if clash {
				clashes++
			}
			if err := got.check(); err != nil {
				t.Fatal(err)
			}
			places := map[string]notation.Note{}
			for moves, n := range got.root().All() {
				places[moves] = n.Note
			}
			if !maps.Equal(places, want) {
				t.Fatalf("%v, want %v\nof %+v\nto %+v\nand %+v", places, want, a, sides[0], sides[1])
			}
		}
	}
	if clashes == 0 || clashes > 1500 {
		t.Errorf("%d conflicts", clashes)
	}
}

// TestMergeByHand: the order of variations, reviews, and the data of the game.
func TestMergeByHand(t *testing.T) {
	review := func(moves string, depth int) analysis.Game {
		return analysis.Game{Transcript: moves, Depth: depth}
	}
	for _, c := range []struct{ base, mine, theirs, want string }{
		{"f5d6c3(c4)", "f5d6c4(c3)", "f5d6c3(c4)(c5)", "f5d6c4(c3)(c5)"}, // one promotes, the other adds
		{"f5d6c3(c4)", "f5d6c3(c4)(c5)", "f5d6c4(c3)", "f5d6c4(c3)(c5)"},
		{"f5d6c3d3", "f5d6", "f5d6c3d3c4", "f5d6c3d3c4"}, // one deletes what the other continues
		{"f5d6c3d3", "f5d6", "f5d6c3", "f5d6"},
		{"", "f5d6", "f5f4", "f5f4(d6)"},
	} {
		got := merge(Study{Tree: c.base}, Study{Tree: c.mine}, Study{Tree: c.theirs})
		if got.Tree != c.want {
			t.Errorf("%+v: %s", c, got.Tree)
		}
	}
	base := Study{Tree: "f5d6(f4)(f6)", Black: "Ann", Reviews: []analysis.Game{review("f5d6", 1), review("f5f4", 1)}}
	mine, theirs := base, base
	mine.White, theirs.Event = "Bo", "Cup"
	mine.Reviews = []analysis.Game{review("f5d6", 2), review("f5f4", 1), review("f5f6", 3)}
	theirs.Tree, theirs.Reviews = "f5d6(f6)", []analysis.Game{review("f5d6", 1), review("f5", 4)}
	want := Study{Tree: theirs.Tree, Black: "Ann", White: "Bo", Event: "Cup", Notes: []Note{},
		Reviews: []analysis.Game{review("f5", 4), review("f5d6", 2), review("f5f6", 3)}}
	if got := merge(base, mine, theirs); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestChangesMeet: changes that are based on an old revision are merged with the later ones; the comment that
// comes first stays.
func TestChangesMeet(t *testing.T) {
	s := shelf(t, t.TempDir())
	base := Study{Tree: "f5", Black: "Ann"}
	v, err := s.create(base)
	if err != nil {
		t.Fatal(err)
	}
	key := ID{v.ID, v.Key}
	var seen []string
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // it ends a test that fails
	defer cancel()
	seq, err := s.watch(ctx, key)
	if err != nil {
		t.Fatal(err)
	}
	for i, study := range []Study{{Tree: "f5d6", Black: "Ann"}, {Tree: "f5f4", Black: "Ann"}} {
		if _, err := s.change(key, Change{Revision: 1, Study: study}); (err == nil) != (i == 0) {
			t.Fatalf("without a base: %v", err)
		}
		if v, err = s.change(key, Change{Revision: 1, Study: study, Base: &base}); err != nil {
			t.Fatal(err)
		}
	}
	if v.Study.Tree != "f5d6(f4)" || v.Revision != 4 {
		t.Errorf("%+v", v)
	}
	base = v.Study
	for i, comment := range []string{"one", "two"} {
		mine := base
		mine.Notes = []Note{{Moves: "f5", Comment: comment}}
		v, err := s.change(key, Change{Revision: 4, Study: mine, Base: &base})
		if err != nil || v.Revision != 5+i || v.Study.Notes[0].Comment != "one" {
			t.Errorf("%s: %+v, %v", comment, v, err)
		}
	}
	bad := Study{Tree: "a1"}
	if _, err := s.change(key, Change{Revision: 1, Study: base, Base: &bad}); err == nil {
		t.Error("a base with an illegal move")
	}
	for v, err := range seq { // the first value is the latest state; removal ends the stream
		seen = append(seen, fmt.Sprint(v.Revision, err != nil))
		switch len(seen) {
		case 1:
			_, err = s.change(key, Change{Revision: 6, Study: base})
		case 2:
			err = s.remove(key)
		default:
			err = nil
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(seen, []string{"6 false", "7 false", "0 true"}) {
		t.Errorf("%q", seen)
	}
}
