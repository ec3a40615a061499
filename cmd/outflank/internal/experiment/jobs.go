package experiment

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"time"

	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn/study"
)

// trainKind is the kind of job that trains a model: a study.TrainJob as JSON in, the model's file
// out. The settings are the lessons.
const trainKind = "experiment-train"

// Kinds returns the kinds of jobs of experiments, for the workers of a fleet.
func Kinds(programs bool) map[string]parallel.Opener {
	return map[string]parallel.Opener{
		study.Kind: study.Opener(experimentAgents{}, programs, time.Now),
		trainKind:  openTrain,
	}
}

// TrainSet returns the set of jobs that do what Train does.
func (h *experimentHost) TrainSet(ctx context.Context) (set parallel.Set, err error) {
	l, err := h.lessons(ctx)
	if err != nil {
		return set, err
	}
	var text bytes.Buffer
	err = gob.NewEncoder(&text).Encode(l)
	return parallel.Set{Kind: trainKind, Settings: text.Bytes()}, err
}

// openTrain does the jobs of trainKind; it is a [parallel.Opener].
func openTrain(text []byte, _ func(string) (string, error)) (parallel.Do, func(), error) {
	var l lessons
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&l); err != nil {
		return nil, nil, fmt.Errorf("experiment: lessons: %w", err)
	}
	return func(ctx context.Context, in []byte) ([]byte, error) {
		var job study.TrainJob
		if err := json.Unmarshal(in, &job); err != nil {
			return nil, err
		}
		return l.train(ctx, job)
	}, nil, nil
}
