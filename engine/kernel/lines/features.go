package lines

// Features are the features of a board in the CS181 report (section "Heuristic functions"). All but Empty are
// mine minus theirs.
type Features struct {
	Position float64 // sum of square weights
	Mobility int     // legal moves
	Stable   int     // stable discs, by the rules of eval.Stable
	Discs    int
	Empty    int // empty squares, for the parity
}

// Weights are the weights of the features, scaled as in the toolkit's models.
type Weights struct {
	Squares                                      [64]float64 // W, a1 to h8
	Position, Mobility, Stability, Parity, Discs float64
}

// Value returns the weighted sum of the features of a board for the side to move. Parity is +1 if the number
// of empty squares is odd, and otherwise -1. Mobility and stability are divided by eight, discs by sixteen.
func (r Rules[S]) Value(s S, w *Weights) float64 {
	f := r.Features(s, &w.Squares)
	parity := float64(f.Empty&1)*2 - 1
	return float64(w.Position*f.Position) + float64(w.Mobility*float64(f.Mobility)/8) +
		float64(w.Stability*float64(f.Stable)/8) + float64(w.Parity*parity) + float64(w.Discs*float64(f.Discs)/16)
}
