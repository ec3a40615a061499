package study

import (
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A need states what would settle an inconclusive claim.
type need struct {
	Trials float64 // multiple of the run's trials
	Needed int     // the resulting number of seeds or games per row; 0 = rows count something else
	Of     string  // "seeds", "games" or ""
}

// most is the largest multiple of a run's trials that is worth stating.
const most = 1000

// settling returns the smallest multiple of the run's trials that would settle an inconclusive claim if the
// numbers stay as they are. If none up to [most] would settle it, settling returns most, or 0 (unknown) if
// intervals are missing.
func (t Test) settling(rows Rows) need {
	decided := func(k float64) bool {
		var more Rows
		for _, l := range t.Rows {
			more = append(more, rows.Row(l).times(k))
		}
		return t.judge(more) != verdictOpen
	}
	if !decided(most) {
		for _, l := range t.Rows {
			if !rows.Row(l).settles() {
				return need{}
			}
		}
		return need{Trials: most}
	}
	few, enough := 1.0, float64(most)
	for enough/few > 1.0001 {
		if k := math.Sqrt(few * enough); decided(k) {
			enough = k
		} else {
			few = k
		}
	}
	needed, of := rows.needed(enough, t.Rows)
	return need{enough, needed, of}
}

// needed returns the largest number of trials of the given rows, multiplied by times. Trials are seeds if the
// rows have any, because more games of the same seeds say nothing about other seeds. Otherwise they are
// games.
func (rows Rows) needed(times float64, labels []string) (n int, of string) {
	games, seeds := 0, 0
	for _, l := range labels {
		r := rows.Row(l)
		seeds = max(seeds, len(r.Seeds))
		switch r.Unit {
		case unitShare, unitDiscs, unitMoves, unitEvidence:
			if r.boards == nil {
				games = max(games, r.Games)
			}
		}
	}
	switch {
	case seeds > 1:
		return int(math.Ceil(times * float64(seeds))), "seeds"
	case games > 0:
		return int(math.Ceil(times * float64(games))), "games"
	}
	return 0, ""
}

// settles reports whether more trials narrow the row's interval.
func (r Row) settles() bool {
	_, _, ok := r.interval()
	return r.Ours != nil && (ok && r.Unit != unitPlies || r.Unit == unitEvidence)
}

// times returns the row with k times as many games and seeds and the same number. A log-likelihood ratio is
// multiplied by k, because it grows with the games.
func (r Row) times(k float64) Row {
	low, high, ok := r.interval()
	r.Games = int(math.Round(k * float64(r.Games)))
	switch {
	case r.Ours == nil:
		return r
	case r.Unit == unitEvidence:
		r.Ours = text.Known(k * *r.Ours)
		return r
	case !ok, r.Unit == unitPlies: // the bounds of a needed depth depend on the games at each depth
		return r
	}
	x := *r.Ours
	low, high = x-(x-low)/math.Sqrt(k), x+(high-x)/math.Sqrt(k)
	if r.Unit == unitShare {
		low, high = arena.Wilson(x, r.Games/max(1, r.alike))
		if len(r.Seeds) > 1 {
			n := k * float64(len(r.Seeds))
			half := arena.Student(int(math.Round(n))) * stat.StdDev(r.Seeds, nil) / math.Sqrt(n)
			low, high = r.Unit.possible(min(low, x-half), max(high, x+half))
		}
	}
	r.Low, r.High = text.Known(low), text.Known(high)
	return r
}
