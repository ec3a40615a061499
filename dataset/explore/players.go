package explore

import (
	"math"

	"github.com/outflank/outflank/dataset/stats"
)

// Players returns the [stats.Players] of all games, which the first call computes. The result is read-only.
func (x *Index) Players() *stats.Players { return x.players() }

// Ratings returns the ratings of [stats.Players.Elo] from all games, which the first call computes. The
// result is read-only.
func (x *Index) Ratings() map[stats.PlayerID]float64 { return x.elo() }

func (x *Index) countPlayers() *stats.Players {
	p := stats.NewPlayers()
	for i := range x.rows {
		g := x.game(i)
		p.Add(&g)
	}
	return p
}

// rate returns the mean rating of both players for each row, or NaN if a player has no rating.
func (x *Index) rate() []float64 {
	elo := x.Ratings()
	of := func(id stats.PlayerID) float64 {
		if r, ok := elo[id]; ok {
			return r
		}
		return math.NaN()
	}
	ratings := make([]float64, len(x.rows))
	for i := range ratings {
		g := x.game(i)
		ratings[i] = (of(stats.BlackOf(&g)) + of(stats.WhiteOf(&g))) / 2
	}
	return ratings
}
