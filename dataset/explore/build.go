package explore

import (
	"cmp"
	"context"
	"iter"
	"runtime"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// maxGames is how many games an index holds; their numbers have 25 bits beside the move.
const maxGames = 1 << 25

// ErrTooMany says that there are more games than an index holds.
var ErrTooMany error = fault.Kind("too many games to explore in memory, at most 33,554,432")

// An Index answers questions about the games that it was built from. Several goroutines may ask it at
// once.
type Index struct {
	memory             // the newest game first
	entries            // of all positions of all games
	byID      []uint32 // rows in the order of their ids
	positions int      // different ones

	players func() *stats.Players
	elo     func() map[stats.PlayerID]float64
	ratings func() []float64 // by row

	choices *lru.Cache[string, *choice]
	answers *lru.Cache[question, stats.Explored]
}

// How many choices of games and answers are kept. A choice has a bit for each game, an answer some
// kilobytes at most.
const (
	keptChoices = 256
	keptAnswers = 8192
)

// Build returns an index of games, made by some goroutines (workers, 0 = one for each processor). It
// stops at the first error of games or ctx, or with [ErrTooMany]. Of a game with an illegal move the
// positions before it count. For 124,326 games it takes about a second.
func Build(ctx context.Context, games iter.Seq2[dataset.Game, error], workers int) (*Index, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	x := new(Index)
	for g, err := range games {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if !x.add(&g) {
			return nil, ErrTooMany
		}
	}
	// What is listed is a run of rows then, and a page a part of it.
	slices.SortStableFunc(x.rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.year, a.year), cmp.Compare(b.id, a.id))
	})
	x.byID = make([]uint32, len(x.rows))
	for i := range x.byID {
		x.byID[i] = uint32(i)
	}
	slices.SortStableFunc(x.byID, func(a, b uint32) int { return cmp.Compare(x.rows[a].id, x.rows[b].id) })
	var err error
	if x.entries, err = x.collect(ctx, workers); err != nil {
		return nil, err
	}
	x.positions = x.distinct()
	x.players = sync.OnceValue(x.countPlayers)
	x.elo = sync.OnceValue(func() map[stats.PlayerID]float64 { return x.Players().Elo() })
	x.ratings = sync.OnceValue(x.rate)
	x.choices, _ = lru.New[string, *choice](keptChoices) // the number is positive
	x.answers, _ = lru.New[question, stats.Explored](keptAnswers)
	return x, nil
}

// Games returns the number of games.
func (x *Index) Games() int { return len(x.rows) }

// Positions returns the number of different positions up to symmetry.
func (x *Index) Positions() int { return x.positions }

// Game returns the game of an id, false if there is none. Of several with one id, which tables that
// no import made may have, it is the newest. The game shares its moves with the index.
func (x *Index) Game(id int64) (dataset.Game, bool) {
	i, ok := slices.BinarySearchFunc(x.byID, id, func(r uint32, id int64) int {
		return cmp.Compare(x.rows[r].id, id)
	})
	if !ok {
		return dataset.Game{}, false
	}
	return x.game(int(x.byID[i])), true
}
