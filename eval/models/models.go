package models

import (
	"bytes"
	"embed"
	"slices"

	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/pattern"
)

// Names that stand for the models that ship with the command, wherever a model file can.
// A file of that name is meant by ./built-in.
const (
	BuiltIn = "built-in" // the engine's evaluator
	General = "general"  // the learnt generalist, which agent q plays by
	League  = "league"   // the learnt specialist of the Othello League
)

// Beside each model lie the configuration of the run that made it and its card.
//
//go:embed general.model league.model
var models embed.FS

// IsShipped tells whether a path is one of the names.
func IsShipped(path string) bool {
	return slices.Contains([]string{BuiltIn, General, League}, path)
}

// Shipped returns a model by its name.
func Shipped(name string) *eval.Model {
	if name == BuiltIn {
		return pattern.DefaultModel()
	}
	text, err := models.ReadFile(name + ".model")
	if err == nil {
		var m *eval.Model
		if m, err = eval.ReadModel(bytes.NewReader(text)); err == nil {
			return m
		}
	}
	panic(err) // a test reads the files that are built in
}
