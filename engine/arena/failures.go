package arena

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/outflank/outflank/engine"
)

// ErrExcluded is wrapped by the error of a forfeit without play, see [Config.MaxForfeits].
var ErrExcluded = errors.New("not played")

// failures counts the forfeits in a row of each player, in the order of the schedule, and excludes players
// with too many. So the result does not depend on the number of games that are played concurrently.
type failures struct {
	limit    int // 0 = none
	row      []int
	excluded []atomic.Bool // set for workers that begin later games
}

func newFailures(limit, players int) failures {
	return failures{limit, make([]int, players), make([]atomic.Bool, players)}
}

// play returns a playFunc that does not play the games of excluded players.
func (f *failures) play(m *Match, do playFunc) playFunc {
	return func(ctx context.Context, p Pairing) (Result, error) {
		if !f.excluded[p.Black].Load() && !f.excluded[p.White].Load() {
			return do(ctx, p)
		}
		g, err := m.Opening(p.Opening)
		return f.forfeit(Result{Pairing: p, Book: len(g.Moves), Game: g}), err
	}
}

// forfeit returns the game without play, lost by the excluded player, or by black if both are.
func (f *failures) forfeit(r Result) Result {
	c, score := engine.Black, -Forfeited
	if !f.excluded[r.Black].Load() {
		c, score = engine.White, Forfeited
	}
	r.Game.Moves = r.Game.Moves[:r.Book]
	err := fmt.Errorf("%w after %d forfeits in a row", ErrExcluded, f.limit)
	return Result{Pairing: r.Pairing, Book: r.Book, Game: r.Game, Score: score,
		Forfeit: &engine.ForfeitError{Color: c, Err: err}}
}

// judge counts the next game of the schedule. It returns the game as it counts: a game of an excluded player
// that a worker has already played is a forfeit too.
func (f *failures) judge(r Result) Result {
	if f.limit == 0 {
		return r
	}
	if f.excluded[r.Black].Load() || f.excluded[r.White].Load() {
		return f.forfeit(r)
	}
	loser := r.Loser()
	for _, player := range [2]int{r.Black, r.White} {
		if f.row[player]++; player != loser {
			f.row[player] = 0
		}
		f.excluded[player].Store(f.row[player] >= f.limit)
	}
	return r
}
