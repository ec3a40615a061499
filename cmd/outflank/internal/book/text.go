package book

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/text"
)

func exportCommand(a *cli.App) *cobra.Command {
	path := cli.StandardOutput
	c := &cobra.Command{
		Use:   "export [BOOK]",
		Short: "Write a book as text, one line per position",
		Long: `Export writes BOOK, by default the shipped book, as text: the settings, then for each position the
board with the side to move as X, the number of games, the value, the leaf with its score and depth
(! = exact), and the moves with their games. "outflank book import" reads it.`,
		Example: `  outflank book export my.book -o book.txt
  outflank book export | head`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			b, err := readBook(append(args, "")[0])
			if err != nil {
				return err
			}
			if path != cli.StandardOutput {
				if err := cli.CheckOutputs(args, path); err != nil {
					return err
				}
			}
			return a.WriteOutput(path, b.WriteText)
		},
	}
	c.Flags().StringVarP(&path, "output", "o", path, "file for the text; - = standard output")
	return c
}

func importCommand(a *cli.App) *cobra.Command {
	var path string
	c := &cobra.Command{
		Use:   "import TEXT -o FILE",
		Short: "Read a book from text",
		Long: `Import reads the output of "outflank book export", even if edited by hand, and checks its boards,
moves, leaves and games. Positions may appear in any order, values may be omitted, and lines that
begin with # are comments.`,
		Example: `  outflank book import book.txt -o my.book`,
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if path == "" {
				return cli.NoOutput("the file for the book", "my.book")
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			f, err := durable.Open(args[0])
			if err != nil {
				return err
			}
			defer f.Close()
			b, err := book.ReadText(f)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := b.Write(path); err != nil {
				return err
			}
			a.Printf("%s\nwrote %s\n", text.Plural(b.Len(), "position"), path)
			return nil
		},
	}
	c.Flags().StringVarP(&path, "output", "o", "", "file for the book")
	return c
}
