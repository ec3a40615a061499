// Package book implements the command "outflank book", which builds, changes and shows opening books.
package book

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	c := &cobra.Command{
		Use:   "book",
		Short: "Opening books: build, learn, merge, prune, verify, show, export, import",
		Long: `A book contains positions with the values of their moves. The values come from deep searches and are
carried back to the start. Agents play from it with book=FILE, or book=small for the shipped book.`,
		Example: `  outflank book show
  outflank book build games -o my.book --min-games 20 --depth 14
  outflank book learn my.book --positions 1000
  outflank book merge my.book other.book -o both.book
  outflank book import book.dat -o edax.book
  outflank book show my.book f5d6c3
  outflank bench engine:depth=6,book=my.book engine:depth=6`,
		Args: cli.NoSuchCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(buildCommand(a), learnCommand(a), mergeCommand(a), pruneCommand(a), verifyCommand(a),
		exportCommand(a), importCommand(a))
	c.AddCommand(cli.Listings(showCommand(a))...)
	return []*cobra.Command{c}
}
