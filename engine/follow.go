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
