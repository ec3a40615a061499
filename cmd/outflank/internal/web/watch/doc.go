// Package watch shows the progress of other processes in the folder given on the command line: training runs
// with learning curves and weights, sweeps, tunings, matches and tournaments. Package qlearn/workspace reads
// them; this package serves them as routes, event streams and pages.
package watch
