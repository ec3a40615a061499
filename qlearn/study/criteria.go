package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
)

// above tests that a row is greater than x.
func above(label string, x float64) Test {
	return against(label, x, fmt.Sprintf("the interval of “%s” lies above %g", label, x),
		fmt.Sprintf("the whole interval is at most %g", x), func(e estimate) estimate { return e.Plus(-x) })
}

// below tests that a row is less than x.
func below(label string, x float64) Test {
	return against(label, x, fmt.Sprintf("the interval of “%s” lies below %g", label, x),
		fmt.Sprintf("the whole interval is at least %g", x),
		func(e estimate) estimate { return e.negative().Plus(x) })
}

// equal tests that a row differs from x by at most within.
func equal(label string, x, within float64) Test {
	t := against(label, x, fmt.Sprintf("the interval of “%s” lies within %g of %g", label, within, x),
		"the whole interval lies outside", func(e estimate) estimate { return e.inside(x-within, x+within) })
	t.alike = true
	return t
}

// against tests a row against a number.
func against(label string, x float64, holds, refuted string, margin func(estimate) estimate) Test {
	return Test{Rows: []string{label}, Holds: holds, Refuted: refuted,
		margin: func(rows Rows) estimate { return margin(rows.estimate(label)) },
		because: func(rows Rows) string {
			r := rows.Row(label)
			return fmt.Sprintf("%s: %s, against %s", r.Label, r.Text(), r.Unit.Format(x))
		},
	}
}

// atMost tests that a row that shows a maximum, such as the longest time, is not more than x. The verdict
// depends on the observed values, without an interval. It is inconclusive if there are fewer than least
// values.
func atMost(label string, x float64, least int) Test {
	t := against(label, x, fmt.Sprintf("“%s” is at most %g, with n of %d or more", label, x, least),
		"it is more", nil)
	t.margin = func(rows Rows) estimate {
		r := rows.Row(label)
		switch {
		case r.Ours == nil:
			return unknown(0)
		case *r.Ours > x:
			return exactly(x - *r.Ours)
		case r.Games < least:
			return unknown(x - *r.Ours)
		}
		return exactly(max(x-*r.Ours, math.SmallestNonzeroFloat64))
	}
	return t
}

// allPoints tests that a player lost no points in the games of a row, of which there must be at least least.
func allPoints(label string, least int) Test {
	return Test{Rows: []string{label}, Holds: fmt.Sprintf("“%s” is 1, with %d games or more", label, least),
		Refuted: "it is less", because: texts(label), margin: func(rows Rows) estimate {
			lost := rows.Row(label)
			if lost.Ours != nil {
				lost.Ours = number(1 - *lost.Ours)
			}
			return atMost(label, 0, least).margin(Rows{lost})
		}}
}

// more tests that one row is greater than another.
func more(label, than string) Test {
	return compared(label, than, fmt.Sprintf("the interval of “%s” minus “%s” lies above 0", label, than),
		"the whole interval is at most 0", func(d estimate) estimate { return d })
}

// notMore tests that one row exceeds another by at most within.
func notMore(label, than string, within float64) Test {
	t := compared(label, than, fmt.Sprintf("the interval of “%s” minus “%s” lies below %g", label, than,
		within), fmt.Sprintf("the whole interval is at least %g", within),
		func(d estimate) estimate { return d.negative().Plus(within) })
	t.alike = true
	return t
}

// sameAs tests that two rows differ by less than within.
func sameAs(a, b string, within float64) Test {
	t := compared(a, b, fmt.Sprintf("the interval of “%s” minus “%s” lies within %g of 0", a, b, within),
		"the whole interval lies outside", func(d estimate) estimate { return d.inside(-within, within) })
	t.alike = true
	return t
}

// compared tests the difference between two rows.
func compared(a, b, holds, refuted string, margin func(estimate) estimate) Test {
	return Test{Rows: []string{a, b}, Holds: holds, Refuted: refuted,
		margin:  func(rows Rows) estimate { return margin(rows.estimate(a).Less(rows.estimate(b))) },
		because: texts(a, b),
	}
}

// texts returns a function that describes rows.
func texts(labels ...string) func(Rows) string {
	return func(rows Rows) string {
		var list []string
		for _, l := range labels {
			if r := rows.Row(l); !slices.Contains(list, l+": "+r.Text()) {
				list = append(list, l+": "+r.Text())
			}
		}
		return strings.Join(list, "; ")
	}
}

