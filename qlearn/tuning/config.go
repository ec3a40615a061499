package tuning

import (
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/outflank/outflank/eval/tune"
)

// A Config is all that a tuning depends on. The JSON fields are stable: run folders
// keep them.
type Config struct {
	Method    string   `json:"method"` // ga, sa, cmaes or spsa; the settings of the others are left out
	Settings  Settings `json:"settings"`
	Subject   Subject  `json:"subject"`
	Objective string   `json:"objective"` // games, fit or outcome
	Games     *Games   `json:"games,omitempty"`
	Outcome   *Outcome `json:"outcome,omitempty"`
}

// Settings are the settings of the methods.
type Settings struct {
	Genetic   *tune.Genetic   `json:"genetic,omitempty"`
	Annealing *tune.Annealing `json:"annealing,omitempty"`
	CMAES     *tune.CMAES     `json:"cmaes,omitempty"`
	SPSA      *tune.SPSA      `json:"spsa,omitempty"`
}

// Methods are what --method can be.
var Methods = []string{"ga", "sa", "cmaes", "spsa"}

// DefaultSettings returns the settings of a method, and of the paper that a preset
// names.
func DefaultSettings(method, preset string) Settings {
	genetic, annealing, cmaes, spsa := tune.Genetic002, tune.Annealing004, tune.CMAESDefault, tune.SPSADefault
	if preset == "000" {
		genetic = tune.Genetic000
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

// Method returns the method with its settings.
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

// Fields returns what the flags set in the settings that there are.
func (s *Settings) Fields() map[string]any {
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

// Set sets a setting from the text of its flag. The error for a text that is no value is a
// [*ValueError].
func (s *Settings) Set(method, name, text string) (err error) {
	field, ok := s.Fields()[name]
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
	if err != nil {
		return &ValueError{name, text, reflect.TypeOf(field).Elem().String(), err}
	}
	return nil
}

// A ValueError says that a text is no value of a setting.
type ValueError struct {
	Setting string // as in [Settings.Fields]
	Text    string
	Type    string // of the setting, as reflection names it
	Err     error  // a *strconv.NumError where it should be a number
}

func (e *ValueError) Error() string { return fmt.Sprintf("--%s %s: %v", e.Setting, e.Text, e.Err) }

// Unwrap returns Err.
func (e *ValueError) Unwrap() error { return e.Err }

// A Preset is what a paper tuned, and how.
type Preset struct {
	Method, Features, About string
}

var Presets = map[string]Preset{
	"002": {"ga", "squares", "Hong and Kahn, Genetic Othello: the Wedge's ten square weights"},
	"000": {"ga", "cassio-stability+mobility+potential+discs+late-discs", "Fennell, Cassio: all of its evaluation"},
	"004": {"sa", "position+mobility+stability+parity", "Bai, Lin and Shan, CS181 Othello AI: the four weights of H(s)"},
}

func PresetNames() string { return strings.Join(slices.Sorted(maps.Keys(Presets)), ", ") }

// MaxStepGames bounds the games of a step, which are listed before they are played.
const MaxStepGames = 10_000_000

// Members returns how many vectors a step rates, 2 where that is the method's way.
func (c *Config) Members() int {
	if n, ok := c.Settings.Fields()["population"].(*int); ok {
		return *n
	}
	return 2
}

// MaxCMAESWeights bounds the covariance matrix.
const MaxCMAESWeights = 500

// Rate returns how vectors are rated, after open.
func (c *Config) Rate(workers int) tune.Objective {
	if c.Games != nil {
		return c.Games.Objective(&c.Subject, workers)
	}
	return c.Outcome.Objective(workers)
}

// unit is that of the values of the tuned model.
func (c *Config) discs() bool { return c.Outcome != nil && c.Outcome.Loss == "mse" }

// Seed is that of all chance.
func (c *Config) Seed() uint64 { return *c.Settings.Fields()["seed"].(*uint64) }
