package chart

import (
	"bytes"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestCaption: the caption is text of the picture, which grows by its height; without one the picture
// is that of the chart.
func TestCaption(t *testing.T) {
	var plain, none, with bytes.Buffer
	for w, c := range map[*bytes.Buffer]Chart{
		&plain: sampleDots(), &none: Captioned{Chart: sampleDots()},
		&with: Captioned{sampleDots(), "12 games of base & more"},
	} {
		if err := WriteSVG(w, c); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(plain.Bytes(), none.Bytes()) ||
		!strings.Contains(with.String(), "12 games of base &amp; more") {
		t.Error("want the caption where there is one")
	}
	d, err := Captioned{sampleDots(), "x"}.check()
	if err != nil {
		t.Fatal(err)
	}
	_, high := d.size()
	if _, low := d.(captioned).drawing.size(); high != low+captionHeight {
		t.Errorf("height %v of a chart of %v", high, low)
	}
	if err := Check(Captioned{Chart: Lines{}, Caption: "x"}); err == nil {
		t.Error("a chart without lines")
	}
}

// TestLift: names at the axis go up to where there is room, and keep their distance.
func TestLift(t *testing.T) {
	tags := []nameTag{{-5, 1}, {8, 0}, {40, 2}}
	lift(tags, 2, 10)
	for i, want := range []vg.Length{2, 12, 40} {
		if tags[i].y != want {
			t.Errorf("tag %d at %v, want %v", i, tags[i].y, want)
		}
	}
}
