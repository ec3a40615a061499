package qlearn

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// Rows are boards of separate rows, ranks 1, 3, 5 and 7 of files a to c, on which
// little can happen: a row "XO-" gives black one move, and white never has one, so
// after every move of black white passes.
func rows(texts ...string) engine.Position {
	var p engine.Position
	for i, text := range texts {
		for file, c := range text {
			s := engine.At(file, 2*i).Set()
			p.Board.Shape.Field |= s
			switch c {
			case 'X':
				p.Board.Mine |= s
			case 'O':
				p.Board.Theirs |= s
			}
		}
	}
	return p
}

// played returns an episode of both sides.
func played(t testing.TB, from engine.Position, moves string) Episode {
	t.Helper()
	g, err := engine.ParseGame(from, moves)
	if err != nil {
		t.Fatal(err)
	}
	return Episode{Game: g, Learn: Sides{true, true}}
}

// tableFor numbers the boards of a game and gives every board weight 0.
func tableFor(from engine.Position) (*eval.Model, table) {
	f := table{}
	f.addAll(from.Board)
	return eval.NewModel(f), f
}

// TestOneGameByHand learns a game of two moves of black with one feature, discs,
// where φ = (mine − theirs)/16 as white, which has to pass, sees the board:
//
//	start    X O -   X O -
//	c1       X X X   X O -   φ = (1−4)/16 = −3/16   Q(start,c1) = Q(start,c3) = 3w/16
//	c3       X X X   X X X   φ = −6/16              Q(after c1,c3) = 6w/16
//
// Black wins, r = 1. With α = 1/2 and w = 0 at first, the last move is learnt first:
//
//	c3   δ = 1 − 0 = 1                          w = 1/2·1·6/16             = 3/16
//	c1   V = 6/16·3/16 = 18/256, newly computed
//	     δ = γ·18/256 − 3/16·3/16               w = 3/16 + 1/2·δ·3/16
//
// so that with γ = 1 δ = 9/256 and w = 3/16 + 27/8192, and with γ = 1/2 δ = 0.
// Stale values would give V = 0 and δ = −9/256 or, stale in both places, 0.
func TestOneGameByHand(t *testing.T) {
	game := played(t, rows("XO-", "XO-"), "c1c3")
	for _, c := range []struct{ gamma, delta, w float64 }{
		{1, 9.0 / 256, 3.0/16 + 27.0/8192},
		{0.5, 0, 3.0 / 16},
	} {
		for _, target := range []Target{MaxQ, Sarsa} { // there is one move to choose from
			m := model(t, "discs")
			st, err := trainer(t, m, Config{Alpha: 0.5, Gamma: c.gamma, Target: target, Temperature: 1}).Learn(game, 0.5)
			if err != nil || m.Weights[0] != c.w {
				t.Errorf("γ %v, %v: w = %v, want %v (%v)", c.gamma, target, m.Weights[0], c.w, err)
			}
			if want := math.Sqrt((1 + c.delta*c.delta) / 2); st.Error != want || st.Updates != 2 || st.Best != 2 || st.Alpha != 0.5 || !math.IsNaN(st.Result) {
				t.Errorf("γ %v, %v: %+v, want error %v", c.gamma, target, st, want)
			}
		}
	}
}

// TestActionByHand learns one move with a weight for the action. r = 1, φ = −3/16,
// class of c1 is 2; both weights move along their part of the gradient.
func TestActionByHand(t *testing.T) {
	m := model(t, "discs")
	m.Actions = make([]float64, len(eval.Classes))
	if _, err := trainer(t, m, Default).Learn(played(t, rows("XO-"), "c1"), 0.25); err != nil {
		t.Fatal(err)
	}
	want := []float64{0, 0, 0.25, 0, 0, 0, 0, 0, 0, 0}
	if m.Weights[0] != 0.25*3/16 || !slices.Equal(m.Actions, want) {
		t.Errorf("weight %v, actions %v", m.Weights, m.Actions)
	}
}

