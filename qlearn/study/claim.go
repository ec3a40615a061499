package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/text"
)

// A Claim is a sentence that rows can test.
type Claim struct {
	Says    string // the report's words, sometimes shortened
	Test    Test
	Means   string    // how the test interprets the words, if they are ambiguous
	Else    []Meaning // other reasonable interpretations
	Ours    bool      // our own question, not a claim of the report
	Machine bool      // about the machine or language of its time, and therefore not judged
	Table   bool      // read from a table of the report; the text does not say it
	Rules   bool      // follows from the rules of the game, so no result could refute it
}

// A Meaning is an interpretation of a claim's words, with its test.
type Meaning struct {
	Means string
	Test  Test
}

// ask returns a question of ours as a claim.
func ask(says string, test Test) Claim { return Claim{Says: says, Test: test, Ours: true} }

// ofItsTime returns a claim about a machine or a language, which is not judged.
func ofItsTime(says string, test Test) Claim { return Claim{Says: says, Test: test, Machine: true} }

// byRules returns a claim that follows from the rules of the game.
func byRules(says string, test Test) Claim { return Claim{Says: says, Test: test, Rules: true} }

// varied returns a claim whose words stand for a number that the report does not give. The numbers are ours;
// the verdict beside the report's numbers uses the first. format describes the meaning of a number.
func varied(says, format string, test func(x float64) Test, numbers ...float64) Claim {
	c := Claim{Says: says, Means: fmt.Sprintf(format, numbers[0]), Test: test(numbers[0])}
	for _, x := range numbers[1:] {
		c.Else = append(c.Else, Meaning{fmt.Sprintf(format, x), test(x)})
	}
	return c
}

// orElse adds a meaning to a claim.
func (c Claim) orElse(means string, test Test) Claim {
	c.Else = append(slices.Clone(c.Else), Meaning{means, test})
	return c
}

// Meanings returns all interpretations of the claim, starting with that of Test.
func (c Claim) Meanings() []Meaning {
	return append([]Meaning{{c.Means, c.Test}}, c.Else...)
}

// A Test decides whether a claim holds, is refuted, or remains inconclusive.
type Test struct {
	Rows    []string                 // labels of the rows that decide
	Holds   string                   // in words, the condition under which the claim holds
	Refuted string                   // the condition under which it is refuted
	margin  func(rows Rows) estimate // by how much the claim holds in the rows of a result; below 0, it does not
	because func(rows Rows) string   // the figures that decide
	alike   bool                     // holds if there is no difference, so even noise can support it
}

// A Verdict is the judgement of a claim: "holds", "depends", "refuted", "inconclusive" or "machine".
type Verdict string

// The verdicts. A claim is inconclusive if intervals leave it open or are missing.
const (
	verdictHolds     Verdict = "holds"   // under all readings
	verdictDepends   Verdict = "depends" // holds under some readings and is refuted under others
	verdictRefuted   Verdict = "refuted" // refuted under all readings
	verdictOpen      Verdict = "inconclusive"
	verdictOfMachine Verdict = "machine" // not judged: about the machine or language of its time
)

// judge returns the verdict of a test.
func (t Test) judge(rows Rows) Verdict { return t.margin(rows).verdict() }

// verdict returns the verdict of a claim with this margin.
func (e estimate) verdict() Verdict {
	switch {
	case e.Low > 0:
		return verdictHolds
	case e.High <= 0:
		return verdictRefuted
	}
	return verdictOpen
}

// Rows are the rows of a result.
type Rows []Row

// Row returns the row with a label, which must exist.
func (rows Rows) Row(label string) Row {
	for _, r := range rows {
		if r.Label == label {
			return r
		}
	}
	panic("study: a claim is about a row that does not exist: " + label)
}

// estimate returns the number in the row with a label.
func (rows Rows) estimate(label string) estimate { return rows.Row(label).estimate() }

// Judged is a claim with its verdict under all readings. The JSON fields are stable.
type Judged struct {
	Says    string  `json:"says"`
	Means   string  `json:"means,omitempty"` // interpretation of its words under the first reading
	Ours    bool    `json:"ours,omitempty"`  // our own question, not a claim of the report
	Table   bool    `json:"table,omitempty"` // read from a table of the report; the text does not say it
	Rules   bool    `json:"rules,omitempty"` // follows from the rules of the game
	Verdict Verdict `json:"verdict"`
	Because string  `json:"because"` // the figures that decide under the first reading
	Holds   string  `json:"holds_if"`
	Refuted string  `json:"refuted_if"`
	// Decides names the choice on which the claim depends, with the figures of both readings.
	Decides string `json:"decides,omitempty"`
	// Curve is the specification curve: the first reading, then all others whose rows differ.
	Curve []Point `json:"curve"`
	// Trials is the multiple of this run's trials that would settle the claim, at most 1000; 0 = settled or
	// unknown.
	Trials float64 `json:"trials_to_settle,omitempty"`
	Needed int     `json:"needed,omitempty"`    // the resulting number of trials for each row; 0 = unknown
	Of     string  `json:"needed_of,omitempty"` // "games" or "seeds"; "" = other trials
}

