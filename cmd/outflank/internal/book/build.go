package book

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn/agents"
)

func buildCommand(a *cli.App) *cobra.Command {
	s := book.Settings{Plies: 24, MinGames: 20, Depth: 14, Exact: 20, Level: deep.Sure73, HashBytes: 16 << 20}
	var r searcher
	var path string
	var filter store.Filter
	c := &cobra.Command{
		Use:   "build GAMES... -o FILE",
		Short: "Build a book of the positions that games reach",
		Long: `Build adds the positions that at least --min-games games reach within their first --plies moves, in
any order of moves and any symmetric image. In each position, it searches for the best move that
leaves the book. It then carries the values back to the start.

Searches run on all cores or, with --fleet, on other machines. The book is the same for any number
of workers. Finished searches are kept in FILE.work. After an interruption, by Ctrl-C or otherwise,
run the same command again: it resumes and writes the same book.`,
		Example: `  outflank book build games -o my.book
  outflank book build games -o my.book --min-games 50 --depth 18 --years 2000-2018
  outflank book build games -o my.book --depth 20 --fleet nats://10.0.0.1:4222`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) (err error) {
			if path == "" {
				return cli.NoOutput("the file for the book", "my.book")
			}
			if err := s.Check(); err != nil {
				return cli.FlagError(err)
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			if s.Evaluator, err = r.open(); err != nil {
				return err
			}
			games, err := a.ReadGames(c.Context(), "counting", args, filter)
			if err != nil {
				return err
			}
			d, err := book.Count(plain(games), s)
			if err != nil {
				return err
			}
			return r.complete(a, c.Context(), d, path)
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the book")
	f.IntVar(&s.Plies, "plies", s.Plies, "number of moves of each game to count")
	f.IntVar(&s.MinGames, "min-games", s.MinGames, "add positions that at least n games reach")
	f.IntVar(&s.Depth, "depth", s.Depth, "plies of the searches")
	f.IntVar(&s.Exact, "exact", s.Exact, "search positions with at most n empty squares to the end")
	cli.AddLevelFlag(c, &s.Level, "confidence of the searches in percent")
	cli.AddHashFlag(c, &s.HashBytes, "memory of each worker's transposition table")
	r.addFlags(c)
	cli.AddFilterFlags(c, &filter)
	return c
}

// workOf returns the path of the file that stores the finished searches of a book.
func workOf(path string) string { return path + ".work" }

// plain yields the games without the other data of the database.
func plain(games iter.Seq2[dataset.Game, error]) iter.Seq2[engine.Game, error] {
	return func(yield func(engine.Game, error) bool) {
		for g, err := range games {
			if !yield(g.Game, err) {
				return
			}
		}
	}
}

// A searcher holds the flags for the searches of a book.
type searcher struct {
	book.Searcher
	model string
	fleet cli.Fleet
}

func (r *searcher) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&r.model, "model", "", "use this model, in discs or wins, instead of the shipped one")
	cli.AddWorkersFlag(c, &r.Workers, "concurrent searches")
	r.fleet.AddFlags(c)
}

// open reads the evaluator and returns its name in a book.
func (r *searcher) open() (name string, err error) {
	if pattern.IsShipped(r.model) {
		r.Model = r.model
	} else {
		r.ModelFile = r.model
	}
	name, r.Evaluator, err = evaluator(r.model)
	return name, err
}

// complete searches for the leaves that a book lacks, shows the progress and writes the book.
func (r *searcher) complete(a *cli.App, ctx context.Context, d *book.Draft, path string) error {
	farm, end, err := r.fleet.Farm(ctx, a, path, workOf(path))
	if err != nil {
		return err
	}
	defer end()
	r.Farm = farm
	if err := build(a, ctx, d, r.Searcher, path); err != nil {
		return err
	}
	if err := d.Write(path); err != nil {
		return err
	}
	if err := os.Remove(workOf(path)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return wrote(a, d, path)
}

// wrote reports the book that was written.
func wrote(a *cli.App, d *book.Draft, path string) error {
	a.Printf("%s\nwrote %s\n", text.Plural(d.Len(), "position"), path)
	return nil
}

// build searches for the leaves that a book lacks, and shows the progress.
func build(a *cli.App, ctx context.Context, d *book.Draft, r book.Searcher, path string) error {
	var bar *cli.Meter
	for p, err := range book.Build(ctx, d, r, workOf(path)) {
		switch {
		case errors.Is(err, context.Canceled) && bar != nil:
			return fmt.Errorf("%w: %s of %s are kept in %s; run the same command to resume", fault.ErrInterrupted,
				text.Number(p.Done), text.Plural(p.Total, "position"), workOf(path))
		case errors.Is(err, book.ErrOtherWork):
			return fmt.Errorf("%w; remove it to start over", err)
		case err != nil:
			return err
		case bar == nil:
			if p.Resumed > 0 {
				fmt.Fprintf(a.Err, "resuming: %s of %s are searched\n", text.Number(p.Resumed),
					text.Plural(p.Total, "position"))
			}
			bar = a.Meter("searching", "positions", p.Total-p.Resumed)
			defer bar.End()
		}
		bar.Set(p.Done - p.Resumed)
	}
	return nil
}

// evaluator reads the evaluator in a file; "" = the engine's default. It returns the evaluator and its name
// in a book. The name has a checksum of the file, because the file may change.
func evaluator(path string) (name string, e func() deep.Evaluator, err error) {
	if e, err = agents.ReadDeepEvaluator(path); err != nil {
		return "", nil, err
	}
	path = cmp.Or(path, pattern.BuiltIn)
	data, err := pattern.ModelFile(path)
	return fmt.Sprintf("%s %08x", filepath.Base(path), durable.Sum(data)), e, err
}

// sameEvaluator returns an error if the values of a book come from another evaluator.
func sameEvaluator(path string, b *book.Draft, name string) error {
	if b.Settings.Evaluator == name {
		return nil
	}
	return fault.Misusef("%s contains values of the evaluator %s, not of %s: choose the evaluator with "+
		"--model", path,
		b.Settings.Evaluator, name)
}
