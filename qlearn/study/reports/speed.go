package reports

import (
	"context"
	"fmt"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/kernel/lines"
	"github.com/outflank/outflank/engine/runtime/portable"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/study"
)

// speed is the work of the speed test: games of depth 4 against depth 2 on boards with and
// without each of the report's optimisations.
type speed struct{ games, least int }

// A speedKind is a way to play, whose agents are made anew for each game, before its time
// is taken.
type speedKind struct {
	name   string
	agents func() [2]engine.Agent
}

// The kinds that rows compare.
const (
	plainMatrix = "matrix"
	plainPairs  = "pairs of words"
	allPairs    = "pairs of words, all but the cache"
	cachedPairs = "all optimisations"
	bitboards   = "our bitboards"
)

// speedKinds are all of them.
func speedKinds() []speedKind {
	pairs := func(opt lines.Options) lines.Rules[lines.Pair] { return lines.PairRules(opt) }
	return []speedKind{
		{plainMatrix, onLines(lines.PlainRules(), 0)},
		{"matrix, cache", onLines(lines.PlainRules(), lines.CacheStates)},
		{plainPairs, onLines(pairs(lines.Options{}), 0)},
		{"pairs of words, neighbours' mask", onLines(pairs(lines.Options{Neighbours: true}), 0)},
		{"pairs of words, line table", onLines(pairs(lines.Options{LineTable: true}), 0)},
		{"pairs of words, feature extraction", onLines(pairs(lines.Options{Features: true}), 0)},
		{"pairs of words, cache", onLines(pairs(lines.Options{}), lines.CacheStates)},
		{allPairs, onLines(pairs(lines.All), 0)},
		{cachedPairs, onLines(pairs(lines.All), lines.CacheStates)},
		{bitboards, onBitboards},
	}
}

// factors are the rows of how many times as fast one kind is as another.
var factors = []struct {
	label, slow, fast string
	paper             *float64
}{
	{"state aggregation alone", plainMatrix, plainPairs, nil},
	{"neighbours' mask alone", plainPairs, "pairs of words, neighbours' mask", nil},
	{"line table alone", plainPairs, "pairs of words, line table", nil},
	{"feature extraction alone", plainPairs, "pairs of words, feature extraction", nil},
	{"cache alone, on the matrix", plainMatrix, "matrix, cache", nil},
	{"cache alone, on pairs of words", plainPairs, "pairs of words, cache", nil},
	{"cache on top of the others", allPairs, cachedPairs, nil},
	{"all but the cache", plainMatrix, allPairs, nil},
	{"all together", plainMatrix, cachedPairs, study.Number(7.88)},
	{"our bitboards over all together", cachedPairs, bitboards, nil},
}

// speedLabel names the row of a factor.
func speedLabel(factor string) string { return factor + ", times as fast" }

// An episode is one timed game.
type episode struct {
	NS    int64  `json:"ns"`
	Moves string `json:"moves"`
}

func (s speed) Run(ctx context.Context, r *study.Run) (out study.Outcome, err error) {
	kinds := speedKinds()
	var list []study.Step[episode]
	match := arena.Match{Random: 2, Seed: r.Seed}
	for i := range r.Scaled(s.games, s.least) {
		for _, kind := range kinds {
			list = append(list, study.Step[episode]{Key: fmt.Sprintf("%s | game %d", kind.name, i),
				Do: func(ctx context.Context) (episode, error) {
					return playEpisode(ctx, r, &match, i, kind)
				}})
		}
	}
	games, err := study.Steps(ctx, r, "playing", "games", 1, list)
	if err != nil {
		return out, err
	}
	seconds := map[string][]float64{}
	for i, g := range games {
		kind, first := kinds[i%len(kinds)].name, games[i-i%len(kinds)]
		if g.Moves != first.Moves {
			return out, fmt.Errorf("game %d is another one with %s than with %s", i/len(kinds)+1, kind, plainMatrix)
		}
		seconds[kind] = append(seconds[kind], float64(g.NS)/1e9)
	}
	times, gains := timeRows(kinds, seconds), factorRows(seconds)
	out.Rows, out.Notes = append(times, gains...), []string{"times of " + study.Machine()}
	out.Plots = []study.Plot{study.RowPlot("seconds", "Time of the same games", times)}
	if gains[0].Ours != nil { // a coarse clock may not tell
		out.Plots = append(out.Plots, study.RowPlot("factors", "Times as fast", gains))
	}
	return out, nil
}

// playEpisode plays a game and stops the time.
func playEpisode(ctx context.Context, r *study.Run, m *arena.Match, i int, kind speedKind) (episode, error) {
	g, err := m.Opening(i)
	if err != nil {
		return episode{}, err
	}
	agents := kind.agents()
	start := r.Clock()
	done, err := engine.PlayOut(ctx, g, agents)
	return episode{r.Clock().Sub(start).Nanoseconds(), done.String()}, err
}

// timeRows are the times of the kinds.
func timeRows(kinds []speedKind, seconds map[string][]float64) (rows []study.Row) {
	for _, kind := range kinds {
		row := study.MeanRow(kind.name+", a game", study.Seconds, seconds[kind.name])
		switch kind.name {
		case plainMatrix:
			row.Paper = study.Number(77.05)
		case cachedPairs:
			row.Paper = study.Number(9.78)
		}
		rows = append(rows, row)
	}
	return rows
}

// factorRows are the means over games of how many times as fast one kind is as another.
func factorRows(seconds map[string][]float64) (rows []study.Row) {
	for _, f := range factors {
		var logs []float64
		for i, slow := range seconds[f.slow] {
			logs = append(logs, portable.Log(slow/seconds[f.fast][i]))
		}
		m, low, high := study.MeanOf(logs)
		rows = append(rows, study.Row{Label: speedLabel(f.label), Unit: study.Factor, Paper: f.paper,
			Ours: text.Known(portable.Exp(m)), Low: text.Known(portable.Exp(low)),
			High:  text.Known(portable.Exp(high)),
			Games: len(logs)})
	}
	return rows
}
