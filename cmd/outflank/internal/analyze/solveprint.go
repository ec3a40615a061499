package analyze

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/text"
)

// A solvePrinter prints positions as they are solved.
type solvePrinter struct {
	a     *cli.App
	o     *solveOptions
	total int
	done  int
	told  float64 // time of the last plain line, in seconds of the position's search
}

func newSolvePrinter(a *cli.App, o *solveOptions, total int) *solvePrinter {
	if !o.asJSON {
		fmt.Fprintln(a.Out, "scores for the side to move")
		fmt.Fprintf(a.Out, "%4s %7s %8s %5s %15s %9s %10s  %s\n", "#", "empties", "depth", "score", "nodes", "time",
			"speed", "line")
	}
	return &solvePrinter{a: a, o: o, total: total}
}

// plainSeconds is the interval between plain lines about the progress of a search.
const plainSeconds = 5

// step shows the progress of a position's search. With --steps, it prints a row. Otherwise it redraws a line
// on a terminal, or prints a line every few seconds elsewhere.
func (s *solvePrinter) step(p analysis.Problem, f solveStep) {
	if p.Board.Over() {
		return
	}
	best := f.Lines[0]
	text := fmt.Sprintf("%d of %d, #%d: depth %d@%d%%, %s %s", s.done+1, s.total, p.Index, f.Depth,
		f.level.Percent(), s.score(best.Score), analysis.FirstMove(p.Board, best.PV))
	if f.seconds < s.told {
		s.told = 0 // this is a new position
	}
	switch {
	case s.o.steps && !f.Exact: // the last step gets a row anyway
		s.clear()
		s.line(s.o.solution(p, f, f.level.Percent()))
	case s.a.ErrTerminal:
		fmt.Fprint(s.a.Err, "\r\033[K"+text)
	case f.seconds >= s.told+plainSeconds:
		s.told = f.seconds
		fmt.Fprintf(s.a.Err, "%s, %.0f s\n", text, f.seconds)
	}
}

// warn warns, before the search of a position, that its exact score is likely to take hours.
func (s *solvePrinter) warn(p analysis.Problem) {
	if s.o.opt.Depth > 0 {
		return
	}
	nodes := exactNodes(p.Board.Empty().Len())
	if s.o.opt.Result || s.o.opt.Last != deep.Exact {
		nodes /= 5
	}
	if note := hoursNote(nodes, s.o.opt.Threads); note != "" {
		fmt.Fprintf(s.a.Err, "note: #%d has %d empty squares: solving it is likely to take %s; --depth 20 "+
			"only looks ahead\n", p.Index, p.Board.Empty().Len(), note)
	}
}

// clear erases the status line.
func (s *solvePrinter) clear() {
	if s.a.ErrTerminal {
		fmt.Fprint(s.a.Err, "\r\033[K")
	}
}

// score formats a score, as a word if only the result is known.
func (s *solvePrinter) score(x float64) string {
	if s.o.opt.Result {
		return [...]string{"loss", "draw", "win"}[cmp.Compare(x, 0)+1]
	}
	return fmt.Sprintf("%+g", x)
}

// row prints a position.
func (s *solvePrinter) row(r analysis.Solution) {
	s.done++
	s.told = 0
	if s.o.asJSON {
		return
	}
	s.line(r)
	for i, m := range r.Moves {
		if i > 0 {
			fmt.Fprintf(s.a.Out, "%27s %37s  %s\n", s.score(m.Score), "", m.PV)
		}
	}
	if r.Wrong {
		s.wrong(r)
	}
}

// line prints the best move of a position.
func (s *solvePrinter) line(r analysis.Solution) {
	line := fmt.Sprintf("%4d %7d %8s %5s %15s %7.3f s %6.1f M/s  %s",
		r.Index, r.Empties, fmt.Sprintf("%d@%d%%", r.Depth, r.Confidence), s.score(r.Score),
		text.Number(int(r.Nodes)), r.Seconds, speed(r.Nodes, r.Seconds), r.PV)
	fmt.Fprintln(s.a.Out, strings.TrimRight(line, " "))
}

// wrong prints the scores of the file that differ: the scores of moves or, if none of them differs, the score
// of the best move.
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
		return s.a.JSON(r)
	}
	s.a.Printf("\n%s, %d nodes in %.3f s, %.1f M/s", text.Plural(len(r.Positions), "position"), r.Nodes,
		r.Seconds, speed(r.Nodes, r.Seconds))
	if r.compared > 0 {
		s.a.Printf("; of %s %d wrong", text.Plural(r.compared, "expected score"), r.Wrong)
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
