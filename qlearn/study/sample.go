package study

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/text"
)

// confidence is the confidence level of all intervals of rows.
const confidence = 0.95

// fewAlike is the number of equal values that shows that their spread is 0; fewer values do not.
const fewAlike = 20

// meanOf returns the mean and its Student interval. The interval is unknown for fewer than two values, and
// for fewer than fewAlike values that are all equal.
func meanOf(x []float64) (mean, low, high float64) {
	if len(x) == 0 {
		return math.NaN(), math.NaN(), math.NaN()
	}
	mean, sd := stat.MeanStdDev(x, nil)
	if len(x) < 2 || sd == 0 && len(x) < fewAlike {
		return mean, math.NaN(), math.NaN()
	}
	half := arena.Student(len(x)) * sd / math.Sqrt(float64(len(x)))
	return mean, mean - half, mean + half
}

// meanRow returns the row of a mean.
func meanRow(label string, unit Unit, x []float64) Row {
	mean, low, high := meanOf(x)
	low, high = unit.possible(low, high)
	return Row{Label: label, Unit: unit, Ours: text.Known(mean), Low: text.Known(low), High: text.Known(high),
		Games: len(x)}
}

// boardsRow returns the row of a mean over boards, which is compared with other rows board by board.
func boardsRow(label string, unit Unit, x []float64) Row {
	row := meanRow(label, unit, x)
	row.boards = x
	return row
}

// shareRow returns the row of a share of the points in n games. Its interval is Wilson's, which assumes that
// games are independent.
func shareRow(label string, points float64, n int) Row { return shareOf(label, points, n, 1) }

// shareOf returns the row of a share of the points in n games, of which each group of alike games counts as
// one trial.
func shareOf(label string, points float64, n, alike int) Row {
	share := points / float64(n)
	low, high := arena.Wilson(share, n/alike)
	return Row{Label: label, Unit: unitShare, Ours: text.Known(share), Low: number(low), High: number(high),
		Games: n, alike: alike}
}

// jackknifeRow returns the row of a statistic of n trials that is not their mean, such as the mean
// correlation of pairs of trials, where each trial is in many pairs. of returns the statistic without trial
// but, or of all trials if but is -1. The interval is Student's over the jackknife's pseudovalues (Arvesen,
// "Jackknifing U-statistics", Annals of Mathematical Statistics 40, 1969). It is unknown if they are all
// equal.
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

// countRow returns the row of the share of trials whose answer is yes.
func countRow(label string, yes []bool) Row {
	n := 0.0
	for _, y := range yes {
		if y {
			n++
		}
	}
	row := shareRow(label, n, len(yes))
	row.boards = []float64{} // trials are not games
	return row
}

// mean returns the mean of numbers.
func mean(x []float64) float64 { return stat.Mean(x, nil) }

// differenceRow returns the row of the difference between two means, with Welch's interval.
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
