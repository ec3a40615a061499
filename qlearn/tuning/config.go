package tuning

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval/tune"
)

// A Config holds all settings of a tuning. The JSON fields are stable, because run folders store them.
type Config struct {
	Version   int      `json:"version"` // of the format of config.json; set when the tuning begins
	Method    string   `json:"method"`  // ga, sa, cmaes or spsa; Settings contains only its settings
	Settings  Settings `json:"settings"`
	Subject   Subject  `json:"subject"`
	Objective string   `json:"objective"` // games, fit or outcome
	Games     *Games   `json:"games,omitempty"`
	Outcome   *Outcome `json:"outcome,omitempty"`
}

// Settings are the settings of a method. Exactly one field is set.
type Settings struct {
	Genetic   *tune.Genetic   `json:"genetic,omitempty"`
	Annealing *tune.Annealing `json:"annealing,omitempty"`
	CMAES     *tune.CMAES     `json:"cmaes,omitempty"`
	SPSA      *tune.SPSA      `json:"spsa,omitempty"`
}

// Methods lists the names of the methods.
var Methods = []string{"ga", "sa", "cmaes", "spsa"}

// DefaultSettings returns the default settings of a method, or the paper's settings if a preset is given.
func DefaultSettings(method, preset string) Settings {
	genetic, annealing, cmaes, spsa := tune.GeneticOthello, tune.CS181Annealing, tune.DefaultCMAES,
		tune.DefaultSPSA
	if preset == "cassio" {
		genetic = tune.CassioGenetic
	}
	switch method {
	case "ga":
		return Settings{Genetic: &genetic}
	case "sa":
		return Settings{Annealing: &annealing}
	case "cmaes":
		return Settings{CMAES: &cmaes}
	case "spsa":
		return Settings{SPSA: &spsa}
	}
	return Settings{}
}

// Method checks the settings and returns the method.
func (s *Settings) Method() (tune.Method, error) {
	var list []tune.Method
	if s.Genetic != nil {
		list = append(list, *s.Genetic)
	}
	if s.Annealing != nil {
		list = append(list, *s.Annealing)
	}
	if s.CMAES != nil {
		list = append(list, *s.CMAES)
	}
	if s.SPSA != nil {
		list = append(list, *s.SPSA)
	}
	if len(list) != 1 {
		return nil, fmt.Errorf("settings of %d methods, want one", len(list))
	}
	return list[0], list[0].Check()
}

// Fields returns pointers to the settings, by flag name.
func (s *Settings) Fields() map[string]any {
	fields := map[string]any{}
	if g := s.Genetic; g != nil {
		maps.Copy(fields, map[string]any{
			"steps": &g.Generations, "population": &g.Population, "survivors": &g.Survivors, "elite": &g.Elite,
			"selection": &g.Selection,
			"crossover": &g.Crossover, "mutation": &g.Mutation, "reset-rate": &g.ResetRate, "step-size": &g.StepSize,
			"scale": &g.Scale, "seed": &g.Seed,
		})
	}
	if a := s.Annealing; a != nil {
		maps.Copy(fields, map[string]any{"steps": &a.Steps, "t0": &a.First, "tf": &a.Final, "scale": &a.Scale,
			"seed": &a.Seed})
	}
	if c := s.CMAES; c != nil {
		maps.Copy(fields, map[string]any{"steps": &c.Generations, "population": &c.Population, "sigma": &c.Sigma,
			"seed": &c.Seed})
	}
	if p := s.SPSA; p != nil {
		maps.Copy(fields, map[string]any{"steps": &p.Steps, "gain": &p.Gain, "stability": &p.Stability,
			"perturb": &p.Perturb, "seed": &p.Seed})
	}
	return fields
}

// A Preset is a paper's method and features.
type Preset struct {
	Method   string // one of Methods
	Features string // as in eval.New
	About    string // authors, title and what the paper tunes
}

// Presets contains the presets by name.
var Presets = map[string]Preset{
	"genetic-othello": {"ga", "squares", "Hong and Kahn, Genetic Othello: the Wedge's ten square weights"},
	"cassio":          {"ga", "cassio-stability+mobility+potential+discs+late-discs", "Fennell, Cassio: all of its evaluation"},
	"cs181-annealing": {"sa", "position+own-mobility+own-stability+parity", "Bai, Lin and Shan, CS181 Othello AI: the four weights of H(s)"},
}

// maxStepGames is the maximum number of games of a step. They are listed in memory before they are played.
const maxStepGames = 10_000_000

// members returns the number of vectors that a step rates; 2 for methods without a population.
func (c *Config) members() int {
	if n, ok := c.Settings.Fields()["population"].(*int); ok {
		return *n
	}
	return 2
}

// maxCMAESWeights limits the size of the covariance matrix.
const maxCMAESWeights = 500

// ReadConfig reads and checks a config stored as a [durable.Document].
func ReadConfig(text []byte) (*Config, error) {
	cfg := &Config{}
	if err := durable.ReadDocument(text, cfg); err != nil {
		return nil, err
	}
	if (cfg.Games == nil) == (cfg.Outcome == nil) {
		return nil, errors.New("want the settings of one objective")
	}
	_, err := cfg.Settings.Method()
	return cfg, errors.Join(err, cfg.Subject.open())
}

// OpenGames opens the recorded games in paths.
type OpenGames func(paths []string) (iter.Seq2[dataset.Game, error], error)

// open checks the whole config and reads the tuning's other inputs: openings, the opponent, or positions from
// games.
func (c *Config) open(games OpenGames) error {
	if n := c.Subject.Len(); n < 1 || n > maxWeights {
		return fault.Misusef("%d weights: tune seeks 1 to %d; fit and train find more", n, maxWeights)
	}
	if c.Method == "cmaes" && c.Subject.Len() > maxCMAESWeights {
		return fault.Misusef("%d weights: CMA-ES is for up to %d", c.Subject.Len(), maxCMAESWeights)
	}
	if n := c.members(); c.Games != nil && n*(n-1) > maxStepGames/max(c.Games.Pairs, 1) {
		return fault.Setting("pairs", c.Games.Pairs, "want at most %d games in a step, with a population of %d",
			maxStepGames, n)
	}
	if c.Games != nil {
		return c.Games.open()
	}
	if c.Subject.Net != "" {
		return fault.Misuse(errors.New("objective outcome is for features, not for networks"))
	}
	return c.Outcome.open(games, c.Subject.Set)
}

// objective returns the objective of the config. Call open first. See [Games.Objective].
func (c *Config) objective(ctx context.Context, workers int,
	farm parallel.Farm) (_ tune.Objective, end func(error) error, err error) {
	if c.Games != nil {
		return c.Games.Objective(ctx, &c.Subject, workers, farm)
	}
	return c.Outcome.objective(ctx, &c.Subject, workers, farm)
}

// discs reports whether the tuned model's values are in discs.
func (c *Config) discs() bool { return c.Outcome != nil && c.Outcome.Loss == "mse" }

// Seed returns the seed of all random choices.
func (c *Config) Seed() uint64 { return *c.Settings.Fields()["seed"].(*uint64) }
