package inspect

import (
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/text"
)

// textFinding describes a text file of games, or of problems, which are positions with scored moves.
type textFinding struct {
	Kind    string   `json:"kind" doc:"games or problems"`
	Format  string   `json:"format" doc:"name of the format, such as pgn"`
	About   string   `json:"about" doc:"description of the format"`
	Records int      `json:"records" doc:"number of games or problems"`
	Head    []string `json:"head" doc:"the first games as transcripts with the players, or problems as OBF"`
}

func inspectText(f io.Reader, format notation.Format, rows int) (_ finding, err error) {
	v := textFinding{Kind: "games", Format: format.Name, About: format.About}
	if format.Read == nil {
		v.Kind = "problems"
		v.Records, v.Head, err = headOf(format.ReadProblems(f), rows, problemLine)
		return v, err
	}
	v.Records, v.Head, err = headOf(format.Read(f), rows, func(r notation.Record) string {
		return strings.TrimPrefix(fmt.Sprintf("%s - %s, %s", r.Black, r.White, r.Game), " - , ")
	})
	return v, err
}

func inspectCSV(f io.Reader, rows int) (_ finding, err error) {
	v := textFinding{Kind: "games", Format: store.CSVFormat, About: "columns of the games table"}
	v.Records, v.Head, err = headOf(store.ReadCSV(f), rows, func(g dataset.Game) string {
		return fmt.Sprintf("%d  %s, %s - %s, %s", g.Year, g.Tournament, g.Black, g.White, g.Game)
	})
	return v, err
}

// problemLine formats a problem as a line of OBF.
func problemLine(p notation.Problem) string {
	var line strings.Builder
	_ = notation.OBF.WriteProblem(&line, p) // a strings.Builder never fails
	return strings.TrimSuffix(line.String(), "\n")
}

// headOf counts all records and describes the first ones, up to rows, one line each.
func headOf[R any](records iter.Seq2[R, error], rows int,
	line func(R) string) (n int, head []string, err error) {
	head = []string{}
	for r, err := range records {
		if err != nil {
			return n, head, err
		}
		if n++; n <= rows {
			head = append(head, line(r))
		}
	}
	return n, head, nil
}

func (v textFinding) print(a *cli.App) {
	a.Printf("%s, %s, format %s: %s\n", v.Kind, text.Plural(v.Records, "record"), v.Format, v.About)
	printHead(a, v.Head, 1)
}

// printHead prints numbered lines.
func printHead(a *cli.App, head []string, first int) {
	for i, line := range head {
		fmt.Fprintf(a.Out, "%4d  %s\n", first+i, line)
	}
}

// indexFinding describes an index. All its blocks have been read.
type indexFinding struct {
	Kind      string `json:"kind" doc:"always index"`
	Games     int    `json:"games" doc:"number of games"`
	Positions int    `json:"positions" doc:"number of different positions up to symmetry"`
	Entries   int    `json:"entries" doc:"number of pairs of a position and a game"`
	Bytes     int64  `json:"bytes" doc:"size of the file"`
	Tables    string `json:"tables" doc:"the folder of the tables that the index belongs to, \"\" if there are none in its folder"`
}

// inspectIndex checks a whole index and whether it belongs to the tables in its folder.
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
	a.Printf("index of positions, %s, %s, %d pairs of a position and a game, %d bytes, undamaged\n",
		text.Plural(v.Games, "game"), text.Plural(v.Positions, "position"), v.Entries, v.Bytes)
	if v.Tables == "" {
		a.Printf("no tables in its folder\n")
		return
	}
	a.Printf("up to date with the tables in %s\n", v.Tables)
}
