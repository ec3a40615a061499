package board

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// luminance is the relative luminance of a colour of the 256-colour palette, as WCAG 2 defines it.
func luminance(color int) (sum float64) {
	var parts [3]float64
	if color >= 232 {
		for i := range parts {
			parts[i] = float64(8+10*(color-232)) / 255
		}
	} else {
		levels := [6]float64{0, 95, 135, 175, 215, 255}
		parts = [3]float64{levels[(color-16)/36] / 255, levels[(color-16)/6%6] / 255, levels[(color-16)%6] / 255}
	}
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		linear := parts[i] / 12.92
		if parts[i] > 0.04045 {
			linear = math.Pow((parts[i]+0.055)/1.055, 2.4)
		}
		sum += weight * linear
	}
	return sum
}

// TestThemesAreReadable: on each square of each theme discs of both colours stand out, and no two kinds of
// squares look alike.
func TestThemesAreReadable(t *testing.T) {
	for _, theme := range themes {
		felts := map[int]bool{}
		for _, felt := range []int{theme.dark, theme.light, theme.last, theme.flipped, theme.best, theme.cursor} {
			l := luminance(felt)
			black, white := (l+0.05)/(luminance(inkBlack)+0.05), (luminance(inkWhite)+0.05)/(l+0.05)
			if black < 2 || white < 1.7 {
				t.Errorf("%s: colour %d has contrasts of %.1f to black and %.1f to white", theme.name, felt, black, white)
			}
			felts[felt] = true
		}
		if len(felts) != 6 {
			t.Errorf("%s: squares look alike: %v", theme.name, felts)
		}
	}
}

// TestThemed: a board is drawn in the colours of its theme, in none with mono, and other names are misuse.
func TestThemed(t *testing.T) {
	p := engine.StandardStart()
	drawn := map[string]bool{}
	for _, name := range Themes() {
		style, err := Style{color: true}.Themed(name)
		if err != nil {
			t.Fatal(err)
		}
		lines, _ := Draw(p, Marks{Last: engine.None}, style)
		text := strings.Join(lines, "")
		drawn[text] = true
		if name == Mono {
			if strings.Contains(text, "\x1b") {
				t.Errorf("mono has colours: %q", text)
			}
			continue
		}
		if at := themes[style.theme]; at.name != name || !strings.Contains(text,
			fmt.Sprintf("48;5;%dm", at.dark)) || !strings.Contains(text, fmt.Sprintf("48;5;%dm", at.light)) {
			t.Errorf("%s is drawn as %q", name, text)
		}
	}
	if len(drawn) != len(Themes()) {
		t.Errorf("%d themes look like %d", len(Themes()), len(drawn))
	}
	if _, err := (Style{}).Themed("pink"); !fault.IsMisuse(err) ||
		!strings.Contains(err.Error(), "green, blue, wood, mono") {
		t.Error(err)
	}
}
