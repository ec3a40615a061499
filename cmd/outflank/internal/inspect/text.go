package inspect

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/text"
)

// textFinding describes a text file of games or of problems, which are positions with
// scored moves.
type textFinding struct {
	Kind    string   `json:"kind"` // games or problems
	Format  string   `json:"format"`
	About   string   `json:"about"`
	Records int      `json:"records"`
	Head    []string `json:"head"` // games as transcripts with the players, problems as OBF
}

func inspectText(f io.Reader, format notation.Format, rows int) (finding, error) {
	v := textFinding{Kind: "games", Format: format.Name, About: format.About, Head: []string{}}
	if format.Read == nil {
		return v.problems(f, format, rows)
	}
	for r, err := range format.Read(f) {
		if err != nil {
			return nil, err
		}
		if v.Records++; v.Records <= rows {
			v.Head = append(v.Head, strings.TrimPrefix(fmt.Sprintf("%s - %s, %s", r.Black, r.White, r.Game), " - , "))
		}
	}
	return v, nil
}

func inspectCSV(f io.Reader, rows int) (finding, error) {
	v := textFinding{Kind: "games", Format: store.CSVFormat, About: "columns of the games table",
		Head: []string{}}
	for g, err := range store.ReadCSV(f) {
		if err != nil {
			return nil, err
		}
		if v.Records++; v.Records <= rows {
			v.Head = append(v.Head, fmt.Sprintf("%d  %s, %s - %s, %s", g.Year, g.Tournament, g.Black, g.White, g.Game))
		}
	}
	return v, nil
}

func (v textFinding) problems(f io.Reader, format notation.Format, rows int) (finding, error) {
	v.Kind = "problems"
	for p, err := range format.ReadProblems(f) {
		if err != nil {
			return nil, err
		}
		if v.Records++; v.Records <= rows {
			var line strings.Builder
			_ = notation.WriteOBF(&line, p) // a Builder does not fail
			v.Head = append(v.Head, strings.TrimSuffix(line.String(), "\n"))
		}
	}
	return v, nil
}

func (v textFinding) print(a *cli.App) {
	a.Printf("%s, %s, format %s: %s\n", v.Kind, text.Plural(v.Records, "record"), v.Format, v.About)
	for i, line := range v.Head {
		fmt.Fprintf(a.Out, "%4d  %s\n", i, line)
	}
}

// indexFinding describes an index whose every block has been read.
type indexFinding struct {
	Kind      string `json:"kind"`
	Games     int    `json:"games"`
	Positions int    `json:"positions"` // different ones up to symmetry
	Entries   int    `json:"entries"`   // pairs of a position and a game
	Bytes     int64  `json:"bytes"`
	Tables    string `json:"tables"` // the folder of the tables that it belongs to, "" if there are none beside it
}

// inspectIndex checks all of an index, also that it belongs to the tables beside it.
func inspectIndex(f *os.File, size int64) (finding, error) {
	x, err := explore.Open(f, size)
	if err != nil {
		return nil, err
	}
	if err := x.Verify(); err != nil {
		return nil, err
	}
	v := indexFinding{Kind: "index", Games: x.Games(), Positions: x.Positions(), Entries: x.Entries(),
		Bytes: size}
	if dir := filepath.Dir(f.Name()); cli.IsTable(dir) {
		tables, err := store.Open(dir)
		if err != nil {
			return nil, err
		}
		v.Tables = dir
		return v, x.Check(tables)
	}
	return v, nil
}

func (v indexFinding) print(a *cli.App) {
	a.Printf("index of positions, %s, %s, %d pairs of the two, %d bytes, unharmed\n",
		text.Plural(v.Games, "game"), text.Plural(v.Positions, "position"), v.Entries, v.Bytes)
	if v.Tables == "" {
		a.Printf("no tables beside it\n")
		return
	}
	a.Printf("of the tables in %s as they are now\n", v.Tables)
}