// TestTargets learns c1 c3 c5 on three rows with a table, α = 1/2, when Q of c5
// after c1, which is not played, is 0.8 already. Last first:
//
//	            max                  sarsa            montecarlo
//	c5     1/2·(1−0)   = 0.5         0.5              0.5
//	c3     1/2·(γ·0.5) = 0.25 γ      0.25 γ           0.5 γ
//	c1     1/2·(γ·0.8) = 0.4 γ       0.125 γ²         0.5 γ²
func TestTargets(t *testing.T) {
	from := rows("XO-", "XO-", "XO-")
	squares, _ := engine.ParseMoves("c1c3c5")
	c1, c3, c5 := squares[0], squares[1], squares[2]
	afterC1 := from.Board.Play(c1).Pass()
	for _, c := range []struct {
		target        Target
		gamma         float64
		first, second float64 // Q of c1 and c3
	}{
		{MaxQ, 1, 0.4, 0.25}, {Sarsa, 1, 0.125, 0.25}, {MonteCarlo, 1, 0.5, 0.5},
		{MaxQ, 0.5, 0.2, 0.125}, {Sarsa, 0.5, 0.03125, 0.125}, {MonteCarlo, 0.5, 0.125, 0.25},
	} {
		m, f := tableFor(from)
		m.Weights[f[afterC1.Play(c5)]] = -0.8
		st, err := trainer(t, m, Config{Alpha: 0.5, Gamma: c.gamma, Target: c.target, Temperature: 1}).Learn(played(t, from, "c1c3c5"), 0.5)
		if err != nil {
			t.Fatal(err)
		}
		q := m.Linear()
		got := []float64{q.Q(from.Board, c1), q.Q(afterC1, c3), q.Q(afterC1.Play(c3).Pass(), c5), q.Q(afterC1, c5)}
		if want := []float64{c.first, c.second, 0.5, 0.8}; !slices.Equal(got, want) {
			t.Errorf("%v, γ %v: Q = %v, want %v", c.target, c.gamma, got, want)
		}
		if st.Best != 2 { // c5 and c1, but not c3, which was below the 0.8
			t.Errorf("%v: %d best moves", c.target, st.Best)
		}
	}
}

// TestNextStateOfTheSamePlayer takes a game in which each side passes once. What
// a side learns must not depend on the values of the other, and its next state
// after the opponent's pass is the very next one.
func TestNextStateOfTheSamePlayer(t *testing.T) {
	var g engine.Game
	for _, g = range randomGames(t, start(t, "4x4"), 100) {
		passes := [2]int{}
		for ply := range g.Plies() {
			if ply.Passed {
				passes[ply.Position.Color.Opponent()]++
			}
		}
		if passes[0] > 0 && passes[1] > 0 {
			break
		}
	}
	m, _ := tableFor(g.Start)
	if _, err := trainer(t, m, Config{Alpha: 0.5, Gamma: 1, Target: Sarsa, Temperature: 1}).Learn(Episode{Game: g, Learn: Sides{true, true}}, 0.5); err != nil {
		t.Fatal(err)
	}
	end, _ := g.End()
	left := [2]int{} // turns that are left of each colour
	for ply := range g.Plies() {
		left[ply.Position.Color]++
	}
	for ply := range g.Plies() { // Q of a turn with k later turns of its player is r/2^(k+1)
		c := ply.Position.Color
		want := reward(end.Score(c)) * math.Pow(0.5, float64(left[c]))
		if got := m.Linear().Q(ply.Position.Board, ply.Move); got != want {
			t.Errorf("%v's move %d: Q = %v, want %v", c, ply.Index+1, got, want)
		}
		left[c]--
	}
}

