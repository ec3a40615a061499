package analyze

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/board"
	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/runtime/text"
)

// printAnalysis prints a table for each game and the totals. The tables list the moves that lost at least the
// given number of discs.
func printAnalysis(a *cli.App, r *result, least float64) {
	for i := range r.Games {
		printAnalyzedGame(a, &r.Games[i], least)
		fmt.Fprintln(a.Out)
	}
	if len(r.Games) > 1 {
		printAnalysisSummary(a, &r.Summary)
	}
	sum := &r.Summary
	a.Printf("%s of %s, %d nodes in %.3f s, %.1f M/s\n", text.Plural(sum.Moves, "move"),
		text.Plural(sum.Games, "game"), sum.Nodes, sum.Seconds, speed(sum.Nodes, sum.Seconds))
}

func printAnalyzedGame(a *cli.App, g *analysis.Game, least float64) {
	fmt.Fprintf(a.Out, "game %d%s\n%s, for the side that moves\n\n", g.Index, title(g), searchedBy(g))
	a.Printf("%4s  %-5s %4s %7s  %4s %7s %6s %-4s %-7s %s\n", "move", "", "", "value", "best", "value", "loss",
		"mark", "depth", "best line")
	for _, m := range g.Moves {
		if m.Loss < least {
			continue
		}
		line := fmt.Sprintf("%4d  %-5s %4s %7s  %4s %7s %6s %-4s %-7s %s", m.Ply, m.Color, m.Move,
			moveValue(m, m.Value), m.Best, moveValue(m, m.BestValue), lossText(m.Loss), m.Judgement.Mark(),
			moveDepth(m), shortLine(m.PV))
		if m.Book != nil {
			line += fmt.Sprintf("  book %+d", *m.Book)
		}
		if m.Swing != "" {
			line += "  " + m.Swing
		}
		fmt.Fprintln(a.Out, strings.TrimRight(line, " "))
	}
	fmt.Fprintln(a.Out)
	printLosses(a, "", g.Players)
	if g.Theory != nil {
		fmt.Fprintln(a.Out, theoryText(g.Theory))
	}
}

// theoryText compares the theoretical score in a file with the value that the search found.
func theoryText(c *analysis.TheoryCheck) string {
	text := fmt.Sprintf("theoretical score with %d empty squares: %+d for black", c.Empties, c.Recorded)
	switch {
	case c.Found == nil:
		return text + ", not searched so far"
	case c.Differs():
		return text + fmt.Sprintf(", but best play gives %+g", *c.Found)
	}
	return text + ", confirmed"
}

// title returns the names of the players and the origin of the game.
func title(g *analysis.Game) string {
	var parts []string
	if g.Black != "" || g.White != "" {
		parts = append(parts, orUnknown(g.Black)+" - "+orUnknown(g.White))
	}
	if g.Tournament != "" {
		parts = append(parts, g.Tournament)
	}
	if g.Year != 0 {
		parts = append(parts, fmt.Sprint(g.Year))
	}
	head := ""
	if len(parts) > 0 {
		head = ": " + strings.Join(parts, ", ")
	}
	if g.Score == nil {
		return fmt.Sprintf("%s, %s, result unknown", head, g.Status)
	}
	return fmt.Sprintf("%s, %+d for black", head, *g.Score)
}

// orUnknown returns the name of a player, "?" if it is unknown.
func orUnknown(name string) string { return cmp.Or(name, "?") }

// searchedBy describes the search that judged the moves.
func searchedBy(g *analysis.Game) string {
	text := "values of the full engine"
	if g.Search != "engine" {
		text = "board " + g.Shape + ": values of alpha-beta with the default evaluator"
	}
	if g.Depth > 0 {
		text += fmt.Sprintf(", %d plies", g.Depth)
	}
	return fmt.Sprintf("%s, exact (=) with at most %d empty squares", text, g.Exact)
}

// moveValue formats a value of the move, with a sign if it is exact.
func moveValue(m analysis.Move, v float64) string {
	if m.Exact {
		return fmt.Sprintf("=%+g", v)
	}
	return board.ValueText(v)
}

// lossText formats a loss. A loss of 0 is blank, so other losses stand out.
func lossText(loss float64) string {
	if loss == 0 {
		return ""
	}
	return fmt.Sprintf("%.4g", loss)
}

func moveDepth(m analysis.Move) string {
	if m.Exact {
		return fmt.Sprintf("%d=", m.Depth)
	}
	return fmt.Sprint(m.Depth)
}

// shortLine returns the first eight moves of a line.
func shortLine(pv string) string {
	if len(pv) <= 16 {
		return pv
	}
	return pv[:16] + "…"
}

// printLosses prints a line for each player.
func printLosses(a *cli.App, head string, players []analysis.PlayerLoss) {
	t := a.Table()
	t.Row(head, "moves", "loss", "a move", "best", "accuracy", "?!", "?", "??", "swings", "")
	for _, p := range players {
		name, worst := strings.TrimSpace(p.Color+" "+p.Name), ""
		if p.Worst > 0 {
			worst = fmt.Sprintf("most at move %d", p.Worst)
		}
		t.Row(name, text.Number(p.Moves), text.English.Sprintf("%.1f", p.Loss), fmt.Sprintf("%.2f", p.MeanLoss),
			text.Percent(p.Best, p.Moves), accuracy(p), text.Number(p.Inaccuracies), text.Number(p.Mistakes),
			text.Number(p.Blunders), text.Number(p.Swings), worst)
	}
	t.Flush()
}

// accuracy formats the accuracy of a player, which may be unknown.
func accuracy(p analysis.PlayerLoss) string {
	if p.Accuracy == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f", *p.Accuracy)
}

func printAnalysisSummary(a *cli.App, s *analysis.Summary) {
	a.Printf("all %s\n\n", text.Plural(s.Games, "game"))
	printLosses(a, "", s.Colors)
	if len(s.Players) > 0 {
		fmt.Fprintln(a.Out)
		printLosses(a, "player", s.Players)
	}
	if s.Compared > 0 {
		a.Printf("theoretical scores: %d compared, %d different\n", s.Compared, s.Different)
	}
	fmt.Fprintln(a.Out)
}
