package cli

import (
	"github.com/outflank/outflank/engine"
)

// ParsePlace reads a position given as a transcript or as a board.
func ParsePlace(text string) (engine.Game, error) {
	if len(text) > 64 {
		if p, err := engine.ParsePosition(text); err == nil {
			return engine.Game{Start: p}, nil
		}
	}
	return engine.ParseGame(engine.StandardStart(), text)
}
