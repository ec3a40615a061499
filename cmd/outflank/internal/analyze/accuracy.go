package analyze

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/runtime/text"
	"github.com/outflank/outflank/qlearn/agents"
)

// near is the number of discs within which a value counts as right.
const near = 3

// accuracyOptions are the settings of accuracy, bound to flags.
type accuracyOptions struct {
	depths   []int
	only     cli.RangesFlag
	seed     uint64
	workers  int
	png, svg string
	asJSON   bool
}

func accuracyCommand(a *cli.App) *cobra.Command {
	o := accuracyOptions{seed: 1}
	c := &cobra.Command{
		Use:   "accuracy FILE [AGENT…]",
		Short: "Measure agents on positions with exact scores of all moves",
		Long: fmt.Sprintf(`Accuracy lets agents choose a move in each position of FILE, and compares the
move and its value with the exact scores:

  error       mean of the distance between the agent's value and the exact one, in discs
  bias        mean of the agent's value minus the exact one, in discs
  within %d    share of the positions in which the distance is at most %d discs
  best move   share of the positions in which no move is better than the agent's
  lost        mean of the discs that the agent's move loses

Intervals are for 95 %%. Agents without search have no values: only their moves count. Values of
hand-made evaluators, such as ab:eval=wedge, are not in discs, so only their moves compare.

FILE contains positions with the scores of all legal moves (OBF); - is standard input. "outflank
puzzles --every" makes such files. The name exact22 stands for 2,000 positions of 20 to 22 empty
squares from tournament games, which ship with the program, and ffo:20-39 for FFO tests.

AGENT is "engine" by default; "outflank agents" lists the others. --depth measures agents at
several depths, except those without a depth or with one of their own. Each position is a new
search with empty tables, so the results do not depend on the number of workers, except for
agents with a time limit. Most searches solve the last squares exactly at any depth; exact=0
turns this off.`, near, near),
		Example: `  outflank accuracy exact22 --depth 1,4 --only 1-200
  outflank accuracy exact22 engine:model=mine.model,depth=8 engine:depth=8
  outflank accuracy ffo:20-39 q random
  outflank puzzles games -o endings.obf --empties 20-22 --exact 22 --every --count 200
  outflank accuracy endings.obf --depth 1,8 --png accuracy.png
  outflank accuracy endings.obf engine:nodes=100000 ab:depth=8 'nboard:cmd="edax -l 10"' --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cli.CheckOutputs(args[:1], o.png, o.svg); err != nil {
				return err
			}
			players, err := o.players(args[1:])
			if err != nil {
				return err
			}
			list, err := a.ReadProblems(args[:1], 1)
			if err == nil {
				list, err = o.choose(args[0], list)
			}
			if err != nil {
				return err
			}
			r, err := o.measure(c.Context(), a, list, players)
			if err != nil {
				return err
			}
			wrote, err := saveCharts(r.chart, o.png, o.svg)
			if err != nil {
				return err
			}
			return a.Report(o.asJSON, r, func() {
				r.print(a)
				fmt.Fprint(a.Out, wrote)
			})
		},
	}
	f := c.Flags()
	f.IntSliceVar(&o.depths, "depth", nil,
		"measure agents at these depths, such as 1,8,15; by default, 1,8 if no agent is named")
	f.Var(&o.only, "only", "numbers of the positions, such as 1-5,8")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed of agents that choose at random")
	f.StringVar(&o.png, "png", "", "draw error and share of best moves by empty squares as a PNG")
	f.StringVar(&o.svg, "svg", "", "draw the same picture as an SVG")
	cli.AddWorkersFlag(c, &o.workers, "concurrent positions")
	cli.AddJSON(c, &o.asJSON, "print as JSON", accuracyResult{})
	return c
}

// players returns the agents, those without a depth of their own at each depth.
func (o *accuracyOptions) players(specs []string) (list []arena.Player, err error) {
	depths := o.depths
	if len(specs) == 0 {
		specs = []string{"engine"}
		if len(depths) == 0 {
			depths = []int{1, 8}
		}
	}
	var measured []string
	for _, spec := range specs {
		has, given, err := agents.Resolver{}.Param(spec, "depth")
		if err != nil {
			return nil, err
		}
		if !has || given || len(depths) == 0 {
			measured = append(measured, spec)
			continue
		}
		for _, d := range depths {
			measured = append(measured, agents.Resolver{}.WithParam(spec, "depth", fmt.Sprint(d)))
		}
	}
	if len(depths) > 0 && slices.Equal(measured, specs) {
		return nil, fault.Misusef("--depth: each agent has no depth, or a depth of its own")
	}
	for _, spec := range measured {
		p, err := agents.ParseOn(spec, engine.Full)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// choose returns the positions that are measured. Each needs the scores of all its moves.
func (o *accuracyOptions) choose(name string,
	list []analysis.Problem) (chosen []analysis.Problem, err error) {
	for _, p := range list {
		if len(o.only) > 0 && !o.only.Has(p.Index) {
			continue
		}
		var known engine.Set
		for _, m := range p.Moves {
			if m.Move != engine.None {
				known |= 1 << m.Move
			}
			if math.Abs(m.Score) > 64 || math.Mod(m.Score, 2) != 0 {
				return nil, fault.BadInputf("%s, position %d, %v: score %+g: want an exact one, an even number from -64 "+
					"to +64", name, p.Index, m.Move, m.Score)
			}
		}
		if legal := p.Board.Moves(); legal == 0 || known&legal != legal {
			return nil, fault.BadInputf("%s, position %d: want the scores of all %d legal moves, found %d", name,
				p.Index, legal.Len(), (known & legal).Len())
		}
		chosen = append(chosen, p)
	}
	if len(chosen) == 0 {
		return nil, fault.Misusef("--only %v: no position of %d has such a number", &o.only, len(list))
	} else if missing := o.only.Beyond(list[len(list)-1].Index); len(missing) > 0 {
		return nil, fault.Misusef("--only %v: the last position is number %d", &missing, list[len(list)-1].Index)
	}
	return chosen, nil
}

// A judgement compares an agent's move and value with the exact scores of a position.
type judgement struct {
	empties int
	lost    float64
	valued  bool
	off     float64 // the agent's value minus the exact one, if valued
	nodes   uint64
	took    time.Duration
}

// judge lets an agent choose a move.
func (o *accuracyOptions) judge(ctx context.Context, player arena.Player,
	p *analysis.Problem) (judgement, error) {
	agent := player.New(rand.New(rand.NewPCG(o.seed, engine.StreamJudged+uint64(p.Index))))
	defer agents.Close(agent)
	begin := time.Now()
	move, info, err := agents.Choose(ctx, agent, p.Board)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return judgement{}, fmt.Errorf("%s, position %d: %w", player.Name, p.Index, err)
	}
	j := judgement{empties: p.Board.Empty().Len(), nodes: info.Nodes, took: time.Since(begin)}
	best, chosen := math.Inf(-1), math.Inf(-1)
	for _, m := range p.Moves {
		if m.Move == engine.None {
			continue
		}
		best = max(best, m.Score)
		if m.Move == move {
			chosen = m.Score
		}
	}
	if math.IsInf(chosen, -1) {
		return j, fmt.Errorf("%s, position %d: it plays %v, which is illegal", player.Name, p.Index, move)
	}
	j.lost = best - chosen
	if j.valued = info.PV != nil; j.valued {
		j.off = info.Score - best
	}
	return j, nil
}

// An accuracyResult is the result of accuracy; its JSON fields are stable.
type accuracyResult struct {
	Positions int             `json:"positions"`
	Agents    []agentAccuracy `json:"agents"`
}

// An agentAccuracy describes an agent, on all positions and by empty squares.
type agentAccuracy struct {
	Agent string `json:"agent"`
	accuracyMeans
	ByEmpties []accuracyPart `json:"by_empties"`
}

// An accuracyPart describes an agent on the positions with a number of empty squares.
type accuracyPart struct {
	Empties int `json:"empties"`
	accuracyMeans
}

// An accuracyMeans contains the means of a number of positions, with 95 % intervals. Values are in discs.
type accuracyMeans struct {
	Positions int        `json:"positions"`
	Error     *estimated `json:"error"`  // mean distance of the values; null = no values
	Bias      *estimated `json:"bias"`   // mean of value minus exact value; null = no values
	Within    *estimated `json:"within"` // share of values within 3 discs, 0 to 1; null = no values
	Best      estimated  `json:"best"`   // share of best moves, 0 to 1
	Lost      estimated  `json:"lost"`   // mean discs lost
	Nodes     float64    `json:"nodes"`  // mean number of positions searched
	Seconds   float64    `json:"seconds"`
}

// An estimated is a mean or a share with the bounds of its 95 % interval, which are null for a single
// position.
type estimated struct {
	Mean float64  `json:"mean"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

// addTo adds the estimate to a curve by empty squares. The interval of a single position has no width.
func (e *estimated) addTo(s *chart.Series, empties int) {
	low, high := e.Mean, e.Mean
	if e.Low != nil {
		low, high = *e.Low, *e.High
	}
	s.X, s.Y = append(s.X, float64(empties)), append(s.Y, e.Mean)
	s.Low, s.High = append(s.Low, low), append(s.High, high)
}

// meanOf returns a mean with Student's interval, for values of at least a number.
func meanOf(values []float64, least float64) estimated {
	mean, deviation := stat.MeanStdDev(values, nil)
	e := estimated{Mean: mean}
	if n := len(values); n > 1 {
		half := arena.Student(n) * deviation / math.Sqrt(float64(n))
		e.Low, e.High = new(max(least, mean-half)), new(mean+half)
	}
	return e
}

// shareOf returns a share with Wilson's interval.
func shareOf(part, whole int) estimated {
	share := float64(part) / float64(whole)
	low, high := arena.Wilson(share, whole)
	return estimated{share, &low, &high}
}

// accuracyOf summarises judgements.
func accuracyOf(list []judgement) accuracyMeans {
	var lost, errors, distances []float64
	best, within := 0, 0
	a := accuracyMeans{Positions: len(list)}
	for _, j := range list {
		lost = append(lost, j.lost)
		if j.lost == 0 {
			best++
		}
		if j.valued {
			errors, distances = append(errors, j.off), append(distances, math.Abs(j.off))
			if math.Abs(j.off) <= near {
				within++
			}
		}
		a.Nodes += float64(j.nodes) / float64(len(list))
		a.Seconds += j.took.Seconds() / float64(len(list))
	}
	a.Best, a.Lost = shareOf(best, len(list)), meanOf(lost, 0)
	if n := len(errors); n > 0 {
		a.Error, a.Bias = new(meanOf(distances, 0)), new(meanOf(errors, math.Inf(-1)))
		a.Within = new(shareOf(within, n))
	}
	return a
}

// measure lets all agents choose a move in all positions.
func (o *accuracyOptions) measure(ctx context.Context, a *cli.App, list []analysis.Problem,
	players []arena.Player) (*accuracyResult, error) {
	workers := cmp.Or(o.workers, runtime.GOMAXPROCS(0))
	bar := a.Meter("searching", "positions", len(list)*len(players))
	defer bar.End()
	r, done := &accuracyResult{Positions: len(list)}, 0
	for _, player := range players {
		var judged []judgement
		judge := func(ctx context.Context, p analysis.Problem) (judgement, error) {
			return o.judge(ctx, player, &p)
		}
		for j, err := range parallel.Map(ctx, workers, 4*workers, slices.Values(list), judge) {
			if err != nil {
				return nil, err
			}
			judged, done = append(judged, j), done+1
			bar.Set(done)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		parts := map[int][]judgement{}
		for _, j := range judged {
			parts[j.empties] = append(parts[j.empties], j)
		}
		found := agentAccuracy{Agent: player.Name, accuracyMeans: accuracyOf(judged)}
		for _, empties := range slices.Sorted(maps.Keys(parts)) {
			found.ByEmpties = append(found.ByEmpties, accuracyPart{empties, accuracyOf(parts[empties])})
		}
		r.Agents = append(r.Agents, found)
	}
	return r, nil
}

// print prints a row for each agent and, if there are several, for each number of empty squares, without
// intervals.
func (r *accuracyResult) print(a *cli.App) {
	a.Printf("%s, all moves with exact scores; 95 %% intervals\n\n", text.Plural(r.Positions, "position"))
	t := a.Table()
	t.Row("agent", "empty", "positions", "error, discs", "bias", fmt.Sprintf("within %d", near), "best move",
		"discs lost", "nodes")
	for _, agent := range r.Agents {
		t.Row(append([]string{agent.Agent, "all"}, agent.cells(true)...)...)
		for _, part := range agent.ByEmpties {
			if len(agent.ByEmpties) > 1 {
				t.Row(append([]string{"", fmt.Sprint(part.Empties)}, part.cells(false)...)...)
			}
		}
	}
	t.Flush()
}

// cells returns the cells of a row, with or without intervals.
func (a *accuracyMeans) cells(intervals bool) []string {
	cell := func(e *estimated, factor float64, format, unit string) string {
		switch {
		case e == nil:
			return "–"
		case !intervals || e.Low == nil:
			return fmt.Sprintf(format+unit, factor*e.Mean)
		}
		return fmt.Sprintf(format+unit+" ("+format+" to "+format+")", factor*e.Mean, factor**e.Low, factor**e.High)
	}
	discs := func(e *estimated) string { return cell(e, 1, "%.2f", "") }
	percent := func(e *estimated) string { return cell(e, 100, "%.1f", " %%") }
	nodes := "–" // unknown
	if a.Nodes > 0 {
		nodes = text.Number(int(a.Nodes))
	}
	return []string{text.Number(a.Positions), discs(a.Error), discs(a.Bias), percent(a.Within), percent(&a.Best),
		discs(&a.Lost), nodes}
}

// chart draws the error and the share of best moves by empty squares.
func (r *accuracyResult) chart() chart.Chart {
	errors := chart.Lines{Title: "Error of the values", X: "empty squares", Y: "discs"}
	best := chart.Lines{Title: "Best moves", X: "empty squares", Y: "share", Low: 0, High: 1}
	for _, agent := range r.Agents {
		e, b := chart.Series{Name: agent.Agent}, chart.Series{Name: agent.Agent}
		for _, part := range agent.ByEmpties {
			if part.Error != nil {
				part.Error.addTo(&e, part.Empties)
			}
			part.Best.addTo(&b, part.Empties)
		}
		if len(e.X) > 0 {
			errors.Series = append(errors.Series, e)
		}
		best.Series = append(best.Series, b)
	}
	if len(errors.Series) == 0 {
		return best
	}
	return chart.Grid{Columns: 1, Charts: []chart.Chart{errors, best}}
}
