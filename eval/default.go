package eval

// defaultClasses are the square weights W of the CS181 report for each of the [Classes]: winners' moves
// minus losers' moves in the 52,441 games of 2001-2015, averaged over the symmetries. `outflank stats
// weights` computes them from the games.
var defaultClasses = [10]float64{
	14924.25, 469.5, 1028.375, 931, // a1 b1 c1 d1
	-7935.75, -250.125, -110.5, // b2 c2 d2
	1746, 760.5, // c3 d3
	0, // d4, where the game starts
}

// DefaultSquares returns the square weights W of the report's 52,441 games, divided by the largest: 64
// numbers from -1 to 1, a1 to h8.
func DefaultSquares() []float64 {
	w := make([]float64, 64)
	for s := range w {
		w[s] = defaultClasses[classOf[s]] / defaultClasses[0]
	}
	return w
}

// Default returns a new model over [ReportID], with hand-set weights in discs. Searches use it by default.
// One more move than the opponent counts as one disc, and the position term of a corner as eight discs. Many
// discs early in the game are a slight drawback. The report's own minimax uses different terms, see the
// heuristic "cs181".
//
// In minimax of depth 2, it won 63 % of 400 games (5 % perturbed) against weights fitted by least squares to
// the results of the report's 52,441 games.
func Default() *Model {
	f, err := New(ReportID, DefaultSquares())
	if err != nil {
		panic(err) // the ID is a valid constant
	}
	m := NewModel(f)
	copy(m.Weights, []float64{
		8,  // position
		8,  // mobility, per 8 moves
		6,  // stability, per 8 discs
		1,  // parity
		-2, // discs, per 16 discs
	})
	m.Meta["unit"] = "discs"
	m.Meta["made"] = "by hand"
	return m
}
