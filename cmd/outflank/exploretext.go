package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
)

// printExplorer draws the position and lists the moves, then their example games.
func (a *app) printExplorer(start engine.Game, r stats.ExplorerResult) error {
	at, err := start.End()
	if err != nil {
		return err
	}
	style, err := newBoardStyle("auto", false, a.outTerminal, os.Getenv)
	if err != nil {
		return err
	}
	lines, _ := drawBoard(at, boardMarks{legal: at.Board.Moves(), last: lastMove(start)}, style)
	for _, line := range lines {
		fmt.Fprintln(a.out, strings.TrimRight(line, " "))
	}
	a.printf("\n%s\n", explorerTitle(at, r))
	if len(r.Moves) > 0 {
		a.printf("\n%-4s %9s %7s  %-20s %7s %7s %7s  %7s\n", "move", "games", "share", "black draw white", "black", "draw", "white", "average")
	}
	for _, m := range r.Moves {
		a.printMove(m, r.Games-r.GamesOver, style)
	}
	a.printExamples(r.Moves)
	return nil
}

// explorerTitle says whose move it is, in how many games and in which opening.
func explorerTitle(at engine.Position, r stats.ExplorerResult) string {
	title := fmt.Sprintf("%s to move, %s", at.Color, plural(r.Games, "game"))
	if at.Board.Over() {
		title = "the game is over, " + plural(r.Games, "game")
	}
	if r.Name != "" {
		title += ", " + r.Name
	}
	if r.GamesOver > 0 && !at.Board.Over() {
		title += ", of which " + number(r.GamesOver) + " end here"
	}
	return title
}

func lastMove(g engine.Game) engine.Square {
	if len(g.Moves) == 0 {
		return engine.None
	}
	return g.Moves[len(g.Moves)-1]
}

// printMove prints the line of a move that is one of those of so many games.
func (a *app) printMove(m stats.ExplorerMoveExamples, games int, style boardStyle) {
	mean := ""
	if m.MeanDiscDifference != nil {
		mean = fmt.Sprintf("%+.1f", *m.MeanDiscDifference)
	}
	line := fmt.Sprintf("%-4s %9s %7s  %s %7s %7s %7s  %7s  %s", m.Move, number(m.Games), percent(m.Games, games), style.resultBar(m.BlackWins, m.Draws, m.WhiteWins),
		percent(m.BlackWins, m.Games), percent(m.Draws, m.Games), percent(m.WhiteWins, m.Games), mean, m.Name)
	fmt.Fprintln(a.out, strings.TrimRight(line, " "))
}

// printExamples lists the example games of all moves, aligned.
func (a *app) printExamples(moves []stats.ExplorerMoveExamples) {
	t := a.table()
	for _, m := range moves {
		for _, e := range m.Examples {
			t.row(m.Move, fmt.Sprintf("game %d", e.ID), fmt.Sprint(e.Year), e.Black+" - "+e.White, discCounts(e.Score), e.Tournament)
		}
	}
	if len(t.rows) > 0 {
		fmt.Fprintln(a.out)
		t.left(3)
		t.flush()
	}
}

// discCounts says a score as people do: "40-24" for 16 discs more of black.
func discCounts(score int) string { return fmt.Sprintf("%d-%d", (64+score)/2, (64-score)/2) }

// resultBar shows wins of black, draws and wins of white as twenty letters.
func (s boardStyle) resultBar(black, draws, white int) string {
	const width = 20
	total := max(1, black+draws+white)
	b, w := (black*width+total/2)/total, (white*width+total/2)/total
	w = min(w, width-b)
	d := width - b - w
	switch {
	case s.color:
		return paint(strings.Repeat(" ", b), 0, barBlack) + paint(strings.Repeat(" ", d), 0, inkFaint) + paint(strings.Repeat(" ", w), 0, inkWhite)
	case s.ascii:
		return strings.Repeat("X", b) + strings.Repeat("=", d) + strings.Repeat("O", w)
	}
	return strings.Repeat("█", b) + strings.Repeat("▒", d) + strings.Repeat("░", w)
}

// barBlack is a grey that stands out on a black terminal.
const barBlack = 238
