package study

import (
	"strings"
	"testing"
)

// The paragraph of a report names its claims by verdict, and what would settle the open ones.
func TestSummary(t *testing.T) {
	claim := func(says string, v Verdict) Judged { return Judged{Says: says, Verdict: v} }
	open := Judged{Says: "c", Verdict: Inconclusive, Trials: 4, Needed: 1563, Of: "games"}
	ours := Judged{Says: "ours", Verdict: Holds, Ours: true}
	for _, test := range []struct {
		results []Result
		want    string
	}{
		{nil, ""},
		{[]Result{{Claims: []Judged{ours}}}, ""},
		{[]Result{{Claims: []Judged{ours, claim("a", DoesNotHold)}}}, "One claim of this report was tested. It does not hold: “a”."},
		{
			[]Result{{Claims: []Judged{claim("a", Holds), open}},
				{Claims: []Judged{claim("b", Holds), claim("d", Inconclusive), claim("e", Holds), claim("f", DoesNotHold)}}},
			"Six claims of this report were tested. Three hold: “a”, “b” and “e”. One does not hold: “f”. Two are " +
				"inconclusive, in brackets what would settle them: “c” (about 1,600 games) and “d”.",
		},
	} {
		if got := summary(test.results); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	var list []Judged
	for range 13 {
		list = append(list, claim("a", Holds))
	}
	if got := summary([]Result{{Claims: list}}); !strings.HasPrefix(got,
		"13 claims of this report were tested. 13 hold: “a”, ") {
		t.Error(got)
	}
}
