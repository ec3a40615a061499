package data

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/text"
)

func duplicatesCommand(a *cli.App) *cobra.Command {
	var filter store.Filter
	var asJSON bool
	var top int
	c := &cobra.Command{
		Use:   "duplicates GAMES",
		Short: "Report games with the same moves, up to symmetry",
		Long: `Duplicates reports groups of games with the same moves, including rotated and mirrored
ones, and games that repeat an earlier game of the same players in the same year. It
deletes nothing: short games and known drawing lines often recur without being copies.
GAMES is a folder made by import, or a Parquet file of games without a manifest, which is
accepted but reported as unchecked.`,
		Example: `  outflank duplicates games
  outflank duplicates games --json | jq .repeats`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cli.CheckTop(top); err != nil {
				return err
			}
			tables, err := a.OpenTables(args[0])
			if err != nil {
				return err
			}
			r, err := dataset.FindDuplicates(tables.Where(filter).All())
			if err == nil && r.Games == 0 {
				err = a.CheckChoice(tables, filter)
			}
			if err != nil {
				return err
			}
			if asJSON {
				return a.JSON(r)
			}
			printDuplicates(a, r, top)
			return nil
		},
	}
	cli.AddFilterFlags(c, &filter)
	c.Flags().IntVar(&top, "top", 10, "groups to print; 0 = all")
	cli.AddJSON(c, &asJSON, "print as JSON", dataset.Duplicates{})
	return c
}

func printDuplicates(a *cli.App, r dataset.Duplicates, top int) {
	t := a.Table()
	t.Row("games", text.Number(r.Games), "")
	t.Row("transcripts", text.Number(r.Transcripts), "different ones")
	t.Row("distinct", text.Number(r.Distinct), "different ones up to symmetry")
	t.Row("sharing", text.Number(r.Sharing), "games with the same moves as another game")
	t.Row("repeats", text.Number(r.Repeats), "games with the moves, players and year of an earlier game")
	t.Flush()
	groups := r.Groups
	if top > 0 && len(groups) > top {
		groups = groups[:top]
	}
	for _, g := range groups {
		fmt.Fprintf(a.Out, "\n%s (%s, %s)\n", g.Moves, text.Plural(g.Plies, "move"),
			text.Plural(len(g.Games), "game"))
		for _, d := range g.Games {
			fmt.Fprintf(a.Out, "  %d  %s, %s - %s  (%s, record %d)\n", d.Year, d.Tournament, d.Black, d.White,
				d.Source, d.Record+1)
		}
	}
	if len(groups) < len(r.Groups) {
		a.Printf("\n… %s; --top 0 shows all\n", text.Plural(len(r.Groups)-len(groups), "more group"))
	}
}
