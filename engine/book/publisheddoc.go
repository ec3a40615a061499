// Package published has openings and endings that others published and that players are measured
// with, by name, so that a measurement needs no files:
//
//	list, ok := published.Openings("xot")              // []engine.Game
//	problems, ok, err := published.Problems("ffo:40-49") // []Problem
//
// It states facts, the moves of openings and the values of positions, in an encoding of its own.
package book
