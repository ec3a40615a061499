package main

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
	builtIn      = "built-in" // the engine's evaluator
	generalModel = "general"  // the learnt generalist, which agent q plays by
	leagueModel  = "league"   // the learnt specialist of the Othello League
)

// Beside each model lie the configuration of the run that made it and its card.
//
//go:embed models/general.model models/league.model
var models embed.FS

// isShipped tells whether a path is one of the names.
func isShipped(path string) bool {
	return slices.Contains([]string{builtIn, generalModel, leagueModel}, path)
}

// shippedModel returns a model by its name.
func shippedModel(name string) *eval.Model {
	if name == builtIn {
		return pattern.DefaultModel()
	}
	text, err := models.ReadFile("models/" + name + ".model")
	if err == nil {
		var m *eval.Model
		if m, err = eval.ReadModel(bytes.NewReader(text)); err == nil {
			return m
		}
	}
	panic(err) // a test reads the files that are built in
}
