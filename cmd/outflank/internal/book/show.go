package book

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

func showCommand(a *cli.App) *cobra.Command {
	var asJSON, drops bool
	var csv string
	top := 20
	c := &cobra.Command{
		Use:   "show [BOOK] [POSITION]",
		Short: "Show a book's values for a position, and the discs that people lose there",
		Long: `Show prints the moves of POSITION with their values in discs for the side to move, the discs that
each move loses against the best (drop), and the number and share of games with the move. POSITION
is a transcript, a board of 64 characters with the side to move, or the name of an opening; the
default is the ordinary start. The default BOOK is "small", the shipped book. A value such as ≤-3
is an upper bound for all moves outside the book.

--drops lists the moves that cost people most, by games times drop. --csv writes the moves, or the
list of --drops, as a table.`,
		Example: `  outflank book show
  outflank book show f5d6c3d3c4
  outflank book show my.book "Rose"
  outflank book show my.book --drops --top 50
  outflank book show f5d6 --csv moves.csv`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := cli.CheckTop(top); err != nil {
				return err
			}
			path, place := split(args)
			at, err := cli.ParsePlace(place)
			if err == nil {
				_, err = at.End()
			}
			if err != nil {
				return fault.Misuse(err)
			}
			if err := checkCSV(csv, asJSON, path); err != nil {
				return err
			}
			b, err := book.Open(cmp.Or(path, book.SmallName))
			if err != nil {
				return err
			}
			defer b.Close()
			if drops {
				list, err := habits(b, at, top)
				if err != nil {
					return err
				}
				if done, err := writeCSV(a, csv, habitTable(list)); done || err != nil {
					return err
				}
				return a.Report(asJSON, list, func() { showDrops(a, list) })
			}
			r, err := answerOf(b, at)
			if err != nil {
				return err
			}
			if done, err := writeCSV(a, csv, moveTable(r)); done || err != nil {
				return err
			}
			return a.Report(asJSON, r, func() { show(a, r, at) })
		},
	}
	f := c.Flags()
	f.BoolVar(&drops, "drops", false, "list the moves in POSITION and later positions that cost people "+
		"most, by games times drop")
	f.IntVar(&top, "top", top, "number of moves that --drops lists; 0 = all")
	cli.AddJSON(c, &asJSON, "print as JSON", answer{}, []habit{})
	f.StringVar(&csv, "csv", "", "write the table as CSV to this file; - prints only the CSV")
	return c
}

// split divides the arguments into the path of a book and a position. A single argument is a book if the file
// exists, if it ends in .book or if it is "small".
func split(args []string) (path, place string) {
	switch {
	case len(args) == 2:
		return args[0], args[1]
	case len(args) == 1:
		_, err := os.Stat(args[0])
		if err == nil || args[0] == book.SmallName || strings.HasSuffix(args[0], ".book") {
			return args[0], ""
		}
		return "", args[0]
	}
	return "", ""
}

// An answer is the result of show; its JSON fields are stable.
type answer struct {
	Positions int           `json:"positions"` // number of positions in the book
	Settings  book.Settings `json:"settings"`
	Known     bool          `json:"known"` // the position is in the book
	Name      string        `json:"name,omitempty"`
	Value     *int          `json:"value"` // for the side to move
	Games     int           `json:"games"`
	Moves     []answerMove  `json:"moves"`
}

type answerMove struct {
	Name string `json:"move"`
	book.Move
}

func answerOf(b *book.Book, at engine.Game) (answer, error) {
	end, _ := at.End()
	r := answer{Positions: b.Len(), Settings: b.Settings, Moves: []answerMove{}}
	name, _ := stats.NameOf(end)
	r.Name = name.Name
	e, ok, err := b.Look(end.Board)
	if err != nil || !ok {
		return r, err
	}
	r.Known, r.Value, r.Games = true, &e.Value, e.Games
	for _, m := range e.Moves {
		r.Moves = append(r.Moves, answerMove{m.Square.String(), m})
	}
	return r, nil
}

