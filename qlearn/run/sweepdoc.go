// Package sweep trains runs of package qlearn/run that differ in some settings and in their seeds,
// and ranks the settings: a grid search, or a random search (Bergstra and Bengio, "Random Search
// for Hyper-Parameter Optimization", 2012).
//
//	axis, err := sweep.ParseAxis("learn.lambda=0,0.5,0.9")
//	s, err := sweep.Create("sweeps/lambda", "run.toml", sweep.Plan{Axes: []sweep.Axis{axis}, Seeds: []uint64{1, 2, 3}})

//	for p, err := range s.Train(ctx, workers, nil, run.Options{}) { … }
//	best := s.Table().Settings[0]
//
// Settings are ranked by the opponents that select the best model of each run, never by those that
// it is tested on: the highest of many scores is biased upwards. The folder of a sweep can be
// resumed by [Open] when it was interrupted or killed at any instant.
package run
