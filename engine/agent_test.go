package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/outflank/outflank/engine"
)

// agent makes an agent of a function.
type agent func(ctx context.Context, b engine.Board) (engine.Square, error)

func (f agent) Choose(ctx context.Context, b engine.Board) (engine.Square, error) { return f(ctx, b) }

func first(_ context.Context, b engine.Board) (engine.Square, error) { return b.Moves().First(), nil }

// A counter is a source of random numbers that knows how many it gave.
type counter struct {
	rand.Source
	n int
}

func (c *counter) Uint64() uint64 { c.n++; return c.Source.Uint64() }

// checkUniform draws moves and fails when they do not look equally likely: the
// limits are the 99.9 % points of chi-square, with one degree of freedom less than
// there are moves. The seeds are fixed, so a failure is no bad luck.
func checkUniform(t *testing.T, b engine.Board, a engine.Agent) {
	t.Helper()
	limits := map[int]float64{3: 13.82, 4: 16.27, 5: 18.47, 6: 20.52}
	const draws = 20_000
	var count [64]float64
	for range draws {
		s, err := a.Choose(t.Context(), b)
		if err != nil || !b.Moves().Has(s) {
			t.Fatalf("chose %v, %v", s, err)
		}
		count[s]++
	}
	n, chi2 := b.Moves().Len(), 0.0
	for s := range b.Moves().All() {
		want := float64(draws) / float64(n)
		chi2 += (count[s] - want) * (count[s] - want) / want
	}
	limit, ok := limits[n]
	if !ok || chi2 > limit {
		t.Errorf("%d moves drawn %v times: chi-square %.1f, want at most %.1f", n, count, chi2, limit)
	}
}

// manyMoves are boards with 3, 4, 5 and 6 moves.
func manyMoves(t *testing.T) []engine.Board {
	var boards []engine.Board
	for _, text := range []string{"f5", "", "f5d6", "f5d6c3d3c4"} {
		p, err := game(t, engine.StandardStart(), text).End()
		if err != nil {
			t.Fatal(err)
		}
		boards = append(boards, p.Board)
	}
	return boards
}

func TestRandomIsUniform(t *testing.T) {
	for i, b := range manyMoves(t) {
		checkUniform(t, b, engine.Random{Rand: rand.New(rand.NewPCG(3, uint64(i)))})
	}
}

func TestRandomRepeats(t *testing.T) {
	play := func() string {
		r := engine.Random{Rand: rand.New(rand.NewPCG(4, 0))}
		g, err := engine.PlayOut(t.Context(), engine.Game{Start: engine.StandardStart()}, [2]engine.Agent{r, r})
		if err != nil {
			t.Fatal(err)
		}
		return g.String()
	}
	if a, b := play(), play(); a != b {
		t.Errorf("one seed, two games: %s and %s", a, b)
	}
}

func TestGreedy(t *testing.T) {
	for _, c := range []struct{ rank, want string }{
		{"XO-OOX--", "c1"}, // to both sides
		{"XO----OX", "c1"}, // of equals the lower square
		{"-OX-XOO-", "h1"}, // two discs against one
		{"-OOX-XO-", "a1"},
		{"XO-X-OOX", "e1"}, // the most, not the first
	} {
		text := c.rank + strings.Repeat("-", 64-len(c.rank)) + " X"
		if s, err := (engine.Greedy{}).Choose(t.Context(), position(t, text).Board); err != nil ||
			s.String() != c.want {
			t.Errorf("%s: %v %v, want %s", c.rank, s, err, c.want)
		}
	}
}

func TestNoMoveToChoose(t *testing.T) {
	b := position(t, strings.Repeat("X", 64)+" O").Board
	rng := rand.New(rand.NewPCG(5, 0))
	for _, a := range []engine.Agent{
		engine.Random{Rand: rng}, engine.Greedy{}, engine.Perturbed{Agent: engine.Greedy{}, Rand: rng},
		engine.Perturbed{Agent: engine.Greedy{}, P: 1, Rand: rng},
	} {
		if s, err := a.Choose(t.Context(), b); s != engine.None || !errors.Is(err, engine.ErrNoMove) {
			t.Errorf("%T without a move: %v %v", a, s, err)
		}
	}
}

