package study

import (
	"context"
	"maps"
	"strings"
)

// cassioFeatures are the features of the report's evaluation.
const cassioFeatures = "cassio-stability+mobility+potential+discs+late-discs"

// evolvedFirst is a work that uses Cassio's minimax program with weights that its genetic algorithm evolves
// first.
type evolvedFirst struct {
	reading Reading
	work    func(Reading) work
}

// weighed makes works use the weights that the reading selects.
func weighed(make func(Reading) work) func(Reading) work {
	return func(r Reading) work {
		if r.text("weights") == "evolved" {
			return evolvedFirst{r, make}
		}
		return make(r)
	}
}

// Run evolves a population of 8 for 20 generations. From then on, the report sees no strong correlation with
// the wins.
func (e evolvedFirst) Run(ctx context.Context, r *execution) (out outcome, err error) {
	n := r.Generations(20)
	t, err := r.Tune(ctx, TuneJob{Name: "weights", Method: "ga000", Features: cassioFeatures, Population: 8,
		Generations: n, Keep: []int{n}, Depth: 2, Openings: 2, Random: 4})
	if err != nil {
		return out, err
	}
	reading := maps.Clone(e.reading)
	reading["model"] = modelOf(t.Kept[0].Spec)
	return e.work(reading).Run(ctx, r)
}

// modelOf returns the model in a spec, including any quotes.
func modelOf(spec string) string {
	_, model, _ := strings.Cut(spec, "model=")
	if rest, quoted := strings.CutPrefix(model, `"`); quoted {
		name, _, _ := strings.Cut(rest, `"`)
		return `"` + name + `"`
	}
	return model
}
