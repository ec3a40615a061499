package run

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
)

// A Setting is a setting of run.toml that is not the same in several runs.
type Setting struct {
	Key    string   `json:"key"`    // as in phase.2.learn.alpha
	Values []string `json:"values"` // one for each run as JSON, "" where it has none
}

// Differing returns the settings in which runs differ, by key. Names and what is written are none.
func Differing(list []Listed) ([]Setting, error) {
	all := make([]map[string]string, len(list))
	keys := map[string]bool{}
	for i, l := range list {
		all[i] = map[string]string{}
		cfg := l.Info.Config
		text, err := json.Marshal(struct {
			Seed     uint64         `json:"seed"`
			Phases   []Phase        `json:"phase"`
			Evaluate EvaluateConfig `json:"evaluate"`
		}{cfg.Seed, cfg.Phases, cfg.Evaluate})
		if err != nil {
			return nil, err
		}
		var tree any
		if err := json.Unmarshal(text, &tree); err != nil {
			return nil, err
		}
		flatten("", tree, all[i])
		for k := range all[i] {
			keys[k] = true
		}
	}
	var differ []Setting
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		s := Setting{Key: k}
		for _, settings := range all {
			s.Values = append(s.Values, settings[k])
		}
		if slices.ContainsFunc(s.Values, func(v string) bool { return v != s.Values[0] }) {
			differ = append(differ, s)
		}
	}
	return differ, nil
}

// flatten adds the leaves of a tree by their paths; elements of arrays are counted from 1.
func flatten(path string, tree any, into map[string]string) {
	below := func(name string) string {
		if path == "" {
			return name
		}
		return path + "." + name
	}
	switch t := tree.(type) {
	case map[string]any:
		for k, v := range t {
			flatten(below(k), v, into)
		}
	case []any:
		for i, v := range t {
			flatten(below(fmt.Sprint(i+1)), v, into)
		}
	default:
		text, _ := json.Marshal(t) // a leaf of JSON
		into[path] = string(text)
	}
}

// A Difference is how much better a run did in a match than another.
type Difference struct {
	Match string  `json:"match"` // as [Match.Label]
	Dir   string  `json:"dir"`   // the run
	From  string  `json:"from"`  // the other one
	Score float64 `json:"score"` // of the run minus that of the other, -1 to 1
	Low   float64 `json:"score_low"`
	High  float64 `json:"score_high"` // of its 95 % interval
}

// Differences compares the results of all runs but the first with those of the first, in the matches
// that both have. The matches are independent, so the squares of the intervals' halves add up.
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
				Low:  d - math.Hypot(m.Score-m.Low, first.High-first.Score),
				High: d + math.Hypot(m.High-m.Score, first.Score-first.Low),
			})
		}
	}
	return all
}
