package learn

import (
	"encoding"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/eval/tune"
	"github.com/outflank/outflank/qlearn/tuning"
)

// config returns the tuning that the flags describe.
func (o *tuneOptions) config(flags *pflag.FlagSet, paths []string) (*tuning.Config, error) {
	preset, known := tuning.Presets[o.preset]
	switch {
	case o.preset != "" && !known:
		return nil, fmt.Errorf("--preset %s: want one of %s", o.preset, presetNames())
	case o.method == "" && o.preset == "":
		return nil, fmt.Errorf("--method %s or --preset %s is missing",
			strings.Join(tuning.Methods, ", "), presetNames())
	case o.method == "":
		o.method = preset.Method
	case !slices.Contains(tuning.Methods, o.method):
		return nil, fmt.Errorf("--method %s: want one of %s", o.method, strings.Join(tuning.Methods, ", "))
	case known && o.method != preset.Method:
		return nil, fmt.Errorf("--preset %s requires --method %s", o.preset, preset.Method)
	}
	cfg := &tuning.Config{Method: o.method, Settings: tuning.DefaultSettings(o.method, o.preset),
		Objective: o.objective}
	var err error
	if cfg.Subject, err = o.subject(preset.Features); err != nil {
		return nil, err
	}
	if err := o.rating(cfg, flags, paths); err != nil {
		return nil, err
	}
	if err := setChanged(&cfg.Settings, o.method, flags, o.seed); err != nil {
		return nil, err
	}
	_, err = cfg.Settings.Method()
	return cfg, err
}

// subject returns the model or network whose weights are tuned.
func (o *tuneOptions) subject(preset string) (s tuning.Subject, err error) {
	given := 0
	for _, text := range []string{o.features, o.model, o.heuristic, o.net} {
		if text != "" {
			given++
		}
	}
	switch {
	case o.model != "" && o.features != "" && given == 2:
		return o.modelOf(o.features)
	case given > 1:
		return s, errors.New("--features, --model, --eval and --net: want only one of them")
	case o.net != "":
		s, err := tuning.NetSubject(o.net)
		return s, cli.FlagError(err)
	case o.model != "":
		return o.modelOf("")
	case o.heuristic != "":
		h, ok := eval.FindHeuristic(o.heuristic)
		if !ok {
			return s, fmt.Errorf("--eval %s: want one of %s", o.heuristic, strings.Join(eval.HeuristicNames(), ", "))
		}
		return tuning.ModelSubject(h.Model()), nil
	case o.features != "":
		return tuning.FeatureSubject(o.features)
	case preset != "":
		return tuning.FeatureSubject(preset)
	}
	return s, errors.New("the weights are missing: want --features, --model, --eval or --net")
}

// modelOf reads the model. If features are given, the model must have them.
func (o *tuneOptions) modelOf(features string) (tuning.Subject, error) {
	m, err := pattern.OpenModel(o.model)
	if err != nil {
		return tuning.Subject{}, err
	}
	if features != "" && m.Features.ID() != features {
		return tuning.Subject{}, fault.BadInputf("%s: has the features %s, want %s", o.model,
			m.Features.ID(), features)
	}
	if err := m.OnlySum(); err != nil {
		return tuning.Subject{}, fault.BadInputf("%s: %w", o.model, err)
	}
	return tuning.ModelSubject(m), nil
}

// rating sets the objective that rates weights.
func (o *tuneOptions) rating(cfg *tuning.Config, flags *pflag.FlagSet, paths []string) error {
	switch o.objective {
	case "outcome":
		outcome := o.outcome
		outcome.Paths, outcome.Seed = paths, o.seed
		cfg.Outcome = &outcome
	case "games", "fit":
		if len(paths) > 0 {
			return fmt.Errorf("%s: only objective outcome reads GAMES", paths[0])
		}
		if (o.objective == "fit") != (o.games.Opponent != "") {
			return errors.New("objective fit needs --opponent; other objectives do not accept it")
		}
		games := o.games
		games.Seed = o.seed
		if games.Openings != "" && !flags.Changed("random-plies") {
			games.Random = 0
		}
		if games.Pairs == 0 {
			games.Pairs = defaultPairs(o.method, o.objective)
		}
		if o.method == "sa" && o.objective == "games" {
			games.Unit = tune.Discs
		}
		if o.unit != "" {
			if err := games.Unit.UnmarshalText([]byte(o.unit)); err != nil {
				return fmt.Errorf("--unit %w", err)
			}
		}
		cfg.Games = &games
	default:
		return fmt.Errorf("--objective %s: want games, fit or outcome", o.objective)
	}
	if a := cfg.Settings.Annealing; a != nil && (cfg.Games == nil || cfg.Games.Unit != tune.Discs) {
		a.First, a.Final = a.First/100, a.Final/100 // ratings are of the order of 1
	}
	return nil
}

// defaultPairs returns a number of openings that is large enough to tell vectors apart.
func defaultPairs(method, objective string) int {
	switch {
	case objective == "fit":
		return 10
	case method == "sa":
		return 4
	}
	return 1
}

// A setting is a flag for a setting that one or more methods have.
type setting struct{ name, about string }

var settingFlags = []setting{
	{"steps", "generations or steps"},
	{"population", "ga, cmaes: vectors in a generation"},
	{"survivors", "ga: survivors of a generation, the elite included"},
	{"elite", "ga: the best n survive regardless of the selection"},
	{"selection", "ga: selection of the other survivors: roulette4, by fitness⁴, roulette or truncation"},
	{"crossover", "ga: uniform or one-point"},
	{"mutation", "ga: probability that a weight of a child mutates"},
	{"reset-rate", "ga: share of mutations that redraw the weight; the others change it a little"},
	{"step-size", "ga: the largest small change of a weight, in scales"},
	{"scale", "ga, sa: maximum distance of random weights from the start; sa: also the deviation of the first neighbours"},
	{"t0", "sa: first temperature, in the unit of the ratings"},
	{"tf", "sa: final temperature"},
	{"sigma", "cmaes: first standard deviation of a weight"},
	{"gain", "spsa: size of the steps along the estimated gradient"},
	{"stability", "spsa: Spall's constant A, which dampens the first steps"},
	{"perturb", "spsa: size of the perturbation in both directions"},
}

// setChanged sets the seed and the settings given on the command line.
func setChanged(s *tuning.Settings, method string, flags *pflag.FlagSet, seed uint64) error {
	if err := set(s, method, "seed", strconv.FormatUint(seed, 10)); err != nil {
		return err
	}
	for _, f := range settingFlags {
		if !flags.Changed(f.name) {
			continue
		}
		if err := set(s, method, f.name, flags.Lookup(f.name).Value.String()); err != nil {
			return err
		}
	}
	return nil
}

// set sets a method's setting from the text of its flag.
func set(s *tuning.Settings, method, name, text string) (err error) {
	field, ok := s.Fields()[name]
	if !ok {
		return fmt.Errorf("--%s is not a setting of %s", name, method)
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
	if err == nil {
		return nil
	}
	return cli.BadValue(name, text, reflect.TypeOf(field).Elem().String(),
		fmt.Errorf("--%s %s: %w", name, text, err))
}

// presetNames lists the presets for texts.
func presetNames() string { return strings.Join(slices.Sorted(maps.Keys(tuning.Presets)), ", ") }
