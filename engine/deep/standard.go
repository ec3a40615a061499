package deep

// errorBound is the largest ratio of the standard error of a value to Sigma. It was measured with the shipped
// evaluator on 1,552 positions of human games with 13 to 52 empty squares. The reference values come from an
// independent program that searches 14 plies and solves endings. The table shows the root mean square
// difference from these values, and Sigma to the end:
//
//	empties           12-15 16-19 20-23 24-27 28-31 32-35 36-39 40-43 44-47 48-51 52-55
//	depth 4   error     6.8   7.0   7.6   5.2   4.1   3.9   4.2   4.1   3.4   2.9   2.6
//	          Sigma     6.3   6.2   5.9   5.5   5.1   4.8   4.4   4.0   3.7   3.4   3.1
//	depth 6   error     5.9   6.4   6.5   4.9   3.8   3.7   4.1   3.9   3.3   3.0   2.8
//	          Sigma     5.2   5.2   5.0   4.8   4.5   4.1   3.8   3.5   3.2   3.0   2.8
//	depth 8   error     4.9   5.6   5.6   3.9   3.3   3.4   3.9   3.8   3.2   2.9   2.3
//	          Sigma     4.4   4.5   4.4   4.2   4.0   3.7   3.4   3.2   2.9   2.7   2.5
const errorBound = 1.3

// Standard returns a bound on the standard error, in discs, of a search's value as an estimate of the result
// of best play. It depends on the depth and the number of empty squares. A selective search to the end has at
// least the error of a search one ply shallower.
func (e Errors) Standard(empties, depth int) float64 {
	if empties < 1 {
		return 0
	}
	return errorBound * e.Sigma(empties, empties, min(depth, empties-1))
}
