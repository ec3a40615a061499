package experiment

import (
	"bytes"
	"context"
	"slices"
	"time"

	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
	training "github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/qlearn/study"
)

// Jobs returns the kinds of jobs of experiments, for the workers of a fleet.
func Jobs() []parallel.AnyKind {
	return slices.Concat(study.Jobs(experimentAgents{}, time.Now), []parallel.AnyKind{trainKind})
}

// sentLessons are lessons in the form that the fleet sends to workers.
type sentLessons struct {
	Data  training.SentData `json:"data"`
	Count int               `json:"count"`
}

// trainKind is the kind of job that trains a model and returns the model's file.
var trainKind = parallel.Kind[sentLessons, study.TrainJob, []byte]{
	Name: "experiment-train",
	Open: func(s sentLessons, _ parallel.File) (parallel.Func[study.TrainJob, []byte], error) {
		return lessons{training.Data(s.Data), s.Count}.train, nil
	},
}

// checkModel returns an error if an answer is not the file of a model.
func checkModel(_ study.TrainJob, answer []byte) error {
	_, err := eval.ReadModel(bytes.NewReader(answer))
	return err
}

// Trainers returns a team that trains models.
func (h *experimentHost) Trainers(ctx context.Context, farm parallel.Farm,
	workers int) (*parallel.Team[study.TrainJob, []byte], error) {
	var sent sentLessons
	if farm != nil {
		l, err := h.lessons(ctx)
		if err != nil {
			return nil, err
		}
		sent = sentLessons{training.SentData(l.Data), l.Count}
	}
	return trainKind.Team(ctx, farm, sent, workers, h.train, checkModel)
}
