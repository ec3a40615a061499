package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// above tests that a row is more than x.
func above(label string, x float64) Test {
	return Test{
		Rows: []string{label}, Holds: fmt.Sprintf("the interval of “%s” lies above %g", label, x),
		Refuted: fmt.Sprintf("it does not reach above %g", x),
		judge:   func(rows Rows) finding { return rows.against(label, x, rows.estimate(label).over(x)) },
	}
}

// below tests that a row is less than x.
func below(label string, x float64) Test {
	return Test{
		Rows: []string{label}, Holds: fmt.Sprintf("the interval of “%s” lies below %g", label, x),
		Refuted: fmt.Sprintf("it does not reach below %g", x),
		judge: func(rows Rows) finding {
			return rows.against(label, x, rows.estimate(label).negative().over(-x))
		},
	}
}

// negative returns -e.
func (e estimate) negative() estimate { return estimate{-e.Value, -e.High, -e.Low, e.Known} }

// against completes a finding about a row and a number.
func (rows Rows) against(label string, x float64, f finding) finding {
	r := rows.Row(label)
	f.Because = fmt.Sprintf("%s: %s, against %s", r.Label, r.Text(), r.Unit.Format(x))
	return f
}

// equal tests that a row differs from x by at most within.
func equal(label string, x, within float64) Test {
	return Test{
		Rows: []string{label}, Holds: fmt.Sprintf("the interval of “%s” lies within %g of %g", label, within, x),
		Refuted: "it lies outside",
		judge: func(rows Rows) finding {
			return rows.against(label, x, rows.estimate(label).inside(x-within, x+within))
		},
	}
}

// inside says whether the estimate lies between two numbers.
func (e estimate) inside(low, high float64) finding {
	return finding{Verdict: verdictOf(e.Known && low <= e.Low && e.High <= high, e.Known &&
		(e.High < low || e.Low > high))}
}

// atMost tests that the largest of what was seen, which the row is, is not more than x:
// it holds or does not hold by what was seen, as with the longest of times,
// and is inconclusive where fewer than least were seen.
func atMost(label string, x float64, least int) Test {
	return Test{
		Rows: []string{label}, Holds: fmt.Sprintf("“%s”, of %d or more, is at most %g", label, least, x),
		Refuted: "one is more",
		judge: func(rows Rows) finding {
			r := rows.Row(label)
			return rows.against(label, x, finding{Verdict: verdictOf(r.Ours != nil && *r.Ours <= x && r.Games >= least,
				r.Ours != nil && *r.Ours > x)})
		},
	}
}

// both says what two rows are.
func (rows Rows) both(label, than string, f finding) finding {
	a, b := rows.Row(label), rows.Row(than)
	f.Because = fmt.Sprintf("%s: %s; %s: %s", a.Label, a.Text(), b.Label, b.Text())
	return f
}

// more tests that a row is more than another one.
func more(label, than string) Test {
	return Test{
		Rows: []string{label, than}, Holds: fmt.Sprintf("the interval of “%s” less “%s” lies above 0", label, than),
		Refuted: "it does not reach above 0",
		judge: func(rows Rows) finding {
			return rows.both(label, than, rows.estimate(label).Less(rows.estimate(than)).over(0))
		},
	}
}

// notMore tests that a row is not more than another one by more than within.
func notMore(label, than string, within float64) Test {
	return Test{
		Rows: []string{label, than}, Holds: fmt.Sprintf("the interval of “%s” less “%s” lies below %g", label, than,
			within), Refuted: fmt.Sprintf("it lies above %g", within),
		judge: func(rows Rows) finding {
			return rows.both(label, than, rows.estimate(than).Less(rows.estimate(label)).over(-within))
		},
	}
}