// TestRewards has one move that wins, draws or loses against discs that nobody
// can reach.
func TestRewards(t *testing.T) {
	for _, c := range []struct {
		theirs string
		reward float64
	}{{"OO-", 1}, {"OOO", 0}, {"OOOO", -1}} {
		from := rows("XO-", c.theirs)
		m, _ := tableFor(from)
		for side, sides := range []Sides{{true, false}, {true, true}} {
			m.Weights[0], m.Weights[len(m.Weights)-1] = 0, 0
			st, err := trainer(t, m, Default).Learn(Episode{Game: played(t, from, "c1").Game, Learn: sides}, 0.5)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Linear().Q(from.Board, engine.At(2, 0)); got != c.reward/2 || st.Error != math.Abs(c.reward) {
				t.Errorf("against %s: Q = %v, error %v, want half of %v", c.theirs, got, st.Error, c.reward)
			}
			if side == 0 && st.Result != (c.reward+1)/2 || side == 1 && !math.IsNaN(st.Result) {
				t.Errorf("against %s, learning %v: result %v", c.theirs, sides, st.Result)
			}
		}
	}
}

// TestLearnOneSide learns the same from a side whether or not the other is learnt
// from, if their boards share no weights, and nothing from nobody.
func TestLearnOneSide(t *testing.T) {
	from := start(t, "4x4")
	_, f := tableFor(from)
	for _, g := range randomGames(t, from, 20) {
		var q [4]float64
		var updates [4]int
		for i, sides := range []Sides{{}, {true, false}, {false, true}, {true, true}} {
			m := eval.NewModel(f)
			st, err := trainer(t, m, Default).Learn(Episode{Game: g, Learn: sides}, 0.5)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range m.Weights {
				q[i] += w
			}
			updates[i] = st.Updates
		}
		if updates[0] != 0 || q[0] != 0 || updates[1]+updates[2] != len(g.Moves) || updates[3] != len(g.Moves) || math.Abs(q[1]+q[2]-q[3]) > 1e-12 {
			t.Errorf("%v: updates %v, sums of weights %v", g, updates, q)
		}
	}
}

// TestPenaltyIsAGradient compares the step of the penalty with finite differences
// of τ log Σ exp(Q(s,a)/τ) − Q(s,played).
func TestPenaltyIsAGradient(t *testing.T) {
	const step, h = 1.0 / 1024, 1e-5
	for i, g := range randomGames(t, engine.StandardStart(), 5) {
		m := randomModel(t, "report@2+squares")
		tr := trainer(t, m, Config{Alpha: 1, Gamma: 1, Conservative: 1, Temperature: 0.3 + float64(i)/4})
		var r record
		r.begin(m)
		if _, err := r.replay(Episode{Game: g, Learn: Sides{true, true}}); err != nil {
			t.Fatal(err)
		}
		for _, u := range append(r.turns[0], r.turns[1]...) {
			loss := func() float64 {
				value(m, u.choices)
				sum := 0.0
				for _, c := range u.choices {
					sum += math.Exp(c.q / tr.cfg.Temperature)
				}
				return tr.cfg.Temperature*math.Log(sum) - u.choices[u.played].q
			}
			var want []float64
			for _, weights := range [][]float64{m.Weights, m.Actions} {
				for k, w := range weights {
					weights[k] = w + h
					above := loss()
					weights[k] = w - h
					want = append(want, (above-loss())/(2*h))
					weights[k] = w
				}
			}
			before := slices.Concat(m.Weights, m.Actions)
			value(m, u.choices)
			tr.penalise(u, step)
			for k, w := range slices.Concat(m.Weights, m.Actions) {
				if got := (before[k] - w) / step; math.Abs(got-want[k]) > 1e-6 {
					t.Fatalf("weight %d: gradient %v, by differences %v", k, got, want[k])
				}
			}
			copy(m.Weights, before)
			copy(m.Actions, before[len(m.Weights):])
		}
	}
}

