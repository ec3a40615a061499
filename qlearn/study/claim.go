package study

import "fmt"

// A Claim is a sentence that rows can test.
type Claim struct {
	Says string // the report's words, or nearly
	Test Test
	Ours bool // the report does not say it: we ask
}

// ask makes a question of ours a claim.
func ask(says string, test Test) Claim { return Claim{says, test, true} }

// A Test is what decides a claim. It can come out in three ways: the test of package
// reports feeds each with made-up results that hold, that refute and that leave it open.
type Test struct {
	Rows    []string                // labels of the rows that decide
	Holds   string                  // when the claim holds, in words
	Refuted string                  // when it does not
	judge   func(rows Rows) finding // the rows are those of a result and hold all of Rows
}

// A finding is what rows say of a claim.
type finding struct {
	Verdict Verdict
	Because string
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

// verdictOf puts two answers together, of which at most one is yes.
func verdictOf(yes, no bool) Verdict {
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
func (rows Rows) estimate(label string) estimate { return rows.Row(label).estimate() }

// Judged is a claim with what the rows say of it. The JSON fields are stable.
type Judged struct {
	Says    string  `json:"says"`
	Ours    bool    `json:"ours,omitempty"` // our question, no claim of the report
	Verdict Verdict `json:"verdict"`
	Because string  `json:"because"`
	Holds   string  `json:"holds_if"`
	Refuted string  `json:"refuted_if"`
	Trials  float64 `json:"trials_to_settle,omitempty"` // how many times those of this run, 1000 also if more; 0 = settled, or not known
	Needed  int     `json:"needed,omitempty"`           // that is how many, for each row; 0 = not known
	Of      string  `json:"needed_of,omitempty"`        // "games" or "seeds"; "" = other trials
}

func judge(claims []Claim, rows Rows) (list []Judged) {
	for _, c := range claims {
		f := c.Test.judge(rows)
		j := Judged{Says: c.Says, Ours: c.Ours, Verdict: f.Verdict, Because: f.Because, Holds: c.Test.Holds,
			Refuted: c.Test.Refuted}
		if f.Verdict == Inconclusive {
			j.Trials, j.Needed, j.Of = c.Test.settling(rows)
		}
		list = append(list, j)
	}
	return list
}

// Title is the claim, or our question marked as such.
func (j Judged) Title() string {
	if j.Ours {
		return "our question: " + j.Says
	}
	return j.Says
}

// Reason is why the verdict is what it is and, where the claim is inconclusive, how many
// trials would settle it.
func (j Judged) Reason() string {
	amount := j.amount()
	switch {
	case amount == "":
		return j.Because
	case j.Needed > 0:
		amount += fmt.Sprintf(", %s times as many,", roughly(j.Trials))
	}
	return fmt.Sprintf("%s; %s would be needed to settle it", j.Because, amount)
}

// amount is how many trials would settle the claim, "" if it is settled or that is not known.
func (j Judged) amount() string {
	switch {
	case j.Trials == 0:
		return ""
	case j.Trials >= most:
		return fmt.Sprintf("more than %d times as many trials", most)
	case j.Needed > 0:
		return fmt.Sprintf("about %s %s", thousands(j.Needed), j.Of)
	}
	return fmt.Sprintf("about %s times as many trials", roughly(j.Trials))
}

// Criteria say what makes the claim hold and what refutes it.
func (j Judged) Criteria() string {
	return fmt.Sprintf("Holds if %s; refuted if %s", j.Holds, j.Refuted)
}

// roughly writes a factor that is known roughly.
func roughly(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// thousands writes a number that is known roughly: two digits, the rest rounded up.
func thousands(n int) string {
	unit := 1
	for n/unit > 99 {
		unit *= 10
	}
	n = (n + unit - 1) / unit * unit
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
