package agents

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval/pattern"
)

// Demands are the resources that an agent needs. Programs that accept specs from other users can check them.
type Demands struct {
	Threads int      // threads of its search, at least 1
	Bytes   int      // size of its tables and trees, at most 1<<40 each
	Files   []string // paths in the spec, existing or not; without names of shipped models and books
	Command string   // command that it runs, or address that it connects to; "" = none
	Remote  bool     // Command is an address
	Clock   bool     // it has a time limit, so its moves may differ between runs
}

// fileKeys are the parameters whose values are paths, or names of shipped models and books.
var fileKeys = []string{"book", "dna", "file", "model"}

// ships reports whether a value of one of the fileKeys names a shipped model or book.
func ships(key, value string) bool {
	return pattern.IsShipped(value) || key == "book" && value == book.SmallName
}

// NamesFile reports whether the parameter's values are paths, or names of shipped models and books.
func (q Param) NamesFile() bool { return slices.Contains(fileKeys, q.Key) }

// DemandsOf returns the demands of a spec's agent. It opens no files and does not check the spec as fully as
// [Parse], but an unknown kind or parameter is a misuse error here too.
func DemandsOf(spec string) (Demands, error) {
	kind, rest, err := split(spec)
	if err != nil {
		return Demands{}, err
	}
	p, err := parseParams(kind, rest)
	if err != nil {
		return Demands{}, fault.Misuse(fmt.Errorf("agent %q: %w", spec, err))
	}
	d := Demands{Threads: 1}
	has := func(key string) bool { _, ok := p.declared(key); return ok }
	if has("threads") {
		d.Threads = p.integer("threads", 1, 1024)
	}
	if has("memory") {
		d.Bytes += p.integer("memory", 1, 1<<20) << 20
	}
	if has("hash") && p.text("hash") != "0" {
		d.Bytes += parsed(p, "hash", ParseBytes)
	}
	if kind.Name == LevelKind {
		d.Bytes += p.level().bytes()
	}
	d.Clock = p.given("time") || p.given("clock")
	if has("cmd") {
		d.Command = p.text("cmd")
	}
	if has("at") && d.Command == "" { // a policy
		d.Command, d.Remote = cmp.Or(p.text("at"), python()+" "+p.text("file")), p.text("at") != ""
	}
	for key, value := range p.values {
		if slices.Contains(fileKeys, key) && !ships(key, value) {
			d.Files = append(d.Files, value)
		}
	}
	slices.Sort(d.Files)
	if p.err != nil {
		return Demands{}, fault.Misuse(fmt.Errorf("agent %q: %w", spec, p.err))
	}
	return d, nil
}
