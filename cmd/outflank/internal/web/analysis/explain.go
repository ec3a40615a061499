package analysis

import (
	"cmp"
	"context"

	"github.com/outflank/outflank/cmd/outflank/internal/web/position"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/explain"
)

// explained are the agents whose values are explained, by name.
var explained = map[string]string{"features": "ab:eval=default", "engine": "engine", "q": "q"}

// An explainQuery asks why an agent prefers a move.
type explainQuery struct {
	position.Place
	By string `query:"by" enum:"features,engine,q" doc:"whose values: an evaluation by named features, the engine's patterns, or the learned agent; empty = features" example:"features"`
}

// An Explanation divides the values of the moves into contributions of features. The values are those of the
// boards after the moves, without a search.
type Explanation struct {
	Side     string          `json:"side" doc:"the side to move"`
	Unit     string          `json:"unit" doc:"unit of the values"`
	Why      string          `json:"why" doc:"why the best move leads, in words"`
	Features []string        `json:"features" doc:"names of features; those that differ most between the moves come first"`
	Moves    []ExplainedMove `json:"moves" doc:"all moves, the best first"`
}

// An ExplainedMove is a move with its value.
type ExplainedMove struct {
	Move  string    `json:"move"`
	Value float64   `json:"value" doc:"for the side to move"`
	Parts []float64 `json:"parts" doc:"contribution of each feature; they add up to the value"`
}

func explainMoves(_ context.Context, q explainQuery) (Explanation, error) {
	_, at, err := q.End()
	if err != nil {
		return Explanation{}, err
	}
	at, legal := at.Turn()
	if legal == 0 {
		return Explanation{}, fault.Misusef("the game is over: want a position in which a player can move")
	}
	e, err := explain.New(explained[cmp.Or(q.By, "features")], at)
	if err != nil {
		return Explanation{}, err
	}
	x := Explanation{Side: at.Color.String(), Unit: e.UnitName(), Why: e.Why}
	features := explain.Apart(e.Moves)
	for _, f := range features {
		x.Features = append(x.Features, explain.FeatureName(f))
	}
	for _, m := range e.Moves {
		parts := make([]float64, len(features))
		for i, f := range features {
			parts[i] = m.Sums[f]
		}
		x.Moves = append(x.Moves, ExplainedMove{m.Move, m.Value, parts})
	}
	return x, nil
}
