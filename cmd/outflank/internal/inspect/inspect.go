// Package inspect implements the commands that show the contents of files: inspect and schema.
package inspect

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/label"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn/run"
	"github.com/outflank/outflank/wthor"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return cli.Listings(inspectCommand(a), schemaCommand(a))
}

func inspectCommand(a *cli.App) *cobra.Command {
	o := inspectOptions{rows: 5, games: 50, seed: 1}
	var asJSON bool
	c := &cobra.Command{
		Use:   "inspect PATH",
		Short: "Show the contents of a table, a model, a net or a file of games or positions",
		Long: `Inspect checks a whole file and shows its contents:

  tables     a folder made by import, or a file of it; a Parquet file of games without a
             manifest, or of positions, transitions, tokens or probes; the folder of
             analyze --cache, or its file of moves
  index      positions.index, made by "outflank index"
  models     made by train or fit, also built-in, general and league: weights and values
  nets       made by train --net or tune: layers, weights, and how a run made them
  WTHOR      games (.wtb), names (.jou, .trn), puzzles (.pzz) and 10x10 games (.wtd)
  text       games and problems in the formats that "outflank export" lists, OBF and
             boards of 64 characters

Puzzles and problems are shown as lines of OBF: a position and its scored moves. Games and positions are
numbered from 1, as in all texts. Names are numbered from 0, as in WTHOR files, and so are the columns
id and record of tables.

` + inspectModelHelp,
		Example: `  outflank inspect games --rows 3
  outflank inspect q.model --png squares.png
  outflank inspect net.dna --json
  outflank inspect WTHOR.JOU --json
  outflank inspect Solitaires_12.pzz --rows 20`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(args); err != nil {
				return err
			}
			v, err := inspect(a, args[0], o)
			if err != nil {
				return err
			}
			if err := o.draw(v); err != nil {
				return err
			}
			return a.Report(asJSON, v, func() { v.print(a) })
		},
	}
	c.Flags().IntVar(&o.rows, "rows", o.rows, "number of games, names, weights or patterns to show")
	c.Flags().IntVar(&o.games, "games", o.games,
		"number of self-play games to measure a model's values")
	c.Flags().Uint64Var(&o.seed, "seed", o.seed, "seed of the games of --games")
	c.Flags().StringVar(&o.png, "png", "", "draw a model's value of a disc on each square as a PNG")
	cli.AddJSON(c, &asJSON, "print as JSON", tablesFinding{}, positionsFinding{}, tableFinding{}, movesFinding{},
		modelFinding{}, netFinding{}, wthorFinding{}, textFinding{}, indexFinding{})
	return c
}

// maxRows is more than a person reads. Exports contain everything.
const maxRows = 100_000

// inspectOptions are the flags of inspect.
type inspectOptions struct {
	rows  int
	games int    // number of games that a model plays against itself
	seed  uint64 // seed of these games
	png   string // file for the picture of a model's squares; "" = none
}

func (o *inspectOptions) check(inputs []string) error {
	if o.rows < 0 || o.rows > maxRows {
		return fault.Misusef("--rows %d: want 0 to %d", o.rows, maxRows)
	}
	if o.games < 0 || o.games > maxModelGames {
		return fault.Misusef("--games %d: want 0 to %d", o.games, maxModelGames)
	}
	return cli.CheckOutputs(inputs, o.png)
}

// A finding describes a file or folder. It marshals to JSON and prints as text.
type finding interface{ print(a *cli.App) }

