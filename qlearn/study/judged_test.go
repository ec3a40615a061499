package study

import (
	"strings"
	"testing"
)

// A claim that is left open says how many games or seeds would settle it.
func TestSettling(t *testing.T) {
	seeded := row3("seeded", Share, 0.4, 0.52, 0.64)
	seeded.Seeds = []float64{0.5, 0.52, 0.54, 0.52, 0.52}
	many := row3("many", Share, 0.4, 0.52, 0.64) // 36 times as many: ± 2 % in place of ± 12 %
	many.Games = 200
	rows := Rows{
		many, seeded, row3("never", Share, 0.4, 0.5, 0.6), row3("hardly", Share, 0.4, 0.5001, 0.6),
		row3("seconds", Seconds, 1, 3, 5), {Label: "bare", Unit: Share, Ours: Number(0.5), Games: 10},
	}
	for _, test := range []struct {
		name   string
		test   Test
		needed int
		of     string
		want   string // at the end of the reason; "" = nothing is said
	}{
		{"games", Above("many", 0.5), 7200, "games", "; about 7,200 games, 36 times as many, would be needed to settle it"},
		{"seeds", Above("seeded", 0.5), 180, "seeds", "; about 180 seeds, 36 times as many, would be needed to settle it"},
		{"seeds before games", More("seeded", "never"), 305, "seeds", "; about 310 seeds, 61 times as many, would be needed to settle it"}, // ± √(0.12² + 0.1²) of 0.02
		{"positions", Above("seconds", 2), 0, "", "; about 4.0 times as many trials would be needed to settle it"},
		{"very many", Above("hardly", 0.5), 0, "", "; more than 1000 times as many trials would be needed to settle it"},
		{"on the mark", Above("never", 0.5), 0, "", ""},
		{"no interval", Above("bare", 0.4), 0, "", ""},
		{"settled", Above("many", 0.3), 0, "", ""},
		{"both", Both(Above("seconds", 2), Above("many", 0.5)), 7200, "games", "; about 7,200 games, 36 times as many, would be needed to settle it"},
		{"both, of which one is not known", Both(Above("many", 0.5), Above("never", 0.5)), 0, "", ""},
		{"both, of which one is refuted", Both(Above("many", 0.5), Above("many", 0.7)), 0, "", ""},
	} {
		j := judge([]Claim{{Test: test.test}}, rows)[0]
		if text, _ := strings.CutPrefix(j.Reason(), j.Because); text != test.want || j.Needed != test.needed || j.Of != test.of {
			t.Errorf("%s: %d %q, %q; want %d %q, %q", test.name, j.Needed, j.Of, text, test.needed, test.of, test.want)
		}
	}
}

// Numbers that are known roughly have two digits, rounded up.
func TestThousands(t *testing.T) {
	for n, want := range map[int]string{7: "7", 99: "99", 101: "110", 990: "990", 991: "1,000", 1563: "1,600", 99_001: "100,000", 1_234_567: "1,300,000"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
