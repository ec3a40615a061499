package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/wthor"
	"github.com/spf13/cobra"
)

func (a *app) inspectCommand() *cobra.Command {
	var rows int
	var asJSON bool
	c := &cobra.Command{
		Use:   "inspect PATH",
		Short: "Say what a table, a model or a WTHOR file holds",
		Long: `Inspect checks a folder of tables, a model or a WTHOR file (.wtb, .jou, .trn)
from its first byte to its last and says what it holds.`,
		Example: `  outflank inspect games --rows 3
  outflank inspect q.model
  outflank inspect WTHOR.JOU --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if rows < 0 {
				return usageError{fmt.Errorf("--rows %d: want 0 or more", rows)}
			}
			v, err := inspect(args[0], rows)
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
func inspect(path string, rows int) (finding, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if info.IsDir() {
		return inspectTables(path, rows)
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".wtb", ".jou", ".trn":
		f, err := inspectWthor(path, rows)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return f, nil
	case ".parquet", ".arrow":
		return nil, usageError{fmt.Errorf("%s: give the folder that the table lies in", path)}
	}
	return inspectModel(path, rows)
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

func inspectTables(dir string, rows int) (finding, error) {
	games, err := dataset.Open(dir)
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
	a.printf("games table, %d games, checksum %s\n\n", v.Manifest.Rows, v.Checksum)
	t := a.table()
	for _, f := range v.Manifest.Tables {
		t.row(f.Name, number(int(f.Bytes))+" bytes", "sha256 "+f.SHA256)
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

// wthorFinding describes a WTHOR file.
type wthorFinding struct {
	Kind    string       `json:"kind"`
	Header  wthor.Header `json:"header"`
	Records int          `json:"records"`
	Head    []string     `json:"head"`
}

func inspectWthor(path string, rows int) (finding, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	switch strings.ToLower(filepath.Ext(path)) {
	case ".jou":
		return namesFinding("players", rows)(wthor.ReadPlayers(f))
	case ".trn":
		return namesFinding("tournaments", rows)(wthor.ReadTournaments(f))
	}
	return inspectGames(f, rows)
}

func namesFinding(kind string, rows int) func(wthor.Names, error) (finding, error) {
	return func(n wthor.Names, err error) (finding, error) {
		return wthorFinding{kind, n.Header, len(n.Labels), n.Labels[:min(rows, len(n.Labels))]}, err
	}
}

func inspectGames(f io.Reader, rows int) (finding, error) {
	r, err := wthor.NewReader(f)
	if err != nil {
		return nil, err
	}
	v := wthorFinding{Kind: "games", Header: r.Header()}
	for g, err := range r.All() {
		if err != nil {
			return nil, err
		}
		if v.Records++; v.Records <= rows {
			v.Head = append(v.Head, fmt.Sprintf("tournament %d, black %d, white %d, %d-%d, %s",
				g.Tournament, g.Black, g.White, g.Score, 64-int(g.Score), transcriptOf(g)))
		}
	}
	return v, nil
}

func transcriptOf(g wthor.Game) string {
	var moves []engine.Square
	for _, s := range g.AppendSquares(nil) {
		moves = append(moves, engine.Square(s))
	}
	return engine.Game{Moves: moves}.String()
}

func (v wthorFinding) print(a *app) {
	h := v.Header
	a.printf("WTHOR %s, %d records, made %s", v.Kind, v.Records, fmt.Sprintf("%02d%02d-%02d-%02d", h.Century, h.YearOfCentury, h.Month, h.Day))
	if v.Kind == "games" {
		a.printf(", year %s, theoretical score at %d empties", fmt.Sprint(h.Year), h.Depth())
	}
	a.printf("\n")
	for i, line := range v.Head {
		fmt.Fprintf(a.out, "%4d  %s\n", i, line)
	}
}