// show prints the position, its board and its moves.
func show(a *cli.App, r answer, at engine.Game) {
	end, _ := at.End()                                                  // already checked
	style, _ := board.NewStyle("auto", false, a.OutTerminal, os.Getenv) // "auto" is always valid
	lines, _ := board.Draw(end, board.Marks{Legal: end.Board.Moves(), Last: engine.None}, style)
	for _, line := range lines {
		fmt.Fprintln(a.Out, strings.TrimRight(line, " "))
	}
	s := r.Settings
	a.Printf("\n%s, %d of them learned; depth %d at %d %%, evaluator %s\n", text.Plural(r.Positions, "position"),
		s.Learned, s.Depth, s.Level.Percent(), s.Evaluator)
	if !r.Known {
		a.Printf("the position is not in the book\n")
		return
	}
	title := fmt.Sprintf("%v to move, worth %+d, %s", end.Color, *r.Value, text.Plural(r.Games, "game"))
	if r.Name != "" {
		title += ", " + r.Name
	}
	a.Printf("%s\n\n", title)
	t := a.Table()
	t.Row("move", "value", "drop", "games", "share", "")
	for _, m := range r.Moves {
		value, drop, where := fmt.Sprintf("%+d", m.Value), fmt.Sprint(m.Drop), ""
		switch {
		case m.AtMost:
			value, drop = "≤"+value, "≥"+drop
		case !m.Inside:
			where = "leaf"
		}
		games, share := "", ""
		if m.Games > 0 {
			games, share = text.Number(m.Games), text.Percent(m.Games, r.Games)
		}
		t.Row(m.Name, value, drop, games, share, where)
	}
	t.Flush()
}

// checkCSV returns an error for an invalid --csv, before any work is done.
func checkCSV(path string, asJSON bool, book string) error {
	if path != cli.StandardOutput {
		return cli.CheckOutputs([]string{book}, path)
	}
	if asJSON {
		return fault.Misusef("--csv - and --json both write to standard output: want only one of them")
	}
	return nil
}

// writeCSV writes a table to the file of --csv; "" = no file. It reports whether it wrote to standard output.
func writeCSV(a *cli.App, path string, t stats.Table) (piped bool, err error) {
	switch path {
	case "":
		return false, nil
	case cli.StandardOutput:
		return true, t.WriteCSV(a.Out)
	}
	return false, durable.Replace(path, t.WriteCSV)
}

// A moveRow is a row for a move of a position, with the fields of --json as columns.
type moveRow struct {
	Move   string `json:"move"`
	Value  int    `json:"value"`
	Drop   int    `json:"drop"`
	AtMost bool   `json:"at_most"`
	Games  int    `json:"games"`
	Inside bool   `json:"inside"`
}

// moveTable returns the moves of a position.
func moveTable(r answer) stats.Table {
	rows := make([]moveRow, len(r.Moves))
	for i, m := range r.Moves {
		rows[i] = moveRow{m.Name, m.Value, m.Drop, m.AtMost, m.Games, m.Inside}
	}
	return stats.NewTable("moves", "Moves of a position", rows)
}

// habitTable returns a table of the most costly habits.
func habitTable(list []habit) stats.Table { return stats.NewTable("drops", "Costly habits", list) }

// A habit is a move that people play although it loses discs. Its JSON fields are stable.
type habit struct {
	Moves string `json:"moves"` // the moves before it
	Move  string `json:"move"`
	Best  string `json:"best"`
	Games int    `json:"games"` // games in which it was played
	Drop  int    `json:"drop"`  // the discs that it loses, at least
	Cost  int    `json:"cost"`  // games times drop
	Name  string `json:"name,omitempty"`
}

// habits returns the habits with the highest costs, in the book's positions from a game on. top limits their
// number; 0 = all.
func habits(b *book.Book, from engine.Game, top int) (list []habit, err error) {
	list = []habit{}
	seen := map[engine.Board]bool{}
	var walk func(g engine.Game, name string)
	walk = func(g engine.Game, name string) {
		at, _ := g.End() // moves of a book are legal
		if err != nil || seen[at.Board.Least()] {
			return
		}
		seen[at.Board.Least()] = true
		var e book.Entry
		if e, _, err = b.Look(at.Board); err != nil {
			return
		}
		if n, ok := stats.NameOf(at); ok {
			name = n.Name
		}
		for _, m := range e.Moves {
			if cost := m.Games * m.Drop; cost > 0 {
				list = append(list, habit{g.String(), m.Square.String(), e.Moves[0].Square.String(), m.Games, m.Drop,
					cost, name})
			}
			if m.Inside {
				walk(engine.Game{Start: g.Start, Moves: append(slices.Clip(g.Moves), m.Square)}, name)
			}
		}
	}
	walk(from, "")
	slices.SortStableFunc(list, func(x, y habit) int { return cmp.Compare(y.Cost, x.Cost) })
	if top > 0 {
		list = list[:min(top, len(list))]
	}
	return list, err
}

// showDrops prints habits.
func showDrops(a *cli.App, list []habit) {
	t := a.Table()
	t.Left(5)
	t.Left(6)
	t.Row("games", "drop", "cost", "move", "best", "after", "")
	for _, h := range list {
		t.Row(text.Number(h.Games), fmt.Sprint(h.Drop), text.Number(h.Cost), h.Move, h.Best, h.Moves, h.Name)
	}
	t.Flush()
}
