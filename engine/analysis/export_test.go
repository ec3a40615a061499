package analysis

// What tests compare with sources.
var (
	Judge    = judge
	Points   = winPoints
	Accuracy = accuracyOf
)
