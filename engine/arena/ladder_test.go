package arena_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/fault"
)

// small is a ladder whose games are done in no time.
func small() arena.Ladder {
	return arena.Ladder{
		Config: arena.Config{Agents: []string{"random", "greedy", "perfect"}, Games: 20, Random: 4, Seed: 1,
			Shape: "4x4"},
		Moves: 50, Workers: 1, Judge: perfectJudge,
	}
}

// resultOf runs a ladder to its end.
func resultOf(t *testing.T, l arena.Ladder) *arena.LadderResult {
	t.Helper()
	var last arena.LadderProgress
	for p, err := range l.Run(t.Context(), players{}) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Done < last.Done || p.Done > p.Total {
			t.Fatalf("%d of %d is done, after %d", p.Done, p.Total, last.Done)
		}
		last = p
	}
	if last.Result == nil || last.Done != last.Total {
		t.Fatalf("it ends with %+v", last)
	}
	return last.Result
}

// TestStepsAreMatches: each step is the match of the two agents, and Elo is the sum of the steps.
func TestStepsAreMatches(t *testing.T) {
	l := small()
	r, elo := resultOf(t, l), 0.0
	for i, rung := range r.Rungs {
		if i == 0 {
			if rung.Step != nil || *rung.Elo != 0 || rung.Name != "random" {
				t.Errorf("the lowest rung is %+v", rung)
			}
			continue
		}
		cfg := l.Config
		cfg.Agents = []string{l.Config.Agents[i], l.Config.Agents[i-1]}
		match, err := arena.New(cfg, players{})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range match.Run(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(match.Result().Pairs[0], *rung.Step); diff != "" {
			t.Errorf("%s: %s", rung.Name, diff)
		}
		elo += *rung.Step.Elo
		if math.Abs(*rung.Elo-elo) > 1e-9 {
			t.Errorf("%s stands at %v, want %v", rung.Name, *rung.Elo, elo)
		}
	}
}

// TestLossOfAllMoves: where all moves are judged the loss is what a player knows who tries everything,
// and who plays perfectly loses nothing.
func TestLossOfAllMoves(t *testing.T) {
	l := small()
	l.Moves = 1_000_000
	want, moves := map[string]float64{}, map[string]int{}
	for _, pair := range [][]string{{"greedy", "random"}, {"perfect", "greedy"}} {
		cfg := l.Config
		cfg.Agents = pair
		match, err := arena.New(cfg, players{})
		if err != nil {
			t.Fatal(err)
		}
		for game, err := range match.Run(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			name := map[engine.Color]string{engine.Black: pair[game.Black], engine.White: pair[game.White]}
			for ply := range game.Game.Plies() {
				if ply.Index < game.Book {
					continue
				}
				b, who := ply.Position.Board, name[ply.Position.Color]
				want[who] += float64(result(b) + result(b.Play(ply.Move)))
				moves[who]++
			}
		}
	}
	for _, rung := range resultOf(t, l).Rungs {
		mean := want[rung.Name] / float64(moves[rung.Name])
		if g := rung.Loss; g.Moves != moves[rung.Name] || math.Abs(g.Mean-mean) > 1e-9 || g.Low > mean ||
			g.High < mean {
			t.Errorf("%s: %+v, want %v of %d moves", rung.Name, g, mean, moves[rung.Name])
		}
		if (rung.Loss.Mean == 0) != (rung.Name == "perfect") {
			t.Errorf("%s loses %v discs a move", rung.Name, rung.Loss.Mean)
		}
	}
}

// TestWorkersDoNotMatter, but the seed does, and no move needs a judge.
func TestWorkersDoNotMatter(t *testing.T) {
	one, three, other, unjudged := small(), small(), small(), small()
	three.Workers, other.Config.Seed, unjudged.Moves, unjudged.Judge = 3, 2, 0, nil
	want := resultOf(t, one)
	if diff := cmp.Diff(want, resultOf(t, three)); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(want, resultOf(t, other)) {
		t.Error("another seed changes nothing")
	}
	if r := resultOf(t, unjudged); r.Judge != nil || r.Rungs[2].Loss != nil ||
		!cmp.Equal(r.Rungs[2].Step, want.Rungs[2].Step) {
		t.Errorf("without judge %+v", r)
	}
}

func TestErrors(t *testing.T) {
	for want, change := range map[string]func(*arena.Ladder){
		"moves -1: want 0 to 1000000":       func(l *arena.Ladder) { l.Moves = -1 },
		"a match needs two agents, 1 given": func(l *arena.Ladder) { l.Config.Agents = l.Config.Agents[:1] },
		`no agent "nobody"`: func(l *arena.Ladder) {
			l.Config.Agents = []string{"random", "nobody"}
		},
		"games 0: want 1 to 100000000": func(l *arena.Ladder) { l.Config.Games = 0 },
	} {
		l := small()
		change(&l)
		n := 0
		for p, err := range l.Run(t.Context(), players{}) {
			if n++; err == nil || err.Error() != want || p.Result != nil {
				t.Errorf("%+v %v, want %s", p, err, want)
			}
			if _, setting := errors.AsType[*fault.SettingError](err); setting != (want[0] == 'm' || want[0] == 'g') {
				t.Errorf("%v: a setting: %v", err, setting)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d steps", want, n)
		}
	}
}

// TestEndsEarly: a run ends when its caller stops ranging, and with the error of its context, while it
// plays and while it judges.
func TestEndsEarly(t *testing.T) {
	for _, at := range []int{3, 41, 60} {
		n := 0
		for range small().Run(t.Context(), players{}) {
			if n++; n == at {
				break
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		var last error
		for p, err := range small().Run(ctx, players{}) {
			if last = err; p.Done == at {
				cancel()
			}
			if p.Result != nil {
				t.Errorf("stopped at %d it has a result", at)
			}
		}
		cancel()
		if !errors.Is(last, context.Canceled) {
			t.Errorf("stopped at %d: %v", at, last)
		}
	}
}
