package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/eval/pattern"
)

// TestLambdaReturn does a game by hand, in which the second side passes once.
func TestLambdaReturn(t *testing.T) {
	g := playedGame{
		{mine: 1, value: 8},                // X; its opponent moves next
		{mine: 2, value: -4, flags: again}, // O, and O again
		{mine: 3, value: 2},                // O
		{mine: 4, value: 10, flags: exact}, // X
		{mine: 5, value: -10, flags: exact},
	}
	for lambda, want := range map[float64][]float32{
		0:    {8, -4, 2, 10},
		1:    {10, -10, -10, 10},
		0.5:  {8*0.5 + 0.5*4, -4*0.5 + 0.5*-4, 2*0.5 + 0.5*-10, 10},
		0.25: {8*0.75 + 0.25*3.25, -4*0.75 + 0.25*-1, 2*0.75 + 0.25*-10, 10},
	} {
		list := g.samples(lambda)
		slices.Reverse(list)
		for i, s := range list {
			if s.mine != uint64(i+1) || math.Abs(float64(s.target-want[i])) > 1e-6 || s.weight != 1 {
				t.Errorf("λ %v, position %d: %+v, want target %v", lambda, i+1, s, want[i])
			}
		}
		if len(list) != 4 {
			t.Errorf("%d samples", len(list))
		}
	}
}

// TestLambdaNaive: the λ-return is the sum over n of what the value n positions on says, as it is
// defined.
func TestLambdaNaive(t *testing.T) {
	p := Play{Depth: 2, Exact: 6, Seed: 8}
	e := newSolver(p.Depth, p.Exact, pattern.Default())
	rng := rand.New(rand.NewPCG(1, 1))
	for game := range 10 {
		g := playGame(t, &p, e, game)
		lambda := rng.Float64()
		list := g.samples(lambda)
		for i := range list {
			want, sign, share := 0.0, 1.0, 1.0
			v := g[i:]
			for ; v[0].flags&exact == 0; v = v[1:] {
				want += sign * share * (1 - lambda) * float64(v[0].value)
				if v[0].flags&again == 0 {
					sign = -sign
				}
				share *= lambda
			}
			want += sign * share * float64(v[0].value)
			if got := list[len(list)-1-i]; got.mine != g[i].mine || math.Abs(float64(got.target)-want) > 1e-4 {
				t.Fatalf("game %d, position %d: %v, want %v", game, i, got, want)
			}
		}
	}
}

// playGame plays a game from a random opening.
func playGame(t *testing.T, p *Play, e *deep.Engine, number int) playedGame {
	t.Helper()
	g, err := p.game(t.Context(), e, number, randomOpening(p.random(number, 0)).Board)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestGamesThere: played games come back as they were sent, and damaged ones are errors.
func TestGamesThere(t *testing.T) {
	games := []playedGame{{{1, 2, -64, exact}, {1 << 63, 3, 5, again}}, {{7, 8, 64, 0}}}
	text := encodeGames(games)
	got, err := decodeGames(text, 2)
	if err != nil || !slices.EqualFunc(got, games, slices.Equal) {
		t.Errorf("%v (%v), want %v", got, err, games)
	}
	value, flags := slices.Clone(text), slices.Clone(text)
	value[18], flags[19] = 65, 4
	for _, bad := range [][]byte{nil, text[:1], text[:len(text)-1], append(slices.Clone(text), 0),
		value, flags} {
		if _, err := decodeGames(bad, 2); err == nil {
			t.Errorf("%x was read", bad)
		}
	}
}