// moreTimes tests that a row is at least factor times another one.
func moreTimes(label, than string, factor float64) Test {
	return Test{
		Rows: []string{label, than}, Holds: fmt.Sprintf("the interval of “%s” by “%s” lies above %g", label, than,
			factor), Refuted: fmt.Sprintf("it lies below %g", factor),
		judge: func(rows Rows) finding {
			ratio := rows.estimate(label).Times(rows.estimate(than))
			f := rows.both(label, than, ratio.over(factor))
			if ratio.Known {
				f.Because += fmt.Sprintf("; %.2f times (%.2f to %.2f), against %g", ratio.Value, ratio.Low,
					ratio.High, factor)
			}
			return f
		},
	}
}

// sameAs tests that two rows differ by less than within.
func sameAs(a, b string, within float64) Test {
	return Test{
		Rows: []string{a, b}, Holds: fmt.Sprintf("the interval of “%s” less “%s” lies within %g of 0", a, b,
			within), Refuted: "it lies outside",
		judge: func(rows Rows) finding {
			return rows.both(a, b, rows.estimate(a).Less(rows.estimate(b)).inside(-within, within))
		},
	}
}

// differ tests that some two rows differ by more than within, where all pairs together are to
// be right in 95 of 100 cases.
func differ(within float64, labels ...string) Test {
	pairs := len(labels) * (len(labels) - 1) / 2
	return Test{
		Rows: labels, Holds: fmt.Sprintf("two of “%s” differ by more than %g, by the interval of the difference",
			strings.Join(labels, "”, “"), within), Refuted: "each two lie closer",
		judge: func(rows Rows) finding {
			f := finding{Verdict: DoesNotHold}
			var texts []string
			for i, a := range labels {
				texts = append(texts, a+": "+rows.Row(a).Text())
				for _, b := range labels[:i] {
					part := rows.estimate(a).Less(rows.estimate(b)).Abs().among(pairs).over(within)
					f.Verdict = f.Verdict.and(part.Verdict, Holds, DoesNotHold)
				}
			}
			f.Because = strings.Join(texts, "; ")
			return f
		},
	}
}

// rising tests that rows grow: the last is more than the first, and none is less than
// the one before it, where all steps together are to be right in 95 of 100 cases.
func rising(labels ...string) Test {
	return Test{
		Rows: labels, Holds: fmt.Sprintf("“%s” is more than “%s” and no step falls", labels[len(labels)-1],
			labels[0]), Refuted: "a step falls, or the last is less than the first",
		judge: func(rows Rows) finding {
			var falls []string
			for i, l := range labels[1:] {
				if rows.estimate(labels[i]).Less(rows.estimate(l)).among(len(labels)-1).over(0).Verdict == Holds {
					falls = append(falls, l)
				}
			}
			first, last := rows.Row(labels[0]), rows.Row(labels[len(labels)-1])
			f := last.estimate().Less(first.estimate()).over(0)
			f.Because = fmt.Sprintf("from %s (%s) to %s (%s)", first.Text(), first.Label, last.Text(), last.Label)
			if len(falls) > 0 {
				f.Verdict = DoesNotHold
				f.Because += ", lower than before at " + strings.Join(falls, ", ")
			}
			return f
		},
	}
}

// onLine tests that rows lie on a straight line over numbers x: each within a distance of the
// line that fits them best, where all together are to be right in 95 of 100 cases.
func onLine(x []float64, within float64, labels ...string) Test {
	return Test{
		Rows: labels, Holds: fmt.Sprintf("the intervals of all rows lie within %g of a straight line", within),
		Refuted: "one lies outside",
		judge: func(rows Rows) finding {
			y := make([]float64, len(labels))
			for i, l := range labels {
				y[i] = rows.estimate(l).Value
			}
			a, b := stat.LinearRegression(x, y, nil, false)
			all, farthest := finding{Verdict: Holds}, 0
			distance := func(i int) float64 { return y[i] - a - b*x[i] }
			for i, l := range labels {
				e := rows.estimate(l)
				on := estimate{Value: a + b*x[i], Low: a + b*x[i], High: a + b*x[i], Known: true}
				all.Verdict = all.Verdict.and(e.Less(on).among(len(labels)).inside(-within, within).Verdict,
					DoesNotHold, Holds)
				if math.Abs(distance(i)) > math.Abs(distance(farthest)) {
					farthest = i
				}
			}
			r := rows.Row(labels[farthest])
			all.Because = fmt.Sprintf("the farthest is %s: %s, where the line has %s", r.Label, r.Text(),
				r.Unit.Format(y[farthest]-distance(farthest)))
			return all
		},
	}
}

