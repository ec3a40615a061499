package analyze

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

func solveCommand(a *cli.App) *cobra.Command {
	o := solveOptions{first: 1, opt: deep.Options{Last: deep.Exact, TableBytes: 128 << 20}}
	c := &cobra.Command{
		Use:   "solve FILE|BOARD|TRANSCRIPT…",
		Short: "Find the result of best play, and compare it with the scores in a file",
		Long: `Solve searches positions of the full 8×8 board to the end of the game and prints the
score, best line, nodes and time. With --depth, it looks n plies ahead instead.

FILE contains positions, with or without scores (OBF); - is standard input. ffo:40-49 names
positions of the FFO endgame tests, #1 to #79, with the exact scores of their moves. BOARD is
64 squares from a1, b1 to h8 (X black, O white, - empty) followed by the side to move, with or
without a space. TRANSCRIPT is moves from the start position.

Scores are disc differences for the side to move, with empty squares for the winner. If a file
contains scores, solve compares them with its own: the score of the best move and, with --hint
or --all-moves, the scores of all moves shown. If an exact result differs, the exit code is 1.

With --hint, --all-moves and --depth, solve searches each move separately and to the same
depth. It lists the best moves first, and equally good moves in the order of squares. At the
same depth, the values equal those of analyze and of the commands hint and values of play.
Threads and other moves do not change them. Without these flags, solve shows one of the best
moves.

--steps shows the result after each depth; standard error shows it during long searches.
After Ctrl-C, solve prints the result of the last depth. It warns if an exact score is likely
to take hours.

With --selectivity below 100 %, the search prunes moves that almost certainly do not
matter: at 73 %, FFO #26 to #44 took a fifth of the nodes, 17 of 19 scores were right, and
17 of 19 moves were best. Depths are shown as depth@confidence.`,
		Example: `  outflank solve ffo:40-44 --threads 1 --hash 512M
  outflank solve ffo:20-39 --all-moves --json
  outflank solve endings.obf --first 40 --only 40-44
  outflank solve --depth 20 --hint 3 f5d6c3d3c4
  outflank solve --steps ffo:50
  outflank solve --wld ---XXX---OOXXXX-OOOXOXXXOOXOXXXXOOXOXXXXOXXXXXXX-OOOOOO---OOOO-- O`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(c); err != nil {
				return err
			}
			list, err := a.ReadProblems(args, o.first)
			if err == nil {
				list, err = o.choose(list)
			}
			if err != nil {
				return err
			}
			if o.opt.Evaluator, err = agents.ReadDeepEvaluator(o.model); err != nil {
				return err
			}
			return solve(c.Context(), a, list, &o)
		},
	}
	f := c.Flags()
	f.Var((*cli.WorkersFlag)(&o.opt.Threads), "threads", "threads of the search; 0 = one per processor")
	cli.AddHashFlag(c, &o.opt.TableBytes, "memory of the transposition table")
	f.BoolVar(&o.opt.Result, "wld", false, "find only the winner; scores in JSON are then 1, 0 and -1")
	cli.AddLevelFlag(c, &o.opt.Last, "confidence in percent")
	f.IntVar(&o.opt.Depth, "depth", 0, "plies to look ahead, at 73 % unless --selectivity is given; "+
		"0 = to the end")
	f.IntVar(&o.lines, "hint", 1, "number of best moves to show")
	f.BoolVar(&o.all, "all-moves", false, "show all moves")
	f.BoolVar(&o.steps, "steps", false, "show the result after each depth")
	f.Var(&o.only, "only", "numbers of the positions to solve, such as 1-5,8")
	f.IntVar(&o.first, "first", 1, "number of the first position")
	f.StringVar(&o.model, "model", "", "use this model, in discs or wins, instead of the shipped one")
	cli.AddJSON(c, &o.asJSON, "print as JSON", solveResult{})
	return c
}

// solveOptions are the settings of solve, bound to flags.
type solveOptions struct {
	opt    deep.Options
	lines  int // number of moves to show
	all    bool
	steps  bool
	only   cli.RangesFlag
	first  int
	model  string
	asJSON bool
}

func (o *solveOptions) check(c *cobra.Command) error {
	switch {
	case o.opt.Depth < 0 || o.opt.Depth > 60:
		return fault.Misusef("--depth %d: want 0 to 60", o.opt.Depth)
	case o.lines < 1 || o.lines > 60:
		return fault.Misusef("--hint %d: want 1 to 60", o.lines)
	case o.steps && o.asJSON:
		return fault.Misusef("--steps: --json prints only the last depth")
	case o.first < 0:
		return fault.Misusef("--first %d: want 0 or more", o.first)
	}
	if o.opt.Depth > 0 && c.Flags().Changed("selectivity") {
		o.opt.Level = o.opt.Last
	}
	if o.all {
		o.lines = 60
	}
	if o.opt.Threads == 0 {
		o.opt.Threads = runtime.NumCPU()
	}
	return nil
}

