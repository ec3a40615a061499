package analyze

import (
	"cmp"
	"iter"
	"os"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// Default limits of --cache. A move takes a few milliseconds.
const (
	cacheDepth = 8
	cacheExact = 14
	cacheBytes = 4 << 20
)

// A cached is the result of analyze --cache; its JSON fields are stable.
type cached struct {
	label.Result
	Rate float64 `json:"rate"` // moves a second
}

// cacheMoves analyses the moves of games into a folder.
func cacheMoves(c *cobra.Command, a *cli.App, args []string, o *analyzeOptions) error {
	for _, name := range []string{"time", "nodes", "shape", "min-loss", "png", "svg"} {
		if c.Flags().Changed(name) {
			return fault.Misusef("--%s: has no effect with --cache", name)
		}
	}
	if err := cli.CheckFolder(args, o.cache); err != nil {
		return err
	}
	l := label.Options{Settings: label.Settings{Depth: cmp.Or(o.limits.Depth, cacheDepth), Exact: cacheExact,
		HashBytes: cacheBytes}}
	if o.limits.Exact >= 0 {
		l.Settings.Exact = o.limits.Exact
	}
	if c.Flags().Changed("hash") {
		l.Settings.HashBytes = o.limits.Bytes
	}
	if c.Flags().Changed("threads") {
		l.Workers = o.limits.Threads
	}
	path := label.CacheFile(o.cache)
	err := agents.SetModel(&l, o.model)
	if err == nil && o.restart {
		err = os.RemoveAll(label.WorkOf(path))
	}
	if err != nil {
		return err
	}
	farm, end, err := o.fleet.Farm(c.Context(), a, path, label.WorkOf(path))
	if err != nil {
		return err
	}
	defer end()
	l.Farm = farm
	db, err := analyzedGames(c.Context(), a, args, o)
	if err != nil {
		return err
	}
	r, err := a.Label(c.Context(), label.Moves(o.chosenGames(db.Games)), path, l, "analyzing", "move")
	if err != nil {
		return err
	}
	done := r.Positions - r.Resumed
	result := cached{r, float64(done) / max(r.Seconds, 1e-3)}
	return a.Report(o.asJSON, result, func() {
		a.Printf("%s analyzed, %d of them exactly, %d nodes; %d known before\n", text.Plural(r.Positions, "move"),
			r.Exact, r.Nodes, r.Kept)
		if done > 0 {
			a.Printf("%d moves in %.1f s: %.1f moves/s\n", done, r.Seconds, result.Rate)
		}
		a.Printf("wrote %s\n", path)
	})
}

// chosenGames yields the games that --only selects.
func (o *analyzeOptions) chosenGames(games iter.Seq2[dataset.Game, error]) iter.Seq2[dataset.Game, error] {
	return func(yield func(dataset.Game, error) bool) {
		index := 0
		for g, err := range games {
			if index++; (err != nil || o.only.Has(index)) && !yield(g, err) {
				return
			}
		}
	}
}
