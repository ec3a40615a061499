package study

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// confidence of all intervals.
const confidence = 0.95

// fewAlike is the number of equal values that is too small to predict others: their spread may not be 0.
const fewAlike = 20

// meanOf returns the mean and Student's interval of it, unknown of fewer than two, and
// of few that are all the same.
func meanOf(x []float64) (mean, low, high float64) {
	if len(x) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	mean, sd := stat.MeanStdDev(x, nil)
	if len(x) < 2 || sd == 0 && len(x) < fewAlike {
		return mean, math.NaN(), math.NaN()
	}
	half := student(len(x)) * sd / math.Sqrt(float64(len(x)))
	return mean, mean - half, mean + half
}

// meanRow makes the row of a mean.
func meanRow(label string, unit Unit, x []float64) Row {
	mean, low, high := meanOf(x)
	low, high = unit.possible(low, high)
	return Row{Label: label, Unit: unit, Ours: text.Known(mean), Low: text.Known(low), High: text.Known(high),
		Games: len(x)}
}

// boardsRow makes the row of a mean over boards, which is compared with others board by board.
func boardsRow(label string, unit Unit, x []float64) Row {
	row := meanRow(label, unit, x)
	row.boards = x
	return row
}

// shareRow makes the row of a share of the points of n games, with Wilson's interval, which
// takes them as independent.
func shareRow(label string, points float64, n int) Row { return shareOf(label, points, n, 1) }

// shareOf makes the row of a share of the points of n games, of which some count as one trial.
func shareOf(label string, points float64, n, alike int) Row {
	share := points / float64(n)
	low, high := arena.Wilson(share, n/alike)
	return Row{Label: label, Unit: unitShare, Ours: text.Known(share), Low: number(low), High: number(high),
		Games: n, alike: alike}
}

// jackknifeRow makes the row of a statistic of n trials that is no mean of them, such as the
// mean correlation of two, in which each trial is in many pairs. Of returns it for the trials
// but one, and for all where that is -1. The interval is Student's over the jackknife's
// pseudovalues (Arvesen, "Jackknifing U-statistics", Annals of Mathematical Statistics 40,
// 1969), unknown where they are all the same.
func jackknifeRow(label string, unit Unit, n int, of func(but int) float64) Row {
	all := of(-1)
	pseudo := make([]float64, n)
	for i := range pseudo {
		pseudo[i] = float64(n)*all - float64(n-1)*of(i)
	}
	_, low, high := meanOf(pseudo)
	half := (high - low) / 2
	low, high = unit.possible(all-half, all+half)
	return Row{Label: label, Unit: unit, Ours: text.Known(all), Low: text.Known(low),
		High: text.Known(high), Games: n}
}

// countRow makes the row of the share of trials that came out as asked.
func countRow(label string, yes []bool) Row {
	n := 0.0
	for _, y := range yes {
		if y {
			n++
		}
	}
	row := shareRow(label, n, len(yes))
	row.boards = []float64{} // no games
	return row
}

// mean returns the mean of numbers.
func mean(x []float64) float64 { return stat.Mean(x, nil) }

// differenceRow makes the row of the difference of two means, with Welch's interval.
func differenceRow(label string, unit Unit, x, y []float64) Row {
	mx, sx := stat.MeanStdDev(x, nil)
	my, sy := stat.MeanStdDev(y, nil)
	vx, vy := sx*sx/float64(len(x)), sy*sy/float64(len(y))
	row := Row{Label: label, Unit: unit, Ours: text.Known(mx - my), Games: len(x) + len(y)}
	if len(x) > 1 && len(y) > 1 && vx+vy > 0 {
		nu := (vx + vy) * (vx + vy) / (vx*vx/float64(len(x)-1) + vy*vy/float64(len(y)-1))
		half := distuv.StudentsT{Sigma: 1, Nu: nu}.Quantile((1+confidence)/2) * math.Sqrt(vx+vy)
		row.Low, row.High = text.Known(mx-my-half), text.Known(mx-my+half)
	}
	return row
}
