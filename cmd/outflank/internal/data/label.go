package data

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

func labelCommand(a *cli.App) *cobra.Command {
	o := label.Options{Settings: label.Settings{Exact: 16, HashBytes: 16 << 20}}
	var path, model string
	var restart, asJSON bool
	var fleet cli.Fleet
	c := &cobra.Command{
		Use:   "label POSITIONS -o FILE",
		Short: "Add exact or deep scores to positions",
		Long: `Label solves positions with at most --exact empty squares, and searches the others within
the limits of --depth and --nodes. Without these limits, the others get no label.

POSITIONS is a table written by "outflank positions", games (all their positions), or a
file of positions such as OBF. A table gains the columns score, depth, confidence,
best_move and nodes (see outflank schema table labels); existing labels stay if there is no
new one. OBF gains the best move and its score.

Searches run on all cores or, with --fleet, on other machines. The table is the same for any
number of workers. Finished labels are kept in FILE.work. After an interruption, by Ctrl-C or
otherwise, run the same command again: it resumes and writes the same table. FILE appears when
it is complete.`,
		Example: `  outflank positions games -o positions.parquet
  outflank label positions.parquet -o labelled.parquet --exact 20
  outflank label positions.parquet -o labelled.parquet --exact 16 --depth 10
  outflank label positions.parquet -o labelled.parquet --exact 24 --fleet nats://10.0.0.1:4222
  outflank label endings.obf -o scored.obf --exact 24`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if path == "" {
				return cli.NoOutput("the file for the labelled positions", "labelled.parquet")
			}
			if err := o.Settings.Check(); err != nil {
				return cli.FlagError(err)
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			err := agents.SetModel(&o, model)
			if err == nil && restart {
				err = os.RemoveAll(label.WorkOf(path))
			}
			if err != nil {
				return err
			}
			farm, end, err := fleet.Farm(c.Context(), a, path, label.WorkOf(path))
			if err != nil {
				return err
			}
			defer end()
			o.Farm = farm
			src, err := positionsIn(a, c.Context(), args, path)
			if err != nil {
				return err
			}
			r, err := a.Label(c.Context(), src, path, o, "labelling", "position")
			if err != nil {
				return err
			}
			if asJSON {
				return a.JSON(r)
			}
			a.Printf("%s, %d labelled, %d of them exactly, %d nodes, in %.1f s\nwrote %s\n",
				text.Plural(r.Positions, "position"), r.Labelled, r.Exact, r.Nodes, r.Seconds, path)
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&path, "output", "o", "", "file for the labelled positions: .parquet, or .obf if POSITIONS is "+
		"a file of positions")
	f.IntVar(&o.Settings.Exact, "exact", o.Settings.Exact, "solve positions with at most n empty squares")
	f.IntVar(&o.Settings.Depth, "depth", 0, "search the other positions n plies deep")
	f.Uint64Var(&o.Settings.Nodes, "nodes", 0, "search the other positions with n nodes each")
	cli.AddLevelFlag(c, &o.Settings.Level, "confidence of the searches of --depth and --nodes, in percent")
	cli.AddHashFlag(c, &o.Settings.HashBytes, "memory of each worker's transposition table")
	f.StringVar(&model, "model", "", "use this model, in discs or wins, instead of the shipped one")
	cli.AddWorkersFlag(c, &o.Workers, "concurrent searches")
	fleet.AddFlags(c)
	f.BoolVar(&restart, "restart", false, "discard the finished labels in FILE.work")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", label.Result{})
	return c
}

// positionsIn returns the positions whose labels go into a file.
func positionsIn(a *cli.App, ctx context.Context, args []string, path string) (label.Source, error) {
	if err := durable.CheckFile(args[0]); err != nil {
		return label.Source{}, err // it is read twice
	}
	if holdsProblems(args[0]) {
		read, err := a.ReadProblems(args, 1)
		if err == nil {
			err = wantExtension(path, ".obf")
		}
		list := make([]notation.Problem, len(read))
		for i, p := range read {
			list[i] = p.Problem
		}
		return label.Problems(list), err
	}
	if err := wantExtension(path, ".parquet"); err != nil {
		return label.Source{}, err
	}
	if len(args) == 1 && cli.IsTableFile(args[0]) {
		return label.Table(args[0]), nil
	}
	db, err := a.OpenDatabase(ctx, args, store.Filter{})
	return label.Games(a.WithResults(db.Games)), err
}

// holdsProblems reports whether a file holds positions as text.
func holdsProblems(path string) bool {
	if durable.CheckFile(path) != nil {
		return false // the file would have to be read twice
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, notation.DetectLen)
	n, _ := io.ReadFull(f, head)
	format, err := notation.Detect(head[:n], path)
	return err == nil && format.ReadProblems != nil
}

func wantExtension(path, ext string) error {
	if strings.ToLower(filepath.Ext(path)) == ext {
		return nil
	}
	return fault.Misuse(fmt.Errorf("-o %q: want a file that ends in %s, as in -o labels%[2]s", path, ext))
}
