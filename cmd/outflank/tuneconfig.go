package main

import (
	"context"
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/outflank/outflank/eval/tune"
)

// A tuneConfig is all that a tuning depends on. The JSON fields are stable: run folders
// keep them.
type tuneConfig struct {
	Method    string       `json:"method"` // ga, sa, cmaes or spsa; the settings of the others are left out
	Settings  tuneSettings `json:"settings"`
	Subject   tuneSubject  `json:"subject"`
	Objective string       `json:"objective"` // games, fit or outcome
	Games     *tuneGames   `json:"games,omitempty"`
	Outcome   *tuneOutcome `json:"outcome,omitempty"`
}

// tuneSettings are the settings of the methods.
type tuneSettings struct {
	Genetic   *tune.Genetic   `json:"genetic,omitempty"`
	Annealing *tune.Annealing `json:"annealing,omitempty"`
	CMAES     *tune.CMAES     `json:"cmaes,omitempty"`
	SPSA      *tune.SPSA      `json:"spsa,omitempty"`
}

// tuneMethods are what --method can be.
var tuneMethods = []string{"ga", "sa", "cmaes", "spsa"}

// defaultTuneSettings returns the settings of a method, and of the paper that a preset
// names.
func defaultTuneSettings(method, preset string) tuneSettings {
	genetic, annealing, cmaes, spsa := tune.Genetic002, tune.Annealing004, tune.CMAESDefault, tune.SPSADefault
	if preset == "000" {
		genetic = tune.Genetic000
	}
	switch method {
	case "ga":
		return tuneSettings{Genetic: &genetic}
	case "sa":
		return tuneSettings{Annealing: &annealing}
	case "cmaes":
		return tuneSettings{CMAES: &cmaes}
	case "spsa":
		return tuneSettings{SPSA: &spsa}
	}
	return tuneSettings{}
}