// moreTimes tests that one row is at least factor times another. If both are means over the same boards, it
// uses the mean factor over the boards.
func moreTimes(label, than string, factor float64) Test {
	ratio := func(rows Rows) estimate { return rows.Row(label).timesAs(rows.Row(than)) }
	return Test{
		Rows:    []string{label, than},
		Holds:   fmt.Sprintf("the interval of “%s” divided by “%s” lies above %g", label, than, factor),
		Refuted: fmt.Sprintf("the whole interval is at most %g", factor),
		margin:  func(rows Rows) estimate { return ratio(rows).Plus(-factor) },
		because: func(rows Rows) string {
			text := texts(label, than)(rows)
			if r := ratio(rows); !math.IsInf(r.Low, 0) {
				text += fmt.Sprintf("; %.2f times (%.2f to %.2f), against %g", r.Value, r.Low, r.High, factor)
			}
			return text
		},
	}
}

// differ tests that at least two of the rows differ by more than within.
func differ(within float64, labels ...string) Test {
	return Test{
		Rows: labels,
		Holds: fmt.Sprintf("two of “%s” differ by more than %g, judged by the interval of their difference",
			strings.Join(labels, "”, “"), within),
		Refuted: "all pairs are closer, by the same measure",
		margin: func(rows Rows) estimate {
			var all []estimate
			for i, a := range labels {
				for _, b := range labels[:i] {
					all = append(all, rows.estimate(a).Less(rows.estimate(b)).Abs().Plus(-within))
				}
			}
			return highest(all)
		},
		because: texts(labels...),
	}
}

// rising tests that rows rise: the last is greater than the first, and no row falls below its predecessor by
// more than the interval.
func rising(labels ...string) Test {
	step := func(rows Rows, i int) estimate {
		return rows.estimate(labels[i]).Less(rows.estimate(labels[i-1])).among(len(labels) - 1)
	}
	first, last := labels[0], labels[len(labels)-1]
	return Test{
		Rows: labels, Holds: fmt.Sprintf("“%s” is more than “%s”, and no step falls significantly", last, first),
		Refuted: "a step falls significantly, or the last is less than the first",
		margin: func(rows Rows) estimate {
			e := rows.estimate(last).Less(rows.estimate(first))
			for i := range labels[1:] {
				if s := step(rows, i+1); s.High <= 0 && s.High < e.High {
					e = estimate{min(e.Value, s.Value), min(e.Low, s.Low), s.High}
				}
			}
			return e
		},
		because: func(rows Rows) string {
			text := fmt.Sprintf("from %s (%s) to %s (%s)", rows.Row(first).Text(), first, rows.Row(last).Text(), last)
			var falls []string
			for i := range labels[1:] {
				if step(rows, i+1).High <= 0 {
					falls = append(falls, labels[i+1])
				}
			}
			if len(falls) > 0 {
				text += ", with falls at " + strings.Join(falls, ", ")
			}
			return text
		},
	}
}

// onLine tests that rows lie on a straight line over the numbers x: each row is within a distance of the
// best-fitting line.
func onLine(x []float64, within float64, labels ...string) Test {
	offLine := func(rows Rows) (off []estimate) {
		y := make([]float64, len(labels))
		for i, l := range labels {
			y[i] = rows.estimate(l).Value
		}
		a, b := stat.LinearRegression(x, y, nil, false)
		for i, l := range labels {
			off = append(off, rows.estimate(l).Plus(-a-b*x[i]))
		}
		return off
	}
	return Test{
		Rows: labels, Holds: fmt.Sprintf("the intervals of all rows lie within %g of the best-fitting line",
			within),
		Refuted: "one of the intervals lies outside", alike: true,
		margin: func(rows Rows) estimate {
			var all []estimate
			for _, e := range offLine(rows) {
				all = append(all, e.inside(-within, within))
			}
			return least(all)
		},
		because: func(rows Rows) string {
			off, farthest := offLine(rows), 0
			for i := range off {
				if math.Abs(off[i].Value) > math.Abs(off[farthest].Value) {
					farthest = i
				}
			}
			r := rows.Row(labels[farthest])
			return fmt.Sprintf("the farthest is %s: %s, where the line is at %s", r.Label, r.Text(),
				r.Unit.Format(*r.Ours-off[farthest].Value))
		},
	}
}

