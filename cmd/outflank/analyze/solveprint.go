package analyze

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/report"
)

// A solvePrinter prints positions as they are solved.
type solvePrinter struct {
	a     *cli.App
	o     *solveOptions
	total int
	done  int
}

func newSolvePrinter(a *cli.App, o *solveOptions, total int) *solvePrinter {
	if !o.asJSON {
		fmt.Fprintln(a.Out, "scores for the side to move")
		fmt.Fprintf(a.Out, "%4s %7s %8s %5s %15s %9s %10s  %s\n", "#", "empties", "depth", "score", "nodes", "time", "speed", "line")
	}
	return &solvePrinter{a, o, total, 0}
}

// status shows on a terminal how far the search of a position is.
func (s *solvePrinter) status(p analysis.Problem, r analysis.Ranking) {
	if s.a.ErrTerminal && !p.Board.Over() {
		best := r.Lines[0]
		fmt.Fprintf(s.a.Err, "\r\033[K%d of %d, #%d: depth %d, %s %s", s.done+1, s.total, p.Index, r.Depth, s.score(best.Score), analysis.FirstMove(p.Board, best.PV))
	}
}

// clear takes the status away.
func (s *solvePrinter) clear() {
	if s.a.ErrTerminal {
		fmt.Fprint(s.a.Err, "\r\033[K")
	}
}

// score writes a score, or the word for it where only that is known.
func (s *solvePrinter) score(x float64) string {
	if s.o.opt.Result {
		return [...]string{"loss", "draw", "win"}[cmp.Compare(x, 0)+1]
	}
	return fmt.Sprintf("%+g", x)
}

// row prints a position.
func (s *solvePrinter) row(r analysis.Solution) {
	s.done++
	if s.o.asJSON {
		return
	}
	line := fmt.Sprintf("%4d %7d %8s %5s %15s %7.3f s %6.1f M/s  %s",
		r.Index, r.Empties, fmt.Sprintf("%d@%d%%", r.Depth, r.Confidence), s.score(r.Score), report.Number(int(r.Nodes)), r.Seconds, speed(r.Nodes, r.Seconds), r.PV)
	fmt.Fprintln(s.a.Out, strings.TrimRight(line, " "))
	for i, m := range r.Moves {
		if i > 0 {
			fmt.Fprintf(s.a.Out, "%27s %37s  %s\n", s.score(m.Score), "", m.PV)
		}
	}
	if r.Wrong {
		s.wrong(r)
	}
}

// wrong says which scores differ: those of moves, else that of the best one.
func (s *solvePrinter) wrong(r analysis.Solution) {
	named := false
	for _, m := range r.Moves {
		if m.Differs() {
			fmt.Fprintf(s.a.Out, "%27s\n", "expected "+m.Move+" "+s.score(*m.Expected))
			named = true
		}
	}
	if !named {
		fmt.Fprintf(s.a.Out, "%27s\n", "expected "+s.score(*r.Expected))
	}
}

// end prints the totals, or everything as JSON.
func (s *solvePrinter) end(r *solveResult) error {
	if s.o.asJSON {
		if r.Positions == nil {
			r.Positions = []analysis.Solution{}
		}
		return report.JSON(s.a.Out, r)
	}
	s.a.Printf("\n%s, %d nodes in %.3f s, %.1f M/s", report.Plural(len(r.Positions), "position"), r.Nodes, r.Seconds, speed(r.Nodes, r.Seconds))
	if r.compared > 0 {
		s.a.Printf("; of %s %d wrong", report.Plural(r.compared, "expected score"), r.Wrong)
	}
	s.a.Printf("\n")
	return nil
}

// speed returns millions of nodes a second.
func speed(nodes uint64, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(nodes) / seconds / 1e6
}