// A Point is the verdict on a claim under one reading of the report and one interpretation of the claim. The
// JSON fields are stable.
type Point struct {
	Reading string   `json:"reading,omitempty"` // changes from the first reading
	Means   string   `json:"means,omitempty"`   // interpretation of the words
	Verdict Verdict  `json:"verdict"`
	Because string   `json:"because"`
	Margin  *float64 `json:"margin"` // by how much the claim holds; below 0, it does not
	Low     *float64 `json:"low"`    // 99 % interval of the margin; null = unknown
	High    *float64 `json:"high"`

	reading Reading
	changes int // number of changes from the first reading and meaning
	needs   need
}

// Name lists the changes from the first reading and interpretation. It returns "" if there are none.
func (p Point) Name() string {
	switch {
	case p.Reading == "":
		return p.Means
	case p.Means == "":
		return p.Reading
	}
	return p.Reading + ", " + p.Means
}

// readingRows contains the rows of a reading.
type readingRows struct {
	Reading Reading
	Rows    Rows
}

// judge judges the claims by the rows of all readings that were run. The first reading must come first.
func (e *Experiment) judge(list []readingRows) (judged []Judged) {
	for _, c := range e.Claims {
		j := Judged{Says: c.Says, Means: c.Means, Ours: c.Ours, Table: c.Table, Rules: c.Rules,
			Holds: c.Test.Holds, Refuted: c.Test.Refuted}
		seen := map[string]bool{}
		for _, r := range list {
			for i, m := range c.Meanings() {
				key := m.Test.sees(r.Rows) + m.Means
				if seen[key] {
					continue // this reading's changes do not affect the claim
				}
				seen[key] = true
				p := m.Test.point(r.Rows)
				changes := e.changes(r.Reading, list[0].Reading)
				p.reading, p.Reading, p.changes = r.Reading, named(changes), len(changes)
				if i > 0 {
					p.Means = m.Means
					p.changes++
				}
				j.Curve = append(j.Curve, p)
			}
		}
		j.Because = j.Curve[0].Because
		if j.Verdict = overall(j.Curve); c.Machine {
			j.Verdict = verdictOfMachine
		}
		switch j.Verdict {
		case verdictDepends:
			j.Decides = e.decides(j.Curve)
		case verdictOpen:
			j.Trials, j.Needed, j.Of = settles(j.Curve)
		}
		judged = append(judged, j)
	}
	return judged
}

// sees returns a text of everything in the rows that the test depends on.
func (t Test) sees(rows Rows) string {
	var b strings.Builder
	for _, l := range t.Rows {
		r := rows.Row(l)
		fmt.Fprint(&b, digits(r.Ours), digits(r.Low), digits(r.High), r.Games, " ")
	}
	return b.String()
}

// point applies a test to the rows of one reading.
func (t Test) point(rows Rows) Point {
	m := t.margin(rows)
	p := Point{Verdict: m.verdict(), Because: t.because(rows), Margin: text.Known(m.Value),
		Low: text.Known(m.Low), High: text.Known(m.High)}
	if p.Verdict == verdictOpen {
		p.needs = t.settling(rows)
	}
	return p
}

// overall returns the verdict under all readings.
func overall(curve []Point) Verdict {
	seen := map[Verdict]bool{}
	for _, p := range curve {
		seen[p.Verdict] = true
	}
	switch {
	case seen[verdictHolds] && seen[verdictRefuted]:
		return verdictDepends
	case seen[verdictOpen]:
		return verdictOpen
	case seen[verdictRefuted]:
		return verdictRefuted
	}
	return verdictHolds
}

