package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
)

func positionsCommand(a *cli.App) *cobra.Command {
	var filter store.Filter
	var path string
	var opt store.PositionOptions
	var by, holdOut, license string
	var asJSON bool
	c := &cobra.Command{
		Use:   "positions GAMES -o FILE",
		Short: "Write a table of all positions of games",
		Long: `Positions replays games and writes a row for each move: the discs of both sides as 64-bit
sets, the move, the outcome for the mover, the theoretical score where it applies, the id
of the game, and a hash that is equal for symmetric positions. "outflank schema table
positions" describes the columns. FILE is Parquet, or Arrow IPC if it ends in .arrow.
Games without a known result are left out and counted. The table is written as a stream, so
memory use does not grow with its size.

With --partition year or ply, FILE is a new folder in Hive's layout
(year=2001/part-0.parquet), with statistics of row groups. DuckDB, Spark, Polars and
ClickHouse read it as one table, even if it is larger than memory, and read only the parts
that a query needs. _manifest.json lists its files with sizes and SHA-256.

--partition split makes a data set for learning and testing: split=train, split=validation and
split=test, with 80, 10 and 10 % of the games. --hold-out says what the parts do not share:

  game     games, up to symmetry
  year     years: the test has the latest ones
  player   players: games between players of different parts are left out

Of games with the same moves up to symmetry, only the first is used. Positions of the test that
occur in the training or validation games, up to symmetry, are removed, and so are those of the
validation that occur in the training games. _datasheet.md counts all of this and names the
source with its hashes, and the filters.`,
		Example: `  outflank positions games -o positions.parquet
  outflank positions games -o train.arrow --split train --status complete
  outflank positions games -o positions --partition year
  outflank positions games -o dataset --partition split --hold-out player`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if store.Partition(by) != store.BySplit && (c.Flags().Changed("hold-out") || license != "") {
				return fault.Misusef("--hold-out and --license: want --partition split with them")
			}
			if err := checkPartition(path, store.Partition(by), filter); err != nil {
				return err
			}
			if store.Partition(by) == store.BySplit {
				var err error
				if opt.Meta, err = provenance(a, args, holdOut, license); err != nil {
					return err
				}
				if filters := cli.FilterText(c); filters != "" {
					opt.Meta["filters"] = filters
				}
				if opt.Division, err = divide(c.Context(), a, args, filter, dataset.HoldOut(holdOut)); err != nil {
					return cli.FlagError(err)
				}
			}
			if by != "" {
				return writeFolder(a, c.Context(), args, filter, path, store.Partition(by), opt, asJSON)
			}
			var err error
			if opt.Format, err = tableFormat("-o", path, "positions.parquet"); err != nil {
				return fmt.Errorf("%w; with --partition, a folder", err)
			}
			if err := cli.CheckOutputs(args, path); err != nil {
				return err
			}
			games, err := a.ReadGames(c.Context(), "writing positions", args, filter)
			if err != nil {
				return err
			}
			r, err := writePositions(c.Context(), a.WithResults(games), path, opt)
			if err != nil {
				return err
			}
			return r.report(a, asJSON)
		},
	}
	cli.AddFilterFlags(c, &filter)
	c.Flags().StringVarP(&path, "output", "o", "",
		"file for the table, .parquet or .arrow; with --partition a new folder")
	c.Flags().StringVar(&by, "partition", "", "write a folder of Parquet files, one for each year, ply or "+
		"split")
	c.Flags().StringVar(&holdOut, "hold-out", string(dataset.HoldOutGames), "with --partition split: what the "+
		"parts do not share: game, year or player")
	c.Flags().StringVar(&license, "license", "", "with --partition split: the license of the games, for the "+
		"datasheet")
	cli.AddWorkersFlag(c, &opt.Workers, "goroutines that replay games")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", positionsResult{})
	return c
}

// positionsResult is the result of positions; its JSON fields are stable.
type positionsResult struct {
	Positions int64   `json:"positions"`
	Path      string  `json:"path"`
	Seconds   float64 `json:"seconds"`

	repeated bool // Path had these positions already
}

func (r positionsResult) report(a *cli.App, asJSON bool) error {
	if asJSON {
		return a.JSON(r)
	}
	if r.repeated {
		a.Printf("%d positions in %.1f s, %s has the same already\n", r.Positions, r.Seconds, r.Path)
		return nil
	}
	a.Printf("%d positions in %.1f s, wrote %s\n", r.Positions, r.Seconds, r.Path)
	return nil
}

