package run

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// A GamesConfig contains the sources of a phase's games.
type GamesConfig struct {
	// Weights of the sources; empty = transcripts if there are any, otherwise self-play.
	Mix Mixture `toml:"mix" json:"mix"`
	// A folder created by import, or files of games.
	Transcripts []string `toml:"transcripts" json:"transcripts,omitempty"`
	// Years of the transcripts, such as 2001-2015.
	Years string `toml:"years" json:"years,omitempty"`
	// Part of a player's name.
	Player string `toml:"player" json:"player,omitempty"`
	// Part of a tournament's name.
	Tournament string `toml:"tournament" json:"tournament,omitempty"`
	// "humans" or "programs".
	Kind string `toml:"kind" json:"kind,omitempty"`
	// "train", "validation" or "test".
	Split string `toml:"split" json:"split,omitempty"`
	// Learn only from the winners' moves.
	Winners bool `toml:"winners" json:"winners,omitempty"`
	// Number of passes over the transcripts if [learn] games is not set.
	Epochs int `toml:"epochs" json:"epochs,omitempty"`
	// A file, or a name such as xot. Each played game starts with one of its openings.
	Openings string `toml:"openings" json:"openings,omitempty"`
	// Maximum number of random plies before games against the model itself and past checkpoints.
	Random int `toml:"random_plies" json:"random_plies"`
	// Minimum number of these plies.
	Least          int `toml:"random_least" json:"random_least,omitempty"`
	RandomVsAgents int `toml:"random_plies_vs_agents" json:"random_plies_vs_agents,omitempty"` // maximum number of random plies before games against agents
	// Probability that an opponent plays a random move.
	Noise   float64  `toml:"noise" json:"noise"`
	Epsilon *float64 `toml:"epsilon_opposed" json:"epsilon_opposed,omitempty"` // probability that the model plays a random move against opponents; nil = [learn] epsilon
}

// DefaultRandom is the default maximum number of random plies before self-play games. Without them, the model
// sees few positions and learns nothing about others.
const DefaultRandom = 8

// The names in a mixture that are not agents.
const (
	SourceSelf        = "self"        // the model plays both sides
	sourcePool        = "pool"        // the model plays against past checkpoints
	SourceTranscripts = "transcripts" // recorded games
)

// A Mixture contains the weights of the sources of games, by name.
type Mixture []mixShare

type mixShare struct {
	From   string  `json:"from"` // "self", "pool", "transcripts" or an opponent's spec
	Weight float64 `json:"weight"`
}

// UnmarshalTOML parses "self=0.6,swh=0.4" or a table of numbers.
func (m *Mixture) UnmarshalTOML(v any) (err error) {
	*m = nil
	switch v := v.(type) {
	case string:
		return m.parse(v)
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			switch x := v[name].(type) {
			case float64:
				*m = append(*m, mixShare{name, x})
			case int64:
				*m = append(*m, mixShare{name, float64(x)})
			default:
				return fmt.Errorf("mix: %s = %v: want a number", name, x)
			}
		}
		return nil
	}
	return fmt.Errorf("mix is %v: want a text as in \"self=0.6,swh=0.4\" or a table of numbers", v)
}

// mixPart matches a spec and its weight. The spec may contain = and commas. The weight is the last number
// before a comma or the end.
var mixPart = regexp.MustCompile(`^(.+?)=([-+.\deE]+)(?:,|$)`)

func (m *Mixture) parse(text string) error {
	for rest := text; rest != ""; {
		part := mixPart.FindStringSubmatch(rest)
		if part == nil {
			return fmt.Errorf("mix: %q: want NAME=WEIGHT,… as in self=0.6,swh=0.4; a table takes specs with "+
				"parameters", rest)
		}
		weight, err := strconv.ParseFloat(part[2], 64)
		if err != nil {
			return fmt.Errorf("mix: %s=%s: want a number", part[1], part[2])
		}
		*m, rest = append(*m, mixShare{part[1], weight}), rest[len(part[0]):]
	}
	return nil
}

// has reports whether the mixture contains a source.
func (m Mixture) has(name string) bool {
	return slices.ContainsFunc(m, func(s mixShare) bool { return s.From == name })
}

// resolve fills in unset settings.
func (g *GamesConfig) resolve() {
	if len(g.Mix) == 0 {
		g.Mix = Mixture{{SourceSelf, 1}}
		if len(g.Transcripts) > 0 {
			g.Mix[0].From = SourceTranscripts
		}
	}
	if g.Mix.has(SourceTranscripts) {
		g.Epochs = cmp.Or(g.Epochs, 1)
	}
}

// Recorded reports whether all games are transcripts.
func (g *GamesConfig) Recorded() bool { return len(g.Mix) == 1 && g.Mix.has(SourceTranscripts) }