// inspect determines the kind of the file or folder at a path and describes it.
func inspect(a *cli.App, path string, o inspectOptions) (finding, error) {
	if pattern.IsShipped(path) {
		return inspectModel(pattern.ShippedModel(path), o), nil
	}
	info, err := os.Stat(path)
	if err == nil {
		err = durable.CheckFile(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: want games, positions, tables, a model or a net", err)
	} else if err != nil {
		return nil, err
	}
	moves := path
	if info.IsDir() && !cli.IsTable(path) {
		moves = label.CacheFile(path)
	}
	if _, err := os.Stat(moves); err == nil && filepath.Base(moves) == filepath.Base(label.CacheFile("")) {
		return inspectMoves(moves)
	}
	if dir, ok := cli.FolderOf(path, "manifest", "games", "players", "tournaments"); ok {
		path = dir
	}
	if run.Holds(run.System{}, path) {
		return nil, fault.BadInputf("%s is the folder of a run: `outflank runs %s` shows it; "+
			"to see a model, inspect a file in it", path, text.Quote(path))
	}
	if info.IsDir() || cli.IsTableFile(path) || cli.IsTable(path) {
		return inspectTables(a, path, o.rows)
	}
	f, err := durable.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v, err := inspectFile(f, info.Size(), o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// inspectFile reads a WTHOR file, a text file, an index, a model or a net. The error wraps notation.ErrFormat
// if the file is none of them.
func inspectFile(f *os.File, size int64, o inspectOptions) (finding, error) {
	rows := o.rows
	head := make([]byte, min(size, notation.DetectLen))
	if _, err := f.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(f.Name()), filepath.Ext(explore.FileName)) {
		return inspectIndex(f, size)
	}
	if strings.HasPrefix(string(head), pattern.Magic) || strings.EqualFold(filepath.Ext(f.Name()), ".model") {
		m, err := eval.ReadModel(f)
		if err != nil {
			return nil, err
		}
		return inspectModel(m, o), nil
	}
	switch kind := wthor.KindOf(f.Name(), head, size); kind {
	case wthor.KindPlayers:
		return namesFinding("players", rows)(wthor.ReadPlayers(f))
	case wthor.KindTournaments:
		return namesFinding("tournaments", rows)(wthor.ReadTournaments(f))
	case wthor.KindGames:
		return inspectGames(f, rows)
	case wthor.KindGames10:
		return inspectGames10(f, rows)
	case wthor.KindPuzzles:
		return inspectPuzzles(f, rows)
	}
	if store.IsCSV(head) {
		return inspectCSV(f, rows)
	}
	format, err := notation.Detect(head, f.Name())
	switch {
	case strings.EqualFold(filepath.Ext(f.Name()), run.NetExt), err != nil && beginsWithNumber(head):
		return inspectNet(f)
	case err != nil:
		return nil, fmt.Errorf("%w, a WTHOR file, a table, a model or a net", err)
	}
	return inspectText(f, format, rows)
}

// tablesFinding describes a folder of tables.
type tablesFinding struct {
	Kind     string          `json:"kind" doc:"always games table"`
	Checksum string          `json:"checksum" doc:"checksum of the table"`
	Manifest store.Manifest  `json:"manifest" doc:"manifest of the tables"`
	Columns  []columnFinding `json:"columns" doc:"columns of the games table"`
	Head     []gameFinding   `json:"head" doc:"the first games"`
}

type columnFinding struct {
	Name     string `json:"name" doc:"name of the column"`
	Type     string `json:"type" doc:"type of the column in Parquet files, as Arrow names it"`
	IPC      string `json:"ipc" doc:"type of the column in Arrow IPC files, the smallest one"`
	Nullable bool   `json:"nullable" doc:"whether a value may be null"`
	Unit     string `json:"unit" doc:"unit of the values"`
	Meaning  string `json:"meaning" doc:"meaning of the values"`
}

type gameFinding struct {
	Year       int    `json:"year" doc:"year of the game"`
	Tournament string `json:"tournament" doc:"name of the tournament"`
	Black      string `json:"black" doc:"name of the black player"`
	White      string `json:"white" doc:"name of the white player"`
	Score      *int   `json:"score" doc:"disc difference for black; null = unknown"`
	Status     string `json:"status" doc:"complete, or the reason why it is not"`
	Moves      string `json:"moves" doc:"transcript of the game"`
}

func inspectTables(a *cli.App, path string, rows int) (finding, error) {
	if strings.EqualFold(filepath.Ext(path), ".parquet") {
		if table, err := store.OpenPositions(path); err == nil {
			return inspectPositions(table, rows)
		}
		if s, err := store.Summarize(path); err != nil {
			return nil, err
		} else if s != nil {
			return tableFinding{s.Table + " table", s.Rows, s.Splits, s.Meta, columnFindings(s.Columns)}, nil
		}
	}
	games, err := a.OpenTables(path)
	if err != nil {
		return nil, err
	}
	m := games.Manifest()
	v := tablesFinding{Kind: "games table", Checksum: m.Checksum, Manifest: m,
		Columns: columnFindings(store.Columns()), Head: []gameFinding{}}
	for g, err := range games.All() {
		if err != nil {
			return nil, err
		}
		if len(v.Head) >= rows {
			break
		}
		v.Head = append(v.Head, gameFinding{g.Year, g.Tournament, g.Black, g.White, g.Result(), g.Status.String(),
			g.Game.String()})
	}
	return v, nil
}

func (v tablesFinding) print(a *cli.App) {
	a.Printf("games table, %d games, checksum %s\n\n", v.Manifest.Rows,
		cmp.Or(v.Checksum, "none: no manifest"))
	t := a.Table()
	for _, f := range v.Manifest.Tables {
		sum := ""
		if f.SHA256 != "" {
			sum = "sha256 " + f.SHA256[:12] + "…"
		}
		t.Row(f.Name, text.Number(int(f.Bytes))+" bytes", sum)
	}
	for _, s := range v.Manifest.Sources {
		t.Row(s.Name, text.Number(s.Records)+" "+s.Kind, fmt.Sprintf("sha256 %s, %d bad", s.SHA256[:12]+"…", s.Bad))
	}
	t.Flush()
	printMeta(a, v.Manifest.Meta)
	a.Printf("\n")
	printColumns(a, v.Columns)
	a.Printf("\n")
	for _, g := range v.Head {
		fmt.Fprintf(a.Out, "%d  %s, %s - %s  %s  %s\n    %s\n", g.Year, g.Tournament, g.Black, g.White,
			cli.ScoreText(g.Score), g.Status, g.Moves)
	}
}

func printMeta(a *cli.App, meta map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(meta)) {
		fmt.Fprintf(a.Out, "%-14s %s\n", key, meta[key])
	}
}