// method returns the method with its settings.
func (s *tuneSettings) method() (tune.Method, error) {
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

// A tuneSetting is a flag for a setting of a method, or of several.
type tuneSetting struct{ name, about string }

var tuneSettingFlags = []tuneSetting{
	{"steps", "generations or steps"},
	{"population", "ga, cmaes: vectors in a generation"},
	{"survivors", "ga: of a generation, the elite included"},
	{"elite", "ga: the best so many survive whatever the selection"},
	{"selection", "ga: of the other survivors: roulette4, by fitness⁴, roulette or truncation"},
	{"crossover", "ga: uniform or one-point"},
	{"mutation", "ga: probability that a weight of a child mutates"},
	{"renew", "ga: share of these that are drawn anew, others change a little"},
	{"small", "ga: the most that a small change is, in scales"},
	{"scale", "ga, sa: how far random weights lie from the start; sa: and neighbours at first"},
	{"t0", "sa: first temperature, in the unit of the ratings"},
	{"tf", "sa: final temperature"},
	{"sigma", "cmaes: first standard deviation of a weight"},
	{"gain", "spsa: how far it follows the slope"},
	{"stable", "spsa: dampens the first steps"},
	{"perturb", "spsa: how far the weights are moved both ways"},
}

// fields returns what the flags set in the settings that there are.
func (s *tuneSettings) fields() map[string]any {
	fields := map[string]any{}
	if g := s.Genetic; g != nil {
		maps.Copy(fields, map[string]any{
			"steps": &g.Generations, "population": &g.Population, "survivors": &g.Survivors, "elite": &g.Elite, "selection": &g.Selection,
			"crossover": &g.Crossover, "mutation": &g.Mutation, "renew": &g.Renew, "small": &g.Small, "scale": &g.Scale, "seed": &g.Seed,
		})
	}
	if a := s.Annealing; a != nil {
		maps.Copy(fields, map[string]any{"steps": &a.Steps, "t0": &a.First, "tf": &a.Final, "scale": &a.Scale, "seed": &a.Seed})
	}
	if c := s.CMAES; c != nil {
		maps.Copy(fields, map[string]any{"steps": &c.Generations, "population": &c.Population, "sigma": &c.Sigma, "seed": &c.Seed})
	}
	if p := s.SPSA; p != nil {
		maps.Copy(fields, map[string]any{"steps": &p.Steps, "gain": &p.Gain, "stable": &p.Stable, "perturb": &p.Perturb, "seed": &p.Seed})
	}
	return fields
}

// set sets a setting from the text of its flag.
func (s *tuneSettings) set(method, name, text string) (err error) {
	field, ok := s.fields()[name]
	if !ok {
		return fmt.Errorf("--%s is no setting of %s", name, method)
	}
	switch x := field.(type) {
	case *int:
		*x, err = strconv.Atoi(text)
	case *uint64:
		*x, err = strconv.ParseUint(text, 10, 64)
	case *float64:
		*x, err = strconv.ParseFloat(text, 64)
	case encoding.TextUnmarshaler:
		err = x.UnmarshalText([]byte(text))
	}
	if isNumberError(err) {
		return notNumber(name, text, reflect.TypeOf(field).Elem().String(), err)
	}
	if err != nil {
		return fmt.Errorf("--%s %s: %w", name, text, err)
	}
	return nil
}

// setChanged sets what was given on the command line, and the seed.
func (s *tuneSettings) setChanged(method string, flags *pflag.FlagSet, seed uint64) error {
	if err := s.set(method, "seed", strconv.FormatUint(seed, 10)); err != nil {
		return err
	}
	for _, f := range tuneSettingFlags {
		if !flags.Changed(f.name) {
			continue
		}
		if err := s.set(method, f.name, flags.Lookup(f.name).Value.String()); err != nil {
			return err
		}
	}
	return nil
}

// A tunePreset is what a paper tuned, and how.
type tunePreset struct {
	method, features, about string
}

var tunePresets = map[string]tunePreset{
	"002": {"ga", "squares", "Hong and Kahn, Genetic Othello: the Wedge's ten square weights"},
	"000": {"ga", "cassio-stability+mobility+potential+discs+late-discs", "Fennell, Cassio: all of its evaluation"},
	"004": {"sa", "position+mobility+stability+parity", "Bai, Lin and Shan, CS181 Othello AI: the four weights of H(s)"},
}

func presetNames() string { return strings.Join(slices.Sorted(maps.Keys(tunePresets)), ", ") }

// open reads what the tuning needs besides its config, and checks the whole.
func (c *tuneConfig) open(ctx context.Context, a *app) error {
	if n := c.Subject.len(); n < 1 || n > maxTuneWeights {
		return misuse(fmt.Errorf("%d weights: tune seeks 1 to %d; fit and train find more", n, maxTuneWeights))
	}
	if c.Method == "cmaes" && c.Subject.len() > maxCMAESWeights {
		return misuse(fmt.Errorf("%d weights: CMA-ES is for up to %d", c.Subject.len(), maxCMAESWeights))
	}
	if n := c.members(); c.Games != nil && n*(n-1) > maxStepGames/max(c.Games.Pairs, 1) {
		return misuse(fmt.Errorf("--pairs %d with a population of %d: want at most %d games in a step", c.Games.Pairs, n, maxStepGames))
	}
	if c.Games != nil {
		return c.Games.open()
	}
	if c.Subject.Net != "" {
		return misuse(fmt.Errorf("objective outcome is for features, not for networks"))
	}
	return c.Outcome.open(ctx, a, c.Subject.features)
}

// maxStepGames bounds the games of a step, which are listed before they are played.
const maxStepGames = 10_000_000

// members returns how many vectors a step rates, 2 where that is the method's way.
func (c *tuneConfig) members() int {
	if n, ok := c.Settings.fields()["population"].(*int); ok {
		return *n
	}
	return 2
}

// maxCMAESWeights bounds the covariance matrix.
const maxCMAESWeights = 500

// objective returns how vectors are rated, after open.
func (c *tuneConfig) objective(workers int) tune.Objective {
	if c.Games != nil {
		return c.Games.objective(&c.Subject, workers)
	}
	return c.Outcome.objective(workers)
}

// unit is that of the values of the tuned model.
func (c *tuneConfig) discs() bool { return c.Outcome != nil && c.Outcome.Loss == "mse" }

// seed is that of all chance.
func (c *tuneConfig) seed() uint64 { return *c.Settings.fields()["seed"].(*uint64) }
