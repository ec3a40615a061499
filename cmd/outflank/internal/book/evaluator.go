package book

import (
	"cmp"
	"fmt"
	"path/filepath"

	"github.com/outflank/outflank/engine/book"
	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/engine/runtime/durable"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval/pattern"
	"github.com/outflank/outflank/qlearn/agents"
)

// evaluator reads the evaluator of a path, "" = the one that the engine plays by, and returns how
// a book names it: with the checksum of its file, as a name may stand for another one tomorrow.
func evaluator(path string) (name string, e func() deep.Evaluator, err error) {
	if e, err = agents.ReadDeepEvaluator(path); err != nil {
		return "", nil, err
	}
	path = cmp.Or(path, pattern.BuiltIn)
	data, err := pattern.ModelFile(path)
	return fmt.Sprintf("%s %08x", filepath.Base(path), durable.Sum(data)), e, err
}

// readBook reads the book of a path, "" or small = the one that ships.
func readBook(path string) (*book.Book, error) {
	return agents.ReadBook(cmp.Or(path, agents.SmallBook))
}

// sameEvaluator refuses to mix the values of two evaluators in a book.
func sameEvaluator(path string, b *book.Book, name string) error {
	if b.Settings.Evaluator == name {
		return nil
	}
	return fault.Misusef("%s has values of the evaluator %s, not of %s: --model chooses", path,
		b.Settings.Evaluator, name)
}
