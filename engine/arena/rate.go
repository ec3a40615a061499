package arena

import "math"

// A Rating is a player's estimated strength in Elo points. A difference of 400 points means ten wins for
// every loss. Ratings from one call of [Rate] have mean 0.
type Rating struct {
	Player    int     // index
	Elo       float64 // relative to the mean of all players
	Low, High float64 // 95 % confidence interval of Elo
}

// Two priors keep the ratings finite and the computation stable.
const (
	// virtualDraws is the number of draws added to the games of two players that met. Half a draw moves ratings
	// by less than their error. With it, a player that won all of 400 games is rated 1,280 points above the
	// loser, instead of infinitely far above.
	virtualDraws = 0.5
	// spread is the standard deviation, in Elo, of the prior normal distribution of ratings. It is so wide that
	// it matters only for players that no chain of games connects. They get ratings near 0 with huge intervals.
	spread = 3000
)

// Rate returns maximum-likelihood ratings for players 0 to the highest index in the pairs. It uses the model
// of Bradley and Terry ("Rank analysis of incomplete block designs", 1952), where a draw is half a win, with
// two weak priors: half a virtual draw between players that met, and a normal distribution of ratings with a
// standard deviation of 3,000. Intervals come from the curvature of the likelihood, with the single game as
// the unit. They are relative to the mean of all players.
func Rate(pairs []Pair) []Rating {
	n := 0
	for _, p := range pairs {
		n = max(n, p.A+1, p.B+1)
	}
	if n == 0 {
		return nil
	}
	m := modelOf(n, pairs)
	r := m.Fit()
	variances := m.CentredVariances(r)
	list := make([]Rating, n)
	for i := range list {
		half := float64(Z * math.Sqrt(variances[i]))
		list[i] = Rating{
			Player: i,
			Elo:    r[i] * Scale,
			Low:    (r[i] - half) * Scale,
			High:   (r[i] + half) * Scale,
		}
	}
	return list
}

// modelOf returns the model of n players with these results.
func modelOf(n int, pairs []Pair) *Model {
	m := &Model{Players: n, Prior: Prior{Spread: spread}}
	for _, p := range pairs {
		if p.Games() == 0 || p.A == p.B {
			continue
		}
		m.Meetings = append(m.Meetings, Meeting{
			A: p.A, B: p.B,
			Games:  float64(p.Games()) + virtualDraws,
			Points: float64(p.Wins) + float64(p.Draws)/2 + virtualDraws/2,
		})
	}
	return m
}
