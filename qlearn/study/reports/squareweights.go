package reports

import (
	"context"
	"fmt"
	"math"

	"github.com/outflank/outflank/qlearn/study"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/rating"
)

// squareWeights is the work that counts W.
type squareWeights struct{}

func (squareWeights) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	list, err := study.Steps(ctx, r, "counting moves", "databases", 1, []study.Step[study.Games]{{Key: "games", Do: r.Host.Games}})
	if err != nil {
		return out, err
	}
	g := list[0]
	if g.Count == 0 {
		return out, fmt.Errorf("no finished games in %s", g.Source)
	}
	sums, spread, largest := classSums(g)
	for i, name := range classNames {
		if spread[i] == 0 { // the squares on which the game begins
			continue
		}
		half := rating.Z * math.Sqrt(spread[i]) / largest
		w := sums[i] / largest
		out.Rows = append(out.Rows, study.Row{Label: "squares like " + name, Unit: study.Weight, Ours: study.Number(w), Low: study.Number(w - half), High: study.Number(w + half), Games: g.Count})
	}
	board := chart.Board{Title: "Square weights W", Subtitle: g.Source, Limit: 1}
	for s := range board.Values {
		board.Values[s] = sums[classOf(s)] / largest
	}
	out.Plots = []study.Plot{{Name: "board", Chart: board}}
	out.Notes = []string{fmt.Sprintf("games: %s, %d finished ones", g.Source, g.Count)}
	return out, nil
}

// classSums returns winners' less losers' moves on a square of each class, the variance
// of that, and the largest absolute one.
func classSums(g study.Games) (sums, spread [10]float64, largest float64) {
	var n [10]float64
	for s := range g.Winner {
		c := classOf(s)
		sums[c] += float64(g.Winner[s] - g.Loser[s])
		spread[c] += float64(g.Winner[s] + g.Loser[s])
		n[c]++
	}
	for i := range sums {
		sums[i] /= n[i]
		spread[i] /= n[i] * n[i]
		largest = max(largest, math.Abs(sums[i]))
	}
	return sums, spread, max(largest, 1e-300)
}
