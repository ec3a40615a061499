package study

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
)

// holedFeatures is the work that measures, in games of a player against itself, how well features predict the
// winner on boards with and without holes.
type holedFeatures struct {
	spec  string
	games int // number of games with holes, and of games without
}

func holedLabel(side string, percent int) string {
	return fmt.Sprintf("%s, %d %% holes", side, percent)
}

// Run implements [work].
func (h holedFeatures) Run(ctx context.Context, r *execution) (out outcome, err error) {
	var list []step[featureTallies]
	percents := []int{0, 20}
	for _, percent := range percents {
		m := meeting{A: h.spec, B: h.spec, Pairs: r.Scaled(h.games, 20), Random: 8,
			Holes: each(float64(percent) / 100)}
		match, err := m.match(r.Host, r.player, r.Seed)
		if err != nil {
			return out, err
		}
		play := func(ctx context.Context) (featureTallies, error) {
			f, p := featureTallies{}, match.Players[0]
			for i := range m.Pairs {
				g, err := match.Opening(i)
				if err != nil {
					return nil, err
				}
				rng := rand.New(rand.NewPCG(r.Seed, uint64(i)))
				if g, err = engine.PlayOut(ctx, g, [2]engine.Agent{p.New(rng), p.New(rng)}); err != nil {
					return nil, err
				}
				if err := f.game(g); err != nil {
					return nil, err
				}
			}
			return f, nil
		}
		list = append(list, step[featureTallies]{"features | " + m.key(m.Pairs), play})
	}
	all, err := takeSteps(ctx, r, "playing with holes", "series of games", r.Workers, list)
	for i, f := range all {
		for _, side := range []string{moreMoves40, moreEdges + after40} {
			out.Rows = append(out.Rows, f.of(side).row(holedLabel(side, percents[i])))
		}
	}
	return out, err
}
