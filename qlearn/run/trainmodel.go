package run

import (
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine/durable"
	"github.com/outflank/outflank/qlearn/agents"
)

// Features are the features of a run that names none.
const Features = "logistello@4"

// CanBegin returns an error if a phase cannot begin, also with weights that the phase before
// it may have learnt.
func (r *Training) CanBegin() error {
	var before Learned
	for i := range r.Info.Phases {
		p := &r.Info.Phases[i]
		from, err := p.Model.Start(before, SquaresOf(r.Data), p.Learn.Seed)
		if err != nil {
			err = fmt.Errorf("%s%w", prefixed(p.Model.Init, ": "), err)
			return r.Info.Text.ComplainPhase([]string{"model", "features"}, i, err)
		}
		if _, err := NewTrainer(p, &r.Data[i], from, 1); err != nil {
			return err
		}
		before = from.taught()
	}
	return nil
}

// InputSums returns the SHA-256 of all files besides the games that the run depends on.
func (info *Info) InputSums() (map[string]string, error) {
	sums := map[string]string{}
	for _, path := range info.inputFiles() {
		sum, err := durable.SHA256File(path)
		if err != nil {
			return nil, err
		}
		sums[path] = sum
	}
	return sums, nil
}

func (info *Info) inputFiles() (paths []string) {
	specs := []string{}
	for _, p := range info.Phases {
		paths = append(paths, p.Model.Init, p.Games.Openings)
		for _, s := range p.Games.Mix {
			specs = append(specs, s.From)
		}
	}
	for _, m := range slices.Concat(info.Evaluate.ChooseBy, info.Evaluate.Report) {
		specs, paths = append(specs, m.Opponent), append(paths, m.Openings)
	}
	for _, spec := range specs {
		paths = append(paths, agents.Files(spec)...)
	}
	return slices.DeleteFunc(paths, func(p string) bool { return p == "" })
}

// meta is what a model file says about how the run made it.
func (info *Info) meta(s *State) map[string]string {
	p := info.Phases[s.Phase]
	meta := TrainingMeta(&p)
	meta["seed"], meta["games"], meta["phase"] = fmt.Sprint(info.Seed), fmt.Sprint(s.Games), fmt.Sprintf("%d of %d", s.Phase+1, len(info.Phases))
	if info.Name != "" {
		meta["name"] = info.Name
	}
	for _, d := range info.Data {
		if d.Sum != "" {
			meta["data"] = d.String()
			break
		}
	}
	return meta
}
