package study

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/outflank/outflank/dataset/chart"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// weights is the work that evolves square weights with several seeds and measures their values, similarity
// and strength.
type weights struct {
	Kinds       [2]evolvedSquares
	Generations int
	Seeds       int
	Games       int // games of the evolved players against others; even
	Least       int
	evolution
	Reading Reading // determines how games vary
}

// An evolution contains the settings of the genetic algorithm in a reading. The zero value means no
// evolution.
type evolution struct {
	Random      int     // random plies at the start of its games
	Step, Range float64 // as in [TuneJob]; 0 = the default
}

// evolutionOf reads the choices "slightly", "start" and "range" if an experiment has them.
func evolutionOf(r Reading) (e evolution) {
	e.Random = 4
	if r["start"] == "the usual start" {
		e.Random = 0
	}
	if x, _ := numberOf(r["slightly"]); x != 0.2 {
		e.Step = x
	}
	if x, _ := numberOf(r["range"]); x != 1 {
		e.Range = x
	}
	return e
}

// apply returns the job with the settings of the evolution, which also become part of its name.
func (e evolution) apply(job TuneJob) TuneJob {
	job.Random, job.Step, job.Range = e.Random, e.Step, e.Range
	if e.Random != 4 {
		job.Name += fmt.Sprintf("-random%d", e.Random)
	}
	if e.Step != 0 {
		job.Name += fmt.Sprintf("-step%g", e.Step)
	}
	if e.Range != 0 {
		job.Name += fmt.Sprintf("-range%g", e.Range)
	}
	return job
}

// evolvedSquares describes the weights of one kind of player.
type evolvedSquares struct {
	Name     string
	Features string      // "squares" or "grid"
	Printed  [64]float64 // the report's weights, a1 to h8
	Player   string      // spec of the player with the printed weights
}

func (w weights) Run(ctx context.Context, r *execution) (out outcome, err error) {
	var kinds []evolved
	for _, k := range w.Kinds {
		e, err := w.evolve(ctx, r, k)
		if err != nil {
			return out, err
		}
		part, err := w.kind(ctx, r, k, e)
		if err != nil {
			return out, err
		}
		kinds = append(kinds, e)
		out.Rows = append(out.Rows, part.Rows...)
		out.Plots = append(out.Plots, part.Plots...)
	}
	rows, err := w.together(ctx, r, kinds)
	if err != nil {
		return out, err
	}
	out.Rows = append(out.Rows, rows...)
	out.Notes = r.ScaleNote([]int{w.Generations}, 2, "generations")
	return out, nil
}

// evolved contains the evolved weights of one kind, by seed.
type evolved struct {
	specs  []string
	boards [][64]float64
}

// evolve evolves the weights of one kind with each seed.
func (w weights) evolve(ctx context.Context, r *execution, k evolvedSquares) (e evolved, err error) {
	generations := r.Generations(w.Generations)
	for seed := range w.Seeds {
		t, err := r.Tune(ctx, w.job(k, seed, generations))
		if err != nil {
			return e, err
		}
		e.specs, e.boards = append(e.specs, t.Kept[0].Spec), append(e.boards, boardOf(t.Kept[0].Weights))
	}
	return e, nil
}

// job returns the job that evolves a kind with a seed.
func (w weights) job(k evolvedSquares, seed, generations int) TuneJob {
	return w.apply(TuneJob{
		Name: fmt.Sprintf("%s-%d", slug(k.Name), seed+1), Method: "ga002", Features: k.Features,
		Population: 20, Generations: generations, Keep: []int{generations}, Depth: 4, Openings: 1,
		Seed: uint64(seed),
	})
}

// meeting returns a meeting between evolved players.
func (w weights) meeting(r *execution, a, b string) *meeting {
	plies, perturb := variety(w.Reading)
	return &meeting{A: a, B: b, Pairs: r.Pairs(w.Games, max(2, w.Least)), Random: plies, Perturb: perturb}
}