// choose returns the positions that --only selects.
func (o *solveOptions) choose(list []analysis.Problem) (chosen []analysis.Problem, err error) {
	for _, p := range list {
		if o.only.Has(p.Index) {
			chosen = append(chosen, p)
		}
	}
	first, end := list[0].Index, list[len(list)-1].Index
	beyond := o.only.Beyond(end)
	if len(chosen) == 0 {
		beyond = o.only
	}
	if len(beyond) > 0 {
		return nil, fault.Misusef("--only %v: want positions from %d to %d", &beyond, first, end)
	}
	return chosen, nil
}

// solve searches the positions one after the other. When interrupted, it prints the last result of the
// current position.
func solve(ctx context.Context, a *cli.App, list []analysis.Problem, o *solveOptions) error {
	var r solveResult
	search := o.search()
	out := newSolvePrinter(a, o, len(list))
	for _, p := range list {
		out.warn(p)
		begin := time.Now()
		var last solveStep
		for last = range search(ctx, p.Board) {
			last.seconds = time.Since(begin).Seconds()
			if ctx.Err() == nil {
				out.step(p, last)
			}
		}
		out.clear()
		if ctx.Err() != nil {
			if last.Lines != nil {
				row := o.solution(p, last, last.level.Percent())
				r.Interrupted = &row
				r.Nodes += row.Nodes
				r.Seconds += row.Seconds
				out.row(row)
			}
			break
		}
		row := o.solution(p, last, o.confidence(p.Board, last.Ranking))
		row.Seconds = time.Since(begin).Seconds()
		r.add(row)
		out.row(row)
	}
	if err := out.end(&r); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("%w: %d of %s done", fault.ErrInterrupted, len(r.Positions),
			text.Plural(len(list), "position"))
	case r.refuted > 0:
		return fmt.Errorf("unexpected scores in %d of %s", r.refuted, text.Plural(r.compared, "position"))
	}
	return nil
}

// A solveStep is the result of a search after one of its depths.
type solveStep struct {
	analysis.Ranking
	level   deep.Level // a lower bound of the confidence
	seconds float64
}

// solution compares the best moves that the search found with the best moves in the file. percent is the
// confidence of the search.
func (o *solveOptions) solution(p analysis.Problem, found solveStep, percent int) analysis.Solution {
	found.Lines = found.Lines[:min(o.lines, len(found.Lines))]
	s := analysis.CheckProblem(p, found.Ranking, percent, o.opt.Result)
	s.Seconds = found.seconds
	return s
}

// search returns the search of a position. To find only the best move without a depth limit, it searches all
// moves together, which is faster. Otherwise it ranks the moves one by one. When ctx is done, the joint
// search yields its last step again, with the nodes of the interrupted step.
func (o *solveOptions) search() func(context.Context, engine.Board) iter.Seq[solveStep] {
	if o.lines > 1 || o.opt.Depth > 0 {
		rank := agents.EngineAnalyst(o.opt).Rank
		return func(ctx context.Context, b engine.Board) iter.Seq[solveStep] {
			return func(yield func(solveStep) bool) {
				for r := range rank(ctx, b) {
					if !yield(solveStep{Ranking: r, level: o.opt.Level}) {
						return
					}
				}
			}
		}
	}
	s := deep.New(o.opt)
	return func(ctx context.Context, b engine.Board) iter.Seq[solveStep] {
		return func(yield func(solveStep) bool) {
			var last solveStep
			before := s.Nodes()
			for i := range s.Search(ctx, b) {
				line := analysis.Line{Score: i.Score + 0, PV: i.PV} // + 0 turns -0 into 0
				r := analysis.Ranking{Depth: i.Depth, Exact: i.Exact, Nodes: i.Nodes, Lines: []analysis.Line{line}}
				last = solveStep{Ranking: r, level: i.Level}
				if !yield(last) {
					return
				}
			}
			if last.Nodes = s.Nodes() - before; ctx.Err() != nil {
				yield(last)
			}
		}
	}
}

// confidence returns the confidence of the last step of a search, in percent.
func (o *solveOptions) confidence(b engine.Board, r analysis.Ranking) int {
	switch {
	case r.Exact:
		return deep.Exact.Percent()
	case r.Depth < b.Empty().Len():
		return o.opt.Level.Percent()
	}
	return o.opt.Last.Percent()
}

// A solveResult is the result of solve; its JSON fields are stable.
type solveResult struct {
	Positions []analysis.Solution `json:"positions"`
	Nodes     uint64              `json:"nodes"`
	Seconds   float64             `json:"seconds"`
	Wrong     int                 `json:"wrong"` // positions whose score differs from the file's

	// The last result for the position whose search was interrupted.
	Interrupted *analysis.Solution `json:"interrupted,omitempty"`

	compared, refuted int // positions with scores in the file; exact results that contradict these scores
}

// add counts a position.
func (r *solveResult) add(s analysis.Solution) {
	r.Positions = append(r.Positions, s)
	r.Nodes += s.Nodes
	r.Seconds += s.Seconds
	if s.Compared() {
		r.compared++
	}
	if s.Wrong {
		r.Wrong++
	}
	if s.Refuted() {
		r.refuted++
	}
}
