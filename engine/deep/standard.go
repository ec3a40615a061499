package deep

// errorBound is by how much the standard error of a value exceeds Sigma at most. It was
// measured with the evaluator that ships on 761 positions of human games with 13 to 52
// empty squares, and values of theirs by an independent program, which looks 14 plies ahead
// and solves endings. The root mean square difference from these, and Sigma to the end:
//
//	empties           12-15 16-19 20-23 24-27 28-31 32-35 36-39 40-43 44-47 48-51 52-55
//	depth 4   error     7.2   7.4   6.9   5.0   5.2   4.8   5.0   5.4   5.9   4.7   6.2
//	          Sigma     6.4   6.5   6.6   6.6   6.5   6.4   6.3   6.1   6.0   5.8   5.5
//	depth 8   error     5.1   5.9   5.9   4.0   4.2   4.2   4.6   4.7   5.1   4.4   4.8
//	          Sigma     4.5   4.9   5.0   5.1   5.1   5.0   4.9   4.7   4.6   4.5   4.2
//	depth 12  error     3.2   3.6   4.4   3.5   3.4   3.4   4.6   4.3   4.9   3.9   4.5
//	          Sigma     2.9   3.7   4.0   4.2   4.2   4.2   4.1   4.0   3.9   3.8   3.6
const errorBound = 1.3

// Standard returns a bound on the standard error, in discs, of the value that a search of
// a depth gives a position with a number of empty squares: against best play to the end.
// A search to the end that is selective has at least the error of one ply less.
func (e Errors) Standard(empties, depth int) float64 {
	if empties < 1 {
		return 0
	}
	return errorBound * e.Sigma(empties, empties, min(depth, empties-1))
}