// checkPartition returns an error for flags that do not fit a partition; "" is a single table.
func checkPartition(path string, by store.Partition, filter store.Filter) error {
	if by == "" {
		return nil
	}
	if by == store.BySplit && filter.Split != dataset.AnySplit {
		return fault.Misusef("--split %v: --partition split writes all three splits; leave out one of the two "+
			"flags", filter.Split)
	}
	if path == "" {
		return cli.NoOutput("the new folder", "positions")
	}
	if _, err := tableFormat("-o", path, ""); err == nil {
		return fault.Misusef("-o %s: --partition writes a folder, want a name without %s", path,
			filepath.Ext(path))
	}
	return cli.CheckFolder(nil, path)
}

// divide divides games for learning and testing.
func divide(ctx context.Context, a *cli.App, args []string, filter store.Filter,
	by dataset.HoldOut) (*dataset.Division, error) {
	games, err := a.ReadGames(ctx, "dividing", args, filter)
	if err != nil {
		return nil, err
	}
	return dataset.Divide(games, by, dataset.Shares{})
}

// provenance describes where the positions come from, for the datasheet, with the SHA-256 of each file of
// games.
func provenance(a *cli.App, args []string, holdOut, license string) (map[string]string, error) {
	meta := map[string]string{"hold-out": holdOut, "license": cmp.Or(license, "not stated")}
	if len(args) == 1 && store.IsFolder(args[0]) {
		tables, err := cli.OpenFolder(args[0])
		if err != nil {
			return nil, err
		}
		meta["manifest of the tables"] = "SHA-256 " + tables.Manifest().Checksum
		for _, s := range tables.Manifest().Sources {
			meta["source "+s.Name] = "SHA-256 " + s.SHA256
		}
		return meta, nil
	}
	sources, err := a.FindSources(args)
	for _, s := range sources.Files {
		var sum string
		if sum, err = durable.SHA256File(s.Path); err != nil {
			break
		}
		meta["source "+s.Name] = "SHA-256 " + sum
	}
	return meta, err
}

// writeFolder writes the positions of games as a partitioned folder.
func writeFolder(a *cli.App, ctx context.Context, args []string, filter store.Filter, dir string,
	by store.Partition, opt store.PositionOptions, asJSON bool) error {
	games, err := a.ReadGames(ctx, "writing positions", args, filter)
	if err != nil {
		return err
	}
	start := time.Now()
	r := positionsResult{Path: dir, repeated: store.IsPartitioned(dir)}
	for n, err := range store.WritePartitions(ctx, dir, a.WithResults(games), by, opt) {
		if err != nil {
			return cli.FlagError(err)
		}
		r.Positions = n
	}
	r.Seconds = time.Since(start).Seconds()
	return r.report(a, asJSON)
}

func writePositions(ctx context.Context, games iter.Seq2[dataset.Game, error], path string,
	opt store.PositionOptions) (positionsResult, error) {
	start := time.Now()
	r := positionsResult{Path: path}
	var err error
	r.Positions, err = writeTable(ctx, path, func(w io.Writer) iter.Seq2[int64, error] {
		return store.WritePositions(ctx, w, games, opt)
	})
	r.Seconds = time.Since(start).Seconds()
	return r, err
}

// writeTable writes a table of replayed games into a file and returns the number of its rows. A table without
// rows is bad input.
func writeTable(ctx context.Context, path string,
	write func(io.Writer) iter.Seq2[int64, error]) (rows int64, err error) {
	err = durable.Replace(path, func(w io.Writer) error {
		for n, err := range write(w) {
			if err != nil {
				return err
			}
			rows = n
		}
		if err := ctx.Err(); err != nil || rows > 0 {
			return err
		}
		return fault.BadInput(errors.New("these games contain no positions to write"))
	})
	return rows, err
}

// tableFormat returns the format of a table with the file name that a flag names. example is another name.
func tableFormat(flag, path, example string) (store.Format, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".parquet":
		return store.Parquet, nil
	case ".arrow":
		return store.Arrow, nil
	case "":
		if path == "" {
			return "", cli.NoOutput("the table", example)
		}
	}
	return "", fault.Misusef("%s %q: want a file that ends in .parquet or .arrow", flag, path)
}
