package stats

import (
	"context"
	"iter"
	"runtime"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/parallel"
)

// A Result is what a statistic found. It marshals to JSON with stable fields in
// snake_case, and shows the same figures as tables, the most asked for first.
type Result interface {
	Tables() []Table
}

// A Statistic answers one question about games.
type Statistic struct {
	Name     string // one word
	Question string // one line, which the statistic answers

	// Count reads all games on some goroutines (workers, 0 = one for each processor)
	// and returns what it found. The result does not depend on workers. It stops at
	// the first error of games or ctx.
	Count func(ctx context.Context, games iter.Seq2[dataset.Game, error], workers int) (Result, error)
}

// A Counter counts games. Merge adds what another one counted, of other games:
// games counted in parts and merged are games counted at once. C is the counter's
// own type, a pointer. A counter is not for several goroutines at once.
type Counter[C any] interface {
	Add(g *dataset.Game)
	Merge(other C)
}

// batchGames is how many games a goroutine counts at a time: enough that merging
// costs nothing beside counting.
const batchGames = 4096

// Collect counts games on some goroutines (workers, 0 = one for each processor),
// each batch in a counter of its own that empty makes, and merges these in the order
// of the games. It stops at the first error of games or ctx.
func Collect[C Counter[C]](ctx context.Context, games iter.Seq2[dataset.Game, error], workers int, empty func() C) (C, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var bad error // set while the batches are made, read after them
	total := empty()
	for c, err := range parallel.Map(ctx, workers, 2*workers, batches(games, &bad), func(_ context.Context, batch []dataset.Game) (C, error) {
		c := empty()
		for i := range batch {
			c.Add(&batch[i])
		}
		return c, nil
	}) {
		if err != nil {
			return total, err
		}
		total.Merge(c)
	}
	return total, bad
}

// batches cuts the games into slices; the first error ends them and is stored.
func batches(games iter.Seq2[dataset.Game, error], bad *error) iter.Seq[[]dataset.Game] {
	return func(yield func([]dataset.Game) bool) {
		var batch []dataset.Game
		for g, err := range games {
			if err != nil {
				*bad = err
				break
			}
			if batch = append(batch, g); len(batch) == batchGames {
				if !yield(batch) {
					return
				}
				batch = make([]dataset.Game, 0, batchGames)
			}
		}
		if len(batch) > 0 {
			yield(batch)
		}
	}
}

// statistic makes an entry of the registry of a counter and what it comes to.
func statistic[C Counter[C], R Result](name, question string, empty func() C, result func(C) R) Statistic {
	count := func(ctx context.Context, games iter.Seq2[dataset.Game, error], workers int) (Result, error) {
		c, err := Collect(ctx, games, workers, empty)
		if err != nil {
			return nil, err
		}
		return result(c), nil
	}
	return Statistic{name, question, count}
}

// All returns the statistics that need nothing but games, in the order in which a
// newcomer asks. What needs more is called by its own name: [Explorer] a position,
// [Calibration] an evaluator, [Players.HeadToHead] two players. The slice is the
// caller's.
func All() []Statistic { return slices.Clone(registry) }

// Find returns the statistic of a name.
func Find(name string) (Statistic, bool) {
	i := slices.IndexFunc(registry, func(s Statistic) bool { return s.Name == name })
	if i < 0 {
		return Statistic{}, false
	}
	return registry[i], true
}

func itself[C any](c C) C { return c }

// How many games it takes to be listed by the registry.
const (
	HeadToHeadGames = 20 // of a pair of players
	AccuracyGames   = 20 // of a player
)

var registry = []Statistic{
	statistic("weights", "Which squares do winners play on more often than losers, by phase?",
		func() *PhaseWeights { return new(PhaseWeights) }, itself),
	statistic("bands", "Do strong players value squares differently from weak ones?",
		NewBandWeights, func(b *BandWeights) BandResult { return b.Result(Bands) }),
	statistic("colors", "Who wins more often, black or white, and by how much?", NewResults, (*Results).Colors),
	statistic("years", "How many games were played each year, and with which results?", NewResults, (*Results).Years),
	statistic("tournaments", "How many games were played in each tournament, and with which results?", NewResults, (*Results).Tournaments),
	statistic("openings", "Which openings are played, and what do they bring black?", NewOpenings, (*Openings).Result),
	statistic("tree", "Which moves are played first, and what do they bring black?",
		func() *Tree { return NewTree(TreeDepth) }, func(t *Tree) TreeResult { return t.Result(TreeGames) }),
	statistic("curves", "How do mobility, frontier, corners, stable discs and parity of winners and losers develop?",
		func() *Curves { return new(Curves) }, (*Curves).Result),
	statistic("endings", "How do games end: moves, passes, empty squares, wipe-outs, scores?",
		func() *Endings { return new(Endings) }, (*Endings).Result),
	statistic("positions", "How many different positions arise after each number of moves?",
		func() *Variety { return new(Variety) }, (*Variety).Result),
	statistic("players", "Who is strongest, by Elo ratings from the games?", NewPlayers, (*Players).Result),
	statistic("accuracy", "Who loses fewest discs in the endgame, against the theoretical score?",
		NewAccuracy, func(a *Accuracy) AccuracyResult { return a.Result(AccuracyGames) }),
	statistic("pairs", "Who met most often, and with which results?",
		NewPlayers, func(p *Players) PairResult { return p.Pairs(HeadToHeadGames) }),
}
