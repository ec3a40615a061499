package study

import (
	"context"
	"fmt"
	"slices"

	"github.com/outflank/outflank/dataset/chart"
)

// generations is the work of Figs. 8a and 8b, in which the best individuals of some generations of an
// evolution meet each other.
type generations struct {
	populations  []int
	at           []int // generations whose best individuals meet, at full scale
	depth        int
	seeds        int // evolutions per population
	games, least int
	openings     int  // number of pairs of games between two individuals
	random       int  // random plies at the start of the games between generations
	anew         bool // each generation comes from a separate evolution
}

func (g generations) Run(ctx context.Context, r *execution) (out outcome, err error) {
	g.seeds = r.seeds(g.seeds)
	plot := chart.Lines{X: "generations", Y: "share of the points", Marks: []float64{0.5}}
	var tuned [][]Tuned // by population and seed
	var fits []fit      // of all evolutions
	for _, n := range g.populations {
		keep := g.keep(r)
		var t []Tuned // by seed
		for seed := range g.seeds {
			one, err := g.evolve(ctx, r, n, seed)
			if err != nil {
				return out, err
			}
			t = append(t, one)
		}
		rows, err := g.meet(ctx, r, n, t)
		if err != nil {
			return out, err
		}
		tuned = append(tuned, t)
		own := fitsOf(keep, rows)
		fits = append(fits, own...)
		s := chart.Series{Name: fmt.Sprintf("population of %d", n)}
		for i, row := range rows {
			addPoint(&s, float64(keep[i]), row)
		}
		plot.Series = append(plot.Series, s)
		out.Rows = append(out.Rows, rows...)
		out.Rows = append(out.Rows, fitRows(fmt.Sprintf("population %d", n), own)...)
	}
	out.Rows = append(out.Rows, fitRows("both populations", fits)...)
	for i, n := range g.keep(r)[1:] {
		out.Rows = append(out.Rows, diversityRow(tuned, g.at[i+1], n))
	}
	between, err := g.between(ctx, r, tuned)
	if err != nil {
		return out, err
	}
	out.Rows = append(out.Rows, between...)
	out.Plots = []namedPlot{{Name: "generations", Chart: plot}}
	out.Notes = g.note(r)
	return out, nil
}

// evolve evolves a population with one seed: once, or separately for each kept generation.
func (g generations) evolve(ctx context.Context, r *execution, population, seed int) (t Tuned, err error) {
	keep := g.keep(r)
	job := TuneJob{Name: fmt.Sprintf("population-%d-%d-depth-%d-openings-%d", population, seed+1, g.depth,
		g.openings),
		Method: "ga000", Features: cassioFeatures, Population: population, Generations: keep[len(keep)-1],
		Keep:  keep,
		Depth: g.depth, Openings: g.openings, Random: 4, Seed: uint64(100*population + seed)}
	if !g.anew {
		return r.Tune(ctx, job)
	}
	name, first, kept := job.Name, job.Seed, []Kept{}
	for i, n := range keep {
		job.Name, job.Seed = fmt.Sprintf("%s-of-%d", name, n), first+uint64(10_000*(i+1))
		job.Generations, job.Keep = n, []int{n}
		if t, err = r.Tune(ctx, job); err != nil {
			return t, err
		}
		kept = append(kept, t.Kept...)
	}
	t.Kept = kept // with the trace of the longest evolution
	return t, nil
}

// keep returns the generations at the scale of the run, without duplicates.
func (g generations) keep(r *execution) (list []int) {
	for _, n := range g.at {
		list = append(list, max(r.Scaled(n, 1), len(list)+1))
	}
	return list
}

// note states which generations met, if they differ from those in the labels.
func (g generations) note(r *execution) []string {
	if r.Scale == 1 {
		return nil
	}
	return []string{fmt.Sprintf("at scale %g, the labels %v stand for generations %v%s", r.Scale, g.at,
		g.keep(r), r.Caution())}
}

// meet plays a round robin of the kept individuals of each seed and returns their shares of all points.
func (g generations) meet(ctx context.Context, r *execution, n int, t []Tuned) (rows []Row, err error) {
	table := crossTable{Games: g.games, Least: g.least, Random: g.random}
	for i := range g.at {
		e := entry{Name: generationLabel(n, g.at[i])}
		for _, one := range t {
			e.Seeds = append(e.Seeds, one.Kept[i].Spec)
		}
		table.Players = append(table.Players, e)
	}
	out, err := table.Run(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, p := range table.Players {
		row := Rows(out.Rows).Row(p.Name + ", all")
		row.Label = p.Name
		rows = append(rows, row)
	}
	return rows, nil
}

// between plays the best individuals of the two populations against each other, generation by generation and
// seed by seed.
func (g generations) between(ctx context.Context, r *execution, tuned [][]Tuned) (rows []Row, err error) {
	var list []*meeting
	for seed := range g.seeds {
		for i := range g.at {
			list = append(list, &meeting{A: tuned[1][seed].Kept[i].Spec, B: tuned[0][seed].Kept[i].Spec,
				Pairs: r.Pairs(4*g.games/g.seeds, 2), Random: g.random})
		}
	}
	games, err := r.Meet(ctx, "playing populations", list)
	if err != nil {
		return nil, err
	}
	var all, last [][]twoGames // by seed
	for one := range slices.Chunk(games, len(g.at)) {
		all, last = append(all, slices.Concat(one...)), append(last, one[len(one)-1])
	}
	name := fmt.Sprintf("population %d – population %d, ", g.populations[1], g.populations[0])
	return []Row{
		points.SeedsRow(name+"all generations", all),
		points.SeedsRow(fmt.Sprintf("%sgeneration %d", name, g.at[len(g.at)-1]), last),
	}, nil
}
