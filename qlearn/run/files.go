package run

import (
	"cmp"
	"slices"

	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// withFiles returns the configuration with the paths of its files replaced by name. The paths of recorded
// games stay, because the games have already been read, see [Data].
func (cfg Config) withFiles(name parallel.File) (Config, error) {
	r := renamer{name: name}
	cfg.Phases = slices.Clone(cfg.Phases)
	for i := range cfg.Phases {
		p := &cfg.Phases[i]
		p.Model.Init = r.file(p.Model.Init)
		p.Potential = r.file(qlearn.PotentialFile(cmp.Or(p.Potential, p.Learn.Potential)))
		p.Games.Mix = slices.Clone(p.Games.Mix)
		for k := range p.Games.Mix {
			if s := &p.Games.Mix[k]; s.From != SourceSelf && s.From != sourcePool && s.From != SourceTranscripts {
				s.From = r.spec(s.From)
			}
		}
	}
	cfg.Evaluate.SelectBy, cfg.Evaluate.TestOn = r.matches(cfg.Evaluate.SelectBy), r.matches(cfg.Evaluate.TestOn)
	return cfg, r.err
}

// A renamer renames files and stores the first error.
type renamer struct {
	name parallel.File
	err  error
}

func (r *renamer) file(path string) string {
	other, err := r.name(path)
	r.err = cmp.Or(r.err, err)
	return other
}

func (r *renamer) spec(spec string) string {
	other, err := agents.WithFiles(spec, r.name)
	r.err = cmp.Or(r.err, err)
	return other
}

func (r *renamer) matches(list []Match) []Match {
	list = slices.Clone(list)
	for i := range list {
		m := &list[i]
		if book.File(m.Openings) != "" {
			m.Openings = r.file(m.Openings)
		}
		m.Opponent = r.spec(m.Opponent)
	}
	return list
}

// traits returns the traits of jobs for the configuration.
func (cfg *Config) traits() (parallel.Traits, error) {
	t, err := parallel.TraitsOf(cfg.specs(), agents.Resolver{}.Traits)
	for _, p := range cfg.Phases {
		t.Varies = t.Varies || p.Learn.Asynchronous
	}
	return t, err
}

// specs returns the specs of all agents that the run's models play against.
func (cfg *Config) specs() (specs []string) {
	for _, p := range cfg.Phases {
		for _, s := range p.Games.Mix {
			if s.From != SourceSelf && s.From != sourcePool && s.From != SourceTranscripts {
				specs = append(specs, s.From)
			}
		}
	}
	for _, m := range slices.Concat(cfg.Evaluate.SelectBy, cfg.Evaluate.TestOn) {
		specs = append(specs, m.Opponent)
	}
	return specs
}

// inputSums returns the SHA-256 of each file that the run depends on, except the games.
func (info *Info) inputSums() (map[string]string, error) {
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
	for _, p := range info.Phases {
		paths = append(paths, p.Model.Init, book.File(p.Games.Openings),
			qlearn.PotentialFile(p.Learn.Potential))
	}
	for _, m := range slices.Concat(info.Evaluate.SelectBy, info.Evaluate.TestOn) {
		paths = append(paths, book.File(m.Openings))
	}
	for _, spec := range info.specs() {
		paths = append(paths, agents.Files(spec)...)
	}
	return slices.DeleteFunc(paths, func(p string) bool { return p == "" })
}
