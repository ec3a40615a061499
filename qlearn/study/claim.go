package study

import (
	"fmt"
	"slices"
	"strings"
)

// A Claim is a sentence that rows can test.
type Claim struct {
	Says string // the report's words, or nearly
	Test Test
	Ours bool // the report does not say it: we ask
}

// Ask makes a question of ours a claim.
func Ask(says string, test Test) Claim { return Claim{says, test, true} }

// A Test says of the rows whether a claim holds, and why.
type Test func(rows Rows) (Verdict, string)

// Rows are those of a result.
type Rows []Row

// A Verdict is what numbers say of a claim.
type Verdict string

// The verdicts. A claim is inconclusive where intervals overlap that should not, or
// where there are none.
const (
	Holds        Verdict = "holds"
	DoesNotHold  Verdict = "does not hold"
	Inconclusive Verdict = "inconclusive"
)

// Row returns the row of a label, which must exist.
func (rows Rows) Row(label string) Row {
	for _, r := range rows {
		if r.Label == label {
			return r
		}
	}
	panic("experiment: a claim is about a row that does not exist: " + label)
}

// Judged is a claim with what the rows say of it. The JSON fields are stable.
type Judged struct {
	Says    string  `json:"says"`
	Ours    bool    `json:"ours,omitempty"` // our question, no claim of the report
	Verdict Verdict `json:"verdict"`
	Because string  `json:"because"`
}

// Title is the claim, or our question marked as such.
func (j Judged) Title() string {
	if j.Ours {
		return "our question: " + j.Says
	}
	return j.Says
}

func judge(claims []Claim, rows Rows) (list []Judged) {
	for _, c := range claims {
		v, because := c.Test(rows)
		list = append(list, Judged{c.Says, c.Ours, v, because})
	}
	return list
}

// interval returns the interval of a row, if it has one.
func (r Row) interval() (low, high float64, ok bool) {
	if r.Low == nil || r.High == nil {
		return 0, 0, false
	}
	return *r.Low, *r.High, true
}

// Above tests that a row is more than x.
func Above(label string, x float64) Test {
	return func(rows Rows) (Verdict, string) {
		r := rows.Row(label)
		low, high, ok := r.interval()
		return VerdictOf(ok && low > x, ok && high <= x), fmt.Sprintf("%s: %s, against %s", r.Label, r.Text(), r.Unit.Format(x))
	}
}

// Below tests that a row is less than x.
func Below(label string, x float64) Test {
	return func(rows Rows) (Verdict, string) {
		r := rows.Row(label)
		low, high, ok := r.interval()
		return VerdictOf(ok && high < x, ok && low >= x), fmt.Sprintf("%s: %s, against %s", r.Label, r.Text(), r.Unit.Format(x))
	}
}

// VerdictOf puts two answers together, of which at most one is yes.
func VerdictOf(yes, no bool) Verdict {
	switch {
	case yes:
		return Holds
	case no:
		return DoesNotHold
	}
	return Inconclusive
}

// More tests that a row is more than another one.
func More(label, than string) Test {
	return func(rows Rows) (Verdict, string) {
		a, b := rows.Row(label), rows.Row(than)
		return VerdictOf(apart(b, a), apart(a, b)), fmt.Sprintf("%s: %s; %s: %s", a.Label, a.Text(), b.Label, b.Text())
	}
}

// apart tells whether the interval of a lies below that of b.
func apart(a, b Row) bool {
	_, high, okA := a.interval()
	low, _, okB := b.interval()
	return okA && okB && high < low
}

// Equal tests that a row differs from x by at most within.
func Equal(label string, x, within float64) Test {
	return func(rows Rows) (Verdict, string) {
		r := rows.Row(label)
		low, high, ok := r.interval()
		return VerdictOf(ok && x-within <= low && high <= x+within, ok && (high < x-within || low > x+within)),
			fmt.Sprintf("%s: %s, against %s", r.Label, r.Text(), r.Unit.Format(x))
	}
}

// AtMost tests that what was seen is not more than x, as with the longest of times.
func AtMost(label string, x float64) Test {
	return func(rows Rows) (Verdict, string) {
		r := rows.Row(label)
		return VerdictOf(r.Ours != nil && *r.Ours <= x, r.Ours != nil && *r.Ours > x), fmt.Sprintf("%s: %s, against %s", r.Label, r.Text(), r.Unit.Format(x))
	}
}

// Rising tests that rows grow: the last is more than the first, and none is less than
// the one before it.
func Rising(labels ...string) Test {
	return func(rows Rows) (Verdict, string) {
		first, last := rows.Row(labels[0]), rows.Row(labels[len(labels)-1])
		var falls []string
		for i, l := range labels[1:] {
			if apart(rows.Row(l), rows.Row(labels[i])) {
				falls = append(falls, l)
			}
		}
		because := fmt.Sprintf("from %s (%s) to %s (%s)", first.Text(), first.Label, last.Text(), last.Label)
		if len(falls) > 0 {
			because += ", lower than before at " + strings.Join(falls, ", ")
		}
		return VerdictOf(apart(first, last) && len(falls) == 0, len(falls) > 0 || apart(last, first)), because
	}
}

// Both tests that all tests hold.
func Both(tests ...Test) Test {
	return func(rows Rows) (Verdict, string) {
		var texts []string
		all, none := true, false
		for _, t := range tests {
			v, because := t(rows)
			all, none = all && v == Holds, none || v == DoesNotHold
			for text := range strings.SplitSeq(because, "; ") {
				if !slices.Contains(texts, text) {
					texts = append(texts, text)
				}
			}
		}
		return VerdictOf(all, none), strings.Join(texts, "; ")
	}
}

// Reduced tests that the points gained from the second to the third row are fewer than
// those gained from the first to the second.
func Reduced(first, second, third string) Test {
	return func(rows Rows) (Verdict, string) {
		a, b, c := rows.Row(first), rows.Row(second), rows.Row(third)
		if a.Ours == nil || b.Ours == nil || c.Ours == nil {
			return Inconclusive, ""
		}
		early, late := *b.Ours-*a.Ours, *c.Ours-*b.Ours
		noise := (*b.High - *b.Low + *c.High - *c.Low) / 2
		return VerdictOf(late+noise < early, late-noise > early), fmt.Sprintf("%+.1f points of 100 from %s to %s, then %+.1f to %s", 100*early, first, second, 100*late, third)
	}
}

// SameShare tests that two shares differ by less than within.
func SameShare(a, b string, within float64) Test {
	return func(rows Rows) (Verdict, string) {
		x, y := rows.Row(a), rows.Row(b)
		if x.Low == nil || y.Low == nil {
			return Inconclusive, ""
		}
		least, most := *x.Low-*y.High, *x.High-*y.Low
		return VerdictOf(-within < least && most < within, least > within || most < -within), fmt.Sprintf("%s: %s; %s: %s", a, x.Text(), b, y.Text())
	}
}
