package experiment

import (
	"fmt"
	"math"
)

// Format writes a number of the unit for people.
func (u Unit) Format(x float64) string {
	switch u {
	case Share:
		return fmt.Sprintf("%.1f %%", 100*x)
	case Seconds:
		return formatSeconds(x)
	case Factor, Weight:
		return fmt.Sprintf("%.3g", x)
	case Plies:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// possible cuts an interval to what numbers of the unit can be.
func (u Unit) possible(low, high float64) (float64, float64) {
	switch u {
	case Discs:
		return max(0, low), min(64, high)
	case Seconds, Moves:
		return max(0, low), high
	case Weight: // the largest is 1
		return max(-1, low), min(1, high)
	}
	return low, high
}

// formatSeconds writes a time with three digits.
func formatSeconds(x float64) string {
	switch abs := math.Abs(x); {
	case abs >= 1 || abs == 0:
		return fmt.Sprintf("%.3g s", x)
	case abs >= 1e-3:
		return fmt.Sprintf("%.3g ms", 1e3*x)
	}
	return fmt.Sprintf("%.3g µs", 1e6*x)
}

// text writes a number that may be unknown.
func (u Unit) text(x *float64) string {
	if x == nil {
		return "–"
	}
	return u.Format(*x)
}

// Text writes our number with its interval.
func (r Row) Text() string {
	if _, _, ok := r.interval(); !ok {
		return r.Unit.text(r.Ours)
	}
	return fmt.Sprintf("%s (%s)", r.Unit.text(r.Ours), r.IntervalText())
}

// IntervalText writes the interval of our number, "" if it has none.
func (r Row) IntervalText() string {
	low, high, ok := r.interval()
	if !ok {
		return ""
	}
	return r.Unit.Format(low) + " to " + r.Unit.Format(high)
}

// Cells are the row for people: label, the report's number, ours, its interval, how many
// games, and how they compare.
func (r Row) Cells() [6]string {
	return [6]string{r.Label, r.Unit.text(r.Paper), r.Unit.text(r.Ours), r.IntervalText(), fmt.Sprint(r.Games), r.Compare()}
}

// paperInterval returns the interval of the report's number, which is known where it
// says how many games it played: Wilson's for a share; for a mean that of games that
// vary as ours do. Elsewhere it is the number itself.
func (r Row) paperInterval() (low, high float64) {
	x := *r.Paper
	if r.Sample == 0 {
		return x, x
	}
	if r.Unit == Share {
		return wilson(x, r.Sample)
	}
	ourLow, ourHigh, ok := r.interval()
	if !ok {
		return x, x
	}
	half := (ourHigh - ourLow) / 2 * math.Sqrt(float64(r.Games)/float64(r.Sample))
	return r.Unit.possible(x-half, x+half)
}

// Compare says whether our number agrees with the report's: "agrees" when the
// intervals meet, "differs" when they do not, and "" or "cannot be told" when one is
// missing or nothing could differ from it.
func (r Row) Compare() string {
	if r.Paper == nil || r.Ours == nil {
		return ""
	}
	low, high, ok := r.interval()
	if !ok {
		return string(CannotBeTold)
	}
	paperLow, paperHigh := r.paperInterval()
	switch {
	case paperHigh < low || high < paperLow:
		return "differs"
	case r.Unit == Share && high-low > widest:
		return string(CannotBeTold)
	}
	return "agrees"
}

// widest is the width of an interval of a share with which everything agrees.
const widest = 0.4

// Sentence says how our number differs from the report's, "" if nothing can be said.
func (r Row) Sentence() string {
	verdict := r.Compare()
	if verdict == "" {
		return ""
	}
	paper := r.Unit.text(r.Paper)
	if low, high := r.paperInterval(); low < high {
		games := "games"
		if r.Sample == 1 {
			games = "game"
		}
		paper += fmt.Sprintf(" of %d %s, that is %s to %s", r.Sample, games, r.Unit.Format(low), r.Unit.Format(high))
	}
	return fmt.Sprintf("%s: the report has %s, we have %s: %s.", r.Label, paper, r.Text(), verdict)
}