// TestPerturbedRate: the inner agent, which always takes the first move, is
// replaced in a share P of the calls.
func TestPerturbedRate(t *testing.T) {
	const calls = 20_000
	for _, p := range []float64{0, 0.05, 0.5, 1} {
		asked := 0
		inner := agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
			asked++
			return first(ctx, b)
		})
		a := engine.Perturbed{Agent: inner, P: p, Rand: rand.New(rand.NewPCG(6, 0))}
		for range calls {
			if _, err := a.Choose(t.Context(), engine.Standard()); err != nil {
				t.Fatal(err)
			}
		}
		// 4 standard deviations of a binomial are 0.014 at most.
		if rate := 1 - float64(asked)/calls; rate < p-0.014 || rate > p+0.014 || p == 0 && asked != calls ||
			p == 1 && asked != 0 {
			t.Errorf("P = %v: %v of the moves were random", p, rate)
		}
	}
	for i, b := range manyMoves(t) {
		checkUniform(t, b, engine.Perturbed{Agent: engine.Greedy{}, P: 1,
			Rand: rand.New(rand.NewPCG(7, uint64(i)))})
		inner := agent(func(context.Context, engine.Board) (engine.Square, error) { return engine.None, nil })
		perturbed := engine.Perturbed{Agent: inner, P: 0.05, Rand: rand.New(rand.NewPCG(8, uint64(i)))}
		checkUniform(t, b, agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
			for { // only the random moves
				if s, err := perturbed.Choose(ctx, b); s != engine.None || err != nil {
					return s, err
				}
			}
		}))
	}
}

// TestPerturbedDrawsOneNumber: whatever the inner agent, the board and the outcome.
func TestPerturbedDrawsOneNumber(t *testing.T) {
	failing := agent(func(context.Context, engine.Board) (engine.Square, error) {
		return engine.None, errors.New("no")
	})
	for _, inner := range []engine.Agent{engine.Greedy{}, agent(first), failing,
		engine.Random{Rand: rand.New(rand.NewPCG(9, 0))}} {
		for _, b := range manyMoves(t) {
			source := &counter{Source: rand.NewPCG(10, 0)}
			a := engine.Perturbed{Agent: inner, P: 0.5, Rand: rand.New(source)}
			for range 1000 {
				a.Choose(t.Context(), b)
			}
			if source.n != 1000 {
				t.Errorf("%T, %d moves: %d numbers drawn in 1000 calls", inner, b.Moves().Len(), source.n)
			}
		}
	}
}

