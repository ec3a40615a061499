package study

import (
	"math"
	"math/rand/v2"
	"slices"
)

// heights are made-up numbers for the rows of a claim, each from 0, the least that it can
// be, to 1.
type heights []float64

// patterns yields heights of n rows: all alike, rising, falling, on two levels, at random.
func patterns(n int, rng *rand.Rand, try func(heights) (enough bool)) {
	const few, many = 40, 1500
	for i := range few + 1 {
		level := float64(i) / few
		if try(slices.Repeat(heights{level}, n)) {
			return
		}
	}
	for range many {
		low, high := rng.Float64(), rng.Float64()
		rising, levels, loose := make(heights, n), make(heights, n), make(heights, n)
		for i := range n {
			rising[i] = low + (high-low)*float64(i)/float64(max(n-1, 1))
			levels[i] = [2]float64{low, high}[rng.IntN(2)]
			loose[i] = rng.Float64()
		}
		if try(rising) || try(levels) || try(loose) {
			return
		}
	}
}

// between yields heights on the way from some to others.
func between(from, to heights, try func(heights) (enough bool)) {
	const steps = 400
	for i := range steps {
		h := make(heights, len(from))
		for k := range h {
			h[k] = from[k] + (to[k]-from[k])*float64(i)/steps
		}
		if try(h) {
			return
		}
	}
}

// madeUp returns a row like one of a run, with as many games and seeds, but another number.
// Its interval is that of games with that share of the points, or for what is not
// a share as wide as that of such a number often is.
func madeUp(like Row, height float64) (row Row, ok bool) {
	if like.Unit == unitShare {
		return madeUpShare(like, height), true
	}
	x, half, least, most := 0.0, 0.0, math.Inf(-1), math.Inf(1)
	games := math.Sqrt(float64(max(like.Games, 1)))
	switch like.Unit {
	case unitSeconds:
		x, least = math.Pow(10, -5+8*height), 0
		half = 0.1 * x
	case unitNodes:
		x, least = math.Pow(10, 8*height), 0
		half = 0.1 * x
	case unitDiscs:
		x, half = -64+128*height, 25/games
	case unitMoves:
		x, half, least = 20*height, 3/games, 0
	case unitBytes:
		x, least = math.Pow(10, 2+6*height), 0
		half = 0.1 * x
	case unitWeight:
		x, half, least, most = 2*height-1, 0.02, -1, 1
	case unitPlies:
		x, half = math.Round(1+10*height), 0.5
	case unitCorrelation:
		x = 2*height - 1
		half = 0.1 * (1 - x*x)
	case unitEvidence:
		x = 12*height - 6
	case unitFactor:
		x = 20 * math.Pow(2*height-1, 3) // most of them small
		half = 0.02*math.Abs(x) + 0.005
	default:
		return row, false
	}
	row = Row{Label: like.Label, Unit: like.Unit, Ours: &x, Games: like.Games}
	if like.Unit == unitMoves && like.Low != nil && *like.Low == *like.High { // a number that is counted, not estimated
		half = 0
	}
	if like.Low != nil {
		row.Low, row.High = number(max(least, x-half)), number(min(most, x+half))
	}
	return row, true
}

// madeUpShare is the row of games with that share of the points; seeds differ by what is common.
func madeUpShare(like Row, share float64) Row {
	n := max(len(like.Seeds), 1)
	pairs := max(1, like.Games/2/n)
	if len(like.Seeds) == 0 {
		won := math.Round(share * float64(2*pairs))
		return shareOf(like.Label, won, 2*pairs, max(1, like.alike))
	}
	var bySeed [][]twoGames
	for i := range n {
		of := 0.05 * (2*float64(i)/float64(max(n-1, 1)) - 1) * 4 * share * (1 - share)
		bySeed = append(bySeed, gamesOf(share+of, pairs))
	}
	return points.SeedsRow(like.Label, bySeed)
}

// gamesOf returns pairs of games of which A has that share of the points.
func gamesOf(share float64, pairs int) []twoGames {
	list := make([]twoGames, pairs)
	won := int(math.Round(share * float64(2*pairs)))
	for i := range 2 * pairs {
		list[i/2].Score[i%2] = -2
		if i < won {
			list[i/2].Score[i%2] = 2
		}
	}
	return list
}

// draw returns a row of trials whose true number is at a height: the number and its interval are those of
// games, seeds or measurements that vary by chance.
func draw(like Row, height float64, rng *rand.Rand) Row {
	row, _ := madeUp(like, height)
	if like.Unit != unitShare {
		if row.Low == nil {
			return row
		}
		off := rng.NormFloat64() * (*row.High - *row.Low) / 2 / 1.96
		*row.Ours, *row.Low, *row.High = *row.Ours+off, *row.Low+off, *row.High+off
		return row
	}
	alike, seeds := max(1, like.alike), max(1, len(like.Seeds))
	share := func(p float64, n int) float64 { // of n games, of which some are alike
		won := 0
		for range n / alike {
			if rng.Float64() < p {
				won++
			}
		}
		return float64(won*alike) / float64(max(1, n/alike*alike))
	}
	if seeds == 1 {
		n := max(1, like.Games/alike) * alike
		return shareOf(like.Label, share(height, n)*float64(n), n, alike)
	}
	var list []float64
	n, spread := like.Games/seeds, 0.05*4*height*(1-height)
	for range seeds {
		list = append(list, share(min(1, max(0, height+spread*rng.NormFloat64())), n))
	}
	return shareOf(like.Label, mean(list)*float64(n*seeds), n*seeds, alike).overSeeds(list)
}
