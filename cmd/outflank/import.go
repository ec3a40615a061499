package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/spf13/cobra"
)

func (a *app) importCommand() *cobra.Command {
	var dir string
	var formats []string
	var opt dataset.ImportOptions
	var asJSON bool
	c := &cobra.Command{
		Use:   "import SOURCE… -o DIR",
		Short: "Read WTHOR files, GGF, PGN, SGF, … and make tables of them",
		Long: `Import reads games from WTHOR files (.wtb) and from text (GGF, PGN, SGF,
transcripts, Logistello's logbook, CSV) and writes a games table with a manifest. SOURCE
is a file, a folder, a zip file or, as -, standard input. In folders and zip files
games are known by .wtb, .ggf, .pgn, .sgf and .gam; a file that is named may be called
anything, since what it holds tells its format. CSV begins with a line of names of
columns, as "outflank schema games" lists them, of which only moves is needed. The
players (.jou) and tournaments (.trn) of WTHOR files are found beside the games, unless
some are named.

A table holds the start and the moves of a game, the players, tournament and year, and
the result. What text formats say besides is not kept: the date in the year, place and
round, ratings, clocks, times, evaluations and comments. Games on smaller boards, with
holes or on hexagons keep their board as their start. Anti-Othello, larger boards and
puzzles are refused; "outflank inspect" shows what such a file holds.

Every game is replayed: its status, passes and final score are recomputed and
compared with what the file says. A game with an illegal move or a damaged record
is left out, counted and named, and the exit code is 0 all the same; with --strict
the first one stops the import (exit code 3). If no game is left, nothing is written.
Existing tables are replaced when the new ones are complete, or not at all.`,
		Example: `  outflank import ~/wthor -o games
  outflank import WTH_2001.wtb WTH_2002.wtb -o games --format parquet,arrow
  outflank import ~/wthor/WTH_2018.wtb -o games --update
  outflank import ~/wthor -o games --json | jq .games`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if dir == "" {
				return misuse(fmt.Errorf("where to? -o DIR is missing"))
			}
			for _, name := range formats {
				f := dataset.Format(strings.ToLower(name))
				if f != dataset.Parquet && f != dataset.Arrow {
					return misuse(fmt.Errorf("--format %s: want parquet, arrow or both", name))
				}
				if !opt.Update || c.Flags().Changed("format") { // an update keeps the formats that are there
					opt.Formats = append(opt.Formats, f)
				}
			}
			sources, err := a.findSources(args)
			if err != nil {
				return err
			}
			r, err := a.importGames(c, sources, dir, opt)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, r)
			}
			a.printImport(r)
			fmt.Fprintf(a.out, "\nNext: outflank stats weights %s\n", dir)
			return nil
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", "", "folder for the tables")
	c.Flags().StringSliceVar(&formats, "format", []string{string(dataset.Parquet)}, "tables to write: parquet, arrow or both")
	c.Flags().BoolVar(&opt.Strict, "strict", false, "stop at the first bad game and write nothing")
	c.Flags().BoolVar(&opt.Update, "update", false, "keep what the folder holds and replace only the files that are read; ids stay, and what changed is said")
	addWorkersFlag(c, &opt.Workers, "goroutines that replay games")
	c.Flags().BoolVar(&asJSON, "json", false, "print the summary as JSON")
	return c
}

// importResult is what import reports; the JSON fields are stable.
type importResult struct {
	dataset.Summary
	Directory string  `json:"directory"`
	Seconds   float64 `json:"seconds"`

	tables []dataset.TableFile
}

// importGames imports with a progress bar.
func (a *app) importGames(c *cobra.Command, sources dataset.Sources, dir string, opt dataset.ImportOptions) (importResult, error) {
	bar := a.meter("importing", "games", sources.Count())
	defer bar.end()
	r := importResult{Directory: dir}
	for sum, err := range dataset.Import(c.Context(), sources, dir, opt) {
		if err != nil {
			return r, err
		}
		r.Summary = sum
		bar.set(sum.Records)
	}
	r.Seconds = bar.elapsed().Seconds()
	tables, err := dataset.Open(dir)
	if err != nil {
		return r, err
	}
	r.tables = tables.Manifest().Tables
	return r, nil
}

func (a *app) printImport(r importResult) {
	a.printf("%s from %s in %.1f s (%.0f games/s)\n\n",
		plural(r.Games, "game"), plural(r.Files, "file"), r.Seconds, float64(r.Records)/r.Seconds)
	t := a.table()
	t.row("finished", number(r.Finished), "recorded score equals the replayed one in "+number(r.Finished-r.ScoreMismatch))
	t.row("unfinished", number(r.Unfinished), "the transcript stops early; the recorded result counts")
	t.row("illegal", number(r.Illegal), "left out")
	t.row("plies", number(r.Plies), "")
	t.row("passes", number(r.Passes), "")
	t.row("black wins", number(r.BlackWins), percent(r.BlackWins, r.Games))
	t.row("draws", number(r.Draws), percent(r.Draws, r.Games))
	t.row("white wins", number(r.WhiteWins), percent(r.WhiteWins, r.Games))
	t.flush()
	for _, note := range r.Notes {
		a.printf("note: %s\n", note)
	}
	if r.Changes != nil {
		a.printChanges(r.Changes)
	}
	if r.BadCount > 0 {
		a.printf("\nleft out, %s:\n", plural(r.BadCount, "bad game"))
		for i, bad := range r.Bad {
			if i == listed {
				a.printf("  … --json lists more\n")
				break
			}
			a.printf("  %v\n", bad)
		}
	}
	a.printf("\n")
	for _, f := range r.tables {
		a.printf("wrote %s (%.1f MB)\n", filepath.Join(r.Directory, f.Name), float64(f.Bytes)/1e6)
	}
}

// listed is how many games are named in text.
const listed = 10

func (a *app) printChanges(c *dataset.Changes) {
	a.printf("\nAgainst the tables that were there:\n")
	t := a.table()
	t.row("kept", number(c.Kept), "games of files that were not read")
	t.row("same", number(c.Same), "games as they were")
	t.row("changed", number(c.Changed), "games with other content under the same id")
	t.row("added", number(c.Added), "games with a new id")
	t.row("removed", number(c.Removed), "games that are no more")
	t.row("relabelled", number(c.Relabelled), "games whose players or tournament have another name")
	t.flush()
	for i, g := range c.List {
		if i == listed {
			a.printf("  … --json lists more\n")
			break
		}
		a.printf("  %-8s %s  %s, record %s  %s\n", g.Kind, fmt.Sprint(g.ID), g.Source, fmt.Sprint(g.Record), strings.Join(g.Fields, ", "))
	}
}
