package study

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// holedFeatures is the work that asks games of a player against itself what features are worth on boards with
// holes and without.
type holedFeatures struct {
	spec  string
	games int // with holes, and as many without
}

const moreMovesHoled = "the side with more moves"

func holedLabel(side string, percent int) string {
	return fmt.Sprintf("%s, %d %% holes", side, percent)
}

// Run implements [work].
func (h holedFeatures) Run(ctx context.Context, r *execution) (out outcome, err error) {
	for _, percent := range []int{0, 20} {
		m := meeting{A: h.spec, B: h.spec, Pairs: r.Scaled(h.games, 20), Random: 8,
			Holes: each(float64(percent) / 100)}
		match, err := m.match(r.Host, r.player, r.Seed)
		if err != nil {
			return out, err
		}
		var list []step[featureTallies]
		for i := range m.Pairs {
			list = append(list, step[featureTallies]{"features | " + m.key(i),
				func(ctx context.Context) (featureTallies, error) {
					g, err := match.Opening(i)
					if err != nil {
						return nil, err
					}
					p := match.Players[0]
					g, err = engine.PlayOut(ctx, g, [2]engine.Agent{p.New(rand.New(rand.NewPCG(r.Seed, uint64(2*i)))),
						p.New(rand.New(rand.NewPCG(r.Seed, uint64(2*i+1))))})
					if err != nil {
						return nil, err
					}
					return lateFeatures(g)
				}})
		}
		games, err := takeSteps(ctx, r, "playing with holes", "games", r.Workers, list)
		if err != nil {
			return out, err
		}
		for _, side := range []string{moreMovesHoled, moreEdges} {
			var all tally
			for _, f := range games {
				all.Points, all.Games = all.Points+f.of(side).Points, all.Games+f.of(side).Games
			}
			out.Rows = append(out.Rows, all.row(holedLabel(side, percent)))
		}
	}
	return out, nil
}

// lateFeatures counts what the side scores that has more of a feature when 20 squares are empty.
func lateFeatures(g engine.Game) (featureTallies, error) {
	f := featureTallies{}
	end, err := g.End()
	if err != nil {
		return nil, err
	}
	for ply, err := range g.Plies() {
		if err != nil {
			return nil, err
		}
		if b := ply.Position.Board; b.Empty().Len() == 20 {
			points := pointsOf(end.Score(ply.Position.Color))
			mine, theirs := eval.Stable(b)
			f.of(moreMovesHoled).prefer(float64(b.Moves().Len()-b.Pass().Moves().Len()), points)
			f.of(moreEdges).prefer(float64((mine&engine.Edges).Len()-(theirs&engine.Edges).Len()), points)
		}
	}
	return f, nil
}
