package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distmv"

	"github.com/outflank/outflank/engine"
)

// replicates is the number of replicates of the bootstrap. It resamples games, not moves, with replacement
// (B. Efron, "Bootstrap methods: another look at the jackknife", 1979), because the moves of a game depend on
// each other.
//
// W depends on the games only through sums of moves. By the central limit theorem, the sums of n resampled
// games are nearly normal, with known mean and covariance. So each replicate draws its sums from this normal
// distribution, an approximation of the bootstrap distribution (Efron and Tibshirani, "An Introduction to the
// Bootstrap", 1993). W itself is far from normal, because it is divided by its largest class; each replicate
// is therefore divided by its own largest class. The method needs only sums of products of each game's
// counts. So no games are stored, and because the sums are whole numbers, merging is exact. Tests draw games
// one by one and compare the intervals.
const replicates = 2000

// classes is the number of sets of squares that the symmetries of the board map onto themselves.
const classes = 10

var (
	classOf      [64]int                // the class of each square
	classSquares [classes]engine.Square // the first square of each class
	classSizes   [classes]float64       // number of squares in each class
)

func init() {
	n := 0
	for s := range engine.Square(64) {
		images := imagesOf(s)
		if images[0] != s {
			classOf[s] = classOf[images[0]]
			continue
		}
		classOf[s], classSquares[n], classSizes[n] = n, s, float64(len(images))
		n++
	}
}

// A gameMoves counts the moves of a game by class: the winner's first, then the loser's.
type gameMoves [2 * classes]int

// products sums, over games, the products of each two counts of a game.
type products [2 * classes][2 * classes]int

func (m *products) add(x, y *gameMoves) {
	for i, a := range x {
		if a != 0 {
			row := &m[i]
			for j, b := range y {
				row[j] += a * b
			}
		}
	}
}

func (m *products) merge(n *products) {
	for i := range m {
		for j := range m {
			m[i][j] += n[i][j]
		}
	}
}

// sums returns the number of moves in all games by class, in the order of gameMoves.
func (w *SquareWeights) sums() []int {
	sums := make([]int, 2*classes)
	for s, c := range classOf {
		sums[c] += w.WinnerMoves[s]
		sums[classes+c] += w.LoserMoves[s]
	}
	return sums
}

// decided returns the number of games whose moves were counted.
func (w *SquareWeights) decided() int { return w.Games - w.DrawsExcluded }

// drawSums yields the sums of n games drawn with replacement, once per replicate. It yields nothing if there
// are fewer than two games or if all are equal. It reuses the slice.
func drawSums(n int, sums []int, product func(i, j int) int, yield func(drawn []float64)) {
	if n < 2 {
		return
	}
	mean, largest := make([]float64, len(sums)), 0.0
	covariance := mat.NewSymDense(len(sums), nil)
	for i := range sums {
		mean[i] = float64(sums[i])
		for j := range i + 1 {
			covariance.SetSym(i, j, float64(product(i, j))-mean[i]*mean[j]/float64(n))
		}
		largest = max(largest, covariance.At(i, i))
	}
	if largest == 0 {
		return
	}
	for i := range sums { // Cholesky's method needs positive variance in every direction
		covariance.SetSym(i, i, covariance.At(i, i)+float64(largest*1e-9))
	}
	normal, ok := distmv.NewNormal(mean, covariance, rand.NewPCG(1979, replicates))
	if !ok {
		return
	}
	drawn := make([]float64, len(sums))
	for range replicates {
		yield(normal.Rand(drawn))
	}
}

// classWeights returns W by class from sums of moves.
func classWeights(sums []float64, relative bool) (w [classes]float64) {
	winners, losers := 1.0, 1.0
	if relative {
		winners, losers = floats.Sum(sums[:classes]), floats.Sum(sums[classes:])
	}
	for c := range w {
		w[c] = (sums[c]/winners - sums[classes+c]/losers) / classSizes[c]
	}
	floats.Scale(1/floats.Norm(w[:], math.Inf(1)), w[:])
	return w
}

// Intervals returns the bounds of the 95 % interval of each of the Weights: percentiles of a bootstrap over
// games. Unknown bounds are NaN: without weights, on squares without moves, with fewer than two decided
// games, and after unmarshalling. If a square has the largest weight in each replicate, its weight is ±1 by
// definition, so its interval has no width.
//
// The bootstrap assumes independent games, but not independent moves within a game. The bounds are rounded to
// a millionth.
func (w SquareWeights) Intervals() (low, high [64]float64) {
	var values [classes][]float64
	sums := w.sums()
	if w.known() != nil {
		drawSums(w.decided(), sums, func(i, j int) int { return w.own[i][j] }, func(drawn []float64) {
			for c, x := range classWeights(drawn, w.Relative) {
				values[c] = append(values[c], x)
			}
		})
	}
	for s, c := range classOf {
		low[s], high[s] = math.NaN(), math.NaN()
		if classSquares[c] != engine.Square(s) {
			low[s], high[s] = low[classSquares[c]], high[classSquares[c]]
		} else if sums[c]+sums[classes+c] > 0 && values[c] != nil {
			slices.Sort(values[c])
			low[s] = millionths(stat.Quantile((1-confidence)/2, stat.LinInterp, values[c], nil))
			high[s] = millionths(stat.Quantile((1+confidence)/2, stat.LinInterp, values[c], nil))
		}
	}
	return low, high
}

// millionths rounds to a millionth, because later digits differ between sets of replicates.
func millionths(x float64) float64 { return math.Round(x*1e6) / 1e6 }
