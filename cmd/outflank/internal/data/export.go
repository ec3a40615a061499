package data

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func exportCommand(a *cli.App) *cobra.Command {
	var filter store.Filter
	var format, path string
	var opt transfer.ExportOptions
	var asJSON bool
	c := &cobra.Command{
		Use: "export GAMES|MODEL -o OUT",
		Short: "Write games in another format (WTHOR, GGF, PGN, SGF, CSV, …), or a model as a League " +
			"player or compact file",
		Long: `Export writes the games of a table in the format of another program:

` + formatHelp() + `
Text formats other than csv cannot hold ids or theoretical scores, and some cannot hold names; export
reports which data it drops. Format wthor writes a folder of .wtb, .jou and .trn files, in which games
imported from WTHOR files are byte-identical to the originals. The files belong together, because games
refer to names by number, so export refuses a folder with other WTHOR files unless --replace removes
them. If export is killed, import refuses the folder until you repeat the export. The other formats
write one file; with -o - they write to standard output and report on standard error. Games that the
format cannot hold are left out, counted and listed; with --strict, the first one stops the export and
nothing is written. GAMES is a folder made by import, or a Parquet file of games without a
manifest, which is accepted but reported as unchecked.

` + playerHelp,
		Example: `  outflank export games --format wthor -o wthor
  outflank export games --format wthor --replace -o wthor
  outflank export games --player "Tamenori" -o tamenori.pgn
  outflank export games --format transcript --years 2015-2018 -o games.txt
  outflank export games -o games.csv
  outflank export games --format pgn --ids 14,61 -o -
  outflank export q.model --format player -o q.player
  outflank export q.model --format compact -o small.model`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if format == "" {
				format = formatOf(path)
			}
			if err := checkExport(a, args, format, path, opt); err != nil {
				return err
			}
			if format == playerFormat || format == compactFormat {
				return exportModel(a, c, args[0], format, path, asJSON)
			}
			tables, err := a.OpenTables(args[0])
			if err != nil {
				return err
			}
			r, err := export(a, c.Context(), tables, filter, format, path, opt)
			if errors.Is(err, dataset.ErrNoGames) {
				err = cmp.Or(a.CheckChoice(tables, filter), err)
			}
			if err != nil {
				return err
			}
			if asJSON {
				return a.Beside(path).JSON(r)
			}
			printExport(a.Beside(path), r, path)
			return nil
		},
	}
	cli.AddFilterFlags(c, &filter)
	c.Flags().StringVarP(&path, "output", "o", "", "file, or folder for wthor; - = standard output")
	c.Flags().StringVar(&format, "format", "", "one of the formats above, or player or compact; "+
		"by default the extension of OUT chooses: .pgn, .ggf, .sgf, .gam, .csv, .txt, .player or .model")
	c.Flags().BoolVar(&opt.Strict, "strict", false, "stop at the first game that the format cannot hold")
	c.Flags().BoolVar(&opt.Replace, "replace", false, "remove other WTHOR files from the folder")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", transfer.ExportSummary{}, playerSummary{},
		compactSummary{})
	return c
}

// checkExport returns an error for impossible settings, before the command reads any data.
func checkExport(a *cli.App, inputs []string, format, path string, opt transfer.ExportOptions) error {
	switch {
	case path == "":
		return cli.NoOutput("the file", "games.pgn")
	case format == "":
		return fault.Misusef("--format is missing, and the extension of -o %s names no format: want one of\n%s",
			path, everyFormat())
	case path == cli.StandardOutput && format == "wthor":
		return fault.Misuse(errors.New("-o -: format wthor writes a folder: name one, as in -o wthor"))
	case opt.Replace && format != "wthor":
		return fault.Misusef("--replace is only for format wthor; format %s writes one file", format)
	case path == cli.StandardOutput && format == compactFormat && a.OutTerminal:
		return fault.Misuse(errors.New("-o -: format compact is not text: want a file or a pipe, not a terminal"))
	case format != "wthor" && format != playerFormat && format != compactFormat:
		if _, _, err := textWriter(format); err != nil {
			return err
		}
	}
	switch {
	case path == cli.StandardOutput:
		return nil
	case format == "wthor":
		return cli.CheckFolder(inputs, path)
	}
	return cli.CheckOutputs(inputs, path)
}

// formatOf returns the format that uses the extension of a path, or "" if there is none.
func formatOf(path string) string {
	ext := cli.Extension(path)
	switch ext {
	case ".csv":
		return store.CSVFormat
	case ".player":
		return playerFormat
	case ".model":
		return compactFormat
	}
	for _, f := range notation.Formats() {
		if f.Write != nil && slices.Contains(f.Extensions, ext) {
			return f.Name
		}
	}
	return ""
}

// everyFormat lists the formats of games and of models.
func everyFormat() string {
	return formatHelp() + fmt.Sprintf("  %-12s %s\n  %-12s %s", playerFormat, "a model, for the Othello League",
		compactFormat, "a model, in less space")
}