// kind returns rows about the weights and the strength of one evolved kind.
func (w weights) kind(ctx context.Context, r *execution, k evolvedSquares,
	e evolved) (out outcome, err error) {
	var meetings []*meeting
	for _, spec := range e.specs {
		for _, b := range []string{"flat:depth=4", k.Player} {
			meetings = append(meetings, w.meeting(r, spec, b))
		}
	}
	games, err := r.Meet(ctx, "playing "+k.Name, meetings)
	if err != nil {
		return out, err
	}
	var flat, printed [][]twoGames // by seed
	for i := 0; i < len(games); i += 2 {
		flat, printed = append(flat, games[i]), append(printed, games[i+1])
	}
	out.Rows = append(out.Rows, besideTwoGames(points.SeedsRow(k.Name+" evolved – Flat", flat), k.Name,
		"Flat"), points.SeedsRow(k.Name+" evolved – the printed weights", printed))
	out.Rows = append(out.Rows, likeness(k, e.boards)...)
	out.Rows = append(out.Rows, classRows(k, e.boards)...)
	if k.Features == "grid" {
		rows, err := ofItsOwn(ctx, r, k, e)
		if err != nil {
			return out, err
		}
		out.Rows = append(out.Rows, rows...)
	}
	out.Plots = []namedPlot{{Name: slug(k.Name), Chart: weightBoards(k, e.boards)}}
	return out, nil
}

// classRows returns each class's share of all weight, averaged over the seeds.
func classRows(k evolvedSquares, boards [][64]float64) (rows []Row) {
	for i, name := range classNames {
		rows = append(rows, k.row("squares like "+name, unitWeight, boards, func(b [64]float64) float64 {
			return classes(b)[i]
		}))
	}
	for _, times := range cornerTimes {
		rows = append(rows, k.row(cornerLabel(times), unitWeight, boards,
			func(b [64]float64) float64 { return cornerLead(classes(b), times) }))
	}
	return append(rows, k.row("all that is neither corner nor edge, and beside corners", unitWeight, boards,
		func(b [64]float64) (sum float64) {
			for i, w := range classes(b) {
				if !slices.Contains([]string{"a1", "c1", "d1"}, classNames[i]) {
					sum += w
				}
			}
			return sum
		}))
}

// cornerTimes are possible meanings of a very high weight, as multiples of any other weight.
var cornerTimes = []float64{3, 1, 2}

func cornerLabel(times float64) string {
	return fmt.Sprintf("the corner less %g times the next largest", times)
}

// row returns the row of a figure of boards, averaged over the seeds, beside the same figure of the printed
// board.
func (k evolvedSquares) row(label string, unit Unit, boards [][64]float64,
	of func(b [64]float64) float64) Row {
	var x []float64
	for _, b := range boards {
		x = append(x, of(b))
	}
	row := meanRow(k.Name+", "+label, unit, x)
	row.Paper = number(of(k.Printed))
	return row
}

// likeness returns rows with the correlations of the seeds' weights with each other and with the printed
// weights.
func likeness(k evolvedSquares, boards [][64]float64) (rows []Row) {
	var printed []float64
	for _, b := range boards {
		printed = append(printed, stat.Correlation(b[:], k.Printed[:], nil))
	}
	return []Row{
		jackknifeRow(k.Name+", correlation of two seeds", unitCorrelation, len(boards),
			func(but int) float64 { return meanCorrelation(boards, but) }),
		meanRow(k.Name+", correlation with the printed weights", unitCorrelation, printed),
	}
}

// meanCorrelation returns the mean correlation over all pairs of boards except those with board but. If but
// is -1, no board is left out.
func meanCorrelation(boards [][64]float64, but int) float64 {
	var each []float64
	for i, b := range boards {
		for j, c := range boards[:i] {
			if i != but && j != but {
				each = append(each, stat.Correlation(b[:], c[:], nil))
			}
		}
	}
	return mean(each)
}

