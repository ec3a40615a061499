package run

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	_ "embed"

	"github.com/BurntSushi/toml"

	"github.com/outflank/outflank/qlearn"
)

// A Config contains all settings of a run, resolved: every setting has a value.
type Config struct {
	Name     string         `toml:"name" json:"name"`    // in tables, plots and the model card; may be empty
	Seed     uint64         `toml:"seed" json:"seed"`    // of all random choices except in evaluations
	Phases   []Phase        `toml:"phase" json:"phases"` // at least one
	Evaluate EvaluateConfig `toml:"evaluate" json:"evaluate"`
	Output   OutputConfig   `toml:"output" json:"output"`

	text *tomlText // the source, to show the line of an invalid value
}

// A Phase is a part of the training with its own settings. It starts with the previous phase's final weights.
type Phase struct {
	Name  string        `toml:"name" json:"name"`   // may be empty
	Model ModelConfig   `toml:"model" json:"model"` // what to learn
	Games GamesConfig   `toml:"games" json:"games"` // what to learn from
	Learn qlearn.Config `toml:"learn" json:"learn"` // how to learn; its seed is derived from the run's
	// The file of Learn.Potential on a machine of a farm; "" = Learn.Potential itself.
	Potential string `toml:"-" json:"potential_file,omitempty"`
}

// An OutputConfig contains the settings for a run's files.
type OutputConfig struct {
	Points     int      `toml:"points" json:"points"`         // points on the curve (approximate), 1 to 10000
	Checkpoint Duration `toml:"checkpoint" json:"checkpoint"` // maximum time between checkpoints; 0 = a checkpoint after each round
	Pictures   bool     `toml:"pictures" json:"pictures"`     // draw the curves
}

// defaultOutput contains the default values.
var defaultOutput = OutputConfig{Points: 500, Checkpoint: Duration(30 * time.Second), Pictures: true}

// A Duration is a time span such as "30s".
type Duration time.Duration

// UnmarshalText parses a time span.
func (d *Duration) UnmarshalText(text []byte) error {
	x, err := time.ParseDuration(string(text))
	if err != nil || x < 0 {
		return fmt.Errorf("%q: want a time such as 30s or 5m", text)
	}
	*d = Duration(x)
	return nil
}

// MarshalText formats the time span.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// A file is a run.toml. [model], [games] and [learn] apply to all phases; a phase's own sections override
// them.
type file struct {
	Name     string         `toml:"name"`
	Seed     uint64         `toml:"seed"`
	Evaluate EvaluateConfig `toml:"evaluate"`
	Output   OutputConfig   `toml:"output"`
	sections
	Phases []phaseFile `toml:"phase"`
}

type phaseFile struct {
	Name string `toml:"name"`
	sections
}

// sections are tables that are decoded twice: first for all phases, then for each phase.
type sections struct {
	Model toml.Primitive `toml:"model"`
	Games toml.Primitive `toml:"games"`
	Learn toml.Primitive `toml:"learn"`
}

// knownKeys mirrors the structure of a run.toml, to list the valid keys.
type knownKeys struct {
	Name     string         `toml:"name"`
	Seed     uint64         `toml:"seed"`
	Evaluate EvaluateConfig `toml:"evaluate"`
	Output   OutputConfig   `toml:"output"`
	phaseKeys
	Phases []Phase `toml:"phase"`
}

type phaseKeys struct {
	Model ModelConfig   `toml:"model"`
	Games GamesConfig   `toml:"games"`
	Learn qlearn.Config `toml:"learn"`
}

// Example is a run.toml with all settings.
//
//go:embed example.toml
var Example string

var knownType = reflect.TypeFor[knownKeys]()

// Read parses and checks a run.toml. Its errors show the line.
func Read(path, text string) (*Config, error) {
	f := file{Seed: 1, Evaluate: defaultEvaluate, Output: defaultOutput}
	if err := checkTOML(path, text); err != nil {
		return nil, err
	}
	t, err := readTOML(path, text, &f, knownType)
	if err != nil {
		return nil, err
	}
	cfg := &Config{Name: f.Name, Seed: f.Seed, Evaluate: f.Evaluate, Output: f.Output, text: t}
	phases := f.Phases
	if len(phases) == 0 {
		phases = make([]phaseFile, 1)
	}
	for i, p := range phases {
		phase, err := readPhase(t, i, f.sections, p)
		if err != nil {
			return nil, err
		}
		cfg.Phases = append(cfg.Phases, phase)
	}
	if err := t.known(knownType); err != nil {
		return nil, err
	}
	return cfg, cfg.check(t)
}

