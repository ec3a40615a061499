package qlearn

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

func random(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }

func greedy(*rand.Rand) engine.Agent { return engine.Greedy{} }

// file returns the bytes of the model's file.
func file(t testing.TB, m *eval.Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := eval.WriteModel(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSameSeedSameFile trains in every way with 1, 2 and 8 workers.
func TestSameSeedSameFile(t *testing.T) {
	for name, play := range map[string]Play{
		"self":      {Games: 70, Epsilon: 0.2, EpsilonEnd: 0.01, Random: 4, Seed: 3},
		"opponents": {Games: 50, Epsilon: 0.2, Opponents: []Opponent{random, greedy}, Batch: 7, Seed: 3},
		"6x6":       {Games: 50, Epsilon: 0.2, Start: start(t, "6x6"), Batch: 1, Seed: 3},
	} {
		learn := func(workers int, seed uint64) []byte {
			p, m := play, randomModel(t, "report@3+corner")
			p.Model, p.Workers, p.Seed = m, workers, seed
			train(t, m, Default, p)
			return file(t, m)
		}
		want := learn(1, 3)
		for _, workers := range []int{0, 2, 8} {
			if !bytes.Equal(learn(workers, 3), want) {
				t.Errorf("%s: another file with %d workers", name, workers)
			}
		}
		if bytes.Equal(learn(1, 4), want) {
			t.Errorf("%s: the same file with another seed", name)
		}
	}
}

// TestPlayIsAgentPlay: the games are those of the exported agent under
// engine.Perturbed, and the records kept while playing are those that a trainer
// would make of the games.
func TestPlayIsAgentPlay(t *testing.T) {
	m := randomModel(t, "report@3+squares")
	for _, p := range []Play{
		{Model: m, Games: 40, Epsilon: 0.3, EpsilonEnd: 0.3, Random: 3, Seed: 1},
		{Model: m, Games: 40, Epsilon: 0.3, EpsilonEnd: 0.3, Random: 3, Opponents: []Opponent{greedy}, Seed: 2},
	} {
		for n := range p.Games {
			var kept, want record
			ep, err := p.game(t.Context(), n, &kept)
			if err != nil {
				t.Fatal(err)
			}
			if err := want.fill(m, ep); err != nil {
				t.Fatal(err)
			}
			for c := range kept.turns {
				for _, r := range []*record{&kept, &want} {
					for _, u := range r.turns[c] {
						value(m, u.choices)
					}
				}
				if len(kept.turns[c]) != len(want.turns[c]) || len(want.turns[c]) > 0 && !reflect.DeepEqual(kept.turns[c], want.turns[c]) {
					t.Fatalf("game %d: the record of colour %d differs", n, c)
				}
			}
			if kept.reward != want.reward || kept.reward[0] != -kept.reward[1] {
				t.Errorf("rewards %v, want %v", kept.reward, want.reward)
			}
			rng := rand.New(rand.NewPCG(p.Seed, uint64(n)))
			agents := [2]engine.Agent{engine.Perturbed{Agent: NewAgent(m), P: 0.3, Rand: rng}}
			agents[1] = agents[0]
			if len(p.Opponents) > 0 {
				agents[1-n%2] = engine.Greedy{}
			}
			g, err := engine.PlayOut(t.Context(), p.opening(rng), agents)
			if err != nil || g.String() != ep.Game.String() {
				t.Errorf("game %d: %v, the agent plays %v (%v)", n, ep.Game, g, err)
			}
		}
	}
}

// TestColours: against opponents the colours alternate, each opponent gets both,
// and only the model's moves are learnt from.
func TestColours(t *testing.T) {
	var made []int
	opponent := func(i int) Opponent {
		return func(rng *rand.Rand) engine.Agent {
			made = append(made, i)
			return engine.Random{Rand: rng}
		}
	}
	p := Play{Model: model(t, "discs"), Games: 8, Opponents: []Opponent{opponent(0), opponent(1)}}
	n := 0
	for ep, err := range p.Episodes(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if want := (Sides{n%2 == 0, n%2 == 1}); ep.Learn != want {
			t.Errorf("game %d learns from %v, want %v", n, ep.Learn, want)
		}
		if r := ep.record; len(r.turns[1-n%2]) != 0 || len(r.turns[n%2]) < 10 {
			t.Errorf("game %d: %d and %d turns", n, len(r.turns[0]), len(r.turns[1]))
		}
		n++
	}
	if want := []int{0, 0, 1, 1, 0, 0, 1, 1}; !slices.Equal(made, want) {
		t.Errorf("opponents %v, want %v", made, want)
	}
	for ep := range (Play{Model: p.Model, Games: 3}).Episodes(t.Context()) {
		if ep.Learn != (Sides{true, true}) {
			t.Errorf("self-play learns from %v", ep.Learn)
		}
	}
}

func TestEpsilon(t *testing.T) {
	p := Play{Games: 1000, Epsilon: 0.2, EpsilonEnd: 0.003}
	if p.epsilon(0) != 0.2 || p.epsilon(999) != 0.003 {
		t.Errorf("ε is %v first and %v last", p.epsilon(0), p.epsilon(999))
	}
	ratio := math.Pow(0.003/0.2, 1.0/999)
	for n := range 999 {
		if got := p.epsilon(n+1) / p.epsilon(n); math.Abs(got-ratio) > 1e-12 {
			t.Fatalf("game %d: ε falls by the factor %v, want %v", n, got, ratio)
		}
	}
	for _, c := range []struct {
		p    Play
		n    int
		want float64
	}{
		{Play{Games: 100}, 50, 0},
		{Play{Games: 100, EpsilonEnd: 0.5}, 99, 0},
		{Play{Games: 1, Epsilon: 0.3, EpsilonEnd: 0.1}, 0, 0.3},
		{Play{Games: 100, Epsilon: 0.3}, 0, 0.3},
		{Play{Games: 100, Epsilon: 0.3}, 99, 1e-6},
		{Play{Games: 3, Epsilon: 1, EpsilonEnd: 0.25}, 1, 0.5},
	} {
		if got := c.p.epsilon(c.n); got != c.want {
			t.Errorf("%+v: ε of game %d is %v, want %v", c.p, c.n, got, c.want)
		}
	}
}

// TestRandomMoves counts how often the model's move is not its best one: with
// ε = 1/2 that is half of the time times the share of moves that are not best.
func TestRandomMoves(t *testing.T) {
	m := randomModel(t, "squares")
	a := NewAgent(m)
	for _, epsilon := range []float64{0, 0.5, 1} {
		turns, others, expected := 0, 0, 0.0
		for ep, err := range (Play{Model: m, Games: 200, Epsilon: epsilon, EpsilonEnd: epsilon}).Episodes(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			for ply := range ep.Game.Plies() {
				best, _ := a.Choose(t.Context(), ply.Position.Board)
				turns++
				expected += epsilon * (1 - 1/float64(ply.Legal.Len()))
				if ply.Move != best {
					others++
				}
			}
		}
		if math.Abs(float64(others)-expected) > 4*math.Sqrt(float64(turns))/2 || epsilon == 0 && others != 0 {
			t.Errorf("ε %v: %d of %d moves are not the best, expected %.0f", epsilon, others, turns, expected)
		}
	}
}

// TestOpenings: the first plies are random and differ, the start is what was asked
// for, and an opening may be longer than the game.
func TestOpenings(t *testing.T) {
	m := randomModel(t, "squares")
	distinct := func(p Play, plies int) int {
		seen := map[string]bool{}
		for ep, err := range p.Episodes(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			want := p.Start
			if want == (engine.Position{}) {
				want = engine.StandardStart()
			}
			if ep.Game.Start != want {
				t.Fatalf("start %v", ep.Game.Start)
			}
			g := ep.Game
			g.Moves = g.Moves[:plies]
			seen[g.String()] = true
		}
		return len(seen)
	}
	if n := distinct(Play{Model: m, Games: 100}, 6); n != 1 {
		t.Errorf("%d openings without chance", n)
	}
	if n := distinct(Play{Model: m, Games: 100, Random: 6}, 6); n < 80 {
		t.Errorf("only %d openings of six random plies", n)
	}
	if n := distinct(Play{Model: m, Games: 100, Random: 2}, 2); n > 12 {
		t.Errorf("%d openings of two plies, there are 12", n)
	}
	if n := distinct(Play{Model: m, Games: 30, Random: 1000, Start: start(t, "4x4")}, 5); n < 10 {
		t.Errorf("only %d openings on the 4×4 board", n)
	}
	late := Play{Model: m, Games: 1, Start: start(t, "hex")}
	for ep, err := range late.Episodes(t.Context()) {
		if err != nil || ep.Game.Start.Board.Shape.String() != "hex" {
			t.Errorf("%v %v", ep.Game, err)
		}
	}
}

// Agents that fail in one way each.
type broken struct{ err error }

func (b broken) Choose(context.Context, engine.Board) (engine.Square, error) { return 0, b.err }

func TestForfeit(t *testing.T) {
	out := errors.New("out of order")
	for _, err := range []error{out, nil} { // nil: the move a1 is illegal
		p := Play{Model: model(t, "discs"), Games: 10, Workers: 2, Opponents: []Opponent{func(*rand.Rand) engine.Agent { return broken{err} }}}
		n := 0
		for _, got := range trainer(t, p.Model, Default).Train(t.Context(), p) {
			forfeit, ok := errors.AsType[*engine.ForfeitError](got)
			if n++; !ok || forfeit.Color != engine.White || err != nil && !errors.Is(got, out) || !strings.HasPrefix(got.Error(), "qlearn: game 1 of 10: white forfeits: ") {
				t.Errorf("%v", got)
			}
		}
		if n != 1 {
			t.Errorf("%d games", n)
		}
	}
}

func TestPlayCheck(t *testing.T) {
	good := Play{Model: model(t, "discs"), Games: 1}
	for _, c := range []struct {
		change func(p *Play)
		want   string
	}{
		{func(p *Play) { p.Model = nil }, "no model to play with"},
		{func(p *Play) { p.Epsilon = -0.1 }, "epsilon is -0.1, want 0 to 1"},
		{func(p *Play) { p.Epsilon = math.NaN() }, "epsilon is NaN, want 0 to 1"},
		{func(p *Play) { p.EpsilonEnd = 2 }, "epsilon at the end is 2, want 0 to 1"},
		{func(p *Play) { p.Games = -1 }, "-1 games to play, want 0 or more"},
		{func(p *Play) { p.Random = -1 }, "-1 random plies, want 0 or more"},
		{func(p *Play) { p.Batch = -1 }, "batches of -1 games, want 0 or more"},
	} {
		p := good
		c.change(&p)
		if err := p.Check(); err == nil || err.Error() != "qlearn: "+c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
		n := 0
		for _, err := range trainer(t, good.Model, Default).Train(t.Context(), p) {
			if n++; err == nil || !strings.HasSuffix(err.Error(), ": "+c.want) {
				t.Errorf("%v, want %s", err, c.want)
			}
		}
		if n != 1 {
			t.Errorf("%d games", n)
		}
	}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
}
