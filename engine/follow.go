package engine

import "context"

// gameKey is the key of a context's game.
type gameKey struct{}

// WithGame returns a context that carries the game in which a move is asked for,
// for agents to whom a board alone does not say enough: other programs, which
// want the moves, or agents that keep what they found on the way. The caller
// appends to g.Moves as the game goes on. [PlayOut] gives it to its agents.
func WithGame(ctx context.Context, g *Game) context.Context {
	return context.WithValue(ctx, gameKey{}, g)
}

// GameOf returns the game that leads to board b and the colour to move there: the
// one that the context carries if it does, else a game that starts from b with
// black to move.
func GameOf(ctx context.Context, b Board) (Game, Color) {
	if g, ok := ctx.Value(gameKey{}).(*Game); ok {
		if end, err := g.End(); err == nil && end.Board == b {
			return *g, end.Color
		}
	}
	return Game{Start: Position{Board: b, Color: Black}}, Black
}

// As finds an agent of type T: the given one, or one that it wraps. Agents that wrap
// another one have a method Unwrap that returns it.
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