// readPhase decodes the settings for all phases, then those of phase i.
func readPhase(t *tomlText, i int, base sections, own phaseFile) (Phase, error) {
	p := Phase{Name: own.Name, Games: GamesConfig{Random: DefaultRandom}}
	decode := func(v any, parts ...toml.Primitive) error {
		for _, part := range parts {
			if err := t.decode(part, v, i); err != nil {
				return err
			}
		}
		return nil
	}
	if err := decode(&p.Model, base.Model, own.Model); err != nil {
		return p, err
	}
	if err := decode(&p.Games, base.Games, own.Games); err != nil {
		return p, err
	}
	p.Games.resolve()
	p.Learn = p.Games.Defaults()
	p.Learn.Seed = 0
	if err := decode(&p.Learn, base.Learn, own.Learn); err != nil || p.Learn.Seed == 0 {
		return p, err
	}
	return p, complainPhase(t, []string{"learn", "seed"}, i,
		errors.New("the seed of all phases stands at the top of the file"))
}

// check returns an error for the first invalid value. The error shows its line.
func (cfg *Config) check(t *tomlText) error {
	for i := range cfg.Phases {
		if key, err := cfg.Phases[i].check(i); err != nil {
			return complainPhase(t, key, i, err)
		}
		if net := cfg.Phases[0].Model.Net; cfg.Phases[i].Model.Net != net {
			return complainPhase(t, []string{"model", "net"}, i,
				fmt.Errorf("net is %q, in the first phase %q: no phase continues with the weights of another network, "+
					"or of none", cfg.Phases[i].Model.Net, net))
		}
	}
	if key, err := cfg.Evaluate.check(); err != nil {
		return t.complain([]string{"evaluate", key}, 0, err)
	}
	if n := cfg.Output.Points; n < 1 || n > 10000 {
		return t.complain([]string{"output", "points"}, 0, fmt.Errorf("points is %d, want 1 to 10000", n))
	}
	return nil
}

// complainPhase returns an error about a key of phase i. The key may be in a section for all phases.
func complainPhase(t *tomlText, key []string, i int, err error) error {
	for n := len(key); n > 0; n-- {
		name := strings.Join(key[:n], ".")
		if p, ok := t.find("phase."+name, i); ok {
			return t.at(p, err)
		}
		if p, ok := t.find(name, 0); ok {
			return t.at(p, err)
		}
	}
	return t.complain([]string{"phase"}, i, err)
}

// check returns an error and the key it is about. number is the index of the phase, from 0.
func (p *Phase) check(number int) (key []string, err error) {
	if key, err := p.Model.Check(); err != nil {
		return []string{"model", key}, err
	}
	if p.Model.Init != "" && number > 0 {
		return []string{"model", "init"}, errors.New("only the first phase begins with a model; the others " +
			"continue with what was learned")
	}
	if key, err := p.Games.check(); err != nil {
		return []string{"games", key}, err
	}
	if err := p.Learn.Check(); err != nil {
		_, text, _ := strings.Cut(err.Error(), ": ")
		word, _, _ := strings.Cut(text, " ") // the key, if the error begins with one
		return append([]string{"learn"}, strings.Split(strings.TrimSuffix(word, ":"), ".")...), err
	}
	if p.Learn.Games == 0 && !p.Games.Recorded() {
		return []string{"learn", "games"}, errors.New("games is 0, want 1 or more")
	}
	if err := p.checkRestricted(); err != nil {
		return []string{"learn", "restricted"}, err
	}
	if p.Games.pooled() != (p.Learn.Pool.Every > 0) {
		return []string{"games", "mix"}, errors.New("to play against a pool, give it a share of the mix and " +
			"[learn.pool] every")
	}
	return nil, nil
}

// checkRestricted returns an error if learning is restricted to moves of transcripts but there are no
// transcripts.
func (p *Phase) checkRestricted() error {
	if p.Learn.Restricted && !p.Games.Mix.has(SourceTranscripts) {
		return errors.New("restricted: the maximum is taken over moves that transcripts have, and none are " +
			"learned from")
	}
	return nil
}
