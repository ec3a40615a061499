package engine_test

import (
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
)

func TestSquareNames(t *testing.T) {
	for _, c := range []struct {
		name       string
		number     engine.Square
		file, rank int
	}{
		{"a1", 0, 0, 0}, {"b1", 1, 1, 0}, {"h1", 7, 7, 0}, {"a2", 8, 0, 1}, {"f5", 37, 5, 4}, {"a8", 56, 0, 7}, {"h8", 63, 7, 7},
	} {
		if s := engine.At(c.file, c.rank); s != c.number || s.String() != c.name || s.File() != c.file ||
			s.Rank() != c.rank {
			t.Errorf("%s: number %d, name %v, file %d, rank %d", c.name, s, s, s.File(), s.Rank())
		}
	}
	for s := range engine.None {
		if got, err := engine.ParseSquare(s.String()); got != s || err != nil {
			t.Errorf("%v parses as %v, %v", s, got, err)
		}
	}
	if engine.None.String() != "--" || engine.Square(255).String() != "--" {
		t.Error("numbers from 64 on have a name")
	}
	if s, err := engine.ParseSquare("F5"); s != 37 || err != nil {
		t.Errorf("F5: %v %v", s, err)
	}
}

func TestParseSquareErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                          `engine: square "": want a letter a-h and a digit 1-8`,
		"f":                         `engine: square "f": want a letter a-h and a digit 1-8`,
		"i1":                        `engine: square "i1": want a letter a-h and a digit 1-8`,
		"a9":                        `engine: square "a9": want a letter a-h and a digit 1-8`,
		"a0":                        `engine: square "a0": want a letter a-h and a digit 1-8`,
		"5f":                        `engine: square "5f": want a letter a-h and a digit 1-8`,
		"--":                        `engine: square "--": want a letter a-h and a digit 1-8`,
		" f5":                       `engine: square " f5": want a letter a-h and a digit 1-8`,
		"f5f5f5f5f5f5f5f5f5f5f5f5f": `engine: square "f5f5f5f5f5f5f5f5f5f5": want a letter a-h and a digit 1-8`,
	} {
		if s, err := engine.ParseSquare(text); s != engine.None || err == nil || err.Error() != want {
			t.Errorf("%q: %v %v", text, s, err)
		}
	}
}

func TestSet(t *testing.T) {
	set := engine.SetOf(37, 0, 63, 37, engine.None)
	if set.Len() != 3 || set.String() != "a1 f5 h8" || set.First() != 0 {
		t.Errorf("%v: %d squares, first %v", set, set.Len(), set.First())
	}
	if got := slices.Collect(set.All()); !slices.Equal(got, []engine.Square{0, 37, 63}) {
		t.Errorf("all: %v", got)
	}
	for s := range set.All() {
		if s == 37 {
			break // an iterator that is left early
		}
	}
	for n, want := range []engine.Square{0, 37, 63, engine.None, engine.None} {
		if got := set.Nth(n); got != want {
			t.Errorf("Nth(%d) = %v, want %v", n, got, want)
		}
	}
	if set.Has(1) || !set.Has(63) || set.Has(engine.None) || set.Has(255) {
		t.Error("Has")
	}
	var empty engine.Set
	if empty.First() != engine.None || empty.Nth(0) != engine.None || empty.String() != "" || empty.Len() != 0 {
		t.Error("the empty set")
	}
}

func TestNamedSets(t *testing.T) {
	for _, c := range []struct {
		set  engine.Set
		want string
	}{
		{engine.Corners, "a1 h1 a8 h8"},
		{engine.XSquares, "b2 g2 b7 g7"},
		{engine.CSquares, "b1 g1 a2 h2 a7 h7 b8 g8"},
	} {
		if c.set.String() != c.want {
			t.Errorf("%v, want %s", c.set, c.want)
		}
	}
	for s := range engine.AllSquares.All() {
		edge := s.File() == 0 || s.File() == 7 || s.Rank() == 0 || s.Rank() == 7
		if engine.Edges.Has(s) != edge {
			t.Errorf("%v: edge %v", s, !edge)
		}
	}
}