// TestConservativeStep: penalty and update start from the same values, so the
// step is the sum of both. One turn of two moves, all Q 0, r = 1, α = 1/2: the
// penalty's softmax is (1/2, 1/2), so with weight 1 the played move gains
// 1/2·1/2 + 1/2·1, the other loses 1/2·1/2.
func TestConservativeStep(t *testing.T) {
	from := rows("XO-", "XO-")
	m, _ := tableFor(from)
	tr := trainer(t, m, Config{Alpha: 0.5, Gamma: 1, Target: MonteCarlo, Conservative: 1, Temperature: 1})
	if _, err := tr.Learn(played(t, from, "c1c3"), 0.5); err != nil {
		t.Fatal(err)
	}
	q := m.Linear()
	if c1, c3 := q.Q(from.Board, engine.At(2, 0)), q.Q(from.Board, engine.At(2, 2)); c1 != 0.75 || c3 != -0.25 {
		t.Errorf("Q = %v played, %v not played, want 0.75 and -0.25", c1, c3)
	}
}

// TestDiverged learns with a rate far too high: the error comes before weights
// that are no numbers.
func TestDiverged(t *testing.T) {
	w := eval.DefaultSquares()
	for s := range w {
		w[s] *= 1e9
	}
	f, err := eval.New("position+discs", w)
	if err != nil {
		t.Fatal(err)
	}
	for _, conservative := range []float64{0, 100} {
		m := eval.NewModel(f)
		tr := trainer(t, m, Config{Alpha: 1, AlphaEnd: 1, Gamma: 1, Conservative: conservative, Temperature: 1e-3})
		var got error
		n := 0
		for st, err := range tr.Train(t.Context(), Transcripts{Games: randomGames(t, engine.StandardStart(), 50), Epochs: 1}) {
			got, n = err, st.Episode
		}
		if !errors.Is(got, ErrDiverged) || !strings.HasPrefix(got.Error(), "qlearn: game ") || n > 2 {
			t.Errorf("after game %d: %v", n, got)
		}
		if err := m.Check(); err != nil {
			t.Error(err)
		}
	}
}

// TestSmallRateDoesNotDiverge is the regression test for values that are not
// computed again before each step back: with the default rates the errors stay
// of the order of the rewards.
func TestSmallRateDoesNotDiverge(t *testing.T) {
	games := randomGames(t, engine.StandardStart(), 100)
	for _, cfg := range []Config{Default, DefaultData} {
		m := model(t, "report@6+edge+corner")
		if st := train(t, m, cfg, Transcripts{Games: games, Epochs: 3, Seed: 1}); st.Error > 2 {
			t.Errorf("error %v", st.Error)
		}
	}
}

func TestBadGames(t *testing.T) {
	whole := randomGames(t, engine.StandardStart(), 1)[0]
	short := engine.Game{Start: whole.Start, Moves: whole.Moves[:len(whole.Moves)-1]}
	illegal := engine.Game{Start: whole.Start, Moves: slices.Clone(whole.Moves)}
	illegal.Moves[20] = illegal.Moves[19]
	more := engine.Game{Start: whole.Start, Moves: append(slices.Clone(whole.Moves), 0)}
	for _, c := range []struct {
		game engine.Game
		want string
	}{
		{short, "qlearn: the game is not finished"},
		{engine.Game{Start: engine.StandardStart()}, "qlearn: the game is not finished"},
		{illegal, "qlearn: engine: move 21: "},
		{more, "is illegal: the game is over"},
	} {
		m := randomModel(t, "report")
		before := slices.Concat(m.Weights, m.Actions)
		tr := trainer(t, m, Default)
		_, err := tr.Learn(Episode{Game: c.game, Learn: Sides{true, true}}, 0.1)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
		_, isIllegal := errors.AsType[*engine.IllegalMoveError](err)
		if errors.Is(err, ErrUnfinished) == isIllegal {
			t.Errorf("%v is neither unfinished nor illegal, or both", err)
		}
		if !slices.Equal(before, slices.Concat(m.Weights, m.Actions)) {
			t.Error("a bad game has changed the weights")
		}
		if _, err := tr.Learn(Episode{Game: whole, Learn: Sides{true, true}}, 0.001); err != nil {
			t.Errorf("a good game after a bad one: %v", err)
		}
	}
}

