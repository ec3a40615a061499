// Package run trains by approximate Q-learning: one phase, or a run of several phases in a folder
// of its own.
//
// [NewSingle] trains one phase and keeps nothing:
//
//	t, err := run.NewSingle(run.NewPhase(run.SourceSelf), run.Data{}, workers)
//	for stats, err := range t.Train(ctx) { … }
//	err = t.Learned().Write(file)
//
// A run has a configuration in TOML (see [Example]) that [Read] checks: phases with a model,
// games and settings of learning each, evaluations against opponents that select the best model
// and others that it is tested on. [Begin] makes its folder and [Training.Train] trains it:
//
//	config.toml        the configuration as it was given
//	config.json        all settings, versions and what was read
//	checkpoint         how far the run is, with the state of the trainer
//	best.model         the model that was selected; .dna for a network
//	last.model         the last one
//	metrics.*          training statistics as JSON lines, CSV and Parquet
//	evaluations.*      results of matches as CSV and JSON
//	events.out…        both, settings and times, for TensorBoard
//	curve.png, .svg    learning curves
//	card.md            the model card
//
// [Resume] continues a run that was killed or interrupted at any time. It ends with the same bytes as an
// uninterrupted run, for any number of workers; only the times in the event file differ. [List] and [Find]
// show the progress of runs.
//
// A sweep trains runs that differ in some settings and in their seeds, and ranks the settings: a grid
// search, or a random search (Bergstra and Bengio, "Random Search for Hyper-Parameter Optimization", 2012).
//
//	axis, err := run.ParseAxis("learn.lambda=0,0.5,0.9")
//	plan := run.SweepPlan{Axes: []run.Axis{axis}, Seeds: []uint64{1, 2, 3}}
//	s, err := run.CreateSweep("sweeps/lambda", "run.toml", plan)
//	for p, err := range s.Train(ctx, workers, nil, run.Options{}) { … }
//	best := s.Table().Settings[0]
//
// The opponents that select the best model of each run also rank the settings, never those that test it: the
// highest of many scores is biased upwards. [OpenSweep] opens a sweep that was interrupted or killed at any
// time.
//
// The update rules and their sources are those of package qlearn; the form of the model card
// follows Mitchell et al., "Model Cards for Model Reporting", 2019.
package run
