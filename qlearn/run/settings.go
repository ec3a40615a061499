package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// settings returns the leaves of what can be written as JSON by their paths, as in learn.alpha;
// elements of arrays are counted from 1.
func settings(v any) map[string]any {
	var tree any
	text, err := json.Marshal(v)
	if err := errors.Join(err, json.Unmarshal(text, &tree)); err != nil {
		panic(err) // numbers, which were checked, and names
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

// hyperparameters are the settings of what is learned and how by their keys in a run.toml, as in
// learn.alpha where it is the same in all phases, else phase.2.learn.alpha: numbers, strings and bools.
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
			case key == "learn.seed", strings.HasPrefix(key, "games.mix."): // said otherwise
			case slices.ContainsFunc(phases, func(other map[string]any) bool { return other[key] != value }):
				all[fmt.Sprintf("phase.%d.%s", i+1, key)] = value
			default:
				all[key] = value
			}
		}
	}
	return all
}
