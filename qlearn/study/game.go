package study

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/parallel"
)

// Meet plays meetings and returns the games of each. All cores, or the farm, work on all meetings at once.
func (r *execution) Meet(ctx context.Context, what string, list []*meeting) ([][]twoGames, error) {
	sent, matches, pairs := settings{Seed: r.Seed, Timed: r.Now != nil}, []*arena.Match{}, []pair{}
	for i, m := range list {
		m.Own = m.own()
		match, err := m.match(r.Host, r.player, r.Seed)
		if err != nil {
			return nil, err
		}
		match.Now = r.Now
		matches, pairs = append(matches, match), append(pairs, pairsOf(i, match)...)
		meeting := *m
		meeting.A, meeting.B = r.path(m.A), r.path(m.B)
		sent.Meetings = append(sent.Meetings, meeting)
	}
	here := func(ctx context.Context, p pair) (twoGames, error) {
		return playTwo(ctx, matches[p.Meeting], p.Games)
	}
	played, err := stepsOn(ctx, r, what, "pairs of games", pairs,
		func(p pair) string { return list[p.Meeting].key(p.Games[0].Game / 2) },
		func(farm parallel.Farm) (*parallel.Team[pair, twoGames], error) {
			return pairKind(r.Host, r.Now).Team(ctx, farm, sent, r.Workers, here, checkTwo)
		},
		func(ctx context.Context, team *parallel.Team[pair, twoGames], p pair) (twoGames, error) {
			return team.Do(ctx, p)
		})
	if err != nil {
		return nil, err
	}
	results := make([][]twoGames, len(list))
	for i, m := range list {
		results[i], played = played[:m.Pairs], played[m.Pairs:]
	}
	return results, nil
}

// pairsOf returns the games of a meeting as pairs, given its index and its match.
func pairsOf(meeting int, m *arena.Match) (list []pair) {
	var first arena.Pairing
	for g := range m.Schedule() {
		if g.Game%2 == 0 {
			first = g
		} else {
			list = append(list, pair{meeting, [2]arena.Pairing{first, g}})
		}
	}
	return list
}

// pointsOf returns the points of a side whose game ends with a disc difference of score.
func pointsOf(score int) float64 {
	switch {
	case score > 0:
		return 1
	case score == 0:
		return 0.5
	}
	return 0
}

// Choices returns a player's moves on boards. A fresh agent plays each board.
func (r *execution) Choices(ctx context.Context, spec string,
	boards []engine.Board) ([]engine.Square, error) {
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
