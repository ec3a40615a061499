package explore

import (
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/explore"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/text"
)

// printExplorer prints the board, the moves and their example games.
func printExplorer(a *cli.App, style board.Style, start engine.Game, r exploreAnswer) error {
	at, err := start.End()
	if err != nil {
		return err
	}
	lines, _ := board.Draw(at, board.Marks{Legal: at.Board.Moves(), Last: lastMove(start)}, style)
	for _, line := range lines {
		fmt.Fprintln(a.Out, strings.TrimRight(line, " "))
	}
	a.Printf("\n%s\n", explorerTitle(at, r.Answer))
	printMoves(a, r, style)
	printExamples(a, r.Moves)
	return nil
}

// explorerTitle returns a title with the side to move, the number of games and the opening.
func explorerTitle(at engine.Position, r explore.Answer) string {
	title := fmt.Sprintf("%s to move, %s", at.Color, text.Plural(r.Games, "game"))
	if at.Board.Over() {
		title = "the game is over, " + text.Plural(r.Games, "game")
	}
	if r.Name != "" {
		title += ", " + r.Name
	}
	if r.GamesOver > 0 && !at.Board.Over() {
		title += ", of which " + text.Number(r.GamesOver) + " end here"
	}
	if r.NoResult > 0 {
		title += ", " + text.Number(r.NoResult) + " without a known result"
	}
	return title
}

func lastMove(g engine.Game) engine.Square {
	if len(g.Moves) == 0 {
		return engine.None
	}
	return g.Moves[len(g.Moves)-1]
}

// printMoves prints a line for each move.
func printMoves(a *cli.App, r exploreAnswer, style board.Style) {
	if len(r.Moves) == 0 {
		return
	}
	fmt.Fprintln(a.Out)
	t := a.Table()
	t.Left(3)
	t.Least = []int{2, 5, 4, 6, 3}
	row := func(value, book string, cells ...string) {
		if r.Book != nil {
			cells = slices.Insert(cells, 8, book)
		}
		if r.Values != nil {
			cells = slices.Insert(cells, 8, value)
		}
		t.Row(cells...)
	}
	row("value", "book", "move", "games", "share", "black draw white", "black", "draw", "white", "average", "")
	for _, m := range r.Moves {
		mean, results := "", m.Games-m.NoResult
		if m.MeanDiscDifference != nil {
			mean = fmt.Sprintf("%+.1f", *m.MeanDiscDifference)
		}
		value := ""
		if v, ok := r.Values[m.Move]; ok {
			value = board.ValueText(v)
		}
		row(value, bookText(r.Book, m.Move), m.Move, text.Number(m.Games),
			text.Percent(m.Games, r.Games-r.GamesOver), style.ResultBar(m.BlackWins, m.Draws, m.WhiteWins),
			text.Percent(m.BlackWins, results), text.Percent(m.Draws, results), text.Percent(m.WhiteWins, results),
			mean, m.Name)
	}
	t.Flush()
}

// printExamples prints a table of the example games of all moves.
func printExamples(a *cli.App, moves []explore.Move) {
	t := a.Table()
	for _, m := range moves {
		for _, e := range m.Examples {
			t.Row(m.Move, fmt.Sprintf("id %d", e.ID), fmt.Sprint(e.Year), e.Black+" - "+e.White, discCounts(e.Score),
				e.Tournament)
		}
	}
	if len(t.Rows) > 0 {
		fmt.Fprintln(a.Out)
		t.Names, t.Least = []string{"move", "game", "year", "players", "discs", "tournament"}, []int{2, 1, 4}
		t.Left(3)
		t.Flush()
	}
}

// discCounts formats a score as two numbers of discs: "40-24" if black has 16 discs more; "?" = unknown.
func discCounts(score *int) string {
	if score == nil {
		return "?"
	}
	return fmt.Sprintf("%d-%d", (64+*score)/2, (64-*score)/2)
}
