package engine

// A Follower is an agent that needs more than a board. An external engine needs the moves that led there;
// some agents need the colours. [PlayOut] and all other code that plays games calls Follow before it asks for
// a move. Follow must not change the game. It may keep the pointer, and then sees the moves that the caller
// appends later. [Game.To] reads the game safely.
type Follower interface {
	Agent
	Follow(g *Game)
}

// Follow tells an agent the game that it plays, if it is a [Follower] or wraps one.
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

// As finds an agent of type T: the given agent, or one that it wraps. An agent that wraps another has a
// method Unwrap that returns it.
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
