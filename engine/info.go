package engine

// An Info is the result of a search so far.
type Info struct {
	// Search depth in plies; the number of empty squares if the search reached the end, 0 if the search has no
	// depth.
	Depth int
	Score float64 // expected final disc difference for the side to move at the root
	Exact bool    // Score is the result of perfect play, not an estimate
	// Principal variation: the best line without passes, the best move first. It may be cut short. The receiver
	// may keep the slice.
	PV    []Square
	Nodes uint64 // positions visited since the search began, or simulations in a Monte Carlo search
}

// Move returns the best move, or [None] if there is none.
func (i Info) Move() Square {
	if len(i.PV) == 0 {
		return None
	}
	return i.PV[0]
}
