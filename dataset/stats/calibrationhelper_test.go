package stats_test

import (
	"math/rand/v2"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
)

// halfGames returns random games of twelve players, replayed, of which every fifth is not finished.
func halfGames(n int) []dataset.Game {
	rng := rand.New(rand.NewPCG(5, 6))
	games := make([]dataset.Game, n)
	for i := range games {
		p, g := engine.StandardStart(), &games[i]
		g.Start = p
		for !p.Board.Over() && (i%5 > 0 || len(g.Moves) < 30) {
			legal := p.Board.Moves()
			s := legal.Nth(rng.IntN(legal.Len()))
			g.Moves = append(g.Moves, s)
			p, _ = p.Play(s)
		}
		g.Score = p.Score(engine.Black)
		g.BlackID, g.WhiteID = rng.IntN(12), rng.IntN(12)
		_ = g.Replay()
	}
	return games
}