// reduced tests that what a row gains from the second to the third is less than what it
// gains from the first to the second.
func reduced(first, second, third string) Test {
	return Test{
		Rows: []string{first, second, third}, Holds: fmt.Sprintf("the gain from “%s” to “%s” is less than that "+
			"before, by the interval of the difference", second, third), Refuted: "it is not less",
		judge: func(rows Rows) finding {
			a, b, c := rows.estimate(first), rows.estimate(second), rows.estimate(third)
			// (b - a) - (c - b) = 2b - (a + c): the middle counts twice.
			twice := estimate{2 * b.Value, 2 * b.Low, 2 * b.High, b.Known}
			f := twice.Less(a).Less(c).over(0)
			u := rows.Row(first).Unit
			f.Because = fmt.Sprintf("%s more from %s to %s, then %s more to %s", u.Format(b.Value-a.Value), first,
				second, u.Format(c.Value-b.Value), third)
			return f
		},
	}
}

// both tests that all tests hold. It does not hold if one does not.
func both(tests ...Test) Test {
	return combined(tests, "; and ", "one of these does not hold", DoesNotHold, Holds)
}

// either tests that one of the tests holds. It does not hold if none does.
func either(tests ...Test) Test {
	return combined(tests, "; or ", "none of these holds", Holds, DoesNotHold)
}

// combined makes one test of some: the verdict of one decides it, and if all have the other
// one, it is that.
func combined(tests []Test, joint, refuted string, one, all Verdict) Test {
	c := Test{Refuted: refuted}
	var holds []string
	for _, t := range tests {
		for _, l := range t.Rows {
			if !slices.Contains(c.Rows, l) {
				c.Rows = append(c.Rows, l)
			}
		}
		holds = append(holds, t.Holds)
	}
	c.Holds = strings.Join(holds, joint)
	c.judge = func(rows Rows) finding {
		f := finding{Verdict: all}
		var texts []string
		for _, t := range tests {
			part := t.judge(rows)
			f.Verdict = f.Verdict.and(part.Verdict, one, all)
			for text := range strings.SplitSeq(part.Because, "; ") {
				if !slices.Contains(texts, text) {
					texts = append(texts, text)
				}
			}
		}
		f.Because = strings.Join(texts, "; ")
		return f
	}
	return c
}

// and joins a verdict to those before it: one decides all, and what is open keeps it from
// being what all have to be.
func (v Verdict) and(part, one, all Verdict) Verdict {
	switch {
	case part == one:
		return one
	case part == Inconclusive && v == all:
		return Inconclusive
	}
	return v
}

// largerChange tests that a share changes more, up or down, from one row to another than from
// a third to a fourth.
func largerChange(from, to, thanFrom, thanTo string) Test {
	return Test{
		Rows: []string{from, to, thanFrom, thanTo},
		Holds: fmt.Sprintf("the change from “%s” to “%s” is larger than that from “%s” to “%s”, by the "+
			"interval of the difference", from, to, thanFrom, thanTo),
		Refuted: "it is not larger",
		judge: func(rows Rows) finding {
			change := rows.estimate(to).Less(rows.estimate(from))
			other := rows.estimate(thanTo).Less(rows.estimate(thanFrom))
			f := change.Abs().Less(other.Abs()).over(0)
			f.Because = fmt.Sprintf("%s: %s; %s: %s; %s: %s; %s: %s", from, rows.Row(from).Text(), to,
				rows.Row(to).Text(), thanFrom, rows.Row(thanFrom).Text(), thanTo, rows.Row(thanTo).Text())
			return f
		},
	}
}
