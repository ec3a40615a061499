// Package pattern makes the pattern models of package eval fast enough for search.
//
// [Compile] turns an [eval.Model] into tables of whole numbers, one look-up for each of
// the 46 places of the eleven patterns and, where the model has them, the twelve of three
// tuples beyond, and an [Evaluator] keeps the indices up to date while moves are played and
// taken back, sixteen at a time where the processor has AVX2. Smaller tuples of squares are
// read off the pattern that they lie in; terms that have no tables are evaluated as the model
// does, slower. The values are those of the model up to rounding, in discs for the side to move.
//
//	t, err := pattern.Compile(model)
//	e := t.Evaluator() // one for each goroutine
//	e.Reset(mine, theirs)
//	e.Play(0, square, flips)
//	value := e.Eval(1, mine, theirs) // in parts of 1/64 disc
//
// Patterns looked up in tables by stage of the game are those of Logistello (M. Buro,
// "Improving heuristic mini-max search by supervised learning", 2002); the indices
// kept incrementally are those of every strong program since.
//
// Three models ship, by name: [BuiltIn], the evaluator of the engine, [General], which plays against any
// opponent, and [League], which plays by the conditions of the Othello League. [OpenModel] takes their names
// wherever it takes the path of a model file. README.md beside the files says how they were made, with the
// configuration of each run.
//
//	m, err := pattern.OpenModel("general")
//	value := m.Linear().Eval(engine.Standard())
package pattern
