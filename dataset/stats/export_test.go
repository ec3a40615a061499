package stats

// VirtualDraws is the constant of the ratings.
const VirtualDraws = virtualDraws

// Anchored and Frontier are the sets that the curves count.
var (
	Anchored = anchored
	Frontier = frontier
)
