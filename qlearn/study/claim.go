package study

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
	Judge   func(rows Rows) Finding // the rows are those of a result and hold all of Rows
}

// A Finding is what rows say of a claim.
type Finding struct {
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
