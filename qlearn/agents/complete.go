package agents

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/eval"
)

// A Completion completes the beginning of a spec.
type Completion struct {
	Text  string // includes the beginning of the spec
	About string // one-line description
}

// Complete returns completions of the beginning of a spec, for shells: names, then unset parameters, then
// their values if these are names or files.
func Complete(prefix string) (list []Completion) {
	name, rest, named := strings.Cut(prefix, ":")
	if !named {
		for _, k := range Kinds() {
			list = append(list, Completion{k.Name, k.About})
		}
		return beginning(list, prefix)
	}
	kind, _, err := split(name)
	if err != nil {
		return nil
	}
	last := rest[strings.LastIndexByte(rest, ',')+1:]
	before := strings.TrimSuffix(prefix, last)
	if key, value, ok := strings.Cut(last, "="); ok {
		for _, word := range valuesOf(kind, key, value) {
			list = append(list, Completion{Text: before + key + "=" + word})
		}
		return beginning(list, prefix)
	}
	if kind.alone != "" && rest == last {
		for _, word := range valuesOf(kind, kind.alone, last) {
			list = append(list, Completion{Text: before + word})
		}
	}
	given := strings.Split(rest, ",")
	for _, q := range kind.allParams() {
		key := q.Key + "="
		if q.isFlag() {
			key = q.Key
		}
		if !slices.ContainsFunc(given[:len(given)-1], func(pair string) bool {
			return pair == q.Key || strings.HasPrefix(pair, q.Key+"=")
		}) {
			list = append(list, Completion{before + key, q.About})
		}
	}
	return beginning(list, prefix)
}

// valuesOf returns the named values of a parameter, or the files whose paths begin with prefix.
func valuesOf(kind Kind, key, prefix string) []string {
	switch {
	case key == "eval":
		return eval.HeuristicNames()
	case kind.Name == LevelKind && key == "name":
		return levelNames()
	case slices.Contains(fileKeys, key):
		files, _ := filepath.Glob(prefix + "*") // a path with an unmatched bracket has no completions
		return files
	case slices.ContainsFunc(kind.allParams(), func(q Param) bool { return q.Key == key && q.isFlag() }):
		return []string{"true", "false"}
	}
	return nil
}

// beginning returns the completions that begin with prefix.
func beginning(list []Completion, prefix string) []Completion {
	return slices.DeleteFunc(list, func(c Completion) bool { return !strings.HasPrefix(c.Text, prefix) })
}