// formatHelp lists the formats of games.
func formatHelp() string {
	var text strings.Builder
	fmt.Fprintf(&text, "  %-12s %s\n", "wthor", "game files of the French federation, with name files")
	for _, f := range notation.Formats() {
		if f.Write != nil {
			fmt.Fprintf(&text, "  %-12s %s\n", f.Name, f.About)
		}
	}
	fmt.Fprintf(&text, "  %-12s %s\n", store.CSVFormat,
		"all columns of the games table, for spreadsheets and scripts")
	return text.String()
}

func export(a *cli.App, ctx context.Context, tables *store.Games, filter store.Filter, format, path string,
	opt transfer.ExportOptions) (transfer.ExportSummary, error) {
	if format == "wthor" {
		sum, err := transfer.ExportWthor(tables.Where(filter), path, opt)
		if errors.Is(err, durable.ErrOtherFiles) {
			err = fault.Misuse(fmt.Errorf("%w: want another folder, or --replace to remove them", err))
		}
		return sum, err
	}
	begin, note, err := textWriter(format)
	if err != nil {
		return transfer.ExportSummary{}, err
	}
	sum := transfer.ExportSummary{Refused: []*transfer.RefusedGame{}, Notes: []string{note}}
	err = a.WriteOutput(path, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		write, end := begin(out)
		games := a.Metered("exporting", cli.CountOf(tables.Rows(), filter), a.FilteredTables(tables, filter))
		if err := exportGames(ctx, games, write, opt.Strict, &sum); err != nil {
			return err
		}
		return errors.Join(sum.NoGames(), end(), out.Flush())
	})
	sum.Files = []transfer.ExportedFile{{Name: filepath.Base(path), Kind: "games", Records: sum.Games}}
	return sum, err
}

// A beginText starts a file. It returns a function that writes a game and one that ends the file.
type beginText func(io.Writer) (write func(*dataset.Game) error, end func() error)

// textWriter returns the writer of a format, and a note about the data that the format loses.
func textWriter(format string) (begin beginText, note string, err error) {
	if format == store.CSVFormat {
		return func(w io.Writer) (func(*dataset.Game) error, func() error) {
			out := store.NewCSVWriter(w)
			return out.Write, out.Close
		}, "csv contains all columns; import renumbers the games", nil
	}
	f, err := notation.Named(format)
	if err != nil || f.Write == nil {
		return nil, "", fault.Misuse(fmt.Errorf("--format %q: want one of\n%s", format, everyFormat()))
	}
	return func(w io.Writer) (func(*dataset.Game) error, func() error) {
		return func(g *dataset.Game) error { return f.Write(w, g.TextRecord()) }, func() error { return nil }
	}, exportLosses(f), nil
}

// exportLosses names the data of a table that a format loses. It tests the format on a game with all kinds of
// data. A result that the format writes in another form is not lost.
func exportLosses(f notation.Format) string {
	wipeout, err := engine.ParseGame(engine.StandardStart(), "e6f4e3f6g5d6e7f5c5")
	if err != nil {
		return err.Error()
	}
	full := dataset.Game{Game: wipeout, Year: 2000, Tournament: "t", Black: "b", White: "w", Score: 64}
	lost, err := f.Loses(full.TextRecord())
	if err != nil {
		return err.Error()
	}
	note := f.Name + " does not hold ids, theoretical scores and sources"
	for _, field := range []struct{ name, called string }{{"Event", "tournaments"}, {"Date", "years"},
		{"Black", "names of players"}} {
		if slices.Contains(lost, field.name) {
			note += ", " + field.called
		}
	}
	return note
}

// exportGames writes games and counts them.
func exportGames(ctx context.Context, games iter.Seq2[dataset.Game, error], write func(*dataset.Game) error,
	strict bool, sum *transfer.ExportSummary) error {
	for g, err := range games {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		err = write(&g)
		if err == nil {
			sum.Games++
			continue
		}
		if _, ok := errors.AsType[*notation.UnsupportedError](err); !ok {
			return err // an error from write
		}
		refused := &transfer.RefusedGame{ID: g.ID, Source: g.Source, Record: g.Record, Reason: err.Error()}
		if strict {
			return refused
		}
		sum.RefusedCount++
		if len(sum.Refused) < 100 {
			sum.Refused = append(sum.Refused, refused)
		}
	}
	return nil
}

func printExport(a *cli.App, r transfer.ExportSummary, path string) {
	if path == cli.StandardOutput {
		path = "standard output"
	}
	a.Printf("%s written to %s", text.Plural(r.Games, "game"), path)
	if len(r.Files) > 1 {
		a.Printf(": %s, %d of them identical to the imported games", text.Plural(len(r.Files), "file"), r.Identical)
	}
	a.Printf("\n")
	for _, n := range r.Notes {
		a.Printf("note: %s\n", n)
	}
	if r.RefusedCount > 0 {
		a.Printf("\nleft out, %s:\n", text.Plural(r.RefusedCount, "game"))
		for _, g := range r.Refused {
			a.Printf("  %s\n", cli.Complaint(g, nil))
		}
	}
}
