package book

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// formatHelp lists the formats.
func formatHelp() string {
	var lines []string
	for _, f := range book.Formats() {
		lines = append(lines, fmt.Sprintf("  %-10s %-7s %s\n", f.Name, f.Extension, f.About))
	}
	return strings.Join(lines, "")
}

func exportCommand(a *cli.App) *cobra.Command {
	path, format := cli.StandardOutput, ""
	c := &cobra.Command{
		Use:   "export [BOOK]",
		Short: "Write a book as text, or for Edax or Egaroucid",
		Long: `Export writes BOOK, by default the shipped book, in one of the formats

` + formatHelp() + `
It reports the data that the format cannot hold. Text consists of the settings, then for each position
the board with the side to move as X, the number of games, the value, the leaf with its score and
depth (! = exact), and the moves with their games. "outflank book import" reads all formats.`,
		Example: `  outflank book export my.book -o book.txt
  outflank book export my.book -o book.dat
  outflank book export my.book -o book.egbk3
  outflank book export | head`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := formatOf(format, path)
			if err != nil {
				return err
			}
			if path != cli.StandardOutput {
				if err := cli.CheckOutputs(args, path); err != nil {
					return err
				}
			} else if f.Name != "text" && a.OutTerminal {
				return fault.Misusef("-o -: format %s is not text: want a file or a pipe, not a terminal", f.Name)
			}
			d, err := book.Read(cmp.Or(append(args, "")[0], book.SmallName))
			if err != nil {
				return err
			}
			var dropped []string
			if err := a.WriteOutput(path, func(w io.Writer) (err error) {
				dropped, err = f.Write(d, w)
				return err
			}); err != nil {
				return err
			}
			printDropped(a.Beside(path), dropped)
			return nil
		},
	}
	c.Flags().StringVarP(&path, "output", "o", path, "file for the book; - = standard output")
	c.Flags().StringVar(&format, "format", "", "one of the formats above; by default the extension of the file "+
		"chooses, or else text")
	return c
}

// formatOf returns the format with a name, or that of a file if the name is empty.
func formatOf(name, path string) (book.Format, error) {
	formats := book.Formats()
	i := slices.IndexFunc(formats, func(f book.Format) bool {
		return f.Name == name || name == "" && f.Extension == strings.ToLower(filepath.Ext(path))
	})
	switch {
	case i >= 0:
		return formats[i], nil
	case name == "":
		return formats[0], nil
	}
	return book.Format{}, fault.Misusef("--format %q: want one of\n%s", name, formatHelp())
}

// printDropped reports the data that a format cannot hold.
func printDropped(a *cli.App, dropped []string) {
	for _, what := range dropped {
		a.Printf("dropped: %s\n", what)
	}
}

func importCommand(a *cli.App) *cobra.Command {
	var path string
	c := &cobra.Command{
		Use:   "import BOOK -o FILE",
		Short: "Read a book from text, of Edax, Egaroucid or an earlier version",
		Long: `Import reads a book in any format of "outflank book export", or of an earlier version, and recognises
the format by the beginning of the file. It checks boards, moves, leaves and values, and reports what
it dropped.

In text, which may be edited by hand, positions may appear in any order, values may be omitted, and
lines that begin with # are comments. The values of other programs become those of the positions; if
one does not follow from the moves, the best move out of the book is unknown. The levels of their
searches become depths.`,
		Example: `  outflank book import book.txt -o my.book
  outflank book import book.dat -o edax.book`,
		Args: cobra.ExactArgs(1),
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
			d, dropped, err := book.Import(f)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := d.Write(path); err != nil {
				return err
			}
			printDropped(a, dropped)
			return wrote(a, d, path)
		},
	}
	c.Flags().StringVarP(&path, "output", "o", "", "file for the book")
	return c
}
