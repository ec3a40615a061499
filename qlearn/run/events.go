package run

import (
	"math"

	"github.com/outflank/outflank/qlearn/tensorboard"
)

// writeEvents writes settings, metrics and evaluations for TensorBoard, in the order of games, and the
// results of the best model at the end.
func writeEvents(e *tensorboard.Writer, info *Info, s *State, times *tensorboard.Clock) {
	e.Start(times.Of(0), info.hyperparameters())
	scalars := func(games int, values ...tensorboard.Scalar) { e.Scalars(games, times.Of(games), values...) }
	evaluations := s.Evaluations
	until := func(games int) {
		for len(evaluations) > 0 && evaluations[0].Games <= games {
			v := evaluations[0]
			scalars(v.Games, tensorboard.Scalar{Tag: "score/" + v.Match.Label(), Value: v.Score})
			evaluations = evaluations[1:]
		}
	}
	for _, p := range s.Metrics {
		until(p.Games - 1)
		values := []tensorboard.Scalar{{Tag: "train/error", Value: p.Error}, {Tag: "train/best", Value: p.Best},
			{Tag: "train/alpha", Value: p.Alpha}, {Tag: "train/epsilon", Value: p.Epsilon}}
		if p.Score != nil {
			values = append(values, tensorboard.Scalar{Tag: "train/score", Value: *p.Score})
		}
		scalars(p.Games, values...)
	}
	until(math.MaxInt)
	for _, v := range s.Final {
		scalars(s.Games, tensorboard.Scalar{Tag: "final/" + v.Match.Label(), Value: v.Score})
	}
	if s.Evaluated == info.Games() && len(s.Final) == len(info.Evaluate.TestOn) {
		e.End(times.Of(s.Games))
	}
}
