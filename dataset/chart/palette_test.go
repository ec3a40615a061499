package chart

import (
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPalette: the notebooks and the Python package draw in the colours of the charts.
func TestPalette(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "notebooks", "python", "outflank", "palette.py"))
	if err != nil {
		t.Fatal(err)
	}
	theirs := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^([A-Z_]+) = "(#[0-9a-f]{6})"`).
		FindAllStringSubmatch(string(text), -1) {
		theirs[m[1]] = m[2]
	}
	lists := regexp.MustCompile(`(?m)^([A-Z]+) = \[(.*)\]`).FindAllStringSubmatch(string(text), -1)
	for _, m := range lists {
		for i, c := range strings.Split(m[2], ", ") {
			if c = strings.Trim(c, `"`); theirs[c] != "" { // a name
				c = theirs[c]
			}
			theirs[fmt.Sprint(m[1], i)] = c
		}
	}
	ours := map[string]color.RGBA{
		"INK": ink, "FAINT": faint, "RULE": rule, "PAPER": paper,
		"BLUE": seriesColors[0], "VERMILION": seriesColors[1], "GREEN": seriesColors[2],
		"PURPLE": seriesColors[3], "ORANGE": seriesColors[4], "SKY": seriesColors[5],
		"BLACK": partColors[0], "DRAW": partColors[1], "WHITE": partColors[2],
		"FELT": felt, "FELT_LINE": feltLine, "HOLE": hole, "BLACK_DISC": blackDisc, "WHITE_DISC": whiteDisc,
		"MARK": ringMark,
	}
	for i, c := range seriesColors {
		ours[fmt.Sprint("SERIES", i)] = c
	}
	for i, c := range diverging {
		ours[fmt.Sprint("DIVERGING", i)] = c
	}
	want := map[string]string{}
	for name, c := range ours {
		want[name] = fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	if diff := cmp.Diff(want, theirs); diff != "" {
		t.Errorf("charts (-) and palette.py (+) differ:\n%s", diff)
	}
}
