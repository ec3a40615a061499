package arena_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// faulty knows two agents that fail, beside those of players: broken always does, and moody in some games.
type faulty struct{ players }

type faulting struct {
	engine.Greedy
	fails bool
}

func (f faulting) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if f.fails {
		return engine.None, errors.New("out of order")
	}
	return f.Greedy.Choose(ctx, b)
}

func (f faulty) Players(specs []string) (list []arena.Player, err error) {
	for _, spec := range specs {
		switch spec {
		case "broken", "broken too":
			list = append(list, arena.Player{Name: spec, New: func(*rand.Rand) engine.Agent {
				return faulting{fails: true}
			}})
		case "moody":
			list = append(list, arena.Player{Name: spec, New: func(rng *rand.Rand) engine.Agent {
				return faulting{fails: rng.IntN(2) == 0}
			}})
		default:
			one, err := f.players.Players([]string{spec})
			if err != nil {
				return nil, err
			}
			list = append(list, one...)
		}
	}
	return list, nil
}

// excluded applies the rule to games that were played without it, one after the other.
func excluded(games []arena.Result, limit int) (losers []int) {
	row := map[int]int{}
	for _, g := range games {
		loser := -1
		switch {
		case row[g.Black] >= limit:
			loser = g.Black
		case row[g.White] >= limit:
			loser = g.White
		default:
			for _, p := range []int{g.Black, g.White} {
				if row[p]++; g.Loser() != p {
					row[p] = 0
				}
			}
		}
		losers = append(losers, loser)
	}
	return losers
}

// TestMaxForfeits: after three forfeits in a row, a player loses its other games without play, with any number
// of workers and after an interruption, and a naive count of the games agrees.
func TestMaxForfeits(t *testing.T) {
	cfg := arena.Config{Agents: []string{"greedy", "broken", "moody", "random", "broken too"}, Games: 8, Random: 6,
		Seed: 4}
	free, err := arena.New(cfg, faulty{})
	if err != nil {
		t.Fatal(err)
	}
	var all []arena.Result
	for g, err := range free.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	cfg.MaxForfeits = 3
	want := excluded(all, 3)
	var results []*arena.Summary
	for _, workers := range []int{1, 7} {
		path := filepath.Join(t.TempDir(), "match.ndjson")
		state, err := arena.Create(path, cfg, faulty{})
		if err != nil {
			t.Fatal(err)
		}
		state.Match.Workers = workers
		var played []int
		for g, err := range state.Run(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			loser := -1
			if g.Forfeit != nil && errors.Is(g.Forfeit, arena.ErrExcluded) {
				if loser = g.Loser(); len(g.Game.Moves) != 6 || g.Score != map[bool]int{true: -64, false: 64}[loser == g.Black] {
					t.Errorf("game %d: %v, score %d", g.Pairing.Game, g.Game, g.Score)
				}
			}
			played = append(played, loser)
		}
		if diff := cmp.Diff(want, played); diff != "" {
			t.Errorf("%d workers (-want +got)\n%s", workers, diff)
		}
		results = append(results, state.Result())
		if err := state.Close(); err != nil {
			t.Fatal(err)
		}
		resumed, err := arena.Resume(path, faulty{})
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, play(t, resumed, -1))
	}
	for _, r := range results[1:] {
		if diff := cmp.Diff(results[0], r, cmpopts.IgnoreUnexported(arena.Summary{})); diff != "" {
			t.Errorf("(-first +other)\n%s", diff)
		}
	}
	p := results[0].Players
	if p[1].Forfeits-p[1].Unplayed != 3 || p[1].Unplayed < 20 || p[1].Reason != "out of order" || p[0].Unplayed != 0 {
		t.Errorf("%+v", p)
	}
	if b, err := arena.New(arena.Config{Agents: cfg.Agents, Games: 2, MaxForfeits: -1}, faulty{}); err == nil ||
		!strings.Contains(err.Error(), "max-forfeits -1") {
		t.Errorf("%v, %v", b, err)
	}
}
