// Package run trains models by approximate Q-learning, either in a single phase or in a run of several phases
// with its own folder.
//
// [NewSingle] trains one phase and writes no files:
//
//	t, err := run.NewSingle(run.NewPhase(run.SourceSelf), run.Data{}, workers)
//	for stats, err := range t.Train(ctx) { … }
//	err = t.Learned().Write(file)
//
// [Read] reads and checks the configuration of a run, a TOML file (see [Example]). It describes phases, each
// with a model, games and learning settings, opponents that select the best model in evaluations, and other
// opponents that test it. [Begin] creates the run's folder, and [Training.Train] fills it with these files:
//
//	config.toml        the configuration as it was given
//	config.json        all settings, versions and inputs
//	checkpoint         the progress of the run and the state of the trainer
//	best.model         the selected model; .dna for a network
//	last.model         the last model
//	metrics.*          training statistics as JSON lines, CSV and Parquet
//	evaluations.*      results of matches as CSV and JSON
//	events.out…        statistics and results, with settings and times, for TensorBoard
//	curve.png, .svg    learning curves
//	card.md            the model card
//
// [Resume] continues a run that was killed or interrupted at any time. Its files end up byte-identical to
// those of an uninterrupted run, for any number of workers; only the times in the event file differ. [List]
// and [Find] return the progress of runs.
//
// A sweep trains runs with different settings and seeds, and ranks the settings. It is a grid search or a
// random search (Bergstra and Bengio, "Random Search for Hyper-Parameter Optimization", 2012).
//
//	axis, err := run.ParseAxis("learn.lambda=0,0.5,0.9")
//	plan := run.SweepPlan{Axes: []run.Axis{axis}, Seeds: []uint64{1, 2, 3}}
//	s, err := run.CreateSweep("sweeps/lambda", "run.toml", plan)
//	for p, err := range s.Train(ctx, workers, nil, run.Options{}) { … }
//	best := s.Table().Settings[0]
//
// Settings are ranked by the score against the opponents that select the best model of each run, never by the
// score against those that test it, because the highest of many scores is biased upwards. [OpenSweep] reopens
// a sweep that was interrupted or killed at any time.
//
// Package qlearn describes the update rules and their sources. The model card follows Mitchell et al., "Model
// Cards for Model Reporting", 2019.
package run
