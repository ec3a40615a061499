package engine_test

import (
	"testing"

	"github.com/outflank/outflank/engine"
)

func TestParseShape(t *testing.T) {
	for _, c := range []struct {
		text, name string // what is read, and what it is called after
		squares    int
	}{
		{"8x8", "8x8", 64},
		{"6x6", "6x6", 36},
		{"4x4", "4x4", 16},
		{"hex", "hex", 37},
		{"rhombus", "rhombus", 64},
		{"Hex-D4", "hex-d4", 36},
		{"8X8-H8A1", "8x8-a1h8", 62},
		{"8x8-a1a1", "8x8-a1", 63},
		{"6x6-f6", "6x6-f6", 35},
	} {
		sh, err := engine.ParseShape(c.text)
		if err != nil || sh.String() != c.name || sh.Field.Len() != c.squares {
			t.Errorf("%q: %v with %d squares, %v", c.text, sh, sh.Field.Len(), err)
		}
	}
}

func TestParseShapeErrors(t *testing.T) {
	const names = ": want 4x4, 6x6, 8x8, hex or rhombus, with holes as in 8x8-a1c3"
	for text, want := range map[string]string{
		"":          `engine: shape ""` + names,
		"5x5":       `engine: shape "5x5"` + names,
		" 8x8":      `engine: shape " 8x8"` + names,
		"8x8-":      `engine: shape "8x8-": no holes after the hyphen`,
		"8x8-a":     `engine: shape "8x8-a": hole "a": want a letter a-h and a digit 1-8`,
		"8x8-a1b":   `engine: shape "8x8-a1b": hole "b": want a letter a-h and a digit 1-8`,
		"8x8-a9":    `engine: shape "8x8-a9": hole "a9": want a letter a-h and a digit 1-8`,
		"8x8-pass":  `engine: shape "8x8-pass": hole "pa": want a letter a-h and a digit 1-8`,
		"8x8-a1-b2": `engine: shape "8x8-a1-b2": hole "-b": want a letter a-h and a digit 1-8`,
		"4x4-e1":    `engine: shape "4x4-e1": hole at e1, which is not on a 4x4 board`,
		"hex-d4a1":  `engine: shape "hex-d4a1": hole at a1, which is not on a hex board`,
	} {
		sh, err := engine.ParseShape(text)
		if sh != (engine.Shape{}) || err == nil || err.Error() != want {
			t.Errorf("%q: %v %v", text, sh, err)
		}
	}
}

func TestShapeNames(t *testing.T) {
	for _, c := range []struct {
		shape engine.Shape
		want  string
	}{
		{engine.Shape{}, "4x4-a1b1c1d1a2b2c2d2a3b3c3d3a4b4c4d4"},
		{engine.Full, "8x8"},
		{engine.Hexagon(), "hex"},
		{engine.Rhombus(), "rhombus"},
		{engine.Full.Without(engine.Corners), "8x8-a1h1a8h8"},
		{engine.Shape{Field: engine.Hexagon().Field, Lattice: engine.Hexagonal}.Without(engine.Corners), "hex"},
		{engine.Shape{Field: engine.SetOf(63)}.Without(engine.SetOf(63)), "4x4-a1b1c1d1a2b2c2d2a3b3c3d3a4b4c4d4"},
		{engine.Shape{Field: 0xFF, Lattice: 77}, "Lattice(77) 0xff"},
	} {
		if got := c.shape.String(); got != c.want {
			t.Errorf("%#v: %s, want %s", c.shape, got, c.want)
		}
	}
	if engine.Orthogonal.String() != "orthogonal" || engine.Hexagonal.String() != "hexagonal" {
		t.Error("names of lattices")
	}
}

func TestSquareShape(t *testing.T) {
	for n := range 10 {
		sh, err := engine.SquareShape(n)
		switch n {
		case 4, 6, 8:
			if err != nil || sh.Field.Len() != n*n || sh.Field.First() != 0 {
				t.Errorf("%d: %v %v", n, sh, err)
			}
		default:
			if err == nil {
				t.Errorf("%d: %v, want an error", n, sh)
			}
		}
	}
}

