package study

import (
	"fmt"
	"math"
)

// A Claim is a sentence that rows can test.
type Claim struct {
	Says string // the report's words, or nearly
	Test Test
	Ours bool // the report does not say it: we ask
}

// Ask makes a question of ours a claim.
func Ask(says string, test Test) Claim { return Claim{says, test, true} }

// A Test is what decides a claim. It can come out in three ways: the test of package
// reports feeds each with made-up results that hold, that refute and that leave it open.
type Test struct {
	Rows    []string                // labels of the rows that decide
	Holds   string                  // when the claim holds, in words
	Refuted string                  // when it does not
	Judge   func(rows Rows) Finding // the rows are those of a result and hold all of Rows
}

// A Finding is what rows say of a claim.
type Finding struct {
	Verdict Verdict
	Because string
	Trials  float64 // times as many trials would settle what is inconclusive; 0 = not known
}

// A Verdict is what numbers say of a claim.
type Verdict string

// The verdicts. A claim is inconclusive where the intervals leave it open, or where there
// are none.
const (
	Holds        Verdict = "holds"
	DoesNotHold  Verdict = "does not hold"
	Inconclusive Verdict = "inconclusive"
)

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

// Rows are those of a result.
type Rows []Row

// Row returns the row of a label, which must exist.
func (rows Rows) Row(label string) Row {
	for _, r := range rows {
		if r.Label == label {
			return r
		}
	}
	panic("study: a claim is about a row that does not exist: " + label)
}

// estimate returns the number of the row of a label.
func (rows Rows) estimate(label string) Estimate { return rows.Row(label).Estimate() }

// Judged is a claim with what the rows say of it. The JSON fields are stable.
type Judged struct {
	Says    string  `json:"says"`
	Ours    bool    `json:"ours,omitempty"` // our question, no claim of the report
	Verdict Verdict `json:"verdict"`
	Because string  `json:"because"`
	Holds   string  `json:"holds_if"`
	Refuted string  `json:"refuted_if"`
	Trials  float64 `json:"trials_to_settle,omitempty"` // how many times those of this run; 0 = settled, or not known
}

// Title is the claim, or our question marked as such.
func (j Judged) Title() string {
	if j.Ours {
		return "our question: " + j.Says
	}
	return j.Says
}

// most is how many times the trials of a run are still worth naming.
const most = 1000

// Settle says how many trials would settle an inconclusive claim, "" if it is not known.
func (j Judged) Settle() string {
	switch {
	case j.Trials == 0:
		return ""
	case j.Trials > most:
		return fmt.Sprintf("more than %d times as many trials would be needed", most)
	}
	return fmt.Sprintf("about %.*f times as many trials would settle it", places(j.Trials), j.Trials)
}

// places are the decimals of a factor that is known roughly.
func places(x float64) int {
	if x < 10 {
		return 1
	}
	return 0
}

func judge(claims []Claim, rows Rows) (list []Judged) {
	for _, c := range claims {
		f := c.Test.Judge(rows)
		if f.Verdict != Inconclusive || math.IsNaN(f.Trials) || math.IsInf(f.Trials, 0) {
			f.Trials = 0
		}
		list = append(list, Judged{c.Says, c.Ours, f.Verdict, f.Because, c.Test.Holds, c.Test.Refuted, f.Trials})
	}
	return list
}
