package gauntlet

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/qlearn/agents"
)

// An Agent identifies a measured agent. The JSON fields are stable.
type Agent struct {
	Spec    string   `json:"spec"`            // with name@hash instead of paths of files
	Files   []string `json:"files,omitempty"` // further files that the agent reads, as name@hash
	SHA256  string   `json:"sha256"`
	Repeats bool     `json:"repeatable"` // it takes no time limits, external programs or threads

	spec string // as given
}

// Identify returns the agent of a spec. The agent's files are those that the spec names, those among the
// words of a command that starts it, and others, such as weights that a policy loads. An agent at an address
// is a misuse, because nothing tells which program answers there.
//
// The agent's hash covers the spec and the content of its files, but not their names, except in commands. It
// does not cover the environment of an external agent, such as the libraries of Python.
func Identify(spec string, others []string) (Agent, error) {
	a := Agent{spec: spec}
	if _, err := agents.Parse(spec); err != nil {
		return a, err
	}
	demands, err := agents.DemandsOf(spec)
	if err == nil && demands.Remote {
		err = fault.Misusef("agent %q: an address does not identify an agent; name the program, as in "+
			"policy:agent.py", spec)
	}
	if err != nil {
		return a, err
	}
	var sums []string
	file := func(path string) (string, error) {
		sum, err := durable.SHA256File(path)
		sums = append(sums, sum)
		return fmt.Sprintf("%s@%.16s", filepath.Base(path), sum), err
	}
	if a.Spec, err = agents.WithFiles(spec, file); err != nil {
		return a, err
	}
	nameless, err := agents.WithFiles(spec, func(string) (string, error) { return "file", nil })
	for word := range strings.FieldsSeq(demands.Command) {
		word = strings.Trim(word, `'"`)
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
			others = append(others, word)
		}
	}
	for _, path := range others {
		f, bad := file(path)
		a.Files, err = append(a.Files, f), cmp.Or(err, bad)
	}
	a.SHA256 = durable.SHA256(fmt.Appendln(nil, nameless, sums))
	a.Repeats = demands.Command == "" && !demands.Clock && demands.Threads == 1
	return a, err
}

// seed returns the seed of the match against an anchor, or of another use. It depends on the edition and the
// agent's hash, so a changed agent meets other openings.
func (a Agent) seed(use string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "gauntlet %d %s %s", Edition, a.SHA256, use))
	return binary.LittleEndian.Uint64(sum[:])
}
