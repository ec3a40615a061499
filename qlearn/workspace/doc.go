// Package workspace looks at a folder in which other processes train, sweep, tune and play matches:
//
//	w, err := workspace.Open("runs")
//	defer w.Close()
//	list, err := w.List()               // runs, sweeps, tunings and matches with their states
//	r, err := w.Run("lambda/003")       // a run with its learning curve
//	m, err := w.Match("night.ndjson")   // a match with its score, Elo, LLR and last game
//
// Runs, sweeps and tunings are folders, matches are files of any name that the commands match,
// tournament and bench keep by --state. Nothing is changed, nothing is locked, no agent is made and
// no file outside the folder is read, also not by links. What is foreign is passed over, what is
// damaged is listed with its problem.
//
// What was read is kept until its files change, so that any number of callers may ask often. A
// Workspace may be used by several goroutines, what it returns is not to be changed.
package workspace