// decides names the choice on which a claim depends. If changing one choice alone reverses the verdict, it is
// that choice. Otherwise it is the choice whose values differ most in the share of readings that support the
// claim.
func (e *Experiment) decides(curve []Point) string {
	first := curve[0]
	for _, p := range curve[1:] {
		decided := first.Verdict != verdictOpen && p.Verdict != verdictOpen
		if p.changes == 1 && decided && p.Verdict != first.Verdict {
			return fmt.Sprintf("%s: %s (%s); our reading: %s (%s)", p.Name(), p.Verdict, p.Because, first.Verdict,
				first.Because)
		}
	}
	best, most := "", -1.0
	try := func(name string, value func(Point) string) {
		held, of := map[string]float64{}, map[string]float64{}
		for _, p := range curve {
			of[value(p)]++
			if p.Verdict == verdictHolds {
				held[value(p)]++
			}
		}
		low, high := value(first), value(first)
		for _, p := range curve { // for a fixed order
			v := value(p)
			if share := held[v] / of[v]; share < held[low]/of[low] {
				low = v
			} else if share > held[high]/of[high] {
				high = v
			}
		}
		if spread := held[high]/of[high] - held[low]/of[low]; spread > most {
			best, most = fmt.Sprintf("%s: holds in %.0f of %.0f cases with “%s”%s, in %.0f of %.0f with “%s”%s",
				name, held[high], of[high], high, example(curve, verdictHolds, value, high), held[low], of[low], low,
				example(curve, verdictRefuted, value, low)), spread
		}
	}
	for _, c := range e.Choices {
		try(c.Name, func(p Point) string { return p.reading[c.Name] })
	}
	try("the words", func(p Point) string {
		if p.Means == "" {
			return "our meaning"
		}
		return p.Means
	})
	return best
}

// example returns the figures of the first point with the verdict and the value, or "" if there is none.
func example(curve []Point, v Verdict, value func(Point) string, of string) string {
	for _, p := range curve {
		if p.Verdict == v && value(p) == of {
			return " (" + p.Because + ")"
		}
	}
	return ""
}

// settles returns how many trials would settle an inconclusive claim if the numbers stay as they are. A claim
// is settled when no reading is inconclusive, or when one reading supports it and another refutes it.
func settles(curve []Point) (times float64, needed int, of string) {
	open := slices.Clone(curve)
	slices.SortStableFunc(open, func(a, b Point) int { return cmp.Compare(a.needs.Trials, b.needs.Trials) })
	seen := map[Verdict]bool{}
	for _, p := range open {
		v := p.Verdict
		if v == verdictOpen {
			if p.needs.Trials == 0 {
				return 0, 0, ""
			}
			v = verdictRefuted
			if p.Margin != nil && *p.Margin > 0 {
				v = verdictHolds
			}
			times, needed, of = p.needs.Trials, p.needs.Needed, p.needs.Of
		}
		if seen[v] = true; seen[verdictHolds] && seen[verdictRefuted] {
			break
		}
	}
	return times, needed, of
}

// Title returns the claim with the interpretation of its words. It marks our own questions.
func (j Judged) Title() string {
	title := j.Says
	if j.Ours {
		title = "our question: " + title
	}
	if j.Means != "" {
		title += " [" + j.Means + "]"
	}
	if j.Table {
		title += " (read off the table)"
	}
	if j.Rules {
		title += " (by the rules)"
	}
	return title
}

// Strip returns the specification curve with one symbol per reading, the clearest success first: ● holds, ○
// is inconclusive, × is refuted. It returns "" for claims about machines.
func (j Judged) Strip() string {
	if j.Verdict == verdictOfMachine {
		return ""
	}
	var b strings.Builder
	for _, v := range []struct {
		verdict Verdict
		sign    string
	}{{verdictHolds, "●"}, {verdictOpen, "○"}, {verdictRefuted, "×"}} {
		for _, p := range j.Curve {
			if p.Verdict == v.verdict {
				b.WriteString(v.sign)
			}
		}
	}
	return b.String()
}

// Reason returns the reason for the verdict. For an inconclusive claim, it includes the number of trials that
// would settle it.
func (j Judged) Reason() string {
	if j.Decides != "" {
		return j.Decides
	}
	amount := j.amount()
	switch {
	case amount == "":
		return j.Because
	case j.Needed > 0:
		amount += fmt.Sprintf(", %s times as many,", roughly(j.Trials))
	}
	return fmt.Sprintf("%s; %s would be needed to settle it", j.Because, amount)
}

// Short returns, in a few words, the figures that decide or the trials that would settle the claim.
func (j Judged) Short() string {
	if j.Decides != "" {
		return j.Decides
	}
	return j.amount()
}

// amount returns how many trials would settle the claim, or "" if it is settled or the number is unknown.
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

// Criteria states when the claim holds and when it is refuted.
func (j Judged) Criteria() string {
	return fmt.Sprintf("Holds if %s; refuted if %s", j.Holds, j.Refuted)
}

// roughly formats an approximate factor.
func roughly(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// thousands formats an approximate number, rounded up to two digits.
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
