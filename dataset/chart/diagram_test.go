package chart

import (
	"bytes"
	"fmt"
	"image/png"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// sampleDiagram has everything: a hole, a marked disc, texts.
func sampleDiagram(t testing.TB, shape string) Diagram {
	t.Helper()
	sh, err := engine.ParseShape(shape)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	d := Diagram{Title: "Start", Subtitle: shape, Position: p, Marked: p.Discs(engine.White),
		Texts: map[engine.Square]string{}}
	for m := range p.Board.Moves().All() {
		d.Texts[m] = fmt.Sprintf("+%d", m)
		d.Best = 1 << m
	}
	return d
}

// TestDiagram: each shape has its squares, coordinates, discs and texts.
func TestDiagram(t *testing.T) {
	for shape, want := range map[string]struct{ squares, ranks int }{
		"8x8": {64, 8}, "8x8-a1c3": {64, 8}, "6x6": {36, 6}, "4x4": {16, 4}, "hex": {37, 7}, "rhombus": {64, 8},
	} {
		d := sampleDiagram(t, shape)
		svg := written(t, "x.svg", d)
		all := texts(t, svg)
		for _, text := range d.Texts {
			if !slices.Contains(all, text) {
				t.Errorf("%s: no %q in %q", shape, text, all)
			}
		}
		if n := want.ranks*2 + len(d.Texts) + 2; len(all) != n {
			t.Errorf("%s: %d texts, want %d: %q", shape, len(all), n, all)
		}
		fills := map[string]int{}
		for part := range strings.SplitSeq(string(svg), "fill:") {
			fills[part[:min(7, len(part))]]++
		}
		holes := strings.Count(shape, "-") * 2
		discs := d.Position.Discs(engine.Black).Len()
		if fills["#1D7A4F"] != want.squares-holes || fills["#D6D8D4"] != holes || fills["#14181A"] != discs ||
			fills["#F7F7F2"] != discs {
			t.Errorf("%s: colours %v", shape, fills)
		}
		if rings := bytes.Count(svg, []byte("stroke:#FFD54A")); rings != discs {
			t.Errorf("%s: %d rings, want %d", shape, rings, discs)
		}
	}
}

// TestDiagramWidth: pictures are as wide as was asked for.
func TestDiagramWidth(t *testing.T) {
	for _, width := range []float64{100, 300, 1000} {
		for _, shape := range []string{"8x8", "hex"} {
			d := sampleDiagram(t, shape)
			d.Width = width
			img, err := png.Decode(bytes.NewReader(written(t, "x.png", d)))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := img.Bounds().Dx(), int(width*pngDPI/72); got < want-1 || got > want+1 {
				t.Errorf("%s: %d pixels for %v points, want %d", shape, got, width, want)
			}
		}
	}
}

// TestDiagramRefused: what cannot be drawn.
func TestDiagramRefused(t *testing.T) {
	small := sampleDiagram(t, "8x8")
	small.Width = 99
	for name, d := range map[string]Diagram{"no board": {}, "width": small} {
		if err := Check(d); err == nil {
			t.Errorf("%s is drawn", name)
		}
	}
}
