package tuning

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/engine/search"
	"github.com/outflank/outflank/eval/tune"
	"github.com/outflank/outflank/qlearn/agents"
)

// Games describes the games that rate vectors of weights. The JSON fields are stable, because run folders
// store them.
type Games struct {
	Depth int `json:"depth"` // plies, 1 to 60
	Exact int `json:"exact"` // number of empty squares from which play is perfect, 0 to 30
	// Pairs is the number of openings for each pair of players in a step, 1 to 100,000. Each opening is played
	// from both sides.
	Pairs int       `json:"pairs"`
	Unit  tune.Unit `json:"unit"` // of the ratings
	// Opponent is the spec of an agent that all vectors play; "" = they play each other.
	Opponent string `json:"opponent,omitempty"`
	// Openings is a file of openings, shuffled by the seed; "" = the start of Shape.
	Openings  string       `json:"openings,omitempty"`
	Sum       string       `json:"openings_sum,omitempty"` // SHA-256 of the openings, set when the run begins
	Shape     string       `json:"shape,omitempty"`        // of the board; "" = 8x8
	Holes     engine.Holes `json:"holes,omitzero"`         // drawn for each opening
	Random    int          `json:"random_plies"`           // random plies at the end of each opening, 0 to 60
	Seed      uint64       `json:"seed"`
	openings  []engine.Game
	opponents []arena.Player // none or one
}

// check returns an error for invalid settings.
func (g *Games) check() error {
	switch {
	case g.Depth < 1 || g.Depth > 60:
		return fault.Setting("depth", g.Depth, "want 1 to 60")
	case g.Exact < 0 || g.Exact > 30:
		return fault.Setting("exact", g.Exact, "want 0 to 30")
	case g.Pairs < 1 || g.Pairs > 100_000:
		return fault.Setting("pairs", g.Pairs, "want 1 to 100000")
	case g.Random < 0 || g.Random > 60:
		return fault.Setting("random-plies", g.Random, "want 0 to 60")
	}
	return nil
}

// open checks the settings and reads the openings and the opponent.
func (g *Games) open() error {
	if err := g.check(); err != nil {
		return err
	}
	if g.Opponent != "" {
		player, err := agents.Parse(g.Opponent)
		if err != nil {
			return err
		}
		g.opponents = []arena.Player{player}
	}
	starts := arena.Config{Agents: []string{"vector", "vector"}, Games: 2 * boardsInTurn, Openings: g.Openings,
		Shape: g.Shape, Holes: g.Holes, Seed: g.Seed}
	if err := starts.Check(); err != nil {
		return fmt.Errorf("--%w", err)
	}
	list, err := starts.Starts()
	if err != nil {
		return err
	}
	sum := openingsSum(list)
	if g.Sum != "" && g.Sum != sum {
		return fault.BadInputf("%s: holds other openings than when the run began", g.Openings)
	}
	g.Sum, g.openings = sum, shuffled(list, g.Seed)
	return nil
}

// boardsInTurn is the number of boards with random holes. They are used in turn.
const boardsInTurn = 1000

