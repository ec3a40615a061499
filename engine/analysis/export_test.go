package analysis

// What tests compare with sources.
var (
	Judge    = judge
	Accuracy = accuracyOf
)

// Points returns the points that people are expected to reach from a value with a number of empty squares.
func Points(value float64, empties int) float64 { return WinPoints(value, Spread(float64(empties))) }
