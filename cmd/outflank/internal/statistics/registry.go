package statistics

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// analyzed are the statistics that read analysed moves.
var analyzed = map[string]func(stats.Analysis) stats.Statistic{"accuracy": stats.Accuracy,
	"marks": stats.Marks}

// statCommand returns the command of a statistic of the registry.
func statCommand(a *cli.App, s stats.Statistic) *cobra.Command {
	out := statOutput{name: s.Name}
	minGames, cache := s.MinGames, ""
	c := &cobra.Command{
		Use:   s.Name + " GAMES",
		Short: s.Question,
		Long: strings.TrimSpace(s.Question+"\n\n"+text.Fill(s.Counts, 85)) + `

GAMES is a folder made by import, or files of games (WTHOR, GGF, PGN, …).
All intervals are 95 % intervals.`,
		Example: fmt.Sprintf("  outflank stats %[1]s games\n  outflank stats %[1]s games --years 2001-2015 "+
			"--csv %[1]s.csv --png %[1]s.png", s.Name),
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if minGames < 0 {
				return fault.Misuse(fmt.Errorf("--min-games %d: want 0 or more", minGames))
			}
			out.rated, out.minGames = s.Rated, minGames
			if cache == "" && s.Name == "marks" {
				return fault.Misusef("--cache is missing: outflank analyze GAMES --cache DIR makes one")
			}
			if cache != "" {
				analysis, err := openAnalysis(cache)
				if err != nil {
					return err
				}
				s = analyzed[s.Name](analysis)
			}
			return runStat(a, c, args, &out, "counting",
				func(games iter.Seq2[dataset.Game, error], all *stats.Players) (stats.Result, error) {
					return s.Count(c.Context(), games, all, 0, minGames)
				})
		},
	}
	cli.AddFilterFlags(c, &out.filter)
	out.addFlags(c, func() any {
		nothing := func(func(dataset.Game, error) bool) {}
		none, _ := s.Count(context.Background(), nothing, stats.NewPlayers(), 1, 0)
		return none
	})
	if analyzed[s.Name] != nil {
		addCacheFlag(c, &cache)
	}
	if s.MinGames > 0 {
		c.Flags().IntVar(&minGames, "min-games", s.MinGames, "list only rows with at least n games; 0 = all")
	}
	return c
}
