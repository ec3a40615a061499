package stats

import (
	"cmp"
	"context"
	"iter"
	"runtime"
	"slices"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// A Result is the result of a statistic. It marshals to JSON with stable fields in snake_case. Its tables
// show the same figures, most important table first.
type Result interface {
	Tables() []Table
}

// A Statistic answers one question about games.
type Statistic struct {
	Name     string // a single word
	Question string // the question that the statistic answers, in one line
	Counts   string // which games count, in complete sentences; "" = all games

	// MinGames is the default minimum number of games per row. If it is 0, the statistic lists all rows, and
	// Count ignores minGames.
	MinGames int

	// Rated means that the statistic rates players. Ratings come from the whole database, even if only some of
	// its games are counted.
	Rated bool

	// Count reads all games on several goroutines (workers, 0 = one per processor) and returns the result. It
	// lists players, pairs and lines with at least minGames games. The result does not depend on workers. It
	// stops at the first error of games or ctx.
	//
	// If the statistic is Rated and the games are only part of a database, the argument all must have counted
	// the whole database by the time games ends. Otherwise it may be nil.
	Count func(ctx context.Context, games iter.Seq2[dataset.Game, error], all *Players,
		workers, minGames int) (Result, error)
}

type countFunc = func(ctx context.Context, games iter.Seq2[dataset.Game, error], all *Players,
	workers, minGames int) (Result, error)

// A Counter counts games. Merge adds the counts of another counter, which counted other games. The result is
// the same as if one counter had counted all games. C is the counter's own pointer type. A counter is not
// safe for concurrent use.
type Counter[C any] interface {
	Add(g *dataset.Game)
	Merge(other C)
}

// batchGames is the number of games that a goroutine counts at a time. It is large enough that merging costs
// little compared with counting.
const batchGames = 4096

// Collect counts games on several goroutines (workers, 0 = one per processor). empty returns a new counter
// for each batch. Collect merges the counters in the order of the games. It stops at the first error of games
// or ctx.
func Collect[C Counter[C]](ctx context.Context, games iter.Seq2[dataset.Game, error], workers int,
	empty func() C) (C, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var bad error // set while batches are read
	total := empty()
	for c, err := range parallel.Map(ctx, workers, 2*workers, batches(games, &bad),
		func(_ context.Context, batch []dataset.Game) (C, error) {
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

// batches divides the games into slices. It stops at the first error and stores it in bad.
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

// listing returns a Count function for a statistic that lists items with at least minGames games.
func listing[C Counter[C], R Result](empty func() C, result func(c C, minGames int) R) countFunc {
	return rated(empty, func(c C, _ *Players, minGames int) R { return result(c, minGames) })
}

// rated returns a Count function for a statistic that rates players from the games of all, or from the
// counted games if all is nil.
func rated[C Counter[C], R Result](empty func() C, result func(c C, all *Players, minGames int) R) countFunc {
	return func(ctx context.Context, games iter.Seq2[dataset.Game, error], all *Players,
		workers, minGames int) (Result, error) {
		c, err := Collect(ctx, games, workers, empty)
		if err != nil {
			return nil, err
		}
		return result(c, all, minGames), nil
	}
}

// whole returns a Count function for a statistic that ignores minGames.
func whole[C Counter[C], R Result](empty func() C, result func(C) R) countFunc {
	return listing(empty, func(c C, _ int) R { return result(c) })
}

// All returns the statistics that need only games, most basic question first. Other statistics have their own
// functions, such as [Players.HeadToHead], which needs two players. The caller owns the slice.
func All() []Statistic { return slices.Clone(registry) }

// Find returns the statistic with this name.
func Find(name string) (Statistic, bool) {
	i := slices.IndexFunc(registry, func(s Statistic) bool { return s.Name == name })
	if i < 0 {
		return Statistic{}, false
	}
	return registry[i], true
}

func itself[C any](c C) C { return c }

// Sentences about which games count.
const (
	standardOnly = "Games that do not begin from the ordinary start are left out."
	knownOnly    = "Games with an unknown player (???) or with the same player on both sides are left out."
	decidedOnly  = "Draws have no winner. The winner of a game that stops early without a recorded result " +
		"is unknown. Both kinds are counted separately, and their moves are left out. " + standardOnly
	ratedByAll = "Ratings come from all games of the database, including those that filters leave out."
)

var registry = []Statistic{
	{
		Name: "weights", Question: "Which squares do winners play on more often than losers, by phase?",
		Counts: decidedOnly,
		Count:  whole(func() *PhaseWeights { return new(PhaseWeights) }, itself),
	},
	{
		Name: "bands", Question: "Do strong players value squares differently from weak players?",
		Counts: knownOnly + " " + decidedOnly + " " + ratedByAll,
		Rated:  true,
		Count: rated(newBandWeights, func(b *bandWeights, all *Players, _ int) bandResult {
			return b.by(cmp.Or(all, b.players).Elo(), bands)
		}),
	},
	{
		Name: "colors", Question: "Who wins more often, black or white, and by how much?",
		Count: whole(newResults, (*results).Colors),
	},
	{
		Name: "years", Question: "How many games were played each year, and with which results?",
		Count: whole(newResults, (*results).Years),
	},
	{
		Name: "tournaments", Question: "How many games were played in each tournament, and with which results?",
		Count: whole(newResults, (*results).Tournaments),
	},
	{
		Name: "openings", Question: "Which openings are played, and how does black score in them?",
		Counts: standardOnly,
		Count:  whole(newOpenings, (*openings).Result),
	},
	{
		Name: "tree", Question: "Which moves are played first, and how does black score after them?",
		Counts:   standardOnly,
		MinGames: 200,
		Count:    listing(func() *tree { return newTree(treeDepth) }, (*tree).Result),
	},
	{
		Name: "curves", Question: "How do the mobility, frontier, corners, stable discs and parity of winners " +
			"and losers develop?", Counts: decidedOnly,
		Count: whole(func() *curves { return new(curves) }, (*curves).Result),
	},
	{
		Name: "endings", Question: "How do games end: moves, passes, empty squares, wipe-outs, scores?",
		Counts: standardOnly,
		Count:  whole(func() *endings { return new(endings) }, (*endings).Result),
	},
	{
		Name: "positions", Question: "How many different positions arise after each number of moves?",
		Counts: standardOnly,
		Count:  whole(func() *variety { return new(variety) }, (*variety).Result),
	},
	{
		Name: "players", Question: "How strong are the players, by Elo rating?",
		Counts: knownOnly + " " + ratedByAll + " Filters choose the games that the other columns count. " +
			"--player also chooses the rows. Programs have a table and ranks of their own.",
		MinGames: 20, Rated: true,
		Count: rated(NewPlayers, (*Players).among),
	},
	{
		Name: "ratings", Question: "How did players' ratings change over the years?", Counts: knownOnly + " " +
			"A year's rating is the maximum-likelihood estimate from the player's results in that year and " +
			"the opponents' ratings in `stats players`. It includes two virtual draws against an opponent with " +
			"the player's own rating in `stats players`. " + ratedByAll + " Filters choose the players " +
			"and years to show. --min-games leaves out a player's years with fewer games. Players are sorted by " +
			"their ratings from all games, the highest first; programs come last.",
		MinGames: 10, Rated: true,
		Count: rated(NewPlayers, (*Players).ratings),
	},
	Accuracy(nil),
	{
		Name: "pairs", Question: "Which players met most often, and with which results?",
		Counts: knownOnly, MinGames: 20,
		Count: listing(NewPlayers, (*Players).Pairs),
	},
}
