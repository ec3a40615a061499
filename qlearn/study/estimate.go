package study

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// verdictsWider is the number of intervals whose joint confidence equals that of one interval of a row.
// Verdicts use it to widen intervals as if errors were normal: 0.05 / 5 = 0.01.
const verdictsWider = 5

// certainty is the confidence of verdicts. It is higher than the 95 % of rows, so that pure noise leads to a
// verdict in far fewer than one in twenty cases.
const certainty = 0.99

// An estimate is a number with an interval, which is infinite if unknown.
type estimate struct{ Value, Low, High float64 }

// unknown returns a number without an interval.
func unknown(x float64) estimate { return estimate{x, math.Inf(-1), math.Inf(1)} }

// exactly returns a number that is known exactly.
func exactly(x float64) estimate { return estimate{x, x, x} }

// estimate returns the number of a row with its interval for verdicts.
func (r Row) estimate() estimate {
	low, high, ok := r.interval()
	switch {
	case r.Ours == nil:
		return unknown(0)
	case r.whole:
		return exactly(*r.Ours)
	case !ok:
		return unknown(*r.Ours)
	case r.Unit == unitShare && len(r.Seeds) == 0 && r.Games > 0:
		return wilson(*r.Ours, r.Games/max(1, r.alike))
	}
	return estimate{*r.Ours, low, high}.among(verdictsWider)
}

// wilson returns Wilson's interval for verdicts about a share of n trials. [arena.Wilson] returns the one for
// rows.
func wilson(share float64, n int) estimate {
	z := distuv.UnitNormal.Quantile((1 + certainty) / 2)
	v := z * z / float64(max(n, 1))
	middle, half := (share+v/2)/(1+v), math.Sqrt(v*share*(1-share)+v*v/4)/(1+v)
	return estimate{share, min(share, max(0, middle-half)), max(share, min(1, middle+half))}
}

// Less returns e - f for independent e and f. The interval uses the method of variance estimates recovery
// (Zou and Donner, Statistics in Medicine 27, 2008; for two shares it is Newcombe's method 10, Statistics in
// Medicine 17, 1998).
func (e estimate) Less(f estimate) estimate {
	d := e.Value - f.Value
	return estimate{
		Value: d,
		Low:   d - math.Hypot(e.Value-e.Low, f.High-f.Value),
		High:  d + math.Hypot(e.High-e.Value, f.Value-f.Low),
	}
}

// Plus returns e + x for an exact number x.
func (e estimate) Plus(x float64) estimate { return estimate{e.Value + x, e.Low + x, e.High + x} }

// Scaled returns e · x for an exact number x above 0.
func (e estimate) Scaled(x float64) estimate { return estimate{e.Value * x, e.Low * x, e.High * x} }

// negative returns -e.
func (e estimate) negative() estimate { return estimate{-e.Value, -e.High, -e.Low} }

// Times returns e / f, computed as a difference of logarithms. The interval is unknown unless both intervals
// are above 0.
func (e estimate) Times(f estimate) estimate {
	if !(e.Low > 0 && f.Low > 0) {
		return unknown(e.Value / f.Value)
	}
	d := e.log().Less(f.log())
	return estimate{math.Exp(d.Value), math.Exp(d.Low), math.Exp(d.High)}
}

// timesAs returns the ratio of this row to the other: the geometric mean over the boards that they share. The
// interval is Student's over these boards, because a factor varies less than the boards do. Without common
// boards, the rows are assumed to be independent.
func (r Row) timesAs(other Row) estimate {
	var logs []float64
	for i := range min(len(r.boards), len(other.boards)) {
		logs = append(logs, math.Log(r.boards[i]/other.boards[i]))
	}
	m, low, high := meanOf(logs)
	if math.IsNaN(high - low) {
		return r.estimate().Times(other.estimate())
	}
	wide := math.Sqrt(float64(len(logs)) / float64(r.Games)) // for the number of boards that settling assumes
	e := estimate{m, m - wide*(m-low), m + wide*(high-m)}.among(verdictsWider)
	return estimate{math.Exp(e.Value), math.Exp(e.Low), math.Exp(e.High)}
}

func (e estimate) log() estimate {
	return estimate{math.Log(e.Value), math.Log(e.Low), math.Log(e.High)}
}

// Abs returns the absolute value.
func (e estimate) Abs() estimate {
	switch {
	case e.Low >= 0:
		return e
	case e.High <= 0:
		return e.negative()
	}
	return estimate{math.Abs(e.Value), 0, max(-e.Low, e.High)}
}

// among widens the interval so that n intervals together have the confidence of one. It assumes normal errors
// (Bonferroni).
func (e estimate) among(n int) estimate {
	wider := distuv.UnitNormal.Quantile(1-(1-confidence)/2/float64(max(n,
		1))) / distuv.UnitNormal.Quantile((1+confidence)/2)
	return estimate{e.Value, e.Value - wider*(e.Value-e.Low), e.Value + wider*(e.High-e.Value)}
}

// inside returns by how much the number lies between low and high: the distance to the nearer one.
func (e estimate) inside(low, high float64) estimate {
	up, down := e.Plus(-low), e.negative().Plus(high)
	return estimate{min(up.Value, down.Value), min(up.Low, down.Low), min(up.High, down.High)}
}

// least returns the margin of a claim that requires all the given margins. It holds if all of them hold, and
// is refuted if any is refuted; as each of them can refute it, each must be more certain.
func least(all []estimate) estimate {
	e := estimate{math.Inf(1), math.Inf(1), math.Inf(1)}
	for _, m := range all {
		e.Value, e.Low = min(e.Value, m.Value), min(e.Low, m.Low)
		e.High = min(e.High, max(m.Value, m.among(len(all)).High))
	}
	return e
}

// highest returns the margin of a claim that requires at least one of the given margins.
func highest(all []estimate) estimate {
	var negative []estimate
	for _, m := range all {
		negative = append(negative, m.negative())
	}
	return least(negative).negative()
}
