package study

import (
	"fmt"
	"math"

	"github.com/outflank/outflank/engine/arena"
)

// Format formats a number of the unit for display.
func (u Unit) Format(x float64) string {
	switch u {
	case unitShare:
		return fmt.Sprintf("%.1f %%", 100*x)
	case unitSeconds:
		return formatSeconds(x)
	case unitFactor, unitWeight, unitCorrelation, unitEvidence:
		return fmt.Sprintf("%.3g", x)
	case unitBytes:
		return formatBytes(x)
	case unitPlies, unitNodes:
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.1f", x)
}

// possible limits an interval to the range of the unit.
func (u Unit) possible(low, high float64) (float64, float64) {
	switch u {
	case unitShare:
		return max(0, low), min(1, high)
	case unitDiscs:
		return max(0, low), min(64, high)
	case unitSeconds, unitMoves, unitNodes, unitBytes:
		return max(0, low), high
	case unitWeight, unitCorrelation: // no weight exceeds 1
		return max(-1, low), min(1, high)
	}
	return low, high
}

// formatSeconds formats a time with three digits.
func formatSeconds(x float64) string {
	switch abs := math.Abs(x); {
	case abs >= 1 || abs == 0:
		return fmt.Sprintf("%.3g s", x)
	case abs >= 1e-3:
		return fmt.Sprintf("%.3g ms", 1e3*x)
	}
	return fmt.Sprintf("%.3g µs", 1e6*x)
}

// formatBytes formats an amount of memory with three digits.
func formatBytes(x float64) string {
	switch {
	case x >= 1<<20:
		return fmt.Sprintf("%.3g MiB", x/(1<<20))
	case x >= 1<<10:
		return fmt.Sprintf("%.3g KiB", x/(1<<10))
	}
	return fmt.Sprintf("%.0f B", x)
}

// text formats a number that may be unknown.
func (u Unit) text(x *float64) string {
	if x == nil {
		return "–"
	}
	return u.Format(*x)
}

// interval returns the interval of a row, if it has one.
func (r Row) interval() (low, high float64, ok bool) {
	if r.Low == nil || r.High == nil {
		return 0, 0, false
	}
	return *r.Low, *r.High, true
}

// Text formats our number with its interval.
func (r Row) Text() string {
	if _, _, ok := r.interval(); !ok {
		return r.Unit.text(r.Ours)
	}
	return fmt.Sprintf("%s (%s)", r.Unit.text(r.Ours), r.IntervalText())
}

// IntervalText formats the interval of our number, or returns "" if it has none.
func (r Row) IntervalText() string {
	low, high, ok := r.interval()
	if !ok {
		return ""
	}
	return r.Unit.Format(low) + " to " + r.Unit.Format(high)
}

// Count formats the numbers of games and seeds behind our number.
func (r Row) Count() string {
	if len(r.Seeds) == 0 {
		return fmt.Sprint(r.Games)
	}
	return fmt.Sprintf("%d, %d seeds", r.Games, len(r.Seeds))
}

// Cells returns the row for display: label, the report's number, our number, its interval, the number of
// games, and the comparison.
func (r Row) Cells() [6]string {
	return [6]string{r.Label, r.Unit.text(r.Paper), r.Unit.text(r.Ours), r.IntervalText(), r.Count(),
		r.Compare()}
}

// fewest is the number of games assumed behind a report's number if the report does not state it. No
// percentage with a stated number of games in these reports has fewer.
const fewest = 30

// unsaid reports whether the report does not state the number of games behind its number.
func (r Row) unsaid() bool {
	return r.Sample == 0 && (r.Unit == unitShare || r.Unit == unitDiscs || r.Unit == unitMoves)
}

// paperInterval returns the interval of the report's number if it comes from a number of games. For a share
// it is Wilson's; for a mean it assumes that the report's games vary like ours. If games is 0, the interval
// is the number itself. The report trained or evolved its agents only once, so the interval also includes the
// spread of our seeds.
func (r Row) paperInterval(games int) (low, high float64) {
	x := *r.Paper
	low, high = x, x
	if games > 0 {
		low, high = r.playedInterval(games)
	}
	if spread := oneSeed(r.Seeds); spread > 0 { // theirs is a single training; ours are several
		low, high = r.Unit.possible(x-math.Hypot(x-low, spread), x+math.Hypot(high-x, spread))
	}
	return low, high
}

// playedInterval returns the interval of the report's number that is due to its number of games.
func (r Row) playedInterval(games int) (low, high float64) {
	x := *r.Paper
	if r.Unit == unitShare {
		return arena.Wilson(x, games)
	}
	ourLow, ourHigh, ok := r.interval()
	if !ok {
		return x, x
	}
	half := (ourHigh - ourLow) / 2 * math.Sqrt(float64(r.Games)/float64(games))
	low, high = r.Unit.possible(x-half, x+half)
	return min(low, x), max(high, x) // a disc difference may be negative
}

// meets reports whether our interval overlaps the report's if its number comes from a number of games.
func (r Row) meets(games int) bool {
	low, high, ok := r.interval()
	paperLow, paperHigh := r.paperInterval(games)
	return ok && low <= paperHigh && paperLow <= high
}

// Compare compares our number with the report's: "agrees" if the intervals overlap, "differs" if they do not.
// If the report does not state the number of games, "agrees" means that its number is in our interval, and
// "differs" that even [fewest] games would separate the intervals. Otherwise the result is "inconclusive". It
// is also "inconclusive" if our number has no interval, or one so wide that no number could differ from it.
// It is "" if a number is missing.
func (r Row) Compare() string {
	if r.Paper == nil || r.Ours == nil {
		return ""
	}
	low, high, ok := r.interval()
	switch meets := r.meets(r.Sample); {
	case !ok, !meets && r.hangsOnGames(), meets && r.Unit == unitShare && high-low > widest:
		return string(verdictOpen)
	case !meets:
		return "differs"
	}
	return "agrees"
}

// hangsOnGames reports whether the comparison depends on a number of games that the report does not state:
// the report's number would differ if it were exact, but not if it came from [fewest] games.
func (r Row) hangsOnGames() bool { return r.unsaid() && !r.meets(0) && r.meets(fewest) }

// widest is the width above which a share's interval agrees with almost every number.
const widest = 0.4

// Sentence describes how our number differs from the report's. It returns "" if they cannot be compared.
func (r Row) Sentence() string {
	verdict := r.Compare()
	if verdict == "" {
		return ""
	}
	return fmt.Sprintf("%s: the report gives %s%s; ours is %s: %s.", r.Label, r.Unit.text(r.Paper),
		r.paperGames(), r.Text(), verdict)
}

// paperGames describes the interval of the report's number that is due to its games. It returns "" if there
// is none.
func (r Row) paperGames() string {
	games, text := r.Sample, " (%s: %s to %s)"
	if r.hangsOnGames() {
		games, text = fewest, " (number of games not stated; with %s: %s to %s)"
	}
	low, high := r.paperInterval(games)
	if low == high {
		return ""
	}
	var counts []string
	if oneSeed(r.Seeds) > 0 {
		counts = append(counts, "one seed")
	}
	switch {
	case games == 1:
		counts = append(counts, "1 game")
	case games > 1:
		counts = append(counts, fmt.Sprintf("%d games", games))
	}
	return fmt.Sprintf(text, and(counts), r.Unit.Format(low), r.Unit.Format(high))
}
