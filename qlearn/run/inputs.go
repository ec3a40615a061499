package run

import (
	"slices"

	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/qlearn/agents"
)

// inputSums returns the SHA-256 of all files besides the games that the run depends on.
func (info *Info) inputSums() (map[string]string, error) {
	sums := map[string]string{}
	for _, path := range info.inputFiles() {
		sum, err := durable.SHA256File(path)
		if err != nil {
			return nil, err
		}
		sums[path] = sum
	}
	return sums, nil
}

func (info *Info) inputFiles() (paths []string) {
	for _, p := range info.Phases {
		paths = append(paths, p.Model.Init, book.File(p.Games.Openings))
	}
	for _, m := range slices.Concat(info.Evaluate.SelectBy, info.Evaluate.TestOn) {
		paths = append(paths, book.File(m.Openings))
	}
	for _, spec := range info.specs() {
		paths = append(paths, agents.Files(spec)...)
	}
	return slices.DeleteFunc(paths, func(p string) bool { return p == "" })
}
