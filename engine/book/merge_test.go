package book

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// learned returns a book of random games with positions that learning added with some price of a ply.
func learned(t testing.TB, positions, price int) *Draft {
	t.Helper()
	d := built(t, 2)
	l := DefaultLearning
	l.Positions, l.Batch, l.Margin, l.Price = positions, 8, 64, price
	for _, err := range Learn(t.Context(), d, l) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// sound checks a book by its file, and by the definition of its values. It returns the number of orphans.
func sound(t testing.TB, d *Draft) int {
	t.Helper()
	s, err := opened(t, d).Verify()
	if err != nil || s.Positions != d.Len() {
		t.Fatalf("%+v, %v, want %d positions", s, err, d.Len())
	}
	led, links := map[engine.Board]bool{engine.Standard().Least(): true}, 0
	for _, n := range d.nodes {
		if want := plainValue(d, n.board); n.value != want {
			t.Fatalf("%v: value %d, want %d", n.board, n.value, want)
		}
		for _, m := range n.moves {
			if d.has(m.to) {
				led[m.to] = true
				links++
			}
		}
	}
	orphans := 0
	for _, n := range d.nodes {
		if !led[n.board] {
			orphans++
		}
	}
	if s.Orphans != orphans || s.Links != links {
		t.Fatalf("%+v, want %d links and %d orphans", s, links, orphans)
	}
	return orphans
}

// A merged book has all positions of both, each with a leaf that leads out of it; it is sound; the searches of
// leaves resume after an interruption and on a farm, with the same bytes.
func TestMerge(t *testing.T) {
	a, b := learned(t, 40, 0), learned(t, 40, 30)
	var targets []*node // those of some leaves of a, without the positions before them
	for _, n := range a.nodes[a.Len()/2:] {
		if m, ok := n.leafMove(); ok && m.sign != 0 && !b.has(m.to) && len(targets) < 20 &&
			!slices.ContainsFunc(targets, func(o *node) bool { return o.board == m.to }) {
			targets = append(targets, newNode(m.to))
		}
	}
	b.add(targets)
	complete(t, b, Searcher{})
	for i, n := range a.nodes {
		n.games += 9 * (i % 2)
	}
	for i, n := range b.nodes {
		n.games += 5 * (i % 3)
	}
	union := map[engine.Board]bool{}
	for _, n := range slices.Concat(a.nodes, b.nodes) {
		union[n.board] = true
	}
	merged := func() *Draft {
		d, err := decode(encoded(t, a))
		if err != nil {
			t.Fatal(err)
		}
		d.Merge(b)
		return d
	}
	d := merged()
	lacking := 0
	for _, n := range d.nodes {
		if d.lacks(n) {
			lacking++
		}
	}
	if d.Len() != len(union) || d.Len() == a.Len() || d.Len() == b.Len() || lacking == 0 {
		t.Fatalf("%d positions of %d and %d, %d without a leaf", d.Len(), a.Len(), b.Len(), lacking)
	}
	if _, err := opened(t, d).Verify(); !errors.Is(err, errFormat) {
		t.Errorf("a book that lacks leaves: %v", err)
	}
	complete(t, d, Searcher{})
	sound(t, d)
	for _, n := range d.nodes { // no leaf is worse than the search of its question
		if x, y := a.at[n.board], b.at[n.board]; x != nil && y != nil && n.games != max(x.games, y.games) {
			t.Errorf("%v: %d games, want those of %d or %d", n.board, n.games, x.games, y.games)
		}
	}
	work := filepath.Join(t.TempDir(), "work")
	for p, err := range Build(t.Context(), merged(), Searcher{}, work) {
		if err != nil || p.Done == lacking/2 {
			break
		}
	}
	read := func(string) (func() deep.Evaluator, error) { return nil, nil }
	far := merged()
	for p, err := range Build(t.Context(), far, Searcher{Farm: parallel.Here(parallel.Openers(false, Jobs(read)...))},
		work) {
		if err != nil || p.Resumed < lacking/2 {
			t.Fatal(p, err)
		}
	}
	if !bytes.Equal(encoded(t, far), encoded(t, d)) {
		t.Error("resumed on a farm: another book")
	}
}

// Law: a book merged with itself, or with a part of itself, is itself.
func TestMergeItself(t *testing.T) {
	for _, other := range []func(*Draft){func(*Draft) {}, func(d *Draft) {
		if _, err := d.Prune(2, 5); err != nil {
			t.Fatal(err)
		}
	}} {
		a, b := learned(t, 40, 5), learned(t, 40, 5)
		other(b)
		want := encoded(t, a)
		if added := a.Merge(b); added != 0 {
			t.Errorf("%d positions are added", added)
		}
		if complete(t, a, Searcher{}); !bytes.Equal(encoded(t, a), want) {
			t.Error("merging changes the book")
		}
	}
	a := built(t, 2)
	a.Settings.Evaluator = "other"
	if a.Merge(built(t, 2)); a.Settings.Evaluator != mixed {
		t.Errorf("evaluator %q", a.Settings.Evaluator)
	}
}

// Law: positions that stay after pruning keep their values, are reached by moves that lose little, and no others
// are.
func TestPrune(t *testing.T) {
	for _, c := range []struct{ drop, plies int }{{128, 60}, {0, 60}, {2, 60}, {128, 4}, {1, 3}, {5, 0}} {
		whole, d := learned(t, 60, 5), learned(t, 60, 5)
		removed, err := d.Prune(c.drop, c.plies)
		if err != nil || removed != whole.Len()-d.Len() {
			t.Fatalf("%v: %d removed, %d left of %d", err, removed, d.Len(), whole.Len())
		}
		if orphans := sound(t, d); orphans > 0 {
			t.Errorf("%+v: %d orphans", c, orphans)
		}
		good := map[engine.Board]bool{}
		var walk func(engine.Board, int)
		walk = func(b engine.Board, plies int) {
			good[b] = true
			n := whole.at[b]
			for _, m := range n.moves {
				if in, v := whole.inside(m); in && n.value-v <= c.drop && plies < c.plies {
					walk(m.to, plies+1)
				}
			}
		}
		walk(engine.Standard().Least(), 0)
		for b := range good {
			if !d.has(b) || d.at[b].value != whole.at[b].value {
				t.Fatalf("%+v: %v is missing, or has another value", c, b)
			}
		}
		if len(good) != d.Len() {
			t.Errorf("%+v: %d positions, want %d", c, d.Len(), len(good))
		}
	}
	if _, err := newDraft(shallow, nil).Prune(0, 60); !fault.IsBadInput(err) {
		t.Errorf("a book without the start: %v", err)
	}
}

// Verify notices a wrong value, link, leaf or number of games that has a right checksum.
func TestVerify(t *testing.T) {
	d := built(t, 2)
	sound(t, d)
	start, later := d.at[engine.Standard().Least()], d.nodes[len(d.nodes)-1]
	if _, err := opened(t, d).Verify(); err != nil || len(start.links) == 0 {
		t.Fatal(err)
	}
	for name, change := range map[string]func(){
		"value":       func() { start.value++ },
		"no link":     func() { start.links = nil },
		"link's":      func() { start.links[0].value-- },
		"leaf":        func() { later.leaf.Score++ },
		"no leaf":     func() { later.leaf = noLeaf },
		"games":       func() { later.games = 0 },
		"other discs": func() { later.board.Mine ^= 1 },
	} {
		wasStart, wasLater := *start, *later
		wasStart.links = slices.Clone(start.links)
		change()
		if _, err := opened(t, d).Verify(); !errors.Is(err, errFormat) || !fault.IsBadInput(err) {
			t.Errorf("%s: %v", name, err)
		}
		*start, *later = wasStart, wasLater
	}
	if _, err := opened(t, d).Verify(); err != nil {
		t.Error(err)
	}
}
