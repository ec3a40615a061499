package study

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// asked is an experiment with two choices.
func asked() *Experiment {
	return &Experiment{Name: "asked", Choices: []Choice{
		{Name: "alpha", Values: []string{"0.003", "0.001"}},
		{Name: "edge", Values: []string{"adjacent", "line", "none"}},
	}}
}

// All readings are run where they are few: the first, those that differ in one choice, the others. Of
// many, a sample; each value is in it.
func TestReadings(t *testing.T) {
	e := asked()
	list := e.readings()
	var names []string
	for _, r := range list {
		names = append(names, named(e.changes(r, e.First())))
	}
	if want := []string{"", "alpha=0.001", "edge=line", "edge=none"}; !slices.Equal(names[:4], want) || len(names) != 6 {
		t.Errorf("readings %q, want %q and two others", names, want)
	}
	if got := e.coverage(); got != "all 6 readings" {
		t.Error(got)
	}
	e.Readings = 5
	if got := e.coverage(); got != "5 of the 6 possible readings, so that every value occurs" {
		t.Error(got)
	}
	third := Experiment{Choices: append(slices.Clone(e.Choices), Choice{Name: "start", Values: []string{"8", "10"}}), Readings: 6}
	if got := third.coverage(); !strings.HasPrefix(got, "6 of the 12 possible readings; they cover every value and ") ||
		!strings.HasSuffix(got, " of the 16 pairs of values") {
		t.Error(got)
	}
	if a, b := e.readings(), e.readings(); len(a) != 5 || len(e.changes(a[4], b[4])) > 0 {
		t.Errorf("%v, and again %v", a, b)
	}
	if got := (&Experiment{}).readings(); len(got) != 1 || (&Experiment{}).coverage() != "" {
		t.Errorf("without choices: %v", got)
	}
}

// A choice between numbers takes others, too; all else is refused with what there is.
func TestSet(t *testing.T) {
	e := asked()
	for _, test := range []struct{ set, want string }{
		{"alpha=0.001", "alpha=0.001"},
		{"alpha=0.01", "alpha=0.01"},
		{"edge=none", "edge=none"},
		{"alpha=much", `choice alpha of experiment asked is "much": want 0.003, 0.001`},
		{"alpha=0.02", `choice alpha of experiment asked is "0.02": want 0.003, 0.001`},
		{"alpha=0.002 s", `choice alpha of experiment asked is "0.002 s": want 0.003, 0.001`},
		{"edge=3", `choice edge of experiment asked is "3": want adjacent, line, none`},
		{"beta=1", `experiment asked has no choice "beta"; it has alpha, edge`},
		{"alpha", `choice alpha of experiment asked is "": want 0.003, 0.001`},
	} {
		r, err := e.Set([]string{test.set})
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = named(e.changes(r, e.First()))
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.set, got, test.want)
		}
	}
	r, _ := e.Set([]string{"alpha=0.001", "edge=line"})
	if got := e.Folder(r); got != "asked,alpha=0.001,edge=line" {
		t.Error(got)
	}
	if r.number("alpha") != 0.001 || r.text("edge") != "line" {
		t.Errorf("%v", r)
	}
	if n := (Reading{"nodes": "20,000 nodes", "share": "5 %"}); n.integer("nodes") != 20000 || n.number("share") != 0.05 {
		t.Errorf("%v is %v and %v", n, n.integer("nodes"), n.number("share"))
	}
}

// A reading that does not change the rows of a claim is no further point of its curve.
func TestReadingsThatChangeNothing(t *testing.T) {
	e := asked()
	e.Claims = []Claim{{Says: "it is more", Test: above("x", 0.5)}}
	var list []readingRows
	for i, r := range e.readings() {
		list = append(list, readingRows{r, Rows{shareRow("x", 900, 1000), shareRow("other", float64(i), 1000)}})
	}
	if j := e.judge(list)[0]; len(j.Curve) != 1 || j.Verdict != verdictHolds {
		t.Errorf("%s of %d points", j.Verdict, len(j.Curve))
	}
}

