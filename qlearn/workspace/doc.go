// Package workspace reads a folder in which other processes train, sweep, tune and play matches:
//
//	w, err := workspace.Open("runs")
//	defer w.Close()
//	list, err := w.List()               // runs, sweeps, tunings and matches with their states
//	r, err := w.Run("lambda/003")       // a run with its learning curve
//	m, err := w.Match("night.ndjson")   // a match with its score, Elo, LLR and last game
//
// Runs, sweeps and tunings are folders. Matches are files of any name, written by the commands match,
// tournament and bench with --state. The package changes and locks nothing, creates no agents and reads no
// file outside the folder, not even through links. It skips unrelated files, and lists damaged ones with
// their problem.
//
// It caches results until the files change, so repeated calls are cheap. A [Workspace] is safe for concurrent
// use; its results are read-only.
package workspace