func openingsSum(list []engine.Game) string {
	h := sha256.New()
	for _, g := range list {
		fmt.Fprintln(h, g.Start, g)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// shuffled returns the openings in an order drawn by the seed. Files are often sorted, so without shuffling
// the openings of a round would be similar.
func shuffled(list []engine.Game, seed uint64) []engine.Game {
	list = slices.Clone(list)
	rng := rand.New(rand.NewPCG(seed, engine.StreamOpenings))
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// Objective returns the objective that rates vectors for the subject. The games of a step are played by
// workers (0 = one per processor) or by a farm; ratings depend on neither. Openings and an opponent take
// effect only after open. When no more ratings are needed, the caller must call end with the error that stops
// the ratings, and end returns it.
func (g *Games) Objective(ctx context.Context, subject *Subject, workers int,
	farm parallel.Farm) (_ tune.Objective, end func(error) error, err error) {
	settings := gamesSettings{*subject, *g}
	settings.Subject.Start = nil
	here := func(ctx context.Context, b batch) ([]int, error) { return g.play(ctx, subject, b) }
	team, err := gamesKind.Team(ctx, farm, settings, workers, here, checkScores)
	if err != nil {
		return nil, nil, err
	}
	rated := tune.RoundRobin
	if len(g.opponents) > 0 {
		rated = tune.Against
	}
	return rated(playBy(team), g.Pairs, g.Unit), team.End, nil
}

// playBy returns a function that makes a team play the games of a step.
func playBy(team *parallel.Team[batch, []int]) tune.Play {
	return func(ctx context.Context, group [][]float64, games []tune.Game) (scores []int, err error) {
		for some, err := range parallel.Map(ctx, team.Workers, 4*team.Workers, batches(group, games), team.Do) {
			if err != nil {
				return nil, err
			}
			scores = append(scores, some...)
		}
		return scores, nil
	}
}

// checkScores returns an error if scores cannot be the result of a batch.
func checkScores(b batch, scores []int) error {
	if len(scores) != len(b.Games) {
		return fmt.Errorf("tuning: %d scores of %d games", len(scores), len(b.Games))
	}
	for i, score := range scores {
		if score < -64 || score > 64 {
			return fmt.Errorf("tuning: game %d of %d: score %d", i+1, len(scores), score)
		}
	}
	return nil
}

// search returns the search options of the vectors' players.
func (g *Games) search() search.Options {
	return search.Options{Depth: g.Depth, Exact: g.Exact, Win: agents.PointsWin}
}

// A batch is a group of games of a step that are played one after the other.
type batch struct {
	Vectors [][]float64 `json:"vectors"` // vectors that play
	// Games are pairs of indices into Vectors; the index after the last is the opponent.
	Games []arena.Pairing `json:"games"`
}

// Batches are large enough to be worth sending, but small enough to keep all workers busy.
const (
	batchGames = 16
	leastBatch = 64 // minimum number of batches in a step, if it has that many games
)

// batches groups the games of a step, in order.
func batches(group [][]float64, games []tune.Game) iter.Seq[batch] {
	n := min(max(len(games)/leastBatch, 1), batchGames)
	return func(yield func(batch) bool) {
		for len(games) > 0 {
			some := games[:min(n, len(games))]
			if games = games[len(some):]; !yield(batchOf(group, some)) {
				return
			}
		}
	}
}

// batchOf returns a batch of games, with the vectors of the group that play in it.
func batchOf(group [][]float64, games []tune.Game) (b batch) {
	places := map[int]int{}
	for _, g := range games {
		for _, member := range []int{g.Black, g.White} {
			if _, ok := places[member]; !ok && member != tune.Opponent {
				places[member] = len(b.Vectors)
				b.Vectors = append(b.Vectors, group[member])
			}
		}
	}
	places[tune.Opponent] = len(b.Vectors)
	for _, g := range games {
		b.Games = append(b.Games, arena.Pairing{Game: gameNumber(g, len(group)), Black: places[g.Black],
			White: places[g.White], Opening: g.Opening})
	}
	return b
}

// gameNumber returns the number of a game in a match of all members and the opponent. It is unique, because
// the agents' random numbers depend on it.
func gameNumber(game tune.Game, members int) int {
	seat := func(i int) int {
		if i == tune.Opponent {
			return members
		}
		return i
	}
	n := members + 1
	return (game.Opening*n+seat(game.Black))*n + seat(game.White)
}

// play plays the games of a batch and returns their disc differences for black.
func (g *Games) play(ctx context.Context, subject *Subject, b batch) (scores []int, err error) {
	m := g.match(subject, b.Vectors)
	for _, game := range b.Games {
		r, err := m.Play(ctx, game)
		if err != nil {
			return nil, err
		}
		scores = append(scores, r.Score)
	}
	return scores, nil
}

// match returns a match whose players are the vectors, followed by the opponent.
func (g *Games) match(subject *Subject, vectors [][]float64) *arena.Match {
	m := &arena.Match{Openings: g.openings, Random: g.Random, Seed: g.Seed}
	for _, x := range vectors {
		m.Players = append(m.Players, arena.Player{New: subject.agent(x, g.search())})
	}
	m.Players = append(m.Players, g.opponents...)
	return m
}
