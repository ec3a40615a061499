// Package study repeats published experiments: the tables, figures and claims of a report
// as data, each with what the report did and found in its own words, which agents do the
// same from which openings and under which limits, what had to be chosen where the report
// leaves it open, and which of its sentences the numbers can test. [All] are five reports on
// Othello programs.
//
//	r := study.Runner{Host: host, Dir: "reports", Scale: 0.05, Seed: 1, Workers: 2, Now: time.Now}
//	for p, err := range r.Run(ctx, study.All.Find("cassio-depths")) {
//		…
//	}
//
// A run is made of steps: pairs of games, timed moves, trainings. Each finished step is
// a line in the run's journal, so that a killed run resumes where it was. What
// has no clock in it depends on the seed alone, whatever the number of workers.
//
// A claim is judged by intervals, for trained or evolved agents over several seeds. Where
// they leave it open, [Judged] says how many games or seeds would settle it.
//
// A number of ours agrees with the report's or differs from it by their intervals, see
// [Row.Compare]: many of the reports' numbers are of games that they do not count, and of
// these "differs" is said only if 30 games would be enough for it.
//
// The package knows no agents: a [Host] gives it players, trained and tuned ones too.
package study