// reduced tests for diminishing gains: the gain from the second row to the third is smaller than from the
// first to the second.
func reduced(first, second, third string) Test {
	return Test{
		Rows: []string{first, second, third},
		Holds: fmt.Sprintf("the gain from “%s” to “%s” is less than the gain from “%s” to “%s”, judged by the "+
			"interval of the difference", second, third, first, second),
		Refuted: "it is not less",
		margin: func(rows Rows) estimate {
			// (b - a) - (c - b) = 2b - (a + c), so the middle row counts twice.
			twice := rows.estimate(second).Scaled(2)
			return twice.Less(rows.estimate(first)).Less(rows.estimate(third))
		},
		because: func(rows Rows) string {
			a, b, c := rows.estimate(first), rows.estimate(second), rows.estimate(third)
			u := rows.Row(first).Unit
			return fmt.Sprintf("%s more from %s to %s, then %s more to %s", u.Format(b.Value-a.Value), first,
				second, u.Format(c.Value-b.Value), third)
		},
	}
}

// largerChange tests that a share changes more, up or down, between the first two rows than between the last
// two.
func largerChange(from, to, thanFrom, thanTo string) Test {
	return Test{
		Rows: []string{from, to, thanFrom, thanTo},
		Holds: fmt.Sprintf("the change from “%s” to “%s” is larger than the change from “%s” to “%s”, judged by "+
			"the interval of the difference", from, to, thanFrom, thanTo),
		Refuted: "it is not larger",
		margin: func(rows Rows) estimate {
			change := rows.estimate(to).Less(rows.estimate(from))
			other := rows.estimate(thanTo).Less(rows.estimate(thanFrom))
			return change.Abs().Less(other.Abs())
		},
		because: texts(from, to, thanFrom, thanTo),
	}
}

// both tests that all tests hold. It is refuted if any of them is.
func both(tests ...Test) Test {
	return combined(tests, "; and ", "one of these conditions is refuted", least)
}

// either tests that at least one of the tests holds. It is refuted if all of them are.
func either(tests ...Test) Test {
	return combined(tests, "; or ", "all of these conditions are refuted", highest)
}

// every creates a test for each label and tests that all of them hold.
func every(test func(label string) Test, labels ...string) Test {
	var tests []Test
	for _, l := range labels {
		tests = append(tests, test(l))
	}
	t := both(tests...)
	t.Holds = fmt.Sprintf("%s; likewise for all %d up to “%s”", tests[0].Holds, len(labels),
		labels[len(labels)-1])
	t.Refuted = tests[0].Refuted + " for one of them"
	t.because = func(rows Rows) string {
		worst := tests[0]
		for _, t := range tests[1:] {
			if t.margin(rows).Value < worst.margin(rows).Value {
				worst = t
			}
		}
		return "the weakest case is " + worst.because(rows)
	}
	return t
}

// combined combines tests into one.
func combined(tests []Test, joint, refuted string, margin func([]estimate) estimate) Test {
	c := Test{Refuted: refuted, alike: true}
	var holds []string
	for _, t := range tests {
		c.alike = c.alike && t.alike
		for _, l := range t.Rows {
			if !slices.Contains(c.Rows, l) {
				c.Rows = append(c.Rows, l)
			}
		}
		holds = append(holds, t.Holds)
	}
	c.Holds = strings.Join(holds, joint)
	c.margin = func(rows Rows) estimate {
		var all []estimate
		for _, t := range tests {
			all = append(all, t.margin(rows))
		}
		return margin(all)
	}
	c.because = func(rows Rows) string {
		var list []string
		for _, t := range tests {
			for text := range strings.SplitSeq(t.because(rows), "; ") {
				of, against, ok := strings.Cut(text, ", against ")
				same := slices.IndexFunc(list, func(said string) bool {
					return ok && strings.HasPrefix(said, of+", against ")
				})
				switch {
				case slices.Contains(list, text):
				case same >= 0:
					list[same] += " and " + against
				default:
					list = append(list, text)
				}
			}
		}
		return strings.Join(list, "; ")
	}
	return c
}
