package run

import (
	"math"

	"github.com/outflank/outflank/qlearn/tensorboard"
)

// writeEvents writes the metrics and evaluations for TensorBoard, in the order of games.
func writeEvents(e *tensorboard.Writer, s *State) {
	evaluations := s.Evaluations
	until := func(games int) {
		for len(evaluations) > 0 && evaluations[0].Games <= games {
			v := evaluations[0]
			e.Scalars(v.Games, tensorboard.Scalar{Tag: "score/" + v.Match.Label(), Value: v.Score})
			evaluations = evaluations[1:]
		}
	}
	for _, p := range s.Metrics {
		until(p.Games - 1)
		values := []tensorboard.Scalar{{Tag: "train/error", Value: p.Error}, {Tag: "train/best", Value: p.Best}, {Tag: "train/alpha", Value: p.Alpha}, {Tag: "train/epsilon", Value: p.Epsilon}}
		if p.Score != nil {
			values = append(values, tensorboard.Scalar{Tag: "train/score", Value: *p.Score})
		}
		e.Scalars(p.Games, values...)
	}
	until(math.MaxInt)
}
