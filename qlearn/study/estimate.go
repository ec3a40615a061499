package study

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// An estimate is a number with its 95 % interval, as rows have it or computed from rows.
type estimate struct {
	Value, Low, High float64
	Known            bool // whether there is an interval; without one no claim is decided
}

// estimate returns the number of a row with its interval.
func (r Row) estimate() estimate {
	low, high, ok := r.interval()
	if r.Ours == nil {
		return estimate{}
	}
	return estimate{*r.Ours, low, high, ok}
}

// Less returns e - f. Its interval is that of the method of variance estimates recovery
// (Zou and Donner, Statistics in Medicine 27, 2008; for two shares Newcombe's method 10,
// Statistics in Medicine 17, 1998), which takes the two as independent.
func (e estimate) Less(f estimate) estimate {
	d := e.Value - f.Value
	return estimate{
		Value: d,
		Low:   d - math.Hypot(e.Value-e.Low, f.High-f.Value),
		High:  d + math.Hypot(e.High-e.Value, f.Value-f.Low),
		Known: e.Known && f.Known,
	}
}

// Times returns e / f by the difference of the logarithms. It is unknown unless both
// intervals lie above 0.
func (e estimate) Times(f estimate) estimate {
	if !(e.Known && f.Known && e.Low > 0 && f.Low > 0) {
		return estimate{Value: e.Value / f.Value}
	}
	return e.log().Less(f.log()).exp()
}

func (e estimate) log() estimate {
	return estimate{math.Log(e.Value), math.Log(e.Low), math.Log(e.High), e.Known}
}

func (e estimate) exp() estimate {
	return estimate{math.Exp(e.Value), math.Exp(e.Low), math.Exp(e.High), e.Known}
}

// Abs returns the absolute value.
func (e estimate) Abs() estimate {
	switch {
	case e.Low >= 0:
		return e
	case e.High <= 0:
		return estimate{-e.Value, -e.High, -e.Low, e.Known}
	}
	return estimate{math.Abs(e.Value), 0, max(-e.Low, e.High), e.Known}
}

// among widens the interval so that all of n together are right in 95 of 100 cases
// (Bonferroni), as if errors were normal.
func (e estimate) among(n int) estimate {
	wider := distuv.UnitNormal.Quantile(1-(1-confidence)/2/float64(max(n,
		1))) / distuv.UnitNormal.Quantile((1+confidence)/2)
	return estimate{e.Value, e.Value - wider*(e.Value-e.Low), e.Value + wider*(e.High-e.Value), e.Known}
}

// over says whether the estimate is more than x: it is if its interval lies above, it is
// not if the interval does not reach above x.
func (e estimate) over(x float64) finding {
	return finding{Verdict: verdictOf(e.Known && e.Low > x, e.Known && e.High <= x)}
}
