package inspect

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/wthor"
)

// wthorFinding describes a WTHOR file.
type wthorFinding struct {
	Kind    string       `json:"kind" doc:"the kind of WTHOR file"`
	Header  wthor.Header `json:"header" doc:"header of the file"`
	Records int          `json:"records" doc:"number of records"`
	Head    []string     `json:"head" doc:"the first records as text"`
}

func namesFinding(kind string, rows int) func(wthor.Names, error) (finding, error) {
	return func(n wthor.Names, err error) (finding, error) {
		return wthorFinding{kind, n.Header, len(n.Labels), n.Labels[:min(rows, len(n.Labels))]}, err
	}
}

// wthorRecords describes a file of records, with a line for each of the first ones.
func wthorRecords[R any](kind string, h wthor.Header, records iter.Seq2[R, error], rows int,
	line func(R) string) (finding, error) {
	n, head, err := headOf(records, rows, line)
	return wthorFinding{kind, h, n, head}, err
}

func inspectGames(f io.Reader, rows int) (finding, error) {
	r, err := wthor.NewReader(f)
	if err != nil {
		return nil, err
	}
	return wthorRecords("games", r.Header(), r.All(), rows, func(g wthor.Game) string {
		return fmt.Sprintf("tournament %d, black %d, white %d, %d-%d, %s",
			g.Tournament, g.Black, g.White, g.Score, 64-int(g.Score), transcriptOf(g))
	})
}

func transcriptOf(g wthor.Game) string {
	var moves []engine.Square
	for _, s := range g.AppendSquares(nil) {
		moves = append(moves, engine.Square(s))
	}
	return engine.Game{Moves: moves}.String()
}

func inspectGames10(f io.Reader, rows int) (finding, error) {
	r, err := wthor.NewReader10(f)
	if err != nil {
		return nil, err
	}
	return wthorRecords("games10", r.Header(), r.All(), rows, func(g wthor.Game10) string {
		return fmt.Sprintf("tournament %d, black %d, white %d, %d-%d, %s",
			g.Tournament, g.Black, g.White, g.Score, 100-int(g.Score), transcriptOf10(g))
	})
}

// transcriptOf10 formats the moves on the 10x10 board: g6f4, and j10 for the last square.
func transcriptOf10(g wthor.Game10) string {
	var text strings.Builder
	for _, s := range g.AppendSquares(nil) {
		text.WriteString(string(rune('a'+s%10)) + strconv.Itoa(int(s)/10+1))
	}
	return text.String()
}

func inspectPuzzles(f io.Reader, rows int) (finding, error) {
	r, err := wthor.NewPuzzleReader(f)
	if err != nil {
		return nil, err
	}
	return wthorRecords("puzzles", r.Header(), r.All(), rows, puzzleLine)
}

// puzzleLine formats a puzzle as a line of OBF with its game as the comment.
func puzzleLine(p wthor.Puzzle) string {
	black, white := p.Discs()
	at := engine.Position{Board: engine.Board{Mine: engine.Set(black), Theirs: engine.Set(white),
		Shape: engine.Full}}
	if p.Side == wthor.WhiteToMove {
		at.Color = engine.White
		at.Board.Mine, at.Board.Theirs = at.Board.Theirs, at.Board.Mine
	}
	best := engine.At(int(p.Solution%10)-1, int(p.Solution/10)-1)
	return problemLine(notation.Problem{
		Position: at, Moves: []notation.Scored{{Move: best, Score: float64(p.Score)}},
		Comment: fmt.Sprintf("year %d, tournament %d, black %d, white %d", p.Year, p.Tournament, p.Black, p.White),
	})
}

func (v wthorFinding) print(a *cli.App) {
	h := v.Header
	name := v.Kind
	if v.Kind == "games10" {
		name = "10x10 games"
	}
	a.Printf("WTHOR %s, %s, made %s", name, text.Plural(v.Records, "record"),
		fmt.Sprintf("%02d%02d-%02d-%02d", h.Century, h.YearOfCentury, h.Month, h.Day))
	switch v.Kind {
	case "games", "games10":
		a.Printf(", year %s, theoretical score at %d empties", fmt.Sprint(h.Year), h.Depth())
	case "puzzles":
		a.Printf(", %d empties", h.N2)
	}
	a.Printf("\n")
	first := 1
	if v.Kind == "players" || v.Kind == "tournaments" {
		first = 0 // games refer to names by numbers from 0
	}
	printHead(a, v.Head, first)
}