// TestTrainErrors: an error names the game and is the last thing that is yielded,
// whoever works out the games.
func TestTrainErrors(t *testing.T) {
	games := randomGames(t, engine.StandardStart(), 100)
	games[70].Moves = games[70].Moves[:30]
	var texts []string
	for _, workers := range []int{0, 1, 8} {
		m := model(t, "report")
		source := Transcripts{Games: games, Epochs: 3, Seed: 1}
		if workers > 0 {
			source.Model, source.Workers = m, workers
		}
		n, total := 0, 0
		var last error
		for st, err := range trainer(t, m, Default).Train(t.Context(), source) {
			if last != nil {
				t.Fatal("goes on after an error")
			}
			n++
			if last, total = err, st.Total; st.Episode != n {
				t.Fatalf("game %d is number %d", n, st.Episode)
			}
		}
		if !errors.Is(last, ErrUnfinished) || total != 300 || n > 100 {
			t.Fatalf("%d games of %d: %v", n, total, last)
		}
		texts = append(texts, last.Error())
	}
	if texts[0] != texts[1] || texts[1] != texts[2] || !strings.HasPrefix(texts[0], "qlearn: game ") {
		t.Errorf("errors %q", texts)
	}
}

// TestAlpha falls in a straight line from the first game to the last.
func TestAlpha(t *testing.T) {
	m := model(t, "discs")
	games := randomGames(t, start(t, "4x4"), 5)
	var got []float64
	for st, err := range trainer(t, m, Config{Alpha: 0.5, AlphaEnd: 0.25, Gamma: 1, Temperature: 1}).Train(t.Context(), Transcripts{Games: games, Epochs: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, st.Alpha)
	}
	if want := []float64{0.5, 0.4375, 0.375, 0.3125, 0.25}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if st := train(t, m, Default, Transcripts{Games: games[:1], Epochs: 1}); st.Alpha != Default.Alpha {
		t.Errorf("the only game has learning rate %v", st.Alpha)
	}
}

func TestNewErrors(t *testing.T) {
	m := model(t, "report")
	if _, err := New(m, Config{}); err == nil || err.Error() != "qlearn: alpha is 0, want above 0 and at most 1" {
		t.Error(err)
	}
	m.Weights[0] = math.Inf(1)
	if _, err := New(m, Default); !errors.Is(err, eval.ErrWeight) {
		t.Error(err)
	}
}

// TestRecordIsReused learns the same when the record is full of other games.
func TestRecordIsReused(t *testing.T) {
	games := randomGames(t, engine.StandardStart(), 10)
	rng := rand.New(rand.NewPCG(8, 8))
	one, many := randomModel(t, "report@6"), randomModel(t, "report@6")
	tr := trainer(t, one, Default)
	for range 30 {
		ep := Episode{Game: games[rng.IntN(10)], Learn: Sides{true, rng.IntN(2) == 0}}
		if _, err := tr.Learn(ep, 0.01); err != nil {
			t.Fatal(err)
		}
		if _, err := trainer(t, many, Default).Learn(ep, 0.01); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(one.Weights, many.Weights) || !slices.Equal(one.Actions, many.Actions) {
		t.Error("what a trainer learnt before changes what it learns")
	}
}

// TestLearnDoesNotAllocate once the record has grown to the length of a game.
func TestLearnDoesNotAllocate(t *testing.T) {
	tr := trainer(t, model(t, "report@6+edge"), DefaultData)
	ep := Episode{Game: randomGames(t, engine.StandardStart(), 1)[0], Learn: Sides{true, true}}
	learn := func() {
		if _, err := tr.Learn(ep, 0.001); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		learn()
	}
	if n := testing.AllocsPerRun(10, learn); n != 0 {
		t.Errorf("%v allocations a game", n)
	}
}
