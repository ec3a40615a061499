package arena

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/outflank/outflank/engine"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func random(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }
func greedy(*rand.Rand) engine.Agent     { return engine.Greedy{} }

// agent is a function as an agent.
type agent func(ctx context.Context, b engine.Board) (engine.Square, error)

func (f agent) Choose(ctx context.Context, b engine.Board) (engine.Square, error) { return f(ctx, b) }

// three is a small match of three players.
func three(workers int) *Match {
	return &Match{
		Players: []Player{{"random", random}, {"greedy", greedy}, {"again", random}},
		Games:   9, Random: 4, Perturb: 0.1, Seed: 7, Workers: workers,
	}
}

// collect runs a match to its end.
func collect(t testing.TB, m *Match) []Result {
	t.Helper()
	var list []Result
	for r, err := range m.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

func TestSchedule(t *testing.T) {
	m := three(0)
	list := slices.Collect(m.Schedule())
	if want := 3 * 10; len(list) != want {
		t.Fatalf("%d games, want %d: three pairs, nine games rounded up", len(list), want)
	}
	colours := map[[3]int]int{}
	for i, p := range list {
		if p.Game != i {
			t.Errorf("game %d has number %d", i, p.Game)
		}
		colours[[3]int{p.Black, p.White, p.Opening}]++
	}
	for o := range 5 {
		for a := range 3 {
			for b := range 3 {
				if n := colours[[3]int{a, b, o}]; a != b && n != 1 {
					t.Errorf("opening %d, %d against %d: %d games, want 1", o, a, b, n)
				}
			}
		}
	}
	if none := slices.Collect((&Match{Games: 4}).Schedule()); len(none) != 0 {
		t.Errorf("a match without players has %d games", len(none))
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	want := collect(t, three(1))
	for i, r := range want {
		if r.Pairing != slices.Collect(three(1).Schedule())[i] {
			t.Fatalf("result %d is of %+v", i, r.Pairing)
		}
		end, err := r.Game.End()
		if err != nil || !end.Board.Over() || end.Score(engine.Black) != r.Score || r.Forfeit != nil {
			t.Fatalf("result %d: %v %v %v", i, r, end, err)
		}
	}
	for _, workers := range []int{2, 8} {
		if diff := cmp.Diff(want, collect(t, three(workers))); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
	}
	other := three(1)
	other.Seed++
	if cmp.Equal(want, collect(t, other)) {
		t.Error("another seed gives the same games")
	}
}

// TestStreamsAreSeparate: a player who draws more random numbers changes neither
// the openings nor which plies are perturbed nor the other player's numbers.
func TestStreamsAreSeparate(t *testing.T) {
	var drawn [2]uint64 // what the second player draws first, by whether the first is a waster
	for i, waste := range []int{0, 10} {
		m := &Match{Games: 2, Random: 3, Perturb: 0.5, Seed: 3, Workers: 1}
		m.Players = []Player{
			{"waster", func(rng *rand.Rand) engine.Agent {
				for range waste {
					rng.Uint64()
				}
				return engine.Greedy{}
			}},
			{"second", func(rng *rand.Rand) engine.Agent {
				drawn[i] = rng.Uint64()
				return engine.Greedy{}
			}},
		}
		games := collect(t, m)
		if a, b := games[0].Game.String()[:6], games[1].Game.String()[:6]; a != b || games[0].Book != 3 {
			t.Errorf("openings of a pair differ: %s, %s", a, b)
		}
	}
	if drawn[0] != drawn[1] {
		t.Error("one player's draws reach the other's stream")
	}
	m, first := &Match{Seed: 3}, map[uint64]bool{}
	for p := forOpening; p <= forPerturbation; p++ {
		for number := range 20 {
			first[m.stream(p, number).Uint64()] = true
		}
	}
	if len(first) != 20*int(forPerturbation+1) {
		t.Errorf("%d streams are different, want all %d", len(first), 20*int(forPerturbation+1))
	}
}

func TestOpenings(t *testing.T) {
	line, err := engine.ParseGame(engine.StandardStart(), "f5d6c3")
	if err != nil {
		t.Fatal(err)
	}
	six, _ := engine.SquareShape(6)
	start, _ := six.Start()
	m := three(2)
	m.Openings = []engine.Game{line, {Start: start}}
	for _, r := range collect(t, m) {
		switch r.Opening % 2 {
		case 0:
			if !slices.Equal(r.Game.Moves[:3], line.Moves) || r.Book != 7 {
				t.Errorf("game %d does not begin with %v and four random moves: %v", r.Pairing.Game, line, r.Game)
			}
		case 1:
			if r.Game.Start != start || r.Book != 4 {
				t.Errorf("game %d is not on 6x6", r.Pairing.Game)
			}
		}
	}
	if a, _ := m.Opening(0); len(line.Moves) != 3 || line.String() != "f5d6c3" ||
		!strings.HasPrefix(a.String(), "f5d6c3") {
		t.Error("the opening given was changed")
	}
}

// TestOpeningsGoOn: random moves do not end a game when there is another way.
func TestOpeningsGoOn(t *testing.T) {
	four, _ := engine.SquareShape(4)
	start, _ := four.Start()
	m := &Match{Openings: []engine.Game{{Start: start}}, Random: 9, Seed: 1}
	for i := range 50 {
		g, err := m.Opening(i)
		if err != nil {
			t.Fatal(err)
		}
		if end, _ := g.End(); end.Board.Over() {
			t.Errorf("opening %d is over: %v", i, g)
		}
	}
	m.Random = 60
	if g, err := m.Opening(0); err != nil || len(g.Moves) < 6 {
		t.Errorf("no opening can be that long: %v %v", g, err)
	}
}

func TestForfeit(t *testing.T) {
	broken := errors.New("out of order")
	m := three(2)
	m.Perturb = 0
	m.Players = []Player{
		{"random", random},
		{"fails", func(*rand.Rand) engine.Agent {
			return agent(func(context.Context, engine.Board) (engine.Square, error) { return engine.None, broken })
		}},
		{"cheats", func(*rand.Rand) engine.Agent {
			return agent(func(context.Context, engine.Board) (engine.Square, error) { return 0, nil })
		}},
	}
	cross := NewTally(3)
	for _, r := range collect(t, m) {
		cross.Add(r)
		if r.Forfeit == nil {
			t.Fatalf("game %+v without a forfeit", r.Pairing)
		}
		loser, want := r.Black, -Forfeited
		if r.Forfeit.Color == engine.White {
			loser, want = r.White, Forfeited
		}
		_, illegal := errors.AsType[*engine.IllegalMoveError](r.Forfeit)
		if r.Score != want || loser == 0 || errors.Is(r.Forfeit, broken) != (loser == 1) ||
			illegal != (loser == 2) {
			t.Errorf("%+v: score %d, %v", r.Pairing, r.Score, r.Forfeit)
		}
	}
	if p := cross.Of(0, 1); p.Wins != 10 || p.Discs != 10*Forfeited {
		t.Errorf("random against fails: %v", p)
	}
	if f := cross.Forfeits(0) + cross.Forfeits(1) + cross.Forfeits(2); f != 30 || cross.Forfeits(0) != 0 {
		t.Errorf("%d forfeits, %d of random", f, cross.Forfeits(0))
	}
}

func TestRunRefuses(t *testing.T) {
	bad := engine.Game{Start: engine.StandardStart(), Moves: []engine.Square{0}}
	for name, spoil := range map[string]func(*Match){
		"no New":       func(m *Match) { m.Players[1].New = nil },
		"perturbation": func(m *Match) { m.Perturb = 1.5 },
		"games":        func(m *Match) { m.Games = -1 },
		"opening":      func(m *Match) { m.Openings = []engine.Game{bad} },
	} {
		m := three(1)
		spoil(m)
		n := 0
		for _, err := range m.Run(t.Context()) {
			if n++; err == nil || !strings.HasPrefix(err.Error(), "arena: ") {
				t.Errorf("%s: got %v", name, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d results, want one error", name, n)
		}
	}
}

func TestBreak(t *testing.T) {
	m := three(8)
	m.Games = 10_000
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	for r := range m.Run(t.Context()) {
		if r.Pairing.Game == 5 {
			break
		}
	}
}

func TestCancel(t *testing.T) {
	m := three(8)
	m.Games = 10_000
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	n := 0
	var last error
	for r, err := range m.Run(ctx) {
		if last = err; err == nil && r.Pairing.Game != n {
			t.Fatalf("game %d at place %d", r.Pairing.Game, n)
		}
		if n++; n == 5 {
			cancel()
		}
	}
	if !errors.Is(last, context.Canceled) || n >= 60_000 {
		t.Errorf("after cancel: %v, %d results", last, n)
	}
}

// closing counts agents that are open.
type closing struct {
	engine.Greedy
	open chan struct{}
}

func (c closing) Close() error { <-c.open; return nil }

func TestAgentsAreClosed(t *testing.T) {
	open := make(chan struct{}, 100)
	m := three(2)
	m.Players[1].New = func(*rand.Rand) engine.Agent { open <- struct{}{}; return closing{open: open} }
	collect(t, m)
	if len(open) != 0 {
		t.Errorf("%d agents still open", len(open))
	}
}
