package book

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// The book that ships knows the start, says how it was made, and its values are the negamax of its
// leaves.
func TestSmall(t *testing.T) {
	b, err := Small()
	if err != nil {
		t.Fatal(err)
	}
	if s := b.Settings; b.Len() < 3000 || len(small) > 150_000 || s.Depth < 10 || s.Learned == 0 ||
		s.MinGames < 2 || !strings.HasPrefix(s.Evaluator, "built-in ") {
		t.Errorf("%d positions in %d bytes, made by %+v", b.Len(), len(small), s)
	}
	plain := map[engine.Board]int{}
	d, err := b.draft()
	if err != nil {
		t.Fatal(err)
	}
	for i := len(d.nodes) - 1; i >= 0; i-- {
		n := d.nodes[i]
		best := -64
		if n.leaf.Square != engine.None {
			best = n.leaf.Score
		}
		for s := range n.board.Moves().All() {
			after := n.board.Play(s)
			if v, ok := plain[after.Least()]; ok {
				best = max(best, -v)
			} else if v, ok := plain[after.Pass().Least()]; ok && after.Moves() == 0 {
				best = max(best, v)
			}
		}
		if plain[n.board] = best; best != n.value {
			t.Fatalf("%v: value %d, want %d", n.board, n.value, best)
		}
	}
	if e, ok, err := b.Look(engine.Standard()); err != nil || !ok || len(e.Moves) != 1 || e.Games == 0 {
		t.Errorf("the start: %+v %v", e, err)
	}
}

// What a book says of a position follows from the entries of the positions behind its moves, passes
// included, and all symmetric images of the position get the same answer for their images of the moves.
func TestSmallLook(t *testing.T) {
	b, err := Small()
	if err != nil {
		t.Fatal(err)
	}
	d, err := b.draft()
	if err != nil {
		t.Fatal(err)
	}
	look := func(board engine.Board) (Entry, bool) {
		e, ok, err := b.Look(board)
		if err != nil {
			t.Fatal(err)
		}
		return e, ok
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		least := d.nodes[rng.IntN(len(d.nodes))].board
		want, ok := look(least)
		if !ok {
			t.Fatalf("%v is not in its book", least)
		}
		leaf := d.at[least].leaf
		worth := map[engine.Board]Move{}
		best := -64
		for _, m := range want.Moves {
			after := least.Play(m.Square)
			next, sign := after, -1
			if after.Moves() == 0 {
				next, sign = after.Pass(), 1
			}
			e, inside := look(next)
			switch {
			case inside != m.Inside || inside && sign*e.Value != m.Value:
				t.Fatalf("%v, %v: %+v, behind it %v %+v", least, m.Square, m, inside, e)
			case !inside && !m.AtMost && (m.Square != leaf.Square || m.Value != leaf.Score):
				t.Fatalf("%v, %v: %+v is not the leaf %+v", least, m.Square, m, leaf)
			case !m.AtMost:
				best = max(best, m.Value)
			}
			m.Square = engine.None
			worth[after.Least()] = m
		}
		if best != want.Value {
			t.Fatalf("%v: value %d, the best of its moves %d", least, want.Value, best)
		}
		for y := range engine.Symmetry(engine.Symmetries) {
			image := least.Transform(y)
			got, ok := look(image)
			if !ok || got.Value != want.Value || got.Games != want.Games || len(got.Moves) != len(want.Moves) {
				t.Fatalf("%v: %+v, want %+v", image, got, want)
			}
			for _, m := range got.Moves {
				s := m.Square
				m.Square = engine.None
				if w, ok := worth[image.Play(s).Least()]; !ok || m != w {
					t.Errorf("%v, %v: %+v, want %+v", image, s, m, w)
				}
			}
		}
	}
}
