package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/parallel"
	"github.com/outflank/outflank/engine/report"
	"github.com/outflank/outflank/qlearn/agents"
)

func labelCommand(a *cli.App) *cobra.Command {
	o := label.Options{Settings: label.Settings{Exact: 16, HashBytes: 16 << 20}}
	var path, model string
	var restart, asJSON bool
	c := &cobra.Command{
		Use:   "label POSITIONS -o FILE",
		Short: "Add exact or deep scores to positions",
		Long: `Label solves positions with at most --exact empty squares, and searches the others as
deep as --depth and --nodes say; without these they get no label.

POSITIONS is a table that "outflank positions" wrote, games (all their positions), or a
file of positions such as OBF. A table comes back with the columns score, depth,
confidence, best_move and nodes (see outflank schema labels); labels that it has already
stay where there is no new one. OBF comes back with the best move and its score.

Positions are searched on all cores, yet the table is the same for any number of
workers. What is done is kept in FILE.work: a label that was broken off, by Ctrl-C or
by anything else, goes on when the same command is started again, and ends as if it had
not been. FILE appears when it is complete.`,
		Example: `  outflank positions games -o positions.parquet
  outflank label positions.parquet -o labelled.parquet --exact 20
  outflank label positions.parquet -o labelled.parquet --exact 16 --depth 10
  outflank label endings.obf -o scored.obf --exact 24`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := check(&o, args, path); err != nil {
				return err
			}
			err := readModel(&o, model)
			if err == nil && restart {
				err = os.RemoveAll(label.WorkOf(path))
			}
			if err != nil {
				return err
			}
			r, err := labelPositions(a, c.Context(), args, path, &o)
			if err != nil {
				return err
			}
			if asJSON {
				return report.JSON(a.Out, r)
			}
			a.Printf("%s, %d labelled, %d of them exactly, %d nodes, in %.1f s\nwrote %s\n", report.Plural(r.Positions, "position"), r.Labelled, r.Exact, r.Nodes, r.Seconds, path)
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the labelled positions: .parquet, or .obf for those of a file of positions")
	f.IntVar(&o.Settings.Exact, "exact", o.Settings.Exact, "solve positions with at most so many empty squares")
	f.IntVar(&o.Settings.Depth, "depth", 0, "search the others so many plies deep")
	f.Uint64Var(&o.Settings.Nodes, "nodes", 0, "search the others, visiting so many positions for each")
	cli.AddLevelFlag(c, &o.Settings.Level, "confidence of these searches in percent")
	cli.AddHashFlag(c, &o.Settings.HashBytes, "memory of each worker's transposition table")
	f.StringVar(&model, "model", "", "a model in discs or wins instead of the shipped one")
	cli.AddWorkersFlag(c, &o.Workers, "positions searched at the same time")
	f.BoolVar(&restart, "restart", false, "forget what is done in FILE.work")
	f.BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return c
}

// readModel reads the evaluator from a file, "" = the shipped one.
func readModel(o *label.Options, path string) (err error) {
	if o.Evaluator, err = agents.ReadDeepEvaluator(path); err != nil || path == "" {
		return err
	}
	data, err := os.ReadFile(path)
	o.Settings.Model, o.Settings.ModelSum = filepath.Base(path), crc32.Checksum(data, durable.Castagnoli)
	return err
}

func check(o *label.Options, args []string, path string) error {
	s := &o.Settings
	switch {
	case path == "":
		return fault.Misuse(errors.New("where to? -o FILE is missing"))
	case s.Exact < 0 || s.Exact > 60:
		return fault.Misuse(fmt.Errorf("--exact %d: want 0 to 60", s.Exact))
	case s.Depth < 0 || s.Depth > 60:
		return fault.Misuse(fmt.Errorf("--depth %d: want 0 to 60", s.Depth))
	case s.Exact == 0 && !s.Midgame():
		return fault.Misuse(errors.New("nothing to do: want --exact, --depth or --nodes"))
	}
	o.Workers = cmp.Or(o.Workers, runtime.NumCPU())
	return cli.CheckOutputs(args, path)
}

// labelPositions labels the positions and writes the file. Its work folder is gone when there is
// nothing in it to go on with.
func labelPositions(a *cli.App, ctx context.Context, args []string, path string, o *label.Options) (label.Result, error) {
	work := label.WorkOf(path)
	if err := os.MkdirAll(work, 0o777); err != nil {
		return label.Result{}, err
	}
	unlock, err := dataset.LockDir(work)
	if err != nil {
		return label.Result{}, err
	}
	r, err := labelInto(a, ctx, args, path, o)
	unlock()
	if err == nil {
		return r, os.RemoveAll(work)
	}
	os.Remove(work) // stays if there is something
	return r, err
}

func labelInto(a *cli.App, ctx context.Context, args []string, path string, o *label.Options) (label.Result, error) {
	r := label.Result{Path: path}
	src, err := openLabelSource(a, ctx, args, path)
	if err != nil {
		return r, err
	}
	bar, err := labelAll(a, ctx, src, label.WorkOf(path), o, &r)
	if err != nil {
		return r, err
	}
	err = dataset.ReplaceFile(path, func(w io.Writer) error { return r.Write(ctx, w, src, label.WorkOf(path), o) })
	r.Seconds = bar.Elapsed().Seconds()
	return r, err
}

// labelAll labels what the journal does not have yet.
func labelAll(a *cli.App, ctx context.Context, src label.Source, work string, o *label.Options, r *label.Result) (*cli.Meter, error) {
	j, err := label.OpenJournal(work, o.Settings)
	if err != nil {
		return nil, err
	}
	defer j.Close()
	r.Resumed = j.Rows
	if j.Rows > 0 {
		fmt.Fprintf(a.Err, "going on: %s of %s are labelled\n", report.Number(j.Rows), report.Plural(src.Rows, "position"))
	}
	bar := a.Meter("labelling", "positions", src.Rows-j.Rows)
	defer bar.End()
	for run, err := range parallel.Map(ctx, o.Workers, 4*o.Workers, j.Missing(label.RunsOf(src.Boards)), o.Label) {
		if err == nil {
			err = j.Append(run)
		}
		if errors.Is(err, context.Canceled) {
			return bar, fmt.Errorf("%w: %s of %s are kept in %s, and the same command goes on", fault.ErrInterrupted, report.Number(j.Rows), report.Plural(src.Rows, "position"), work)
		}
		if err != nil {
			return bar, err
		}
		bar.Set(j.Rows - r.Resumed)
	}
	return bar, nil
}

// openLabelSource opens positions to be labelled into a file.
func openLabelSource(a *cli.App, ctx context.Context, args []string, path string) (label.Source, error) {
	switch {
	case label.HoldsProblems(args[0]):
		list, err := a.ReadProblems(args, 1)
		if err == nil {
			err = label.WantExtension(path, ".obf")
		}
		return label.ProblemSource(list), err
	case len(args) == 1 && cli.IsTableFile(args[0]):
		return label.OpenTableSource(args[0], path)
	}
	if err := label.WantExtension(path, ".parquet"); err != nil {
		return label.Source{}, err
	}
	table := filepath.Join(label.WorkOf(path), "positions.parquet")
	if err := positionsOf(a, ctx, args, table); err != nil {
		return label.Source{}, err
	}
	return label.OpenTableSource(table, path)
}

// positionsOf writes the positions of games as a table.
func positionsOf(a *cli.App, ctx context.Context, args []string, path string) error {
	db, err := a.OpenDatabase(ctx, args, dataset.Filter{})
	if err != nil {
		return err
	}
	return dataset.ReplaceFile(path, func(w io.Writer) error {
		for _, err := range dataset.WritePositions(ctx, w, db.Games, dataset.PositionOptions{}) {
			if err != nil {
				return err
			}
		}
		return ctx.Err()
	})
}
