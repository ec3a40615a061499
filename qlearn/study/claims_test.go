package study

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// Every claim, with each meaning of its words, can come out in all ways with the games and seeds that its
// experiment has at the full scale, and noise does not decide it: it is inconclusive in at least 95 of 100 draws, or
// holds in as many where the claim is that two things are alike. Players that move at random show how
// many trials there are. The plain run does the small experiments.
func TestClaimsAreRightOnSuccessFailureAndNoise(t *testing.T) {
	small := map[string]bool{"search-equal-depth": true, "umea-bonus": true, "cassio-mc-selection": true}
	for _, e := range All.Experiments {
		if os.Getenv("OUTFLANK_LONG") == "" && !small[e.Name] {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			r := Runner{Host: &fakeHost{}, Dir: t.TempDir(), Scale: 1, Seed: 1, Workers: 2, Now: slowingClock()}
			if _, ok := e.work(e.First()).(speed); ok {
				r.Scale = 0.001 // of times, whose number does not matter here, and slow
			}
			rows := runAll(t, r, firstReading(e)).Rows
			_, recorded := e.work(e.First()).(heuristics)
			for i := range rows {
				if recorded || e.Name == "cassio-features" && rows[i].Unit == unitShare && rows[i].Label != bothWays {
					rows[i].Games = 40_000 // most of the report's, of which the host has some
				}
			}
			for _, c := range e.Claims {
				if c.Machine {
					continue
				}
				for _, m := range c.Meanings() {
					if missing := neverSeen(t, m.Test, rows); len(missing) > 0 {
						t.Errorf("“%s” (%s) can never come out as: %q\n\tholds if %s\n\trefuted if %s", c.Says, m.Means,
							missing, m.Test.Holds, m.Test.Refuted)
					} else if right, ok := rightOnNoise(t, m.Test, rows); ok && right < runs*95/100 {
						t.Errorf("“%s” (%s) is right in %d of %d draws of noise\n\tholds if %s", c.Says, m.Means, right, runs,
							m.Test.Holds)
					}
				}
			}
		})
	}
}

// firstReading is an experiment of which only the first reading is run.
func firstReading(e *Experiment) *Experiment {
	one := *e
	one.Choices = slices.Clone(e.Choices)
	for i := range one.Choices {
		one.Choices[i].Values = one.Choices[i].Values[:1]
	}
	return &one
}

// A test that noise passes is found: one without an interval for what may be chance, and one that takes five
// chances at once.
func TestNoiseIsFound(t *testing.T) {
	var rows Rows
	var labels []string
	for _, label := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		rows, labels = append(rows, Row{Label: label, Unit: unitShare, Games: 400}), append(labels, label)
	}
	bare := above("a", 0.5)
	bare.margin = func(rows Rows) estimate { return exactly(*rows.Row("a").Ours - 0.5) }
	greedy := every(func(l string) Test { return above(l, 0.5) }, labels...)
	greedy.margin = func(rows Rows) estimate {
		e := rows.estimate("a")
		for _, l := range labels[1:] {
			e.High = min(e.High, e.Value+0.5*(rows.estimate(l).High-e.Value))
		}
		return e.Plus(-0.5)
	}
	for _, test := range []struct {
		name  string
		test  Test
		right bool
	}{
		{"above", above("a", 0.5), true},
		{"more", more("a", "b"), true},
		{"all above", every(func(l string) Test { return above(l, 0.5) }, labels...), true},
		{"one above", either(above("a", 0.5), above("b", 0.5), above("c", 0.5)), true},
		{"rising", rising(labels...), true},
		{"alike", equal("a", 0.5, 0.15), true},
		{"alike, of too few games", equal("a", 0.5, 0.07), false},
		{"many chances", greedy, false},
	} {
		got, ok := rightOnNoise(t, test.test, rows)
		if !ok || got >= runs*95/100 != test.right {
			t.Errorf("%s: right in %d of %d draws (%v), want it to be right: %v", test.name, got, runs, ok, test.right)
		}
	}
	if _, ok := rightOnNoise(t, bare, rows); ok {
		t.Error("a test without an interval was tried")
	}
}

