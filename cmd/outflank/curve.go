package main

import (
	"context"
	"io"
	"math"

	"github.com/outflank/outflank/cmd/outflank/chart"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/qlearn"
)

// curvePoint is the mean over the games since the point before.
type curvePoint struct {
	Games int     `json:"games"`
	Error float64 `json:"error"`           // root mean square TD error
	Best  float64 `json:"best"`            // share of the moves played that had the highest Q
	Score float64 `json:"score,omitempty"` // share of the points against an opponent
}

// follow trains and keeps the learning curve.
func (r *trainResult) follow(ctx context.Context, t *qlearn.Trainer, bar *meter) error {
	var span curveSpan
	for st, err := range t.Train(ctx) {
		if err != nil {
			return err
		}
		r.Games, r.Updates = st.Games, r.Updates+st.Updates
		span.add(st)
		if 100*st.Games/st.Total > len(r.Curve) {
			r.Curve = append(r.Curve, span.point(st.Games))
			span = curveSpan{}
		}
		bar.set(st.Games)
	}
	last := r.Curve[len(r.Curve)*9/10:]
	for _, p := range last {
		r.Error += p.Error / float64(len(last))
	}
	return nil
}

// curveSpan sums up the games between two points of the curve.
type curveSpan struct {
	squares, score       float64
	moves, best, opposed int
}

func (s *curveSpan) add(st qlearn.Stats) {
	s.squares += st.Error * st.Error * float64(st.Updates)
	s.moves += st.Updates
	s.best += st.Best
	if st.Opposed > 0 {
		s.score += st.Score * float64(st.Opposed)
		s.opposed += st.Opposed
	}
}

func (s *curveSpan) point(games int) curvePoint {
	moves := float64(max(1, s.moves))
	return curvePoint{games, math.Sqrt(s.squares / moves), float64(s.best) / moves, s.score / float64(max(1, s.opposed))}
}

// writeCurve draws the learning curve, as PNG or SVG by the file's ending: what
// says most about learning in the mode.
func (r *trainResult) writeCurve(path string) error {
	plot := chart.Lines{Title: "Learning curve", Subtitle: r.Mode, X: "games"}
	value := func(p curvePoint) float64 { return p.Score }
	switch r.Mode {
	case "data":
		plot.Y, value = "share of the moves played that Q likes best", func(p curvePoint) float64 { return p.Best }
	case "self":
		plot.Y, value = "root mean square error of Q", func(p curvePoint) float64 { return p.Error }
	default:
		plot.Y, plot.Marks = "share of the points", []float64{0.5}
	}
	var line chart.Series
	for _, p := range r.Curve {
		line.X = append(line.X, float64(p.Games))
		line.Y = append(line.Y, value(p))
	}
	plot.Series = []chart.Series{line}
	return dataset.ReplaceFile(path, func(w io.Writer) error { return chart.Write(w, path, plot) })
}
