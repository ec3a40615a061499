package engine

// A Follower is an agent that needs more than a board: an external engine needs the moves that led to it, and
// some agents need the side's colour. [PlayOut] and all other code that plays games call Follow before they
// ask for a move. Follow must not change the game. It may keep the pointer to see the moves that the caller
// appends later; [Game.To] reads such a game safely.
type Follower interface {
	Agent
	Follow(g *Game)
}

// Follow passes the game to an agent that is a [Follower] or wraps one.
func Follow(a Agent, g *Game) {
	if f, ok := As[Follower](a); ok {
		f.Follow(g)
	}
}

// To returns a game that leads to board b, and the colour to move there. It returns g if g leads to b.
// Otherwise, or if g is nil, it returns a game that starts from b with black to move.
func (g *Game) To(b Board) (Game, Color) {
	if g != nil {
		if end, err := g.End(); err == nil && end.Board == b {
			return *g, end.Color
		}
	}
	return Game{Start: Position{Board: b, Color: Black}}, Black
}

// As finds an agent of type T: a itself, or an agent that it wraps. A wrapping agent has an Unwrap method
// that returns the inner agent.
func As[T any](a Agent) (T, bool) {
	for a != nil {
		if t, ok := a.(T); ok {
			return t, true
		}
		w, ok := a.(interface{ Unwrap() Agent })
		if !ok {
			break
		}
		a = w.Unwrap()
	}
	var none T
	return none, false
}

// Unwrap returns the inner agent, see [As].
func (p Perturbed) Unwrap() Agent { return p.Agent }
