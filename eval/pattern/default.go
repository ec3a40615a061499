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

var builtIn struct {
	sync.Once
	tables *Tables
}

// Default returns the tables of the built-in evaluator, whose stages are unpacked on first use. It is a
// function, not a variable with a function, so that a program that does not call it does not contain the
// weights.
func Default() *Tables {
	builtIn.Do(func() {
		t, err := compileLazy(weights)
		if err != nil {
			panic(err) // a test reads the embedded file
		}
		builtIn.tables = t
	})
	return builtIn.tables
}