// What too few games, or the numbers that a row can be, do not allow is found.
func TestImpossibleClaimsAreFound(t *testing.T) {
	rows := Rows{
		{Label: "share", Unit: unitShare, Games: 200},
		{Label: "few", Unit: unitShare, Games: 10},
		{Label: "all two", Unit: unitShare, Games: 2},
		{Label: "weight", Unit: unitWeight, Games: 5, Low: number(0), High: number(0.1)},
		{Label: "bare", Unit: unitSeconds, Games: 60},
	}
	for _, test := range []struct {
		name string
		test Test
		want []Verdict
	}{
		{"few losses", below("share", 0.05), nil},
		{"no loss of 200 games", below("share", 0.01), []Verdict{verdictHolds}}, // Wilson's interval of 0 in 200 reaches to 0.0188
		{"the largest weight", above("weight", 0.99), []Verdict{verdictHolds}},
		{"alike, by ten games", equal("few", 0.5, 0.1), []Verdict{verdictHolds}},
		{"no loss of all that can be played", atMost("all two", 0, 2), nil},
		{"no interval", above("bare", 1), []Verdict{verdictHolds, verdictRefuted}},
		{"more than anything", below("share", 2), []Verdict{verdictRefuted, verdictOpen}},
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
		if _, ok := seen[v]; !ok && (fewer == 1 || v == verdictOpen) {
			seen[v] = h
		}
		return len(seen) == 3
	}
	rng := rand.New(rand.NewPCG(1, 1))
	patterns(len(test.Rows), rng, func(h heights) bool {
		look(h, 1)
		return seen[verdictHolds] != nil && seen[verdictRefuted] != nil
	})
	if yes, no := seen[verdictHolds], seen[verdictRefuted]; yes != nil && no != nil {
		between(yes, no, func(h heights) bool { return look(h, 1) })
		between(yes, no, func(h heights) bool { return look(h, 10) })
	}
	for _, v := range []Verdict{verdictHolds, verdictRefuted, verdictOpen} {
		if seen[v] == nil {
			missing = append(missing, v)
		}
	}
	return missing
}

// runs is how often noise is drawn.
const runs = 1000

// rightOnNoise returns in how many draws of noise a test has the right verdict. Rows are drawn with the spread of
// their games, seeds or other trials. Where the margin of a claim is 0, inconclusive is right. Where a claim says
// that two things are alike and they are, holds is right. ok is false for tests whose rows are counts without an
// interval.
func rightOnNoise(t *testing.T, test Test, rows Rows) (right int, ok bool) {
	t.Helper()
	like := make(Rows, len(test.Rows))
	for i, label := range test.Rows {
		like[i] = rows.Row(label)
	}
	margin := func(h heights) estimate {
		var made Rows
		for i := range like {
			row, known := madeUp(like[i], h[i])
			if !known {
				t.Fatalf("row %q: nothing is made up for its unit %q", like[i].Label, like[i].Unit)
			}
			made = append(made, row)
		}
		return test.margin(made)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	yes, no := noiseless(like, margin, rng)
	if yes == nil || no == nil || !(margin(yes).High > margin(yes).Low) {
		return 0, false
	}
	at, want := yes, verdictHolds
	if !test.alike {
		at, want = zero(yes, no, margin), verdictOpen
	}
	for range runs {
		var drawn Rows
		for i := range like {
			drawn = append(drawn, draw(like[i], at[i], rng))
		}
		if test.judge(drawn) == want {
			right++
		}
	}
	return right, true
}

// noiseless returns the heights of rows at which a margin is largest and smallest, of many.
func noiseless(like Rows, margin func(heights) estimate, rng *rand.Rand) (yes, no heights) {
	most, least := 0.0, 0.0
	patterns(len(like), rng, func(h heights) bool {
		if m := margin(h).Value; m > most {
			most, yes = m, h
		} else if m < least {
			least, no = m, h
		}
		return false
	})
	return yes, no
}

// zero returns heights at which the margin is 0: all alike where there are such, and else between two.
func zero(yes, no heights, margin func(heights) estimate) heights {
	level := func(x float64) heights { return slices.Repeat(heights{x}, len(yes)) }
	if margin(level(0.5)).Value == 0 {
		return level(0.5)
	}
	const steps = 40
	for i := range steps {
		a, b := level(float64(i)/steps), level(float64(i+1)/steps)
		if x, y := margin(a).Value, margin(b).Value; x > 0 && y < 0 {
			yes, no = a, b
		} else if x < 0 && y > 0 {
			yes, no = b, a
		}
	}
	yes, no = slices.Clone(yes), slices.Clone(no)
	middle := make(heights, len(yes))
	for range 50 {
		for i := range middle {
			middle[i] = (yes[i] + no[i]) / 2
		}
		if margin(middle).Value > 0 {
			copy(yes, middle)
		} else {
			copy(no, middle)
		}
	}
	return middle
}
