package learn

import (
	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn/run"
)

// A runSummary is what `outflank train --config` reports; the JSON fields are stable.
type runSummary struct {
	Dir     string            `json:"dir"`
	State   string            `json:"state"`
	Games   int               `json:"games"`
	Updates int               `json:"updates"`
	Seed    uint64            `json:"seed"`
	Best    *run.BestModel    `json:"best"`
	Results []run.Measurement `json:"results"` // of the best model
}

func summary(r *run.Training) runSummary {
	s := &r.State
	return runSummary{r.Dir.Path, run.Finished, s.Games, s.Updates, r.Info.Seed, s.Best, append([]run.Measurement{}, s.Final...)}
}

// printRun tells what came of a run.
func printRun(r *run.Training, a *cli.App) {
	s := &r.State
	a.Printf("learnt from %d games, %d moves\n", s.Games, s.Updates)
	if r.Info.Asynchronous() {
		a.Printf("%s\n", run.AsynchronousNote)
	}
	a.Printf("%s: after %d games\n\n", r.Dir.File(r.Info.File(run.BestFile)), s.Best.Games)
	if len(s.Final) > 0 {
		table := a.Table()
		table.Row("opponent", "protocol", "games", "score", "95 %", "")
		for _, e := range s.Final {
			table.Row(e.Match.Opponent, e.Match.Protocol, report.Number(e.Played), report.Share(e.Score), report.Interval(e.Low, e.High), "")
		}
		table.Flush()
		a.Printf("\n")
	}
	a.Printf("Next: outflank runs %s\n", report.Quote(r.Dir.Path))
}
