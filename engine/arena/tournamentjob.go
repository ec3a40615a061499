package arena

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// GamesKind is the kind of the jobs that are games of a match, see [Config.Jobs].
const GamesKind = "games"

// Jobs returns the set of jobs that are the games of a match with these settings, for
// [State].Farm. Its files are the openings and what the specs name.
func (cfg Config) Jobs(r Resolver) (set parallel.Set, err error) {
	set = parallel.Set{Kind: GamesKind, Same: SameAnswer, Varies: cfg.Time+cfg.Clock != ""}
	for _, spec := range cfg.Agents {
		program, repeats, err := r.Traits(spec)
		if err != nil {
			return set, err
		}
		set.Programs = set.Programs || program
		set.Varies = set.Varies || !repeats
	}
	sent, err := cfg.withFiles(r, func(path string) (string, error) { return set.AddFile(path), nil })
	if err != nil {
		return set, err
	}
	set.Settings, err = json.Marshal(sent)
	return set, err
}

// withFiles returns the settings with other names of the files.
func (cfg Config) withFiles(r Resolver, name func(path string) (string, error)) (sent Config, err error) {
	sent = cfg
	sent.Agents = make([]string, len(cfg.Agents))
	for i, spec := range cfg.Agents {
		if sent.Agents[i], err = r.WithFiles(spec, name); err != nil {
			return sent, err
		}
	}
	if book.File(cfg.Openings) != "" {
		sent.Openings, err = name(cfg.Openings)
	}
	return sent, err
}

// OpenJobs returns what plays the games of sets that [Config.Jobs] describes, where their jobs are
// done. Sets whose agents start programs are refused unless programs is set. now reads the clock
// for the time that moves take.
func OpenJobs(r Resolver, programs bool, now func() time.Time) parallel.Opener {
	return func(settings []byte, file func(name string) (string, error)) (parallel.Do, func(), error) {
		var cfg Config
		if err := json.Unmarshal(settings, &cfg); err != nil {
			return nil, nil, fmt.Errorf("arena: settings of games: %w", err)
		}
		for _, spec := range cfg.Agents {
			starts, _, err := r.Traits(spec)
			if err == nil && starts && !programs {
				err = fmt.Errorf("agent %q: %w", spec, parallel.ErrPrograms)
			}
			if err != nil {
				return nil, nil, err
			}
		}
		cfg, err := cfg.withFiles(r, file)
		if err != nil {
			return nil, nil, err
		}
		m, err := cfg.Match(r)
		if err != nil {
			return nil, nil, err
		}
		m.Now = now
		return m.PlayJob, nil, nil
	}
}
