package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/wthor"
	"github.com/spf13/cobra"
)

func (a *app) inspectCommand() *cobra.Command {
	var rows int
	var asJSON bool
	c := &cobra.Command{
		Use:   "inspect PATH",
		Short: "Say what a table, a model or a file of games or positions holds",
		Long: `Inspect checks a file from its first byte to its last and says what it holds:

  tables     a folder made by import, or a file of it; a Parquet file of games without a
             manifest, or of positions
  index      positions.index, made by "outflank index"
  models     made by train
  WTHOR      games (.wtb), names (.jou, .trn), puzzles (.pzz) and 10x10 games (.wtd)
  text       games and problems in the formats that "outflank export" lists, OBF and
             boards of 64 characters

Puzzles and problems are shown as lines of OBF: a position and its scored moves.`,
		Example: `  outflank inspect games --rows 3
  outflank inspect q.model
  outflank inspect WTHOR.JOU --json
  outflank inspect Solitaires_12.pzz --rows 20`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if rows < 0 {
				return usageError{fmt.Errorf("--rows %d: want 0 or more", rows)}
			}
			v, err := a.inspect(args[0], rows)
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(a.out, v)
			}
			v.print(a)
			return nil
		},
	}
	c.Flags().IntVar(&rows, "rows", 5, "how many games, names or weights to show")
	c.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return c
}

// A finding is what inspect found; it marshals to JSON and prints as text.
type finding interface{ print(a *app) }

// inspect looks at what stands at the path, judged by its kind.
func (a *app) inspect(path string, rows int) (finding, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if dir, ok := folderOf(path, "manifest", "games", "players", "tournaments"); ok {
		path = dir
	}
	if info.IsDir() || isTableFile(path) || isTable(path) {
		return a.inspectTables(path, rows)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	v, err := inspectFile(f, info.Size(), rows)
	if errors.Is(err, notation.ErrFormat) {
		return nil, inputError{err} // which names the file
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// inspectFile looks at a file of WTHOR or of text, an index or a model. The error wraps
// notation.ErrFormat if it is none of them.
func inspectFile(f *os.File, size int64, rows int) (finding, error) {
	head := make([]byte, min(size, notation.DetectLen))
	if _, err := f.ReadAt(head, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(f.Name()), filepath.Ext(indexName)) {
		return inspectIndex(f, size)
	}
	if strings.HasPrefix(string(head), modelMagic) || strings.EqualFold(filepath.Ext(f.Name()), ".model") {
		return inspectModel(f.Name(), rows)
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
	if dataset.IsCSV(head) {
		return inspectCSV(f, rows)
	}
	format, err := notation.Detect(head, f.Name())
	if err != nil {
		return nil, err
	}
	return inspectText(f, format, rows)
}

// tablesFinding describes a folder of tables.
type tablesFinding struct {
	Kind     string           `json:"kind"`
	Checksum string           `json:"checksum"`
	Manifest dataset.Manifest `json:"manifest"`
	Columns  []columnFinding  `json:"columns"`
	Head     []gameFinding    `json:"head"`
}

type columnFinding struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Nullable bool   `json:"nullable"`
	Unit     string `json:"unit"`
	Meaning  string `json:"meaning"`
}

type gameFinding struct {
	Year       int    `json:"year"`
	Tournament string `json:"tournament"`
	Black      string `json:"black"`
	White      string `json:"white"`
	Score      int    `json:"score"`
	Status     string `json:"status"`
	Moves      string `json:"moves"`
}

func (a *app) inspectTables(path string, rows int) (finding, error) {
	if strings.EqualFold(filepath.Ext(path), ".parquet") {
		if table, err := dataset.OpenPositions(path); err == nil {
			return inspectPositions(table, rows)
		}
	}
	games, err := a.openTables(path)
	if err != nil {
		return nil, err
	}
	m := games.Manifest()
	v := tablesFinding{Kind: "games table", Checksum: m.Checksum, Manifest: m, Columns: columnFindings(dataset.Columns())}
	for g, err := range games.All() {
		if err != nil {
			return nil, err
		}
		if len(v.Head) >= rows {
			break
		}
		v.Head = append(v.Head, gameFinding{g.Year, g.Tournament, g.Black, g.White, g.Score, g.Status.String(), g.Game.String()})
	}
	return v, nil
}

func (v tablesFinding) print(a *app) {
	a.printf("games table, %d games, checksum %s\n\n", v.Manifest.Rows, cmp.Or(v.Checksum, "none: without a manifest"))
	t := a.table()
	for _, f := range v.Manifest.Tables {
		sum := ""
		if f.SHA256 != "" {
			sum = "sha256 " + f.SHA256
		}
		t.row(f.Name, number(int(f.Bytes))+" bytes", sum)
	}
	for _, s := range v.Manifest.Sources {
		t.row(s.Name, number(s.Records)+" "+s.Kind, fmt.Sprintf("sha256 %s, %d bad", s.SHA256[:12]+"…", s.Bad))
	}
	t.flush()
	printMeta(a, v.Manifest.Meta)
	a.printf("\n")
	printColumns(a, v.Columns)
	a.printf("\n")
	for _, g := range v.Head {
		fmt.Fprintf(a.out, "%d  %s, %s - %s  %+d  %s\n    %s\n", g.Year, g.Tournament, g.Black, g.White, g.Score, g.Status, g.Moves)
	}
}

func printMeta(a *app, meta map[string]string) {
	for _, key := range slices.Sorted(maps.Keys(meta)) {
		fmt.Fprintf(a.out, "%-14s %s\n", key, meta[key])
	}
}

// modelFinding describes a model.
type modelFinding struct {
	Kind     string            `json:"kind"`
	Features string            `json:"features"`
	Weights  int               `json:"weights"`
	NonZero  int               `json:"nonzero"`
	Actions  []float64         `json:"actions,omitempty"`
	Meta     map[string]string `json:"meta"`
	Largest  []weightFinding   `json:"largest"`
	Squares  []float64         `json:"squares,omitempty"`
}

type weightFinding struct {
	Name   string  `json:"name"`
	Weight float64 `json:"weight"`
}

func inspectModel(path string, rows int) (finding, error) {
	m, err := readModel(path)
	if err != nil {
		return nil, err
	}
	v := modelFinding{Kind: "model", Features: m.Features.ID(), Weights: len(m.Weights), Actions: m.Actions, Meta: m.Meta, Squares: m.Features.Params()}
	order := make([]int, len(m.Weights))
	for i, w := range m.Weights {
		order[i] = i
		if w != 0 {
			v.NonZero++
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(math.Abs(m.Weights[j]), math.Abs(m.Weights[i]))
	})
	for _, i := range order[:min(rows, len(order))] {
		v.Largest = append(v.Largest, weightFinding{m.Features.Name(i), m.Weights[i]})
	}
	return v, nil
}

func (v modelFinding) print(a *app) {
	a.printf("model, %d weights (%d not zero), features %s\n\n", v.Weights, v.NonZero, v.Features)
	printMeta(a, v.Meta)
	a.printf("\nlargest weights\n")
	for _, w := range v.Largest {
		fmt.Fprintf(a.out, "%+10.4f  %s\n", w.Weight, w.Name)
	}
	if len(v.Actions) > 0 {
		a.printf("\nweights of actions, by square\n")
		a.printBoard(func() (board [64]float64) {
			for c, set := range eval.Classes {
				for s := range set.All() {
					board[s] = v.Actions[c]
				}
			}
			return board
		}())
	}
	if len(v.Squares) == 64 {
		a.printf("\nsquare weights W of its features\n")
		a.printBoard([64]float64(v.Squares))
	}
}
