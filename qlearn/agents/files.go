package agents

import (
	"fmt"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/fault"
)

// WithFiles returns a spec with the path of each file replaced by the result of name; the rest stays
// unchanged. It prepares specs for other machines, where files are identified by content, see [parallel.Set].
// It returns the errors of name, or a misuse error if the spec is invalid.
func WithFiles(spec string, name func(path string) (string, error)) (string, error) {
	kind, rest, err := split(spec)
	if err != nil {
		return "", err
	}
	p, err := parseParams(kind, rest)
	if err != nil {
		return "", fault.Misuse(fmt.Errorf("agent %q: %w", spec, err))
	}
	word, _, _ := strings.Cut(policySpec(spec), ":")
	var pairs []string
	for rest != "" {
		pair, others, _ := strings.Cut(rest, ",")
		key, _, hasValue := strings.Cut(pair, "=")
		if _, is := p.declared(key); !is && slices.Contains(fileKeys, kind.alone) { // a file without its key
			rest, hasValue, key = kind.alone+"="+rest, true, kind.alone
		}
		if hasValue {
			var value string
			value, others, _ = CutValue(rest[len(key)+1:])
			pair = strings.TrimSuffix(rest[:len(rest)-len(others)], ",")
			if slices.Contains(fileKeys, key) && !ships(key, value) {
				if value, err = name(value); err != nil {
					return "", err
				}
				pair = quoted(key, value)
			}
		}
		pairs, rest = append(pairs, pair), others
	}
	if len(pairs) == 0 {
		return spec, nil
	}
	return word + ":" + strings.Join(pairs, ","), nil
}
