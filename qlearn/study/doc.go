// Package study repeats published experiments. An [Experiment] describes a table, a figure or a claim of a
// report as data: the report's words and results; the agents that repeat it, with their openings and limits;
// the choices that the report leaves open; and the claims that the numbers can test. [All] contains five
// reports on Othello programs.
//
//	r := study.Runner{Host: host, Dir: "reports", Scale: 0.05, Seed: 1, Workers: 2, Now: time.Now}
//	for p, err := range r.Run(ctx, study.All.Find("cassio-depths")) {
//		…
//	}
//
// A run consists of steps: pairs of games, timed moves, trainings. Each finished step is recorded in the
// run's journal, so a killed run resumes where it stopped. Except for times, results depend only on the seed,
// not on the number of workers.
//
// Claims are judged by intervals. For trained or evolved agents, these cover several seeds. If a claim is
// inconclusive, [Judged] states how many games or seeds would settle it.
//
// Whether our number agrees with the report's depends on their intervals; see [Row.Compare]. Many reports do
// not state the number of games behind a number. Such a number "differs" only if it would even as the result
// of 30 games.
//
// The package contains no agents: a [Host] provides players, including trained and tuned ones.
package study
