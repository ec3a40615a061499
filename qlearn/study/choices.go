package study

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
)

// Choices are the moves that a player chooses on boards, on each as if no other were before it.
func (r *Run) Choices(ctx context.Context, spec string, boards []engine.Board) ([]engine.Square, error) {
	player, err := r.player(spec)
	if err != nil {
		return nil, err
	}
	var list []step[engine.Square]
	for i, b := range boards {
		list = append(list, step[engine.Square]{fmt.Sprintf("choice of %s | %x against %x | board %d", spec, b.Mine,
			b.Theirs, i), func(ctx context.Context) (engine.Square, error) {
			return player.New(rand.New(rand.NewPCG(r.Seed, uint64(i)))).Choose(ctx, b)
		}})
	}
	return takeSteps(ctx, r, "asking "+spec, "boards", r.Workers, list)
}
