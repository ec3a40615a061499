package qlearn

import (
	"fmt"
	"math"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestRulesByHand learns c1 c3 c5 on three rows on which only black can move; black
// wins, r = 1. All Q are 0 but that of c5 after c1, which is not played and is 3/4.
// With α = 1/2, last move first:
//
//	c5  target 1 by every rule, Q = 1/2
//	c3  V = 1/2, the value of the only move; the return behind it is 1, so that the
//	    target is γ((1−λ)/2 + λ)
//	c1  V by the rule from Q(c3), which has just been learned, and 3/4; the return is
//	    the target of c3, but q cuts it, as the best move was not played
//
// For c1 expected-sarsa with ε = 1/2 has V = 1/2·3/4 + 1/2·(Q(c3)+3/4)/2.
func TestRulesByHand(t *testing.T) {
	for _, c := range []struct {
		rule          Rule
		lambda, gamma float64
		c1, c3        float64
	}{
		{Q, 0, 1, 3.0 / 8, 1.0 / 4},
		{Q, 0.5, 1, 3.0 / 8, 3.0 / 8},
		{Q, 1, 1, 3.0 / 8, 1.0 / 2},
		{Q, 0, 0.5, 3.0 / 16, 1.0 / 8},
		{Sarsa, 0, 1, 1.0 / 8, 1.0 / 4},
		{Sarsa, 0.5, 1, 9.0 / 32, 3.0 / 8}, // (3/8 + 3/4)/2 = 9/16
		{Sarsa, 1, 1, 1.0 / 2, 1.0 / 2},
		{Sarsa, 0, 0.5, 1.0 / 32, 1.0 / 8},
		{Sarsa, 1, 0.5, 1.0 / 8, 1.0 / 4},
		{ExpectedSarsa, 0, 1, 5.0 / 16, 1.0 / 4},     // 3/8 + 1/2·1/2 = 5/8
		{ExpectedSarsa, 0.5, 1, 45.0 / 128, 3.0 / 8}, // V = 3/8 + 9/32 = 21/32, (21/32 + 3/4)/2 = 45/64
		{ExpectedSarsa, 1, 1, 1.0 / 2, 1.0 / 2},
		{TD, 0, 1, 1.0 / 8, 1.0 / 4},
		{TD, 0.5, 1, 9.0 / 32, 3.0 / 8},
		{TD, 1, 1, 1.0 / 2, 1.0 / 2},
		{MonteCarlo, 0, 1, 1.0 / 2, 1.0 / 2},
		{MonteCarlo, 0.5, 1, 1.0 / 2, 1.0 / 2},
		{MonteCarlo, 0, 0.5, 1.0 / 8, 1.0 / 4},
	} {
		l := newLab(t, rows("XO-", "XO-", "XO-"), Config{Rule: c.rule, Lambda: c.lambda, Gamma: c.gamma})
		l.set("c1c5", 0.75)
		l.epsilon = 0.5
		l.play("c1c3c5")
		l.check(fmt.Sprintf("%v, λ %v, γ %v", c.rule, c.lambda, c.gamma), map[string]float64{
			"c1": c.c1, "c1c3": c.c3, "c1c3c5": 0.5, "c1c5": 0.75, "c3": 0,
		})
	}
}

// TestDoubleQByHand has two sets of weights, A and B. After c1, A gives c3 1/4 and c5 3/4,
// B gives c5 −3/8; all else is 0. α = 1/2, and the game c1 c3 c5 is played twice:
//
//	      A learns                              B learns
//	c5    target 1, A = 1/2                     target 1, B = 1/2
//	c3    the only move, of which B says 0:     the only move, of which A says 1/2:
//	      A = 1/8                               B = 1/4
//	c1    A likes c5 best, B says −3/8:         B likes c3 best, A says 1/8:
//	      A = −3/16                             B = 1/16
func TestDoubleQByHand(t *testing.T) {
	l := newLab(t, rows("XO-", "XO-", "XO-"), Config{Rule: DoubleQ})
	d := l.q.(*double)
	l.set("c1c3", 0.25)
	l.set("c1c5", 0.75)
	d.learns = 1
	l.set("c1c5", -0.375)
	for i := range 2 {
		d.learns = i
		l.play("c1c3c5")
	}
	for i, want := range []map[string]float64{
		{"c1": -3.0 / 16, "c1c3": 1.0 / 8, "c1c3c5": 0.5, "c1c5": 0.75},
		{"c1": 1.0 / 16, "c1c3": 1.0 / 4, "c1c3c5": 0.5, "c1c5": -0.375},
	} {
		d.learns = i
		l.check(fmt.Sprint("set ", i), want)
	}
	d.Begin()
	turn := d.Turn(l.from.Board, l.from.Board.Moves())
	if got := float64(d.Values(turn)[0]); !near(got, -1.0/16) {
		t.Errorf("plays by Q = %v, want the mean -1/16", got)
	}
	if got := d.Model().Linear().Q(l.from.Board, c1); !near(got, -1.0/16) {
		t.Errorf("Q of the model = %v, want the mean -1/16", got)
	}
}

// TestDoubleQLearnsBoth: chance has both sets learn, also where the colour changes with
// each game.
func TestDoubleQLearnsBoth(t *testing.T) {
	cfg := self
	cfg.Rule, cfg.Games = DoubleQ, 100
	var count [2][2]int
	gamesOf(t, model(t, "squares"), cfg, Against{Opponent: greedy, Epsilon: -1}, func(n int, a *actor) {
		count[a.q.(*double).learns][n&1]++
	})
	for i, of := range count {
		if of[0] < 13 || of[1] < 13 { // of 50 each half, ± 3 deviations
			t.Errorf("set %d learns from %v games of black and white", i, of)
		}
	}
}

// TestAfterStates is TD on a game in which the players change, and black moves twice in
// a row at the end, as white has to pass: c1 (black), c7 (white), c3, c5 (black). Black
// wins. The value of the next board changes its sign where the players change, and
// only there. α = 1/2, last first:
//
//	      λ = 0                  λ = 1    λ = γ = 1/2
//	c5    1        Q = 1/2       1/2      1                             Q = 1/2
//	c3    1/2      Q = 1/4       1/2      (1/2 + 1)/2·γ = 3/8           Q = 3/16
//	c7    −1/4     Q = −1/8      −1/2     −(3/16 + 3/8)/2·γ = −9/64     Q = −9/128
//	c1    1/8      Q = 1/16      1/2      (9/128 + 9/64)/2·γ = 27/512   Q = 27/1024
func TestAfterStates(t *testing.T) {
	for _, c := range []struct {
		lambda, gamma  float64
		c1, c7, c3, c5 float64
	}{
		{0, 1, 1.0 / 16, -1.0 / 8, 1.0 / 4, 1.0 / 2},
		{1, 1, 1.0 / 2, -1.0 / 2, 1.0 / 2, 1.0 / 2},
		{0.5, 0.5, 27.0 / 1024, -9.0 / 128, 3.0 / 16, 1.0 / 2},
	} {
		l := newLab(t, rows("XO-", "XO-", "XO-", "OX-"), Config{Rule: TD, Lambda: c.lambda, Gamma: c.gamma})
		l.play("c1c7c3c5")
		l.check(fmt.Sprintf("λ %v, γ %v", c.lambda, c.gamma), map[string]float64{
			"c1": c.c1, "c1c7": c.c7, "c1c7c3": c.c3, "c1c7c3c5": c.c5,
		})
	}
}

// TestTurnsOfOnePlayer learns the same game by a rule that looks from turn to turn of
// each player: white's only turn takes the reward −1, and black's values are as if
// white had not been there.
func TestTurnsOfOnePlayer(t *testing.T) {
	for _, rule := range []Rule{Q, Sarsa, ExpectedSarsa} {
		l := newLab(t, rows("XO-", "XO-", "XO-", "OX-"), Config{Rule: rule})
		l.play("c1c7c3c5")
		l.check(rule.String(), map[string]float64{"c1": 1.0 / 8, "c1c7": -1.0 / 2, "c1c7c3": 1.0 / 4,
			"c1c7c3c5": 1.0 / 2})
	}
}

// TestWatkinsCut: of four moves of black c5 is not the best, as c7 is worth 3/4. The
// return from there on does not reach the moves before, whatever λ is. λ = 1, α = 1/2:
//
//	c7  target 1                                           Q = 1/2
//	c5  c7 is the only move: target 1                      Q = 1/2
//	c3  c5 has 1/2 and c7 3/4: cut, target 3/4             Q = 3/8
//	c1  c3 is the best with 3/8: the return, target 3/4    Q = 3/8
//
// With λ = 1/2 c5 has target 1/2·1/2 + 1/2·1 = 3/4 and Q = 3/8, c3 is as before, and c1
// has target 1/2·3/8 + 1/2·3/4 = 9/16.
func TestWatkinsCut(t *testing.T) {
	for lambda, want := range map[float64]map[string]float64{
		1:   {"c1": 3.0 / 8, "c1c3": 3.0 / 8, "c1c3c5": 1.0 / 2, "c1c3c5c7": 1.0 / 2},
		0.5: {"c1": 9.0 / 32, "c1c3": 3.0 / 8, "c1c3c5": 3.0 / 8, "c1c3c5c7": 1.0 / 2},
	} {
		l := newLab(t, rows("XO-", "XO-", "XO-", "XO-"), Config{Rule: Q, Lambda: lambda})
		l.set("c1c3c7", 0.75)
		l.play("c1c3c5c7")
		l.check(fmt.Sprint("λ ", lambda), want)
	}
}

// TestChanceCutsTD: where the move was random, the best move says what the board before is
// worth, and the return is cut; with sarsa it is not. As in TestWatkinsCut, with λ = 1.
func TestChanceCutsTD(t *testing.T) {
	for _, c := range []struct {
		rule Rule
		c1   float64
	}{{TD, 3.0 / 8}, {Sarsa, 1.0 / 2}, {MonteCarlo, 1.0 / 2}} {
		l := newLab(t, rows("XO-", "XO-", "XO-", "XO-"), Config{Rule: c.rule, Lambda: 1})
		l.set("c1c3c7", 0.75)
		l.play("c1c3c5?c7")
		l.check(c.rule.String(), map[string]float64{"c1": c.c1, "c1c3": c.c1, "c1c3c5": 0.5})
	}
}

// TestChanceOfTheOpponent: white has c3 and c5, of which a random choice takes c3, and c5 is worth
// 3/4 to it. The board after c1 is worth −3/4 to black, though the game was drawn.
func TestChanceOfTheOpponent(t *testing.T) {
	for text, want := range map[string]float64{"c1c3?c7c5": -3.0 / 8, "c1c3c7c5": 0} {
		l := newLab(t, rows("XO-", "OX-", "OX-", "XO-"), Config{Rule: TD, Lambda: 1})
		l.set("c1c5", 0.75)
		l.play(text)
		l.check(text, map[string]float64{"c1": want, "c1c3": 0})
	}
}

// TestStepsByHand has n-step returns on four moves of black, of which Q of c7 after c1
// c3 is 3/4. With n = 2, α = 1/2, by turns to come:
//
//	c7  0  target 1                                       Q = 1/2
//	c5  1  the end is nearer than n: γ                    Q = γ/2
//	c3  2  γ² V of the last turn: γ²/2                    Q = γ²/4
//	c1  3  γ² V of c5's turn, γ²·3/4 or, sarsa, γ³/2      Q = 3γ²/8 or γ³/4
//
// n = 1 is λ = 0: c5 has V = 1/2, c3 3/4 or γ/4, c1 that of c3. With n = 3 c3 sees the end,
// and c1 V = 1/2 of the last turn; with n = 9 all see the end.
func TestStepsByHand(t *testing.T) {
	for _, gamma := range []float64{1, 0.5} {
		g2, g3 := gamma*gamma, gamma*gamma*gamma
		for _, c := range []struct {
			rule       Rule
			n          int
			c1, c3, c5 float64
		}{
			{Q, 1, 3 * g2 / 16, 3 * gamma / 8, gamma / 4},
			{Sarsa, 1, g3 / 16, g2 / 8, gamma / 4},
			{Q, 2, 3 * g2 / 8, g2 / 4, gamma / 2},
			{Sarsa, 2, g3 / 4, g2 / 4, gamma / 2},
			{Q, 3, g3 / 4, g2 / 2, gamma / 2},
			{Sarsa, 9, g3 / 2, g2 / 2, gamma / 2},
		} {
			l := newLab(t, rows("XO-", "XO-", "XO-", "XO-"), Config{Rule: c.rule, Steps: c.n, Gamma: gamma})
			l.set("c1c3c7", 0.75)
			l.play("c1c3c5c7")
			l.check(fmt.Sprintf("%v, n %d, γ %v", c.rule, c.n, gamma), map[string]float64{
				"c1": c.c1, "c1c3": c.c3, "c1c3c5": c.c5, "c1c3c5c7": 0.5,
			})
		}
	}
}

// TestExpected: with Q of 1, −1, 0 and 4 the best has 4 and the mean is 1; squashed they
// are tanh of these.
func TestExpected(t *testing.T) {
	values := []float32{1, -1, 0, 4}
	for _, c := range []struct {
		epsilon float64
		squash  Squash
		want    float64
	}{{0, None, 4}, {1, None, 1}, {0.25, None, 3.25}, {0, Tanh, math.Tanh(4)}, {1, Tanh, math.Tanh(4) / 4}} {
		if got := expected(values, c.epsilon, c.squash); !near(got, c.want) {
			t.Errorf("ε %v, %v: %v, want %v", c.epsilon, c.squash, got, c.want)
		}
	}
}

// TestSoftmax: differences of ln 2 at temperature 1 double the odds, at temperature 1/2
// they make them four times as high; huge values do not overflow.
func TestSoftmax(t *testing.T) {
	ln2 := float32(math.Ln2)
	for _, c := range []struct {
		values      []float32
		temperature float64
		want        []float64
	}{
		{[]float32{0, ln2, 2 * ln2}, 1, []float64{1.0 / 7, 2.0 / 7, 4.0 / 7}},
		{[]float32{0, ln2, 2 * ln2}, 0.5, []float64{1.0 / 21, 4.0 / 21, 16.0 / 21}},
		{[]float32{3e38, 3e38, -3e38}, 1e-3, []float64{0.5, 0.5, 0}},
		{[]float32{-7}, 0.1, []float64{1}},
	} {
		got := softmax([]float64{9, 9, 9, 9}, c.values, None, c.temperature)
		if len(got) != len(c.want) {
			t.Fatalf("%v", got)
		}
		for i := range got {
			if !near(got[i], c.want[i]) {
				t.Errorf("%v at temperature %v: %v, want %v", c.values, c.temperature, got, c.want)
				break
			}
		}
	}
	if got := softmax(nil, []float32{9, -9}, Tanh, 1); !near(got[0]/got[1], math.Exp(2)) {
		t.Errorf("squashed values of 1 and -1: %v, want odds of e²", got)
	}
}

func TestArgmaxIsTheFirst(t *testing.T) {
	minus := float32(math.Copysign(0, -1)) // equals 0
	for _, c := range []struct {
		values []float32
		want   int
	}{{[]float32{0}, 0}, {[]float32{-2, -1, -1, -3}, 1}, {[]float32{5, 5}, 0}, {[]float32{0, 1, 2}, 2},
		{[]float32{-1, minus, 0}, 1}, {[]float32{-1e9, -1e-9, -1}, 1}, {[]float32{-1, 1e-9, 1e9}, 2}} {
		if got := argmax(c.values); got != c.want {
			t.Errorf("%v: %d, want %d", c.values, got, c.want)
		}
	}
}

// TestPassesOfBothSides takes games of the 4×4 board in which each side passes. By
// sarsa, from Q = 0 and with α = 1/2, Q of a turn with k later turns of its player is
// r/2^(k+1): the opponent's turns and its passes count for nothing. By td it is the
// same with the later turns of both, and changes sign with the player.
func TestPassesOfBothSides(t *testing.T) {
	from := start(t, "4x4")
	found := 0
	for _, g := range randomGames(t, from, 100) {
		if !bothPass(g) {
			continue
		}
		found++
		for _, rule := range []Rule{Sarsa, TD} {
			l := newLab(t, from, Config{Rule: rule})
			turns, score := l.turns(g.String())
			l.play(g.String())
			left := [2]int{}
			for i := len(turns) - 1; i >= 0; i-- {
				u, r := turns[i], Win.Of(score)
				if u.color == engine.White {
					r = -r
				}
				k := left[u.color]
				if left[u.color]++; rule == TD {
					k = len(turns) - 1 - i
				}
				if got, want := qOf(l.q, u.board, u.board.Moves().Nth(u.played)), r/float64(int(2)<<k); !near(got, want) {
					t.Errorf("%v, %v: move %d: Q = %v, want %v", rule, g, i+1, got, want)
				}
			}
		}
	}
	if found < 3 {
		t.Errorf("only %d games in which both sides pass", found)
	}
}

func bothPass(g engine.Game) bool {
	var passes [2]bool
	for ply := range g.Plies() {
		if ply.Passed {
			passes[ply.Position.Color.Opponent()] = true
		}
	}
	return passes[0] && passes[1]
}
