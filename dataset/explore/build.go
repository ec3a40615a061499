package explore

import (
	"bytes"
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

// errTooMany is returned if the games have more moves than an index can hold.
var errTooMany error = fault.Kind("too many games to explore in memory: more than 4,294,967,295 moves")

// An Index answers queries about the games that it was built from. It is safe for concurrent use.
type Index struct {
	memory             // newest game first
	byID      []uint32 // rows, sorted by id
	positions *File    // nil = each look-up scans all games
	workers   int

	players func() *stats.Players
	elo     func() map[stats.PlayerID]float64
	ratings func() []float64 // by row

	choices *lru.Cache[string, choice]
	reached *lru.Cache[uint64, []posting] // for positions that many games reach
	answers *lru.Cache[question, explored]
}

// Sizes of the caches. A choice of games takes one bit per game, a list takes 8 bytes for each game that
// reaches the position, and an answer takes at most a few kilobytes.
const (
	keptChoices = 256
	keptLists   = 256
	keptAnswers = 8192
)

// Build returns an index of games and all their positions. It uses several goroutines (workers, 0 = one per
// processor).
//
// It stops at the first error of games or ctx, or if there are too many games. If a game contains an illegal
// move, the positions before it count. For 124,326 games it takes about a second.
func Build(ctx context.Context, games iter.Seq2[dataset.Game, error], workers int) (*Index, error) {
	x, err := Load(ctx, games, workers)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	file.Grow(9 * (len(x.moves) + len(x.rows)))
	b := newBuilder(x.numbered, len(x.rows), x.workers, &file, maxEntries, byPosition)
	if err := b.build(ctx, func() bool { return true }); err != nil {
		return nil, err
	}
	x.positions, err = Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	return x, err
}

// numbered yields the games in row order, with row numbers as ids.
func (x *Index) numbered(yield func(dataset.Game, error) bool) {
	for i := range x.rows {
		g := x.game(i)
		if g.ID = int64(i); !yield(g, nil) {
			return
		}
	}
}

// Load is [Build] for few look-ups: it takes less time and memory, but each look-up of a new position scans
// all games.
func Load(ctx context.Context, games iter.Seq2[dataset.Game, error], workers int) (*Index, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	x := &Index{workers: workers}
	for g, err := range games {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		if !x.add(&g) {
			return nil, errTooMany
		}
	}
	// In this order, a list is a range of rows, and a page is a part of the range.
	slices.SortFunc(x.rows, func(a, b row) int {
		return cmp.Or(cmp.Compare(b.year, a.year), cmp.Compare(b.id, a.id), cmp.Compare(a.moves, b.moves))
	})
	x.byID = make([]uint32, len(x.rows))
	for i := range x.byID {
		x.byID[i] = uint32(i)
	}
	slices.SortFunc(x.byID, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(x.rows[a].id, x.rows[b].id), cmp.Compare(a, b))
	})
	x.players = sync.OnceValue(x.countPlayers)
	x.elo = sync.OnceValue(func() map[stats.PlayerID]float64 { return x.Players().Elo() })
	x.ratings = sync.OnceValue(x.rate)
	x.choices, _ = lru.New[string, choice](keptChoices) // the sizes are positive
	x.reached, _ = lru.New[uint64, []posting](keptLists)
	x.answers, _ = lru.New[question, explored](keptAnswers)
	return x, nil
}

// Games returns the number of games.
func (x *Index) Games() int { return len(x.rows) }

// Positions returns the number of distinct positions up to symmetry, or 0 for an index created by [Load].
func (x *Index) Positions() int {
	if x.positions == nil {
		return 0
	}
	return x.positions.Positions()
}

// Game returns the game with an id, or false if there is none. Tables from other programs may contain several
// games with the same id; then Game returns the newest. The game shares its moves with the index.
func (x *Index) Game(id int64) (dataset.Game, bool) {
	i, ok := slices.BinarySearchFunc(x.byID, id, func(r uint32, id int64) int {
		return cmp.Compare(x.rows[r].id, id)
	})
	if !ok {
		return dataset.Game{}, false
	}
	return x.game(int(x.byID[i])), true
}
