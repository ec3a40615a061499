package agents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// WithFiles returns a spec in which name replaces the path of each file; the rest does not change. It is for
// specs that are sent to other machines, see [parallel.Set]. The error is that of name, or misuse if the spec
// is invalid or a path contains a double quote.
func WithFiles(spec string, name func(path string) (string, error)) (string, error) {
	kind, rest, err := split(spec)
	if err != nil {
		return "", err
	}
	if _, err := parseParams(kind, rest); err != nil {
		return "", fault.Misuse(fmt.Errorf("agent %q: %w", spec, err))
	}
	word, _, _ := strings.Cut(spec, ":")
	var pairs []string
	for rest != "" {
		pair, others, _ := strings.Cut(rest, ",")
		if key, _, hasValue := strings.Cut(pair, "="); hasValue {
			var value string
			value, others, _ = CutValue(rest[len(key)+1:])
			pair = strings.TrimSuffix(rest[:len(rest)-len(others)], ",")
			if slices.Contains(fileKeys, key) && !ships(key, value) {
				if value, err = name(value); err != nil {
					return "", err
				}
				if pair, err = quoted(key, value); err != nil {
					return "", err
				}
			}
		}
		pairs, rest = append(pairs, pair), others
	}
	if len(pairs) == 0 {
		return spec, nil
	}
	return word + ":" + strings.Join(pairs, ","), nil
}

// quoted writes a pair of a spec, the value in quotes where it needs them.
func quoted(key, value string) (string, error) {
	switch {
	case strings.Contains(value, `"`):
		return "", fault.Misuse(fmt.Errorf("%s=%s: a path in a spec cannot hold a double quote", key, value))
	case strings.Contains(value, ","):
		return key + `="` + value + `"`, nil
	}
	return key + "=" + value, nil
}
