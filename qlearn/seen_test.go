package qlearn

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
)

// parsed returns games from one start.
func parsed(t testing.TB, from engine.Position, texts ...string) (list []engine.Game) {
	t.Helper()
	for _, text := range texts {
		g, err := engine.ParseGame(from, text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, g)
	}
	return list
}

// TestRestrictedByHand has two games of black on four rows, c1 c3 c5 c7 and c1 c5 c3 c7,
// and learns the first of them, r = 1. After c1 games have c3 and c5, after c1 c3 only c5:
// c7 is worth 3/4 and 7/8 there, but nobody ever played it. c5 after c1 is 1/4.
// With α = 1/2, last first:
//
//	      q, λ = 0            λ = 1                        expected-sarsa, ε = 1/2, λ = 0
//	c7    1         Q = 1/2   1           Q = 1/2          1         Q = 1/2
//	c5    only c7   Q = 1/4   1           Q = 1/2          1/2       Q = 1/4
//	c3    V of c5   Q = 1/8   c5 is best: 1, Q = 1/2       1/4       Q = 1/8
//	c1    c5: 1/4   Q = 1/8   c3 is best: 1, Q = 1/2       1/2·1/4 + 1/2·(1/8+1/4)/2 = 7/32
//
// Without the restriction the maximum is 7/8 for c3 and 3/4 for c1, and cuts the return.
// Double Q takes the best of A and its value of B: B says 0 of c5 after c1 c3 and 1/2 of
// c5 after c1, which A likes better than c3.
func TestRestrictedByHand(t *testing.T) {
	from := rows("XO-", "XO-", "XO-", "XO-")
	seen := NewSeen(parsed(t, from, "c1c3c5c7", "c1c5c3c7"), false)
	for _, c := range []struct {
		rule       Rule
		lambda     float64
		restricted bool
		c1, c3, c5 float64
	}{
		{Q, 0, true, 1.0 / 8, 1.0 / 8, 1.0 / 4},
		{Q, 0, false, 3.0 / 8, 7.0 / 16, 1.0 / 4},
		{Q, 1, true, 1.0 / 2, 1.0 / 2, 1.0 / 2},
		{Q, 1, false, 3.0 / 8, 7.0 / 16, 1.0 / 2},
		{ExpectedSarsa, 0, true, 7.0 / 64, 1.0 / 8, 1.0 / 4},
		{DoubleQ, 0, true, 1.0 / 4, 0, 0},
	} {
		l := newLab(t, from, Config{Rule: c.rule, Lambda: c.lambda, Restricted: c.restricted})
		l.epsilon = 0.5
		if d, ok := l.q.(*double); ok {
			d.learns = 1
			l.set("c1c5", 0.5)
			d.learns = 0
		}
		l.set("c1c7", 3.0/4)
		l.set("c1c3c7", 7.0/8)
		l.set("c1c5", 1.0/4)
		turns, _ := l.turns("c1c3c5c7")
		for i := range turns {
			if u := &turns[i]; c.restricted {
				u.seen = seen.among(u.board, u.board.Moves(), u.played)
			}
		}
		if err := l.learn(turns, [2]float64{1, -1}); err != nil {
			t.Fatal(err)
		}
		l.check(fmt.Sprintf("%v, λ %v, restricted %v", c.rule, c.lambda, c.restricted), map[string]float64{
			"c1": c.c1, "c1c3": c.c3, "c1c3c5": c.c5, "c1c3c5c7": 1.0 / 2, "c1c7": 3.0 / 4, "c1c3c7": 7.0 / 8,
		})
	}
}

// TestRestrictedOnSingleBoards: where games have one move from every board, the restricted
// maximum is what was played, so that q and expected-sarsa learn what sarsa learns, to the bit.
func TestRestrictedOnSingleBoards(t *testing.T) {
	list := randomGames(t, engine.StandardStart(), 40)
	for i, g := range list { // from the middle of the game on, where they differ
		p, err := engine.Game{Start: g.Start, Moves: g.Moves[:20]}.End()
		if err != nil {
			t.Fatal(err)
		}
		list[i] = engine.Game{Start: p, Moves: g.Moves[20:]}
	}
	for _, winners := range []bool{false, true} {
		source := transcripts(t, list, winners, 3)
		if n := len(source.Seen.several); n != 0 {
			t.Fatalf("%d boards have several moves", n)
		}
		for _, c := range []struct {
			lambda float64
			steps  int
		}{{0, 0}, {0.5, 0}, {1, 0}, {0, 2}} {
			learned := func(rule Rule, restricted bool) []float64 {
				cfg := Config{Rule: rule, Lambda: c.lambda, Steps: c.steps, Restricted: restricted, Gamma: 0.9,
					Squash: Tanh, Alpha: 0.2, Temperature: 1, Games: 80, Actors: 2, Batch: 5}
				cfg.Normalise = true
				tr := trainer(t, randomModel(t, "squares+edge"), cfg, source)
				train(t, tr)
				return tr.Learned().Model.Weights
			}
			want := learned(Sarsa, false)
			for _, rule := range []Rule{Q, ExpectedSarsa} {
				if !slices.Equal(learned(rule, true), want) {
					t.Errorf("%v, %+v, winners %v: not the weights of sarsa", rule, c, winners)
				}
				if onlyReturn := rule == ExpectedSarsa && c.lambda == 1; !onlyReturn &&
					slices.Equal(learned(rule, false), want) {
					t.Errorf("%v, %+v, winners %v: the weights of sarsa without restriction", rule, c, winners)
				}
			}
		}
	}
}

