package arena

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Rating is a player's estimated strength in Elo points. 400 points more mean
// ten wins for every loss. Ratings of one call of [Rate] have mean 0.
type Rating struct {
	Player    int     // index
	Elo       float64 // relative to the mean of all players
	Low, High float64 // 95 % confidence interval of Elo
	Games     int
	Score     float64 // share of the points, 0 to 1; NaN without games
}

// Two priors keep the ratings finite and the numbers well-behaved.
const (
	// virtualDraws is how many draws are added to the games of two players who
	// met. Half a draw moves ratings by less than their error, and lets a player
	// who won all of 400 games stand 1,280 points above the loser and not
	// infinitely many.
	virtualDraws = 0.5
	// spread is the standard deviation, in Elo, of a normal distribution that
	// ratings come from. It is so wide that it only matters to players whom no
	// chain of games connects: they get a rating near 0 and a huge interval.
	spread = 3000
)

// eloScale is how many Elo points make odds of e.
var eloScale = 400 / math.Ln10

// Rate estimates the ratings that make the results likeliest, for players 0 to the
// highest index in the pairs. The model is Bradley and Terry's ("Rank analysis of
// incomplete block designs", 1952) with a draw as half a win, plus two weak priors:
// half a virtual draw between players who met, and a normal distribution of ratings
// with a standard deviation of 3,000. Intervals come from the curvature of the
// likelihood, with the single game as the unit, and say how sure a rating is against
// the mean of the others.
func Rate(pairs []Pair) []Rating {
	n := 0
	for _, p := range pairs {
		n = max(n, p.A+1, p.B+1)
	}
	if n == 0 {
		return nil
	}
	r, cov := likeliest(n, pairs)
	list := make([]Rating, n)
	for i := range list {
		half := 1.959963984540054 * math.Sqrt(max(0, centredVariance(cov, i, n)))
		list[i] = Rating{
			Player: i,
			Elo:    r.AtVec(i) * eloScale,
			Low:    (r.AtVec(i) - half) * eloScale,
			High:   (r.AtVec(i) + half) * eloScale,
		}
		list[i].total(pairs)
	}
	return list
}

// likeliest climbs the log-likelihood by Newton's method, in units of odds of e. It
// returns the ratings, whose sum is 0 because the prior pulls towards 0 and the
// games do not care, and their covariance.
func likeliest(n int, pairs []Pair) (*mat.VecDense, *mat.SymDense) {
	r, cov := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	var chol mat.Cholesky
	for range 200 { // steps of a concave function, at most 1 long; ten to thirty are enough
		gradient, curvature := derivatives(r, pairs)
		if !chol.Factorize(curvature) {
			panic("arena: curvature of the likelihood is not positive")
		}
		var step mat.VecDense
		_ = chol.SolveVecTo(&step, gradient) // an error only warns of a bad condition; the answer is there
		length := mat.Norm(&step, math.Inf(1))
		r.AddScaledVec(r, 1/max(1, length), &step) // far out the curvature is flat and Newton overshoots
		if length < 1e-12 {
			break
		}
	}
	_ = chol.InverseTo(cov) // likewise
	return r, cov
}

// derivatives returns the gradient of the log-likelihood and its negated second
// derivative.
func derivatives(r *mat.VecDense, pairs []Pair) (*mat.VecDense, *mat.SymDense) {
	n := r.Len()
	gradient, curvature := mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	prior := (eloScale / spread) * (eloScale / spread)
	for i := range n {
		gradient.SetVec(i, -prior*r.AtVec(i))
		curvature.SetSym(i, i, prior)
	}
	for _, p := range pairs {
		if p.Games() == 0 || p.A == p.B {
			continue
		}
		games := float64(p.Games()) + virtualDraws
		points := float64(p.Wins) + float64(p.Draws)/2 + virtualDraws/2
		expected := 1 / (1 + math.Exp(r.AtVec(p.B)-r.AtVec(p.A)))
		surprise, weight := points-games*expected, games*expected*(1-expected)
		gradient.SetVec(p.A, gradient.AtVec(p.A)+surprise)
		gradient.SetVec(p.B, gradient.AtVec(p.B)-surprise)
		curvature.SetSym(p.A, p.A, curvature.At(p.A, p.A)+weight)
		curvature.SetSym(p.B, p.B, curvature.At(p.B, p.B)+weight)
		curvature.SetSym(p.A, p.B, curvature.At(p.A, p.B)-weight)
	}
	return gradient, curvature
}

// centredVariance returns the variance of rating i minus the mean of all ratings.
// The uncertainty of that mean is the prior's, says nothing and is left out.
func centredVariance(cov *mat.SymDense, i, n int) float64 {
	var row, all float64
	for j := range n {
		row += cov.At(i, j)
		for k := range n {
			all += cov.At(j, k)
		}
	}
	return cov.At(i, i) - 2*row/float64(n) + all/float64(n*n)
}

// total fills in the games and the score of a player.
func (r *Rating) total(pairs []Pair) {
	var sum Pair
	for _, p := range pairs {
		switch r.Player {
		case p.A:
			sum = sum.Add(p)
		case p.B:
			sum = sum.Add(p.Swap())
		}
	}
	r.Games, r.Score = sum.Games(), sum.Score()
}

// Expected returns the share of the points, 0 to 1, that a player expects against
// one who is weaker by the given Elo points.
func Expected(elo float64) float64 { return 1 / (1 + math.Exp(-elo/eloScale)) }

// Difference returns the Elo points that make score the expected one: the inverse
// of [Expected]. For 0 and 1 it is infinite.
func Difference(score float64) float64 { return eloScale * math.Log(score/(1-score)) }
