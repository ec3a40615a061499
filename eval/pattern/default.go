package pattern

import (
	"bytes"
	_ "embed"
	"sync"

	"github.com/outflank/outflank/eval"
)

// weights is the shipped evaluator, a compact model file. Its header states the games and settings that it
// comes from; notebooks/reports/evaluator.md contains the commands.
//
//go:embed weights.bin
var weights []byte

// defaultModel returns a new copy of the shipped evaluator, in discs.
func defaultModel() *eval.Model {
	m, err := eval.ReadModel(bytes.NewReader(weights))
	if err != nil {
		panic(err) // a test reads the embedded file
	}
	return m
}

// Default returns the tables of the built-in evaluator. The first call creates them.
var Default = sync.OnceValue(func() *Tables {
	t, err := Compile(defaultModel())
	if err != nil {
		panic(err) // a test compiles the embedded file
	}
	return t
})
