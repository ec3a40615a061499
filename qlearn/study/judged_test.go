package study

import (
	"strings"
	"testing"
)

// A claim that is left open says how many games or seeds would settle it.
func TestSettling(t *testing.T) {
	// Wilson's interval of 99 % of the share p of n games ends at q if n = z²·q(1-q)/(p-q)², z² = 6.6349.
	rows := Rows{
		shareRow("many", 104, 200), shareRow("nothing", 0, 6), shareRow("even", 100, 200),
		shareRow("hardly", 100.01, 200),
		// 0.525 ± 0.098
		points.SeedsRow("seeded", [][]twoGames{played(85, 100), played(95, 100), played(105, 100), played(115, 100),
			played(125, 100)}),
		row3("seconds", unitSeconds, 1, 3, 5), {Label: "bare", Unit: unitShare, Ours: number(0.5), Games: 10},
		{Label: "longest", Unit: unitSeconds, Ours: number(1), Games: 70},
		{Label: sequentialLabel("won"), Unit: unitEvidence, Ours: number(1), Games: 100},
	}
	for _, test := range []struct {
		name   string
		test   Test
		needed int
		of     string
		want   string // at the end of the reason; "" = nothing is said
	}{
		// 6.6349·0.25/0.02² = 4147
		{"games", above("many", 0.5), 4147, "games", "; about 4,200 games, 21 times as many, would be needed to settle it"},
		// 6.6349·0.99/0.01 = 657
		{"none of few", below("nothing", 0.01), 657, "games", "; about 660 games, 109 times as many, would be needed to settle it"},
		// 69 seeds: ± 1.3142·1.9955·0.0791/√69 = 0.0250
		{"seeds", above("seeded", 0.5), 69, "seeds", "; about 69 seeds, 14 times as many, would be needed to settle it"},
		{"seeds before games", more("seeded", "even"), 134, "seeds", "; about 140 seeds, 27 times as many, would be needed to settle it"},
		{"positions", above("seconds", 2), 0, "", "; about 6.9 times as many trials would be needed to settle it"},
		{"enough of them", atMost("longest", 2, 280), 0, "", "; about 4.0 times as many trials would be needed to settle it"},
		{"very many", above("hardly", 0.5), 0, "", "; more than 1000 times as many trials would be needed to settle it"},
		{"on the mark", above("even", 0.5), 0, "", "; more than 1000 times as many trials would be needed to settle it"},
		{"no interval", above("bare", 0.4), 0, "", ""},
		{"settled", above("many", 0.3), 0, "", ""},
		{"sequential", sequential("won"), 295, "games", "; about 300 games, 2.9 times as many, would be needed to settle it"}, // at ln 19 = 2.944
		{"both", both(above("seconds", 2), above("many", 0.5)), 4147, "games", "; about 4,200 games, 21 times as many, would be needed to settle it"},
		{"both, of which one is not known", both(above("many", 0.5), above("bare", 0.4)), 0, "", ""},
		{"both, of which one is refuted soon", both(above("hardly", 0.5), below("many", 0.5)), 5424, "games", "; about 5,500 games, 27 times as many, would be needed to settle it"},
	} {
		j := (&Experiment{Claims: []Claim{{Test: test.test}}}).judge([]readingRows{{Rows: rows}})[0]
		if text, _ := strings.CutPrefix(j.Reason(), j.Because); text != test.want || j.Needed != test.needed ||
			j.Of != test.of {
			t.Errorf("%s: %d %q, %q; want %d %q, %q", test.name, j.Needed, j.Of, text, test.needed, test.of, test.want)
		}
	}
}

// Numbers that are known roughly have two digits, rounded up.
func TestThousands(t *testing.T) {
	for n, want := range map[int]string{7: "7", 99: "99", 101: "110", 990: "990", 991: "1,000", 1563: "1,600",
		99_001: "100,000", 1_234_567: "1,300,000"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
