package study

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// Every claim can come out in all three ways with the games and seeds that its experiment
// has at the full scale. Players that move at random show how many these are.
func TestClaimsCanComeOutInAllWays(t *testing.T) {
	if os.Getenv("OUTFLANK_LONG") == "" {
		t.Skip("set OUTFLANK_LONG to make up numbers for all claims")
	}
	for _, e := range All.Experiments {
		t.Run(e.Name, func(t *testing.T) {
			r := Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 1, Seed: 1, Workers: 2, Now: slowingClock()}
			if _, ok := e.work(e.First()).(speed); ok {
				r.Scale = 0.001 // of times, whose number does not matter here, and slow
			}
			rows := runAll(t, r, e).Rows
			for _, c := range e.Claims {
				if missing := neverSeen(t, c.Test, rows); len(missing) > 0 {
					t.Errorf("“%s” can never come out as: %q\n\tholds if %s\n\trefuted if %s", c.Says, missing, c.Test.Holds,
						c.Test.Refuted)
				}
			}
		})
	}
}

// What too few games, or the numbers that a row can be, do not allow is found.
func TestImpossibleClaimsAreFound(t *testing.T) {
	rows := Rows{
		{Label: "share", Unit: unitShare, Games: 200},
		{Label: "few", Unit: unitShare, Games: 10},
		{Label: "all two", Unit: unitShare, Games: 2},
		{Label: "weight", Unit: unitWeight, Games: 5, Low: number(0), High: number(0)},
		{Label: "bare", Unit: unitSeconds, Games: 60},
	}
	for _, test := range []struct {
		name string
		test Test
		want []Verdict
	}{
		{"few losses", below("share", 0.05), nil},
		{"no loss of 200 games", below("share", 0.01), []Verdict{Holds}}, // Wilson's interval of 0 in 200 reaches to 0.0188
		{"the largest weight", above("weight", 0.97), []Verdict{Holds}},
		{"alike, by ten games", equal("few", 0.5, 0.1), []Verdict{Holds}},
		{"no loss of all that can be played", atMost("all two", 0, 2), nil},
		{"no interval", above("bare", 1), []Verdict{Holds, Refuted}},
		{"more than anything", below("share", 2), []Verdict{Refuted, Inconclusive}},
	} {
		if got := neverSeen(t, test.test, rows); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q can never come out, want %q", test.name, got, test.want)
		}
	}
}

// neverSeen returns the verdicts that no made-up numbers bring. Inconclusive may be what
// only fewer games are.
func neverSeen(t *testing.T, test Test, rows Rows) (missing []Verdict) {
	t.Helper()
	seen := map[Verdict]heights{}
	look := func(h heights, fewer int) (all bool) {
		var made Rows
		for i, label := range test.Rows {
			like := rows.Row(label)
			like.Games /= fewer
			if like.Games == 0 { // fewer than one: there is no number
				made = append(made, Row{Label: label, Unit: like.Unit})
				continue
			}
			row, ok := madeUp(like, h[i])
			if !ok {
				t.Fatalf("row %q: nothing is made up for its unit %q", label, like.Unit)
			}
			made = append(made, row)
		}
		v := test.judge(made)
		if _, ok := seen[v]; !ok && (fewer == 1 || v == Inconclusive) {
			seen[v] = h
		}
		return len(seen) == 3
	}
	rng := rand.New(rand.NewPCG(1, 1))
	patterns(len(test.Rows), rng, func(h heights) bool {
		look(h, 1)
		return seen[Holds] != nil && seen[Refuted] != nil
	})
	if yes, no := seen[Holds], seen[Refuted]; yes != nil && no != nil {
		between(yes, no, func(h heights) bool { return look(h, 1) })
		between(yes, no, func(h heights) bool { return look(h, 10) })
	}
	for _, v := range []Verdict{Holds, Refuted, Inconclusive} {
		if seen[v] == nil {
			missing = append(missing, v)
		}
	}
	return missing
}