// together compares the two kinds, Wedge and Grid, which use the same seeds.
func (w weights) together(ctx context.Context, r *execution, kinds []evolved) (rows []Row, err error) {
	a, b := kinds[0], kinds[1]
	var meetings []*meeting
	var like []float64
	for i := range a.specs {
		meetings = append(meetings, w.meeting(r, a.specs[i], b.specs[i]))
		x, y := classes(a.boards[i]), classes(b.boards[i])
		like = append(like, stat.Correlation(x[:], y[:], nil))
	}
	games, err := r.Meet(ctx, fmt.Sprintf("playing %s against %s", w.Kinds[0].Name, w.Kinds[1].Name), meetings)
	if err != nil {
		return nil, err
	}
	x, y := classes(w.Kinds[0].Printed), classes(w.Kinds[1].Printed)
	alike := meanRow(fmt.Sprintf("%s and %s, correlation of the classes", w.Kinds[0].Name,
		w.Kinds[1].Name), unitCorrelation, like)
	alike.Paper = number(stat.Correlation(x[:], y[:], nil))
	between := points.SeedsRow(fmt.Sprintf("%s evolved – %s evolved", w.Kinds[0].Name, w.Kinds[1].Name), games)
	return []Row{besideTwoGames(between, w.Kinds[0].Name, w.Kinds[1].Name), alike}, nil
}

// weightBoards draws the printed weights and those of each seed, scaled to a maximum of 1.
func weightBoards(k evolvedSquares, boards [][64]float64) chart.Grid {
	grid := chart.Grid{Title: k.Name, Columns: 2, Scale: 0.7}
	add := func(title string, b [64]float64) {
		largest := 0.0
		for _, w := range b {
			largest = max(largest, math.Abs(w))
		}
		board := chart.Board{Title: title, Limit: 1, Bare: true}
		for s, w := range b {
			board.Values[s] = w / max(largest, 1e-300)
		}
		grid.Charts = append(grid.Charts, board)
	}
	add("as printed", k.Printed)
	for i, b := range boards {
		add(fmt.Sprintf("seed %d", i+1), b)
	}
	return grid
}

// ofItsOwn returns rows about Grid's weights, which, unlike Wedge's, need not be symmetric: the asymmetry of
// the centre, and the kinds of Grid's replies to the four first moves.
func ofItsOwn(ctx context.Context, r *execution, k evolvedSquares, e evolved) ([]Row, error) {
	all := 0
	for _, spec := range e.specs {
		n, err := replyKinds(ctx, r, spec)
		if err != nil {
			return nil, err
		}
		if n == 3 {
			all++
		}
	}
	printed, err := replyKinds(ctx, r, k.Player)
	if err != nil {
		return nil, err
	}
	x := number(float64(printed))
	return []Row{
		k.row("asymmetry of the centre by that of the rest", unitFactor, e.boards, func(b [64]float64) float64 {
			return asymmetry(b, true) / max(asymmetry(b, false), 1e-300)
		}),
		shareRow(k.Name+", evolved ones that answer the first moves in all three ways", float64(all), len(e.specs)),
		{Label: k.Name + " as printed, ways in which it answers the first moves", Unit: unitMoves, Paper: number(3), Ours: x, Low: x, High: x, Games: 4},
	}, nil
}

// replyKinds returns how many of the three kinds of reply – parallel, diagonal and perpendicular – a player
// uses against the four first moves, which are equal up to symmetry.
func replyKinds(ctx context.Context, r *execution, spec string) (int, error) {
	var boards []engine.Board
	var first []engine.Square
	start := engine.Standard()
	for s := range start.Moves().All() {
		boards, first = append(boards, start.Play(s)), append(first, s)
	}
	replies, err := r.Choices(ctx, spec, boards)
	if err != nil {
		return 0, err
	}
	kinds := map[[2]int]bool{}
	for i, s := range replies {
		f, rank := s.File()-first[i].File(), s.Rank()-first[i].Rank()
		kinds[[2]int{f*f + rank*rank, eval.Class(s)}] = true // next to it on c3 or d3, or farther away
	}
	return len(kinds), nil
}
