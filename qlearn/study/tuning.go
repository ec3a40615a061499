package study

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Key returns a text of all settings of a tuning except its seed.
func (j TuneJob) Key() string {
	key := fmt.Sprintf("tune %s | %s %s | %d generations of %d | depth %d | %d openings, %d random | keep %v",
		j.Name, j.Method, j.Features, j.Generations, j.Population, j.Depth, j.Openings, j.Random, j.Keep)
	if j.First > 0 {
		key += fmt.Sprintf(" | from %g", j.First)
	}
	if j.Step != 0 || j.Range != 0 {
		key += fmt.Sprintf(" | step %g, range %g", j.Step, j.Range)
	}
	if j.Noise {
		key += " | noise"
	}
	return key
}

// Tune runs a job and stores its result as a step.
func (r *execution) Tune(ctx context.Context, job TuneJob) (Tuned, error) {
	job.Seed, job.Dir, job.Workers, job.Farm = r.Seed+job.Seed, r.dir, r.Workers, r.Farm
	job.Tell = func(done int) error {
		return r.tell(Progress{"tuning " + job.Name, "generations", done, job.Generations, 0})
	}
	list, err := takeSteps(ctx, r, "tuning "+job.Name, "tunings", 1,
		[]step[Tuned]{{job.Key(), func(ctx context.Context) (Tuned, error) {
			return r.Host.Tune(ctx, job)
		}}})
	if err != nil {
		return Tuned{}, err
	}
	if t := list[0]; len(t.Kept) != len(job.Keep) {
		return t, fmt.Errorf("tuning %s kept %d individuals of %d", job.Name, len(t.Kept), len(job.Keep))
	}
	return list[0], nil
}

// TuneIn runs jobs in the folder of another experiment that needs them too. Both use the same settings. The
// experiment that runs first runs the jobs; the other reads the results from the journal. The agents' file
// names are relative to the folder of r.
func (r *execution) TuneIn(ctx context.Context, experiment string, jobs []TuneJob) (list []Tuned, err error) {
	other, err := r.Runner.open(experiment, r.settings, r.yield)
	if err != nil {
		return nil, err
	}
	defer other.unlock()
	defer func() { err = errors.Join(err, other.journal.close()) }()
	for _, job := range jobs {
		t, err := other.Tune(ctx, job)
		if err != nil {
			return nil, err
		}
		for i, k := range t.Kept {
			t.Kept[i].Spec = strings.ReplaceAll(k.Spec, "$DIR", "$DIR/../"+experiment)
		}
		list = append(list, t)
	}
	return list, nil
}

// ScaleNote explains the numbers in labels if the run is not at full scale.
func (r *execution) ScaleNote(full []int, least int, what string) []string {
	if r.Scale == 1 {
		return nil
	}
	var was, is []string
	for _, n := range full {
		was, is = append(was, fmt.Sprint(n)), append(is, fmt.Sprint(r.Scaled(n, least)))
	}
	return []string{fmt.Sprintf("at scale %g, the labels %s stand for %s %s%s", r.Scale, strings.Join(was, ", "),
		strings.Join(is, ", "), what, r.Caution())}
}

// Caution explains what a smaller scale means for claims about learning.
func (r *execution) Caution() string {
	if r.Scale > 1 {
		return ""
	}
	return "; this scale is too small to test claims about learning"
}

// Generations scales a number of generations, to at least two.
func (r *execution) Generations(n int) int { return r.Scaled(n, 2) }
