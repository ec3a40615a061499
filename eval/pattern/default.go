package pattern

import (
	"bytes"
	_ "embed"
	"sync"

	"github.com/outflank/outflank/eval"
)

// weights is the shipped evaluator, a compact model file. Its header says from which
// games and settings it was made; notebooks/reports/evaluator.md has the commands.
//
//go:embed weights.bin
var weights []byte

// defaultModel returns the evaluator that ships with the toolkit, in discs: a new
// model with each call.
func defaultModel() *eval.Model {
	m, err := eval.ReadModel(bytes.NewReader(weights))
	if err != nil {
		panic(err) // a test reads the file that is built in
	}
	return m
}

// Default returns the tables of the built-in evaluator, made at the first call.
var Default = sync.OnceValue(func() *Tables {
	t, err := Compile(defaultModel())
	if err != nil {
		panic(err) // a test compiles the file that is built in
	}
	return t
})
