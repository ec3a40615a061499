package main

import (
	"context"
	"io"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/qlearn"
)

// follow trains and keeps the learning curve.
func (r *trainResult) follow(ctx context.Context, t *qlearn.Trainer, bar *meter) error {
	var span metricSpan
	for st, err := range t.Train(ctx) {
		if err != nil {
			return err
		}
		last := r.Games
		r.Games, r.Updates = st.Games, r.Updates+st.Updates
		span.add(st)
		if crossed(last, r.Games, max(1, st.Total/100)) || r.Games == st.Total {
			r.Curve = append(r.Curve, span.point(1, r.Games, r.Updates, st))
			span = metricSpan{}
		}
		bar.set(r.Games)
	}
	last := r.Curve[len(r.Curve)*9/10:]
	for _, p := range last {
		r.Error += p.Error / float64(len(last))
	}
	return nil
}

// writeCurve draws the learning curve, as PNG or SVG by the file's ending: what
// says most about learning in the mode.
func (r *trainResult) writeCurve(path string) error {
	plot := chart.Lines{Title: "Learning curve", Subtitle: r.Mode, X: "games"}
	value := func(p metricPoint) float64 { return *p.Score }
	switch r.Mode {
	case "data":
		plot.Y, value = "share of the moves played that Q likes best", func(p metricPoint) float64 { return p.Best }
	case "self":
		plot.Y, value = "root mean square error of Q", func(p metricPoint) float64 { return p.Error }
	default:
		plot.Y, plot.Marks = "share of the points", half
	}
	var line chart.Series
	for _, p := range r.Curve {
		line.X, line.Y = append(line.X, float64(p.Games)), append(line.Y, value(p))
	}
	plot.Series = []chart.Series{line}
	return dataset.ReplaceFile(path, func(w io.Writer) error { return chart.Write(w, path, plot) })
}
