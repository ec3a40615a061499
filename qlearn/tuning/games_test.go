package tuning

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/runtime/parallel"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
	"github.com/outflank/outflank/qlearn/agents"
)

// TestTunerPlaysAsSpec: the games that weights are rated by are those that the model
// file plays, named by the spec that tune prints.
func TestTunerPlaysAsSpec(t *testing.T) {
	subject, err := FeatureSubject("squares+mobility")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	group := [][]float64{make([]float64, subject.Len()), make([]float64, subject.Len())}
	dir, specs := t.TempDir(), []string{}
	for i, x := range group {
		for k := range x {
			x[k] = rng.NormFloat64()
		}
		path := filepath.Join(dir, string(rune('a'+i))+", the model")
		var text bytes.Buffer
		if err := subject.Write(&text, x, nil); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		specs = append(specs, subject.Spec(path, 3, 6))
	}
	games := Games{Depth: 3, Exact: 6, Pairs: 5, Random: 6, Seed: 7}
	var asked []tune.Game
	for o := range 5 {
		asked = append(asked, tune.Game{Black: 0, White: 1, Opening: o}, tune.Game{Black: 1, White: 0, Opening: o})
	}
	play := func(ctx context.Context, b batch) ([]int, error) { return games.play(ctx, &subject, b) }
	team := &parallel.Team[batch, []int]{Do: play, Workers: 2}
	got, err := playBy(team)(t.Context(), group, asked)
	if err != nil {
		t.Fatal(err)
	}
	players, err := agents.ParseAll(specs)
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	m := arena.Match{Players: players, Games: 10, Random: 6, Seed: 7}
	for r, err := range m.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, r.Score)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("scores of the spec (-) and of the tuner (+):\n%s", diff)
	}
}

// TestBatches: games are put together in their order, an opponent plays on either side, and games
// have numbers that do not depend on how they are put together.
func TestBatches(t *testing.T) {
	group := [][]float64{{0}, {1}, {2}, {3}}
	var games []tune.Game
	for o := range 90 {
		for i := range 4 {
			games = append(games, tune.Game{Black: i, White: tune.Opponent, Opening: o},
				tune.Game{Black: tune.Opponent, White: i, Opening: o})
		}
	}
	seen := map[int]bool{}
	n := 0
	for b := range batches(group, games) {
		seat := func(place int) int {
			if place == len(b.Vectors) {
				return tune.Opponent
			}
			return int(b.Vectors[place][0])
		}
		for _, p := range b.Games {
			if got := (tune.Game{Black: seat(p.Black), White: seat(p.White), Opening: p.Opening}); got != games[n] {
				t.Errorf("game %d is %+v, want %+v", n, got, games[n])
			}
			if alone := batchOf(group, games[n:n+1]); alone.Games[0].Game != p.Game {
				t.Errorf("game %d has number %d, alone %d", n, p.Game, alone.Games[0].Game)
			}
			seen[p.Game] = true
			n++
		}
	}
	if n != len(games) || len(seen) != n {
		t.Errorf("%d games with %d numbers, want %d", n, len(seen), len(games))
	}
}

// TestUnfolded: square weights keep their values when they become weights.
func TestUnfolded(t *testing.T) {
	for name, want := range map[string]string{"wedge": "squares", "paip": "squares", "grid": "grid",
		"lr06": "grid", "default": "report", "cassio": "cassio-stability+mobility+potential+discs+late-discs"} {
		h, _ := eval.FindHeuristic(name)
		m := h.Model()
		u := unfolded(m)
		if u.Features.ID() != want {
			t.Errorf("%s became %s, want %s", name, u.Features.ID(), want)
		}
		rng := rand.New(rand.NewPCG(2, 2))
		b := engine.Standard()
		for b.Moves() != 0 {
			if got, want := u.Linear().Eval(b), m.Linear().Eval(b); math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
				t.Errorf("%s: %v, want %v", name, got, want)
			}
			moves := b.Moves()
			b = b.Play(moves.Nth(rng.IntN(moves.Len())))
		}
	}
}
