package arena

import "math"

// A Rating is a player's estimated strength in Elo points. 400 points more mean ten wins for every loss.
// Ratings from one call of [Rate] have mean 0.
type Rating struct {
	Player    int     // index
	Elo       float64 // relative to the mean of all players
	Low, High float64 // 95 % confidence interval of Elo
}

// Two priors keep the ratings finite and the computation stable.
const (
	// virtualDraws is the number of draws added to the games of two players that met. Half a draw moves ratings
	// by less than their error. With it, a player that won all of 400 games is 1,280 points above the loser,
	// not infinitely many.
	virtualDraws = 0.5
	// spread is the standard deviation, in Elo, of a normal distribution that ratings come from. It is so wide
	// that it only matters for players that no chain of games connects. They get ratings near 0 with huge
	// intervals.
	spread = 3000
)

// Rate estimates the ratings of maximum likelihood, for players 0 to the highest index in the pairs. The
// model is Bradley and Terry's ("Rank analysis of incomplete block designs", 1952), where a draw is half a
// win, plus two weak priors: half a virtual draw between players that met, and a normal distribution of
// ratings with a standard deviation of 3,000. Intervals come from the curvature of the likelihood, with the
// single game as the unit. They are relative to the mean of the other players.
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
