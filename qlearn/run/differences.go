package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Setting is a setting of run.toml that differs between runs.
type Setting struct {
	Key    string   `json:"key"`    // such as phase.2.learn.alpha
	Values []string `json:"values"` // JSON values by run; "" = the run lacks the setting
}

// Differing returns the settings in which runs differ, sorted by key. It ignores names and output settings.
func Differing(list []Listed) (differ []Setting) {
	all := make([]map[string]any, len(list))
	keys := map[string]any{}
	for i, l := range list {
		cfg := l.Info.Config
		all[i] = settings(map[string]any{"seed": cfg.Seed, "phase": cfg.Phases, "evaluate": cfg.Evaluate})
		maps.Copy(keys, all[i])
	}
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		s := Setting{Key: k}
		for _, settings := range all {
			var leaf []byte
			if v, ok := settings[k]; ok {
				leaf, _ = json.Marshal(v) // v comes from JSON
			}
			s.Values = append(s.Values, string(leaf))
		}
		if slices.ContainsFunc(s.Values, func(v string) bool { return v != s.Values[0] }) {
			differ = append(differ, s)
		}
	}
	return differ
}

// A Difference is the difference between two runs' scores in the same match.
type Difference struct {
	Match string  `json:"match"` // its [Match.Label]
	Dir   string  `json:"dir"`   // the run
	From  string  `json:"from"`  // the run it is compared with
	Score float64 `json:"score"` // score of Dir minus score of From, -1 to 1
	Low   float64 `json:"score_low"`
	High  float64 `json:"score_high"` // upper bound of its 95 % interval
}

// Differences compares each run's results with those of the first run, in matches that both played. The
// matches are independent, so the squares of the intervals' half widths add up.
func Differences(list []Listed) (all []Difference) {
	for _, l := range list[1:] {
		for _, m := range l.Results {
			first, ok := list[0].Result(m.Match.Label())
			if !ok {
				continue
			}
			d := m.Score - first.Score
			all = append(all, Difference{
				Match: m.Match.Label(), Dir: l.Dir, From: list[0].Dir, Score: d,
				Low:  d - portable.Hypot(m.Score-m.Low, first.High-first.Score),
				High: d + portable.Hypot(m.High-m.Score, first.Score-first.Low),
			})
		}
	}
	return all
}

// settings returns the leaves of v's JSON form by path, such as learn.alpha. Array elements are numbered from
// 1.
func settings(v any) map[string]any {
	var tree any
	text, err := json.Marshal(v)
	if err := errors.Join(err, json.Unmarshal(text, &tree)); err != nil {
		panic(err) // only valid numbers and names
	}
	leaves := map[string]any{}
	flatten("", tree, leaves)
	return leaves
}

func flatten(path string, tree any, into map[string]any) {
	switch t := tree.(type) {
	case map[string]any:
		for k, v := range t {
			flatten(prefixed(path, ".")+k, v, into)
		}
	case []any:
		for i, v := range t {
			flatten(fmt.Sprintf("%s%d", prefixed(path, "."), i+1), v, into)
		}
	case nil:
	default:
		into[path] = t
	}
}

// hyperparameters returns the settings of the model, the games and the learning by their keys in a run.toml:
// numbers, strings and bools. The key is learn.alpha if all phases have the same value, otherwise
// phase.2.learn.alpha.
func (cfg *Config) hyperparameters() map[string]any {
	all := map[string]any{"seed": float64(cfg.Seed)}
	phases := make([]map[string]any, len(cfg.Phases))
	for i, p := range cfg.Phases {
		phases[i] = settings(map[string]any{"model": p.Model, "games": p.Games, "learn": p.Learn})
		phases[i]["games.mix"] = p.Games.Mix.String()
	}
	for i, p := range phases {
		for key, value := range p {
			switch {
			case key == "learn.seed", strings.HasPrefix(key, "games.mix."): // covered by other keys
			case slices.ContainsFunc(phases, func(other map[string]any) bool { return other[key] != value }):
				all[fmt.Sprintf("phase.%d.%s", i+1, key)] = value
			default:
				all[key] = value
			}
		}
	}
	return all
}
