package book

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func mergeCommand(a *cli.App) *cobra.Command {
	var path string
	var r searcher
	c := &cobra.Command{
		Use:   "merge BOOK BOOK... -o FILE",
		Short: "Combine books",
		Long: `Merge writes a book of all positions of the books. If several books contain a position, the result
has the games of the book with most of them, and the exact or deepest leaf.

A leaf that leads to a position of another book no longer leads out. Merge then searches for another
move, with the settings of the first book, on all cores or, with --fleet, on other machines. Finished
searches are kept in FILE.work. After an interruption, by Ctrl-C or otherwise, run the same command
again: it resumes and writes the same book.`,
		Example: `  outflank book merge my.book other.book -o both.book`,
		Args:    cobra.MinimumNArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if path == "" {
				return cli.NoOutput("the file for the book", "both.book")
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			if _, err := r.open(); err != nil {
				return err
			}
			d, err := book.Read(args[0])
			if err != nil {
				return err
			}
			for _, other := range args[1:] {
				o, err := book.Read(other)
				if err != nil {
					return err
				}
				a.Printf("%s of %s added\n", text.Plural(d.Merge(o), "position"), other)
			}
			return r.complete(a, c.Context(), d, path)
		},
	}
	c.Flags().StringVarP(&path, "output", "o", "", "file for the book")
	r.addFlags(c)
	return c
}

func pruneCommand(a *cli.App) *cobra.Command {
	var path string
	drop, plies := 128, 60
	c := &cobra.Command{
		Use:   "prune BOOK -o FILE",
		Short: "Keep the positions that good moves reach",
		Long: `Prune writes a book of the positions that moves of BOOK reach from the start, if each of these moves
loses at most --drop discs and there are at most --plies of them. The positions that stay keep their
values: a move to a removed position becomes a leaf. Without flags, prune removes only orphans.`,
		Example: `  outflank book prune my.book -o good.book --drop 4 --plies 20`,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case path == "":
				return cli.NoOutput("the file for the book", "good.book")
			case drop < 0 || drop > 128:
				return fault.Misusef("--drop %d: want 0 to 128", drop)
			case plies < 0 || plies > 60:
				return fault.Misusef("--plies %d: want 0 to 60", plies)
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			d, err := book.Read(args[0])
			if err != nil {
				return err
			}
			removed, err := d.Prune(drop, plies)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := d.Write(path); err != nil {
				return err
			}
			a.Printf("removed %s\n", text.Plural(removed, "position"))
			return wrote(a, d, path)
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the book")
	f.IntVar(&drop, "drop", drop, "discs that a move may lose against the best")
	f.IntVar(&plies, "plies", plies, "number of moves from the start")
	return c
}

func verifyCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "verify BOOK",
		Short: "Check all parts of a book",
		Long: `Verify reads the whole file. It checks each block against its checksum, each move, and each value
against the values of the positions behind its moves. It counts orphans: positions to which no move
of the book leads. Games reach them in ways that the book does not contain; prune removes them.`,
		Example: `  outflank book verify my.book`,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			b, err := book.Open(args[0])
			if err != nil {
				return err
			}
			defer b.Close()
			s, err := b.Verify()
			if err != nil {
				return err
			}
			return a.Report(asJSON, s, func() {
				a.Printf("sound: %s, %s between them, %s\n", text.Plural(s.Positions, "position"),
					text.Plural(s.Links, "move"), text.Plural(s.Orphans, "orphan"))
			})
		},
	}
	cli.AddJSON(c, &asJSON, "print as JSON", book.Soundness{})
	return c
}