func TestPlayOut(t *testing.T) {
	var saw []engine.Color
	watch := func(c engine.Color) engine.Agent {
		return agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
			if b.Moves() == 0 {
				t.Errorf("%v is asked for a move where there is none", c)
			}
			saw = append(saw, c)
			return engine.Greedy{}.Choose(ctx, b)
		})
	}
	for _, name := range kinds {
		saw = nil
		begun := engine.Game{Start: start(t, shape(t, name))}
		begun.Moves = append(make([]engine.Square, 0, 10), begun.Start.Board.Moves().First())
		g, err := engine.PlayOut(t.Context(), begun,
			[2]engine.Agent{engine.Black: watch(engine.Black), engine.White: watch(engine.White)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		end, err := g.End()
		if err != nil || !end.Board.Over() || g.Start != begun.Start || g.Moves[0] != begun.Moves[0] {
			t.Errorf("%s: %v ends in %v, %v", name, g, end, err)
		}
		if begun.Moves = begun.Moves[:2]; begun.Moves[1] != 0 {
			t.Errorf("%s: the game given was appended to", name)
		}
		for ply := range g.Plies() {
			if ply.Index > 0 && ply.Position.Color != saw[ply.Index-1] {
				t.Errorf("%s: ply %d is %v's, but %v was asked", name, ply.Index, ply.Position.Color, saw[ply.Index-1])
			}
		}
	}
}

func TestPlayOutOver(t *testing.T) {
	g := game(t, engine.StandardStart(), wipeOut)
	never := agent(func(context.Context, engine.Board) (engine.Square, error) {
		t.Error("asked for a move when the game was over")
		return engine.None, nil
	})
	if got, err := engine.PlayOut(t.Context(), g, [2]engine.Agent{never, never}); err != nil ||
		got.String() != wipeOut {
		t.Errorf("%v %v", got, err)
	}
	g.Moves = append(g.Moves, 0)
	got, err := engine.PlayOut(t.Context(), g, [2]engine.Agent{never, never})
	if _, ok := errors.AsType[*engine.IllegalMoveError](err); !ok || got.String() != wipeOut+"a1" {
		t.Errorf("an illegal opening: %v %v", got, err)
	}
	if _, ok := errors.AsType[*engine.ForfeitError](err); ok {
		t.Errorf("an illegal opening is nobody's forfeit: %v", err)
	}
}

func TestForfeits(t *testing.T) {
	broken := errors.New("out of order")
	for _, c := range []struct {
		answer engine.Square
		err    error
		want   string
	}{
		{engine.None, broken, "white forfeits: out of order"},
		{0, nil, "white forfeits: engine: move 2: a1 by white is illegal: it outflanks nothing (legal: c3 e3 c5)"},
		{engine.None, nil, "white forfeits: engine: move 2: -- by white is illegal: no square has number 64 (legal: c3 e3 c5)"},
		{99, nil, "white forfeits: engine: move 2: -- by white is illegal: no square has number 99 (legal: c3 e3 c5)"},
	} {
		bad := agent(func(context.Context, engine.Board) (engine.Square, error) { return c.answer, c.err })
		g, err := engine.PlayOut(t.Context(), engine.Game{Start: engine.StandardStart()},
			[2]engine.Agent{engine.Black: agent(first), engine.White: bad})
		forfeit, ok := errors.AsType[*engine.ForfeitError](err)
		if !ok || forfeit.Color != engine.White || err.Error() != c.want || g.String() != "d3" {
			t.Errorf("%v %v, want %s", g, err, c.want)
		}
		_, illegal := errors.AsType[*engine.IllegalMoveError](err)
		if errors.Is(err, broken) != (c.err != nil) || illegal != (c.err == nil) {
			t.Errorf("%v wraps the wrong error", err)
		}
	}
}

// TestPlayOutStops: when the context ends, the agent's answer no longer counts, and
// that is nobody's forfeit.
func TestPlayOutStops(t *testing.T) {
	for name, answer := range map[string]func(context.Context, engine.Board) (engine.Square, error){
		"move":  first,
		"error": func(ctx context.Context, _ engine.Board) (engine.Square, error) { return engine.None, ctx.Err() },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		asked := 0
		a := agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
			if asked++; asked == 11 {
				cancel()
				return answer(ctx, b)
			}
			return first(ctx, b)
		})
		g, err := engine.PlayOut(ctx, engine.Game{Start: engine.StandardStart()}, [2]engine.Agent{a, a})
		if err != context.Canceled || asked != 11 || len(g.Moves) != 10 {
			t.Errorf("%s: %d moves after %d questions, %v", name, len(g.Moves), asked, err)
		}
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		slow := agent(func(ctx context.Context, b engine.Board) (engine.Square, error) {
			select {
			case <-ctx.Done():
				return engine.None, ctx.Err()
			case <-time.After(25 * time.Minute):
				return b.Moves().First(), nil
			}
		})
		begin := time.Now()
		g, err := engine.PlayOut(ctx, engine.Game{Start: engine.StandardStart()}, [2]engine.Agent{slow, slow})
		if err != context.DeadlineExceeded || len(g.Moves) != 2 || time.Since(begin) != time.Hour {
			t.Errorf("%v after %v: %v", g, time.Since(begin), err)
		}
	})
}
