package data

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/runtime/fault"
)

func importCommand(a *cli.App) *cobra.Command {
	var dir, aliases string
	var formats []string
	var opt transfer.ImportOptions
	var asJSON, replace, keepGoing bool
	c := &cobra.Command{
		Use:   "import SOURCE… -o DIR",
		Short: "Import games (WTHOR, GGF, PGN, SGF, …) into tables",
		Long: `Import reads games from WTHOR files (.wtb) and from text (GGF, PGN, SGF, transcripts,
Logistello's logbook, JSON of Othello Quest, CSV) and writes a games table with a manifest.
SOURCE is a file, a folder, a zip file, or - for standard input. In folders and zip files,
import reads the .wtb, .ggf, .pgn, .sgf and .gam files; a file that you name may have any
extension, because import detects the format from the content. A file may be compressed
(.gz, .bz2). A CSV file begins with a line of column names ("outflank schema table games"
lists them); only moves is required. Import reads the names of players (.jou) and
tournaments (.trn) from files beside WTHOR files, unless you name others.

A table holds the start and the moves of each game, the players, tournament and year, and
the result. Import drops other data of text formats: the date within the year, place and
round, ratings, clocks, times, evaluations and comments. The start records the board of
games on smaller boards, with holes or on hexagons. Import refuses Anti-Othello, larger
boards and puzzles; "outflank inspect" shows such files.

Import replays every game, recomputes its status, passes and final score, and compares
them with the file. Games with an illegal move or a damaged record are left out, counted
and listed, and the exit code is still 0; with --strict, the first one stops the import
(exit code 3). A file that cannot be read to its end also stops the import; with
--keep-going, import leaves it out, lists it and reads the others. If no game is left,
nothing is written.

A player of a text file whose name has the same words as a name in the names file (.jou), in any
order and spelling, is that player: "Marc TASTET" is "Tastet Marc". --aliases FILE adds what words
cannot show, such as nicknames on playing sites: a CSV file with the columns alias and player. The
table contains the player's name and the source of each game.

Existing tables stay until the new ones are complete. If the folder contains games of
other files, import refuses it unless --update keeps these games or --replace drops them.`,
		Example: `  outflank import ~/wthor -o games
  outflank import WTH_2001.wtb WTH_2002.wtb -o games --format parquet,arrow
  outflank import ~/wthor/WTH_2018.wtb -o games --update
  outflank import downloads -o games --keep-going --replace
  outflank import ~/wthor playok.pgn -o games --aliases nicknames.csv
  outflank import ~/wthor -o games --json | jq .games`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if dir == "" {
				return cli.NoOutput("the folder for the tables", "games")
			}
			for _, name := range formats {
				f := store.Format(strings.ToLower(name))
				if f != store.Parquet && f != store.Arrow {
					return fault.Misuse(fmt.Errorf("--format %s: want parquet, arrow or both", name))
				}
				if !opt.Update || c.Flags().Changed("format") { // an update keeps the existing formats
					opt.Formats = append(opt.Formats, f)
				}
			}
			if replace && opt.Update {
				return fault.Misuse(fmt.Errorf("--replace and --update exclude each other"))
			}
			sources, leftOut, err := findImported(c.Context(), a, args, keepGoing)
			if err != nil {
				return err
			}
			if aliases != "" {
				if sources.Aliases, err = readAliases(aliases); err != nil {
					return err
				}
			}
			if !replace && !opt.Update {
				if err := checkReplaced(dir, sources); err != nil {
					return err
				}
			}
			r, err := a.Import(c.Context(), sources, dir, opt)
			if err != nil {
				return err
			}
			r.LeftOut = leftOut
			if aliases != "" && r.Aliases == 0 {
				r.Notes = append(r.Notes, fmt.Sprintf("no player of a text file is an alias in %s", aliases))
			}
			if asJSON {
				return a.JSON(r)
			}
			a.PrintImport(r)
			fmt.Fprintf(a.Out, "\nNext: outflank stats weights %s\n", dir)
			return nil
		},
	}
	c.Flags().StringVarP(&dir, "output", "o", "", "folder for the tables")
	c.Flags().StringSliceVar(&formats, "format", []string{string(store.Parquet)},
		"tables to write: parquet, arrow or both")
	c.Flags().StringVar(&aliases, "aliases", "",
		"CSV file with the columns alias and player: names of players in text files")
	c.Flags().BoolVar(&opt.Strict, "strict", false, "stop at the first bad game and write nothing")
	c.Flags().BoolVar(&opt.Update, "update", false,
		"keep the games in the folder and replace only those of the files read; ids stay, and changes are reported")
	c.Flags().BoolVar(&replace, "replace", false, "drop games of other files from the folder")
	c.Flags().BoolVar(&keepGoing, "keep-going", false, "leave out files that cannot be read, and list them")
	cli.AddWorkersFlag(c, &opt.Workers, "goroutines that replay games")
	cli.AddJSON(c, &asJSON, "print the summary as JSON", cli.ImportResult{})
	return c
}