func (g *GamesConfig) pooled() bool { return g.Mix.has(sourcePool) }

// Defaults returns the default settings for learning from these games.
func (g *GamesConfig) Defaults() qlearn.Config {
	if g.Recorded() {
		return qlearn.DefaultData
	}
	return qlearn.Default
}

// check returns an error for an invalid setting, and its key.
func (g *GamesConfig) check() (key string, err error) {
	for i, s := range g.Mix {
		switch {
		case !(s.Weight > 0) || math.IsInf(s.Weight, 0):
			return "mix", fmt.Errorf("mix: %s has weight %v, want above 0", s.From, s.Weight)
		case slices.ContainsFunc(g.Mix[:i], func(t mixShare) bool { return t.From == s.From }):
			return "mix", fmt.Errorf("mix: %s is given twice", s.From)
		case s.From == SourceSelf || s.From == sourcePool || s.From == SourceTranscripts:
		default:
			if _, err := agents.Parse(s.From); err != nil {
				return "mix", err
			}
		}
	}
	if g.Mix.has(SourceTranscripts) != (len(g.Transcripts) > 0) {
		return "transcripts", errors.New("transcripts: want games to learn from, and a share of the mix for them")
	}
	if key, err := g.checkRanges(); err != nil {
		return key, err
	}
	_, key, err = g.filter()
	return key, err
}

// checkRanges returns an error for the first number out of range, and its key.
func (g *GamesConfig) checkRanges() (key string, err error) {
	switch {
	case g.Epochs < 0 || g.Epochs > 10000:
		return "epochs", fmt.Errorf("epochs is %d, want 1 to 10000", g.Epochs)
	case g.Random < 0 || g.Random > 60:
		return "random_plies", fmt.Errorf("random_plies is %d, want 0 to 60", g.Random)
	case g.Least < 0 || g.Least > g.Random:
		return "random_least", fmt.Errorf("random_least is %d, want 0 to random_plies, which is %d",
			g.Least, g.Random)
	case g.RandomVsAgents < 0 || g.RandomVsAgents > 60:
		return "random_plies_vs_agents", fmt.Errorf("random_plies_vs_agents is %d, want 0 to 60", g.RandomVsAgents)
	case !(g.Noise >= 0 && g.Noise <= 1):
		return "noise", fmt.Errorf("noise is %v, want 0 to 1", g.Noise)
	case g.Epsilon != nil && !(*g.Epsilon >= 0 && *g.Epsilon <= 1):
		return "epsilon_opposed", fmt.Errorf("epsilon_opposed is %v, want 0 to 1", *g.Epsilon)
	}
	return "", nil
}

// filter returns the filter of the transcripts.
func (g *GamesConfig) filter() (f store.Filter, key string, err error) {
	f.Player, f.Tournament = g.Player, g.Tournament
	if g.Years != "" {
		if err := f.SetYears(g.Years); err != nil {
			return f, "years", fmt.Errorf("years: %w", err)
		}
	}
	if g.Kind != "" {
		if f.Kind, err = dataset.ParseKind(g.Kind); err != nil {
			return f, "kind", err
		}
	}
	if g.Split != "" {
		if f.Split, err = dataset.ParseSplit(g.Split); err != nil {
			return f, "split", err
		}
	}
	return f, "", nil
}

// source returns the games as a source for the trainer.
func (g *GamesConfig) source(d *Data, learn *qlearn.Config) (qlearn.Source, error) {
	var mix qlearn.Mixture
	for _, s := range g.Mix {
		source, err := g.sourceOf(s.From, d, learn)
		if err != nil {
			return nil, err
		}
		mix = append(mix, qlearn.Share{Source: source, Weight: s.Weight})
	}
	if len(mix) == 1 {
		return mix[0].Source, nil
	}
	return mix, mix.Check()
}

func (g *GamesConfig) sourceOf(name string, d *Data, learn *qlearn.Config) (qlearn.Source, error) {
	self := qlearn.Self{Openings: d.Openings, Least: g.Least, Random: g.Random}
	against := qlearn.Against{Self: self, Noise: g.Noise, Epsilon: -1}
	if g.Epsilon != nil {
		against.Epsilon = *g.Epsilon
	}
	switch name {
	case SourceSelf:
		return self, nil
	case SourceTranscripts:
		t, err := qlearn.NewTranscripts(d.Finished, g.Winners, learn.Seed)
		if learn.Restricted {
			t.Seen = qlearn.NewSeen(d.Finished, g.Winners)
		}
		return t, err
	case sourcePool:
		return against, nil
	}
	opponent, err := agents.Parse(name)
	against.Self = qlearn.Self{Openings: d.Openings, Random: g.RandomVsAgents}
	against.Opponent = func(rng *rand.Rand) engine.Agent { return opponent.New(rng) }
	return against, err
}