// TestSeen compares with all moves of all boards of the games and of their eight images.
func TestSeen(t *testing.T) {
	for _, shape := range []string{"4x4", "6x6", "8x8", "8x8-a1", "hex"} {
		for _, winners := range []bool{false, true} {
			list := append(randomGames(t, start(t, shape), 60), engine.Game{Start: start(t, shape)})
			have := map[engine.Board]engine.Set{}
			for i, g := range list[:60] {
				g = g.Transform(engine.Symmetry(3 * (i & 1))) // half a turn is one of every lattice
				list[i] = g
				lost, err := losers(g)
				if err != nil {
					t.Fatal(err)
				}
				for ply := range g.Plies() {
					if winners && lost[ply.Position.Color] {
						continue
					}
					b := ply.Position.Board
					for y := range engine.Symmetry(engine.Symmetries) {
						if b.Shape.Lattice.Keeps(y) {
							have[b.Transform(y)] |= b.Shape.Image(y, ply.Move.Set())
						}
					}
				}
			}
			seen, several := NewSeen(list, winners), 0
			for b, want := range have {
				got := seen.Moves(b)
				if got != 0 {
					several++
				}
				if got&^want != 0 || got.Len() == 1 {
					t.Fatalf("%s, winners %v: %v, want some of %v on\n%v", shape, winners, got, want, b)
				}
				if got != want && !(got == 0 && want.Len() == 1) && !symmetric(b) {
					t.Fatalf("%s, winners %v: %v, want %v on\n%v", shape, winners, got, want, b)
				}
			}
			if several < 10 || len(seen.several) == 0 {
				t.Errorf("%s, winners %v: several moves on %d boards only", shape, winners, several)
			}
		}
	}
}

// symmetric tells whether a board is one of its own images, whose moves then are several
// for one.
func symmetric(b engine.Board) bool {
	for y := engine.Symmetry(1); y < engine.Symmetries; y++ {
		if b.Shape.Lattice.Keeps(y) && b.Transform(y) == b {
			return true
		}
	}
	return false
}

// TestSeenStartsAnywhere: the same board counts at whatever ply games reach it, and what
// follows an illegal move does not count.
func TestSeenStartsAnywhere(t *testing.T) {
	from := rows("XO-", "XO-", "XO-", "XO-")
	later := from
	later.Board = from.Board.Play(c1).Pass()
	games := append(parsed(t, from, "c1c3c5c7"), engine.Game{Start: later, Moves: []engine.Square{c5, c5, c3}})
	seen := NewSeen(games, false)
	if got, want := seen.Moves(later.Board), engine.SetOf(c3, c5); got != want || len(seen.several) != 1 {
		t.Errorf("%v on %d boards, want %v on one", got, len(seen.several), want)
	}
}

// TestAmong: the move that was played counts whatever the games say.
func TestAmong(t *testing.T) {
	from := rows("XO-", "XO-", "XO-", "XO-")
	after := from.Board.Play(c1).Pass()
	seen := NewSeen(parsed(t, from, "c1c3c5c7", "c1c5c3c7"), false)
	for played, want := range []uint64{0b011, 0b011, 0b111} {
		if got := seen.among(after, after.Moves(), played); got != want {
			t.Errorf("move %d: %b, want %b", played, got, want)
		}
	}
	if got := seen.among(from.Board, from.Board.Moves(), 2); got != 0b0100 {
		t.Errorf("a board with one move: %b", got)
	}
}

// TestRestrictedNeedsSeen: a source that says nothing of other games is an error, no guess.
func TestRestrictedNeedsSeen(t *testing.T) {
	cfg := self
	cfg.Rule, cfg.Restricted = Q, true
	tr := trainer(t, model(t, "squares"), cfg, games{recorded(t, rows("XO-", "XO-"), "c1c3")})
	for _, err := range tr.Train(t.Context()) {
		if !errors.Is(err, errUnseen) {
			t.Error(err)
		}
	}
}
