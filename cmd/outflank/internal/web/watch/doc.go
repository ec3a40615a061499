// Package watch shows what other processes do in the folder that the command line named: runs with
// their learning curves, sweeps, tunings, matches and tournaments, and what was learned as weights.
// Package qlearn/workspace reads them; here they become routes, event streams and pages.
package watch