// TestHexagon: 37 cells in ranks of 4 5 6 7 6 5 4, and each cell has at most six
// neighbours, the middle one exactly six.
func TestHexagon(t *testing.T) {
	field := engine.Hexagon().Field
	for rank, want := range []int{4, 5, 6, 7, 6, 5, 4, 0} {
		if got := (field >> (8 * rank) & 0xFF).Len(); got != want {
			t.Errorf("rank %d has %d cells, want %d", rank+1, got, want)
		}
	}
	// A disc of the opponent in the middle can be turned from six sides.
	ring := engine.SetOf(squares(t, "d3 e3 c4 e4 c5 d5")...)
	var from engine.Set
	for s := range ring.All() {
		b := engine.Board{Mine: s.Set(), Theirs: engine.SetOf(squares(t, "d4")...), Shape: engine.Hexagon()}
		from |= b.Moves()
	}
	if from != ring {
		t.Errorf("neighbours of d4: %v, want %v", from, ring)
	}
}

func TestStart(t *testing.T) {
	for name, want := range map[string]string{ // black discs, white discs, black's moves
		"8x8":            "e4 d5|d4 e5|d3 c4 f5 e6",
		"6x6":            "d3 c4|c3 d4|c2 b3 e4 d5",
		"4x4":            "c2 b3|b2 c3|b1 a2 d3 c4",
		"hex":            "d3 e4 c5|e3 c4 d5|e2 c3 f3 b5 e5 c6",
		"rhombus":        "e4 d5|d4 e5|d3 c4 f5 e6",
		"8x8-a1b2c3d3h8": "e4 d5|d4 e5|c4 f5 e6",
		"hex-d4":         "d3 e4 c5|e3 c4 d5|e2 c3 f3 b5 e5 c6",
		// holes on the rim do not move the middle
		"6x6-a1a2a3a4a5a6f1f2f3f4f5f6": "d3 c4|c3 d4|c2 b3 e4 d5",
	} {
		p := start(t, shape(t, name))
		got := p.Discs(engine.Black).String() + "|" + p.Discs(engine.White).String() + "|" +
			p.Board.Moves().String()
		if got != want || p.Color != engine.Black || p.Board.Shape != shape(t, name) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if p := start(t, engine.Full); p != engine.StandardStart() || p.Board != engine.Standard() {
		t.Errorf("8x8: %v", p)
	}
	middle := engine.Shape{Field: 0x007E7E7E7E7E7E00} // 6×6 squares in the middle of 8×8
	if p := start(t, middle); p.Board.Mine != engine.Standard().Mine {
		t.Errorf("6×6 in the middle: %v", p)
	}
}

func TestStartErrors(t *testing.T) {
	for _, c := range []struct {
		shape engine.Shape
		want  string
	}{
		{shape(t, "8x8-d4"), "engine: shape 8x8-d4: hole at d4, where a start disc lies"},
		{shape(t, "hex-a4e4"), "engine: shape hex-a4e4: hole at e4, where a start disc lies"},
		{shape(t, "4x4-c3a1"), "engine: shape 4x4-a1c3: hole at c3, where a start disc lies"},
		{engine.Shape{}, "engine: shape 4x4-a1b1c1d1a2b2c2d2a3b3c3d3a4b4c4d4: hole at b2, where a start disc lies"},
		{engine.Shape{Field: 1, Lattice: 77}, "engine: shape Lattice(77) 0x1: no such lattice"},
	} {
		if p, err := c.shape.Start(); p != (engine.Position{}) || err == nil || err.Error() != c.want {
			t.Errorf("%v: %v %v", c.shape, p, err)
		}
	}
}

// Any shape is written as a text that reads as the same shape.
func FuzzShapeParsesBack(f *testing.F) {
	f.Add(uint64(0), false)
	f.Add(^uint64(0), true)
	for _, name := range kinds {
		sh := shape(f, name)
		f.Add(uint64(sh.Field), sh.Lattice == engine.Hexagonal)
	}
	f.Fuzz(func(t *testing.T, field uint64, hexagonal bool) {
		sh := boardOf(field, 0, 0, hexagonal).Shape
		if got, err := engine.ParseShape(sh.String()); got != sh || err != nil {
			t.Errorf("%+v is %q, which reads as %+v, %v", sh, sh, got, err)
		}
	})
}
