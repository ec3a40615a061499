package pattern

import (
	"bytes"
	_ "embed"
	"sync"

	"github.com/outflank/outflank/eval"
)

// weights is the shipped evaluator, a compact model file. Its header says from which
// games, with which command and seed it was made; `outflank fit --help` shows how.
//
//go:embed weights.bin
var weights []byte

// DefaultModel returns the evaluator that ships with the toolkit, in discs: a new
// model with each call.
func DefaultModel() *eval.Model {
	m, err := eval.ReadModel(bytes.NewReader(weights))
	if err != nil {
		panic(err) // a test reads the file that is built in
	}
	return m
}

// Default returns the tables of [DefaultModel], made when they are first asked for.
var Default = sync.OnceValue(func() *Tables {
	t, err := Compile(DefaultModel())
	if err != nil {
		panic(err) // a test compiles the file that is built in
	}
	return t
})
