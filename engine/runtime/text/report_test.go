package text

import (
	"testing"
)

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"games": "games", "q:model=a.b,x-y_z+1": "q:model=a.b,x-y_z+1", "a b": "'a b'", "it's": `'it'\''s'`,
		"$HOME": "'$HOME'", "é": "'é'",
	} {
		if got := Quote(word); got != want {
			t.Errorf("%q: got %s, want %s", word, got, want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		part, whole int
		want        string
	}{{0, 0, ""}, {0, 5, "0.0 %"}, {2, 3, "66.7 %"}, {5, 5, "100.0 %"}} {
		if got := Percent(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d: got %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}

func TestSigned(t *testing.T) {
	for x, want := range map[float64]string{0: "+0", -1e-14: "+0", -0.4: "+0", -0.6: "-1", 82.8: "+83"} {
		if got := Signed(x); got != want {
			t.Errorf("%g: got %q, want %q", x, got, want)
		}
	}
}

func TestRatio(t *testing.T) {
	if Ratio(3, 0) != 0 || Ratio(3, 4) != 0.75 {
		t.Errorf("ratios are %v and %v", Ratio(3, 0), Ratio(3, 4))
	}
}
