package agents

import (
	"os"
	"slices"
)

// Files returns the files that an agent's spec names.
func Files(spec string) (paths []string) {
	kind, rest, err := FindKind(spec)
	if err != nil {
		return nil
	}
	p, err := parseParams(kind, rest)
	if err != nil {
		return nil
	}
	for _, value := range p.values {
		if info, err := os.Stat(value); err == nil && info.Mode().IsRegular() {
			paths = append(paths, value)
		}
	}
	slices.Sort(paths)
	return paths
}
