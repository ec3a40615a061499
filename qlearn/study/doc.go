// Package study repeats published experiments. An [Experiment] describes a table, a figure or a claim of a
// report as data: the report's words and results; the agents that repeat it, with their openings and limits;
// the choices that the report leaves open; and the sentences that the numbers can test. [All] has five
// reports on Othello programs.
//
//	r := study.Runner{Host: host, Dir: "reports", Scale: 0.05, Seed: 1, Workers: 2, Now: time.Now}
//	for p, err := range r.Run(ctx, study.All.Find("cassio-depths")) {
//		…
//	}
//
// A run is made of steps: pairs of games, timed moves, trainings. Each finished step is a line in the run's
// journal, so a killed run resumes where it stopped. Results other than times depend only on the seed,
// whatever the number of workers.
//
// Claims are judged by intervals. Intervals of trained or evolved agents are over several seeds. If the
// claim is inconclusive, [Judged] says how many games or seeds would settle it.
//
// Our number agrees with the report's or differs from it, depending on their intervals; see [Row.Compare].
// Many reports do not say how many games are behind a number. Such a number "differs" only if 30 games would
// be enough to show it.
//
// The package has no agents: a [Host] provides players, including trained and tuned ones.
package study