// A claim that holds under one reading and fails under another depends, and the choice is named that does it;
// one that fails under all is refuted; and one that some reading leaves open is inconclusive.
func TestVerdictsOverReadings(t *testing.T) {
	e := asked()
	low, high, open := shareRow("x", 100, 1000), shareRow("x", 900, 1000), shareRow("x", 505, 1000)
	for _, test := range []struct {
		name    string
		rows    []Row // by reading
		want    Verdict
		decides string // in the text
	}{
		{"all hold", []Row{high, high, high, high, high, high}, verdictHolds, ""},
		{"all fail", []Row{low, low, low, low, low, low}, verdictRefuted, ""},
		{"edge decides", []Row{low, low, high, low, high, low}, verdictDepends, "edge=line: holds (x: 90.0 %"},
		{"no choice alone decides", []Row{low, low, low, low, high, low}, verdictDepends, "holds in 1 of 2 cases with"},
		{"one is open", []Row{low, low, open, low, low, low}, verdictOpen, ""},
		{"open, but it depends", []Row{low, open, high, low, low, low}, verdictDepends, "edge=line"},
	} {
		e.Claims = []Claim{{Says: "it is more", Test: above("x", 0.5)}}
		var list []readingRows
		for i, r := range e.readings() {
			row := test.rows[i]
			row.Games += i // other games with other readings
			list = append(list, readingRows{r, Rows{row}})
		}
		j := e.judge(list)[0]
		if j.Verdict != test.want || !strings.Contains(j.Decides, test.decides) || len(j.Curve) != 6 {
			t.Errorf("%s: %s, %q, want %s and %q", test.name, j.Verdict, j.Decides, test.want, test.decides)
		}
		e.Claims[0].Machine = true
		if j := e.judge(list)[0]; j.Verdict != verdictOfMachine {
			t.Errorf("%s: a sentence about a machine is judged: %s", test.name, j.Verdict)
		}
	}
	// 505 of 1,000: 6.6349·0.25/0.005² = 66,349 games.
	e.Claims = []Claim{{Says: "it is more", Test: above("x", 0.5)}}
	j := e.judge([]readingRows{{e.First(), Rows{open}}, {Reading{"alpha": "0.003", "edge": "line"}, Rows{low}}})[0]
	if j.Needed < 66340 || j.Needed > 66360 || j.Strip() != "○×" {
		t.Errorf("%d games, %s", j.Needed, j.Strip())
	}
}

// Meanings of words are points of the curve, and one of them may decide.
func TestMeaningsDecide(t *testing.T) {
	c := varied("it consistently wins", "consistently: %g of the points", func(x float64) Test { return above("x", x) }, 0.75, 0.5)
	e := &Experiment{Claims: []Claim{c}}
	j := e.judge([]readingRows{{nil, Rows{shareRow("x", 600, 1000)}}})[0]
	if want := "consistently: 0.5 of the points: holds (x: 60.0 % (56.9 % to 63.0 %), against 50.0 %); our " +
		"reading: refuted (x: 60.0 % (56.9 % to 63.0 %), against 75.0 %)"; j.Verdict != verdictDepends || j.Decides != want {
		t.Errorf("%s: %q", j.Verdict, j.Decides)
	}
}

// Choices that are read alone change nothing of the readings that are drawn, and are in none of them with others.
func TestChoicesAlone(t *testing.T) {
	e := All.Find("cs181-table-1")
	before := *e
	before.Choices, before.alone, before.Also = slices.DeleteFunc(slices.Clone(e.Choices), func(c Choice) bool {
		return slices.Contains(e.alone, c.Name)
	}), nil, nil
	before.Readings -= len(e.alone)
	now := e.readings()
	for _, r := range before.readings() {
		if !slices.ContainsFunc(now, func(other Reading) bool { return maps.Equal(e.with(r), other) }) {
			t.Errorf("%v is not read any more", before.changes(r, before.First()))
		}
	}
	if want := len(before.readings()) + len(e.alone) + len(e.Also); len(now) != want {
		t.Errorf("%d readings, want %d", len(now), want)
	}
}
