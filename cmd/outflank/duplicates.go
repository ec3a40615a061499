package main

import (
	"fmt"

	"github.com/outflank/outflank/dataset"
	"github.com/spf13/cobra"
)

func (a *app) duplicatesCommand() *cobra.Command {
	var filter dataset.Filter
	var asJSON bool
	var top int
	c := &cobra.Command{
		Use:   "duplicates GAMES",
		Short: "Report games that have the same moves, up to symmetry",
		Long: `Duplicates reports which games share their moves, also turned or mirrored, and which
of them repeat an earlier one with the same players in the same year. It deletes
nothing: short games and known drawing lines are often the same without being copies.
GAMES is a folder made by import, or a Parquet file of games without a manifest, which
is called unchecked.`,
		Example: `  outflank duplicates games
  outflank duplicates games --json | jq .repeats`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkTop(top); err != nil {
				return err
			}
			tables, err := a.openTables(args[0])
			if err != nil {
				return err
			}
			r, err := dataset.Duplicates(tables.Where(filter).All())
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, r)
			}
			a.printDuplicates(r, top)
			return nil
		},
	}
	addFilterFlags(c, &filter)
	c.Flags().IntVar(&top, "top", 10, "groups to print; 0 = all")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

func (a *app) printDuplicates(r dataset.DuplicateReport, top int) {
	t := a.table()
	t.row("games", number(r.Games), "")
	t.row("transcripts", number(r.Transcripts), "different ones")
	t.row("distinct", number(r.Distinct), "different ones up to symmetry")
	t.row("sharing", number(r.Sharing), "games whose moves another one has too")
	t.row("repeats", number(r.Repeats), "games with the moves, players and year of an earlier one")
	t.flush()
	groups := r.Groups
	if top > 0 && len(groups) > top {
		groups = groups[:top]
	}
	for _, g := range groups {
		fmt.Fprintf(a.out, "\n%s (%s, %s)\n", g.Moves, plural(g.Plies, "move"), plural(len(g.Games), "game"))
		for _, d := range g.Games {
			fmt.Fprintf(a.out, "  %d  %s, %s - %s  (%s, record %d)\n", d.Year, d.Tournament, d.Black, d.White, d.Source, d.Record)
		}
	}
	if len(groups) < len(r.Groups) {
		a.printf("\n… %d more groups, --top 0 shows all\n", len(r.Groups)-len(groups))
	}
}
