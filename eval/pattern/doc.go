// Package pattern makes the pattern models of package eval fast enough for search.
//
// [Compile] turns an [eval.Model] into tables of whole numbers. An evaluation takes one look-up for each of
// the 46 places of the eleven patterns, and for the twelve places of three more tuples if the model uses
// them. An [Evaluator] updates the indices as moves are played and taken back, sixteen at a time with AVX2.
// Smaller tuples of squares become part of a pattern. Terms without tables are evaluated by the model, which
// is slower. The values equal the model's up to rounding, in discs for the side to move.
//
//	t, err := pattern.Compile(model)
//	e := t.Evaluator() // one for each goroutine
//	e.Reset(mine, theirs)
//	e.Play(0, square, flips)
//	value := e.Eval(1, mine, theirs) // in parts of 1/64 disc
//
// Logistello introduced tables of patterns by stage of the game (M. Buro, "Improving heuristic mini-max
// search by supervised learning", 2002). Every strong program since updates the indices incrementally.
//
// Three models are shipped: [BuiltIn], the engine's evaluator; [General], for any opponent; and [League], for
// the conditions of the Othello League. [OpenModel] accepts their names in place of a path. The README.md
// beside the files describes how they were trained, with the configuration of each run.
//
//	m, err := pattern.OpenModel("general")
//	value := m.Linear().Eval(engine.Standard())
package pattern
