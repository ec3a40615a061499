package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/run/internal/tensorboard"
)

// A publishedFile is a file derived from a run's state.
type publishedFile struct {
	name  string
	write func(io.Writer) error
}

// published returns the files derived from a state. model is the current model; times contains the times of
// its steps.
func published(info *Info, s *State, model qlearn.Learned, times *tensorboard.Clock) []publishedFile {
	metrics, results := metricTable(s.Metrics), evaluationTable(s)
	files := []publishedFile{
		{"metrics.jsonl", func(w io.Writer) error { return writeLines(w, s.Metrics) }},
		{"metrics.csv", metrics.WriteCSV},
		{"metrics.parquet", metrics.WriteParquet},
		{"evaluations.csv", results.WriteCSV},
		{"evaluations.json", func(w io.Writer) error {
			return text.JSON(w, append(append([]Measurement{}, s.Evaluations...), s.Final...))
		}},
		{EventsFile, func(w io.Writer) error {
			e := tensorboard.NewWriter(w, times.Of(0))
			writeEvents(e, info, s, times)
			return e.Error()
		}},
		{"curve.png", func(w io.Writer) error { return chart.WritePNG(w, curves(info, s)) }},
		{"curve.svg", func(w io.Writer) error { return chart.WriteSVG(w, curves(info, s)) }},
		{cardFile, func(w io.Writer) error {
			_, err := io.WriteString(w, info.Card(s))
			return err
		}},
		{info.File(LastFile), model.Write},
	}
	pictures := len(s.Metrics) > 0 && info.Output.Pictures
	return slices.DeleteFunc(files, func(f publishedFile) bool {
		return !pictures && chart.CheckPath(f.name) == nil
	})
}

// publish writes the files derived from a state.
func (d folder) publish(info *Info, s *State, model qlearn.Learned, times *tensorboard.Clock) error {
	for _, f := range published(info, s, model, times) {
		if err := durable.Replace(d.file(f.name), f.write); err != nil {
			return err
		}
	}
	return nil
}

// checkComplete returns an error for the first missing file that is derived from a state.
func (d folder) checkComplete(info *Info, s *State) error {
	for _, f := range published(info, s, qlearn.Learned{}, nil) {
		if !hasFile(System{}, d.path, f.name) {
			return fmt.Errorf("%s is lost; resuming the run makes it again", d.file(f.name))
		}
	}
	return nil
}

// writeLines writes each point as a line of JSON.
func writeLines(w io.Writer, points []Point) error {
	enc := json.NewEncoder(w)
	for _, p := range points {
		if err := enc.Encode(p); err != nil {
			return err
		}
	}
	return nil
}

// writeEvents writes settings, metrics and evaluations for TensorBoard, ordered by games, followed by the
// final results of the best model.
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

// ReadTimes returns when the run in a folder had learned from a number of games, in seconds since 1970: for
// 0, each point of its learning curve and each evaluation. The times are those of its event file, which is
// written after the checkpoint. If the file is missing or damaged, times are missing.
func ReadTimes(f Files, dir string) map[int]float64 {
	data, _ := f.ReadFile(filepath.Join(dir, EventsFile))
	times, _ := tensorboard.Times(bytes.NewReader(data))
	return times
}
