package main

import (
	_ "embed"
	"fmt"
)

// runExample is a run.toml with all settings.
//
//go:embed runexample.toml
var runExample string

// A runSummary is what `outflank train --config` reports; the JSON fields are stable.
type runSummary struct {
	Dir     string        `json:"dir"`
	State   string        `json:"state"`
	Games   int           `json:"games"`
	Updates int           `json:"updates"`
	Seed    uint64        `json:"seed"`
	Best    *bestModel    `json:"best"`
	Results []measurement `json:"results"` // of the best model
}

func (r *training) summary() runSummary {
	s := &r.state
	return runSummary{r.dir.path, runFinished, s.Games, s.Updates, r.info.Seed, s.Best, append([]measurement{}, s.Final...)}
}

// print tells what came of a run.
func (r *training) print(a *app) {
	s := &r.state
	a.printf("learnt from %d games, %d moves\n", s.Games, s.Updates)
	if r.info.asynchronous() {
		a.printf("%s\n", asynchronousNote)
	}
	a.printf("%s: after %d games\n\n", r.dir.file(r.info.file(runBest)), s.Best.Games)
	if len(s.Final) > 0 {
		table := a.table()
		table.row("opponent", "protocol", "games", "score", "95 %", "")
		for _, e := range s.Final {
			table.row(e.Match.Opponent, e.Match.Protocol, number(e.Played), percentOf(e.Score), intervalOf(e.Low, e.High), "")
		}
		table.flush()
		a.printf("\n")
	}
	a.printf("Next: outflank runs %s\n", quoteWord(r.dir.path))
}

func percentOf(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func intervalOf(low, high float64) string { return fmt.Sprintf("%.1f–%.1f", 100*low, 100*high) }
