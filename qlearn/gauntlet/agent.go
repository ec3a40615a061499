package gauntlet

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/qlearn/agents"
)

// An Agent identifies a measured agent. The JSON fields are stable.
type Agent struct {
	Name    string `json:"name"`  // for tables
	Spec    string `json:"spec"`  // without the folders of files
	Files   []File `json:"files"` // that the agent reads, by name
	SHA256  string `json:"sha256"`
	Repeats bool   `json:"repeatable"` // it takes no time limits, external programs or threads

	spec string // as given
}

// A File is a file that an agent reads.
type File struct {
	Name   string `json:"name"` // without folders
	SHA256 string `json:"sha256"`
}

// Identify returns the agent of a spec. An empty name stands for the spec. The agent's files are those that
// the spec names, those among the words of a command that starts it, and others, such as weights that a
// policy loads.
//
// The agent's hash covers the spec, with the content of files instead of their paths, and the files. A hash of
// a whole environment is not possible, so the authors of external agents state what else they depend on.
func Identify(spec, name string, others []string) (Agent, error) {
	a := Agent{spec: spec, Files: []File{}}
	if _, err := agents.Parse(spec); err != nil {
		return a, err
	}
	hashed, err := agents.WithFiles(spec, a.add)
	if err != nil {
		return a, err
	}
	if a.Spec, err = agents.WithFiles(spec, func(path string) (string, error) {
		return filepath.Base(path),
			nil
	}); err != nil {
		return a, err
	}
	demands, err := agents.DemandsOf(spec)
	if err != nil {
		return a, err
	}
	for word := range strings.FieldsSeq(demands.Command) {
		word = strings.Trim(word, `'"`)
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() && !slices.Contains(demands.Files, word) {
			others = append(others, word)
		}
	}
	for _, path := range others {
		if _, err := a.add(path); err != nil {
			return a, err
		}
	}
	slices.SortFunc(a.Files, func(f, g File) int {
		return cmp.Or(cmp.Compare(f.Name, g.Name), cmp.Compare(f.SHA256, g.SHA256))
	})
	_, a.Repeats, err = agents.Resolver{}.Traits(spec)
	h := sha256.New()
	fmt.Fprintln(h, hashed)
	for _, f := range a.Files {
		fmt.Fprintln(h, f.Name, f.SHA256)
	}
	a.SHA256 = hex.EncodeToString(h.Sum(nil))
	a.Name = cmp.Or(name, a.Spec)
	return a, err
}

// add adds a file and returns its hash.
func (a *Agent) add(path string) (string, error) {
	sum, err := durable.SHA256File(path)
	if f := (File{filepath.Base(path), sum}); err == nil && !slices.Contains(a.Files, f) {
		a.Files = append(a.Files, f)
	}
	return sum, err
}

// seed returns the seed of the match against an anchor, or of another use. It depends on the edition and the
// agent's hash, so a changed agent meets other openings.
func (a Agent) seed(use string) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "gauntlet %d %s %s", Edition, a.SHA256, use))
	return binary.LittleEndian.Uint64(sum[:])
}
