package study

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// An Estimate is a number with its 95 % interval, as rows have it or computed from rows.
type Estimate struct {
	Value, Low, High float64
	Known            bool // whether there is an interval; without one no claim is decided
}

// Estimate returns the number of a row with its interval.
func (r Row) Estimate() Estimate {
	low, high, ok := r.interval()
	if r.Ours == nil {
		return Estimate{}
	}
	return Estimate{*r.Ours, low, high, ok}
}

// Less returns e - f. Its interval is that of the method of variance estimates recovery
// (Zou and Donner, Statistics in Medicine 27, 2008; for two shares Newcombe's method 10,
// Statistics in Medicine 17, 1998), which takes the two as independent.
func (e Estimate) Less(f Estimate) Estimate {
	d := e.Value - f.Value
	return Estimate{
		Value: d,
		Low:   d - portable.Hypot(e.Value-e.Low, f.High-f.Value),
		High:  d + portable.Hypot(e.High-e.Value, f.Value-f.Low),
		Known: e.Known && f.Known,
	}
}

// Times returns e / f by the difference of the logarithms. It is unknown unless both
// intervals lie above 0.
func (e Estimate) Times(f Estimate) Estimate {
	if !(e.Known && f.Known && e.Low > 0 && f.Low > 0) {
		return Estimate{Value: e.Value / f.Value}
	}
	return e.log().Less(f.log()).exp()
}

func (e Estimate) log() Estimate {
	return Estimate{portable.Log(e.Value), portable.Log(e.Low), portable.Log(e.High), e.Known}
}

func (e Estimate) exp() Estimate {
	return Estimate{portable.Exp(e.Value), portable.Exp(e.Low), portable.Exp(e.High), e.Known}
}

// Abs returns the absolute value.
func (e Estimate) Abs() Estimate {
	switch {
	case e.Low >= 0:
		return e
	case e.High <= 0:
		return Estimate{-e.Value, -e.High, -e.Low, e.Known}
	}
	return Estimate{math.Abs(e.Value), 0, max(-e.Low, e.High), e.Known}
}

// among widens the interval so that all of n together are right in 95 of 100 cases
// (Bonferroni), as if errors were normal.
func (e Estimate) among(n int) Estimate {
	wider := distuv.UnitNormal.Quantile(1-(1-confidence)/2/float64(max(n,
		1))) / distuv.UnitNormal.Quantile((1+confidence)/2)
	low, high := float64(wider*(e.Value-e.Low)), float64(wider*(e.High-e.Value))
	return Estimate{e.Value, e.Value - low, e.Value + high, e.Known}
}

// over says whether the estimate is more than x: it is if its interval lies above, it is
// not if the interval does not reach above x.
func (e Estimate) over(x float64) Finding {
	return Finding{Verdict: VerdictOf(e.Known && e.Low > x, e.Known && e.High <= x)}
}
