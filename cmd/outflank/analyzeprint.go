package main

import (
	"fmt"
	"strings"
)

// printAnalysis prints a table a game, of the moves that lost at least so much, and
// what they come to together.
func (a *app) printAnalysis(r *analysisResult, least float64) {
	for i := range r.Games {
		a.printAnalyzedGame(&r.Games[i], least)
		fmt.Fprintln(a.out)
	}
	if len(r.Games) > 1 {
		a.printAnalysisSummary(&r.Summary)
	}
	sum := &r.Summary
	a.printf("%s of %s, %d nodes in %.3f s, %.1f M/s\n", plural(sum.Moves, "move"), plural(sum.Games, "game"), sum.Nodes, sum.Seconds, speed(sum.Nodes, sum.Seconds))
}

func (a *app) printAnalyzedGame(g *analyzedGame, least float64) {
	fmt.Fprintf(a.out, "game %d%s\n%s\n\n", g.Index, g.title(), g.how())
	a.printf("%4s  %-5s %4s %7s  %4s %7s %6s  %-7s %s\n", "move", "", "", "value", "best", "value", "loss", "depth", "best line")
	for _, m := range g.Moves {
		if m.Loss < least {
			continue
		}
		line := fmt.Sprintf("%4d  %-5s %4s %7s  %4s %7s %6s  %-7s %s", m.Ply, m.Color, m.Move, m.value(m.Value), m.Best, m.value(m.BestValue), lossText(m.Loss), m.depth(), shortLine(m.PV))
		if m.Swing != "" {
			line += "  " + m.Swing
		}
		fmt.Fprintln(a.out, strings.TrimRight(line, " "))
	}
	fmt.Fprintln(a.out)
	a.printLosses("", g.Players)
	if g.Theory != nil {
		fmt.Fprintln(a.out, g.Theory)
	}
}

// title names the players and where the game comes from.
func (g *analyzedGame) title() string {
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
	if len(parts) == 0 {
		return fmt.Sprintf(", %+d for black", g.Score)
	}
	return ": " + strings.Join(parts, ", ") + fmt.Sprintf(", %+d for black", g.Score)
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

// how says which search has judged.
func (g *analyzedGame) how() string {
	text := "values of the full engine"
	if g.Search == searchAnalyst {
		text = "board " + g.Shape + ": values of alpha-beta with the default evaluator"
	}
	if g.Depth > 0 {
		text += fmt.Sprintf(", %d plies", g.Depth)
	}
	return fmt.Sprintf("%s, exact (=) from %d empty squares on", text, g.Exact)
}

// value writes a value of the move, with a sign that says whether it is exact.
func (m analyzedMove) value(v float64) string {
	if m.Exact {
		return fmt.Sprintf("=%+g", v)
	}
	return valueText(v)
}

// lossText leaves no loss blank, so that losses stand out.
func lossText(loss float64) string {
	if loss == 0 {
		return ""
	}
	return fmt.Sprintf("%.4g", loss)
}

func (m analyzedMove) depth() string {
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
func (a *app) printLosses(head string, players []playerLoss) {
	t := a.table()
	t.row(head, "moves", "loss", "a move", "best", "swings", "")
	for _, p := range players {
		name, worst := strings.TrimSpace(p.Color+" "+p.Name), ""
		if p.Worst > 0 {
			worst = fmt.Sprintf("most at move %d", p.Worst)
		}
		t.row(name, number(p.Moves), english.Sprintf("%.1f", p.Loss), fmt.Sprintf("%.2f", p.MeanLoss), percent(p.Best, p.Moves), number(p.Swings), worst)
	}
	t.flush()
}

// String says what the file and the search say.
func (c *theoryCheck) String() string {
	text := fmt.Sprintf("theoretical score with %d empty squares: %+d for black", c.Empties, c.Recorded)
	switch {
	case c.Found == nil:
		return text + ", not searched so far"
	case c.differs():
		return text + fmt.Sprintf(", but best play gives %+g", *c.Found)
	}
	return text + ", confirmed"
}

func (a *app) printAnalysisSummary(s *analysisSummary) {
	a.printf("all %s\n\n", plural(s.Games, "game"))
	a.printLosses("", s.Colors)
	if len(s.Players) > 0 {
		fmt.Fprintln(a.out)
		a.printLosses("player", s.Players)
	}
	if s.Compared > 0 {
		a.printf("theoretical scores: %d compared, %d different\n", s.Compared, s.Different)
	}
	fmt.Fprintln(a.out)
}
