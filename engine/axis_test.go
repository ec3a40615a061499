package engine

import "testing"

// TestAxes: steps lead to the neighbours that file and rank tell, and back.
func TestAxes(t *testing.T) {
	steps := [4][2]int{AlongRanks: {1, 0}, AlongFiles: {0, 1}, AlongA8H1: {-1, 1}, AlongA1H8: {1, 1}}
	for _, l := range []Lattice{Orthogonal, Hexagonal} {
		for s := range Square(64) {
			var beside Set
			for i, a := range l.Axes() {
				var want Set
				if f, r := s.File()+steps[i][0], s.Rank()+steps[i][1]; f >= 0 && f < 8 && r < 8 {
					want = At(f, r).Set()
				}
				if got := a.Forward(s.Set()); got != want || want != 0 && a.Backward(want) != s.Set() {
					t.Errorf("%v, axis %d: forward of %v is %v, want %v", l, i, s, got, want)
				}
				beside |= a.Step(s.Set())
			}
			if got := s.Set().Beside(l); got != beside {
				t.Errorf("%v: beside %v are %v, want %v", l, s, got, beside)
			}
		}
		if n := len(l.Axes()); n != 4-int(l) {
			t.Errorf("%v has %d axes", l, n)
		}
	}
}

// TestBeside: what is beside a set is what is beside its squares.
func TestBeside(t *testing.T) {
	for _, set := range []Set{0, Corners, XSquares, Edges, AllSquares, 0x0000001818000000, 0x8000000000000001} {
		for _, l := range []Lattice{Orthogonal, Hexagonal} {
			var want Set
			for s := range set.All() {
				want |= s.Set().Beside(l)
			}
			if got := set.Beside(l); got != want {
				t.Errorf("%v: beside %v are %v, want %v", l, set, got, want)
			}
		}
	}
}
