package book

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func learnCommand(a *cli.App) *cobra.Command {
	l := book.DefaultLearning
	var model string
	c := &cobra.Command{
		Use:   "learn BOOK",
		Short: "Expand a book where the result is open",
		Long: `Learn repeatedly expands the leaf of the book that is cheapest to reach. A line costs the discs that
its moves lose, for both sides, plus --price tenths of a disc per ply. A leaf worth more than
--margin discs for a side counts as decided and is not expanded. Searches use the settings of the
book, and values are carried back to the start.

Learn saves the file from time to time. After Ctrl-C, run the same command again to add the
remaining positions. The book is the same for any number of workers.`,
		Example: `  outflank book learn my.book
  outflank book learn my.book --positions 5000 --margin 4`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			b, err := book.Read(args[0])
			if err != nil {
				return err
			}
			name, e, err := evaluator(model)
			if err == nil {
				err = sameEvaluator(args[0], b, name)
			}
			if err != nil {
				return err
			}
			l.Evaluator = e
			return learn(a, c.Context(), args[0], b, l)
		},
	}
	f := c.Flags()
	f.IntVar(&l.Positions, "positions", l.Positions, "number of positions to add")
	f.IntVar(&l.Batch, "batch", l.Batch, "leaves chosen at a time, whatever the number of workers")
	f.IntVar(&l.Price, "price", l.Price, "price of a ply, in tenths of a disc")
	f.IntVar(&l.Margin, "margin", l.Margin, "expand leaves worth at most n discs for a side; 64 = all")
	f.StringVar(&model, "model", "", "use this model, in discs or wins, instead of the shipped one")
	cli.AddWorkersFlag(c, &l.Workers, "concurrent searches")
	return c
}

// saveEvery is the interval between writes of the file.
const saveEvery = 10 * time.Second

// learn expands the book. It writes the book to its file regularly and at the end.
func learn(a *cli.App, ctx context.Context, path string, b *book.Draft, l book.Learning) error {
	bar := a.Meter("learning", "positions", l.Positions)
	defer bar.End()
	added, saved := 0, time.Now()
	for n, err := range book.Learn(ctx, b, l) {
		added = n
		if err != nil && !errors.Is(err, context.Canceled) {
			return cli.FlagError(err)
		}
		if err != nil {
			if err := b.Write(path); err != nil {
				return err
			}
			return fmt.Errorf("%w: %s of %s are in %s", fault.ErrInterrupted, text.Number(n),
				text.Plural(l.Positions, "position"), path)
		}
		if bar.Set(n); time.Since(saved) > saveEvery {
			if err := b.Write(path); err != nil {
				return err
			}
			saved = time.Now()
		}
	}
	if err := b.Write(path); err != nil {
		return err
	}
	bar.End()
	a.Printf("added %s, %s now\nwrote %s\n", text.Plural(added, "position"), text.Number(b.Len()), path)
	return nil
}
