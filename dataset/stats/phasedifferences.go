package stats

import (
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A phaseDifference compares W between two phases for a class of squares.
type phaseDifference struct {
	Square     string  `json:"square" unit:"text" meaning:"the class of symmetric squares, by its first square: a1, b1, c1, d1, b2, c2, d2, c3, d3"`
	From       string  `json:"from" unit:"text" meaning:"the earlier phase"`
	To         string  `json:"to" unit:"text" meaning:"the later phase"`
	Difference float64 `json:"difference" unit:"1" meaning:"W in the later phase - W in the earlier one, -2 to 2"`
	Low        float64 `json:"difference_low" unit:"1" meaning:"lower bound of its interval; the intervals of all rows hold jointly with 95 % confidence (Bonferroni)"`
	High       float64 `json:"difference_high" unit:"1" meaning:"upper bound of its interval"`
	Real       bool    `json:"real" unit:"1" meaning:"whether the interval excludes 0"`
}

// differences compares each pair of phases for each class of squares that has moves in both. The intervals
// are the differences ± z standard errors of the bootstrap, which draws all phases of a game together. z is
// chosen so that the intervals of all rows hold jointly with 95 % confidence (Bonferroni). The list is empty
// if the standard errors are unknown.
func (p *PhaseWeights) differences() []phaseDifference {
	list := []phaseDifference{}
	errors, ok := p.compare()
	if !ok {
		return list
	}
	var weights [phases][64]float64
	for i := range p {
		weights[i] = p[i].Weights()
	}
	for c, s := range classSquares {
		for i := range phases {
			for j := i + 1; j < phases; j++ {
				if p.played(i, c) && p.played(j, c) {
					list = append(list, phaseDifference{Square: s.String(), From: i.String(), To: j.String(),
						Difference: weights[j][s] - weights[i][s], High: errors[i][j][c]})
				}
			}
		}
	}
	z := distuv.UnitNormal.Quantile(1 - (1-confidence)/2/float64(len(list)))
	for k := range list {
		d, half := &list[k], float64(z*list[k].High)
		d.Low, d.High = millionths(d.Difference-half), millionths(d.Difference+half)
		d.Real = d.Low > 0 || d.High < 0
	}
	return list
}

// played reports whether a class has moves in a phase.
func (p *PhaseWeights) played(i Phase, class int) bool {
	sums := p[i].sums()
	return sums[class]+sums[classes+class] > 0
}

// compare returns the standard errors of the differences of W between each pair of phases, by class. ok is
// false if they are unknown.
func (p *PhaseWeights) compare() (errors [phases][phases][classes]float64, ok bool) {
	const size = 2 * classes
	var drawn [phases][phases][classes][]float64
	var sums []int
	for i := range p {
		if p[i].known() == nil {
			return errors, false
		}
		sums = append(sums, p[i].sums()...)
	}
	drawSums(p[0].decided(), sums, func(i, j int) int {
		return p.product(Phase(i/size), Phase(j/size), i%size, j%size)
	}, func(sums []float64) {
		var w [phases][classes]float64
		for i := range w {
			w[i] = classWeights(sums[i*size:(i+1)*size], p[i].Relative)
			for j := range i {
				for c := range classes {
					drawn[j][i][c] = append(drawn[j][i][c], w[i][c]-w[j][c])
				}
			}
		}
	})
	for i := range phases {
		for j := range i {
			for c, values := range drawn[j][i] {
				errors[j][i][c] = stat.StdDev(values, nil)
			}
		}
	}
	return errors, drawn[0][1][0] != nil
}

// product returns the sum, over games, of count a in phase i times count b in phase j.
func (p *PhaseWeights) product(i, j Phase, a, b int) int {
	switch j {
	case i:
		return p[i].own[a][b]
	case (i + 1) % phases:
		return p[i].next[a][b]
	}
	return p[j].next[b][a]
}
