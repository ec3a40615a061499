package qlearn

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// smallID are features for the small trainings, of some hundred weights.
const smallID = "c3c4d3d4+a1b1b2+d4e4d5e5"

// small is a training of four rounds with everything in it: past checkpoints, Polyak's
// average, coherence.
func small(rule Rule) Config {
	return Config{
		Rule: rule, Lambda: 0.5, Gamma: 1, Squash: Tanh, Alpha: 0.5, AlphaEnd: 0.1, Schedule: LinearSteps,
		Optimizer: Optimizer{Normalise: true, Coherence: true}, Temperature: 0.1,
		Epsilon: 0.3, EpsilonEnd: 0.1, Softmax: 0.05, Polyak: 0.5, Pool: Pool{Every: 20, Size: 2},
		Games: 48, Actors: 4, Batch: 3, Seed: 9,
	}
}

// smallSource plays itself, a greedy agent and past checkpoints, and learns from
// transcripts, of the 4×4 board.
func smallSource(t testing.TB) Source {
	from := start(t, "4x4")
	opening := Self{Openings: []engine.Game{{Start: from}}, Random: 2}
	list := randomGames(t, from, 5)
	return Mixture{
		{opening, 2},
		{Against{Self: opening, Opponent: greedy, Noise: 0.1, Epsilon: -1}, 1},
		{Against{Self: opening, Epsilon: 0.2}, 2},
		{transcripts(t, list, false, 1), 1},
		{transcripts(t, list, true, 2), 1},
	}
}

// variants are small trainings by every rule, and of other kinds.
func variants() map[string]Config {
	list := map[string]Config{}
	for r := range Rule(len(ruleNames)) {
		list[r.String()] = small(r)
	}
	one, search, steps, plain, restricted := small(TD), small(Q), small(Sarsa), small(Q), small(DoubleQ)
	shaped := small(TD)
	shaped.Squash, shaped.Potential = None, "flat"
	list["shaped"] = shaped
	restricted.Restricted = true
	list["restricted"] = restricted
	one.Actors, one.Batch = 1, 12
	list["one actor"] = one
	search.Search, search.Conservative, search.Exact = 2, 0.5, 4
	list["search, conservative and exact"] = search
	steps.Steps, steps.Reward, steps.Clip = 2, Discs, 0.5
	list["steps"] = steps
	// the last round is shorter
	plain.Polyak, plain.Pool, plain.Optimizer, plain.Batch = 0, Pool{}, Optimizer{Normalise: true}, 5
	list["plain"] = plain
	return list
}

func checkpoint(t testing.TB, tr *Trainer) []byte {
	t.Helper()
	data, err := tr.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// smallTrainer returns a trainer of a variant; where the game is nearly over brute force
// solves it.
func smallTrainer(t testing.TB, cfg Config) *Trainer {
	t.Helper()
	tr := trainer(t, randomModel(t, smallID), cfg, smallSource(t))
	tr.Solve = func(b engine.Board) int { return solve(b, map[engine.Board]int{}) }
	return tr
}

// TestWorkersDoNotMatter: on any number of goroutines the same bytes come out, and the
// same statistics.
func TestWorkersDoNotMatter(t *testing.T) {
	for name, cfg := range variants() {
		var want []byte
		var stats []string
		for _, workers := range []int{0, 1, 2, 8} {
			tr := smallTrainer(t, cfg)
			tr.Workers = workers
			var got []string
			for st, err := range tr.Train(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprintf("%+v", st))
			}
			data := checkpoint(t, tr)
			if want == nil {
				want, stats = data, got
			}
			if !slices.Equal(data, want) || !slices.Equal(got, stats) {
				t.Errorf("%s: %d workers change what is learned", name, workers)
			}
		}
		other := cfg
		other.Seed++
		tr := smallTrainer(t, other)
		train(t, tr)
		if fmt.Sprint(tr.Learned().Model.Weights) == fmt.Sprint(restored(t, cfg, want).Learned().Model.Weights) {
			t.Errorf("%s: the seed does not matter either", name)
		}
	}
}

// TestMerge: of four games, actor 1 learns c1 c3 twice, actor 2 once, and once c3 c1.
// By montecarlo with α = 1/2 actor 1 has 3/4 for c1, actor 2 1/2 for c1 and for c3. To
// c1 the mean of the changes is added, 5/8; to c3, which one actor has changed, the
// whole.
func TestMerge(t *testing.T) {
	from := rows("XO-", "XO-")
	one, other := recorded(t, from, "c1c3"), recorded(t, from, "c3c1")
	cfg := Config{Rule: MonteCarlo, Gamma: 1, Alpha: 0.5, AlphaEnd: 0.5, Temperature: 1, Games: 4,
		Actors: 2, Batch: 2}
	m := eval.NewModel(tableFor(from))
	before := -0.25 // Q of all boards, so that what is added are changes
	for i := range m.Weights {
		m.Weights[i] = -before
	}
	tr := trainer(t, m, cfg, games{one, one, one, other})
	train(t, tr)
	l := tr.Learned().Model.Linear()
	for s, share := range map[engine.Square]float64{c1: 5.0 / 8, c3: 1.0 / 2} {
		if got, want := l.Q(from.Board, s), before+share*(1-before); !near(got, want) {
			t.Errorf("Q(%v) = %v, want %v", s, got, want)
		}
	}
}

// TestMergeBlockByHand: of three actors those that changed a weight count, whatever the
// weight is, and what nobody changed keeps its bits.
func TestMergeBlockByHand(t *testing.T) {
	minus := float32(math.Copysign(0, -1))
	from := [][][]float32{{{9, 1, 2, minus, 0, 4, 1}}, {{9, 1, 4, minus, 0, 1, -1}}, {{9, 1, 6, minus, 0, 1, 0}}}
	dst := []float32{9, 0, 0, minus, 0, 1, 0}
	want := []float32{9, 1, 4, minus, 0, 4, 0}
	mergeBlock(dst[:3], from, 0, 0)
	mergeBlock(dst[3:], from, 0, 3)
	if !sameParams([][]float32{dst}, [][]float32{want}) {
		t.Errorf("%v, want %v", dst, want)
	}
}

// TestMergeBlockPassesOver: in long blocks each weight is merged as by itself, wherever it stands among
// those that nobody changed.
func TestMergeBlockPassesOver(t *testing.T) {
	const n = 203
	rng := rand.New(rand.NewPCG(5, 6))
	from := [][][]float32{{make([]float32, n)}, {make([]float32, n)}}
	dst, want := make([]float32, n), make([]float32, n)
	for i := range dst {
		dst[i] = rng.Float32()
		for _, params := range from {
			if params[0][i] = dst[i]; rng.IntN(20) == 0 {
				params[0][i]++
			}
		}
		own := [][][]float32{{{from[0][0][i]}}, {{from[1][0][i]}}}
		want[i] = dst[i]
		mergeBlock(want[i:i+1], own, 0, 0)
	}
	mergeBlock(dst, from, 0, 0)
	if !sameParams([][]float32{dst}, [][]float32{want}) {
		t.Errorf("%v, want %v", dst, want)
	}
}

// TestAddChangesByHand: the changes of one actor are added to what others have learned.
func TestAddChangesByHand(t *testing.T) {
	minus := float32(math.Copysign(0, -1))
	into := []float32{5, minus, 3}
	addChanges(into, []float32{3, minus, 1}, []float32{1, minus, 1})
	if want := []float32{7, minus, 3}; !sameParams([][]float32{into}, [][]float32{want}) {
		t.Errorf("%v, want %v", into, want)
	}
}

// TestPolyakByHand: one move is learned by montecarlo with α = 1/2, so that Q is 1/2, 3/4
// and 7/8 after the rounds. The average begins with the first and takes in a quarter of
// the others' difference: 1/2, 9/16, 41/64.
func TestPolyakByHand(t *testing.T) {
	from := rows("XO-")
	cfg := Config{Rule: MonteCarlo, Gamma: 1, Alpha: 0.5, AlphaEnd: 0.5, Temperature: 1, Polyak: 0.75, Games: 3,
		Actors: 1, Batch: 1}
	tr := trainer(t, eval.NewModel(tableFor(from)), cfg, games{recorded(t, from, "c1")})
	want := []float64{1.0 / 2, 9.0 / 16, 41.0 / 64}
	for st, err := range tr.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if got := tr.Learned().Model.Linear().Q(from.Board, c1); got != want[st.Games-1] {
			t.Errorf("after %d games the model has %v, want %v", st.Games, got, want[st.Games-1])
		}
	}
	if got := qOf(tr.q, from.Board, c1); got != 7.0/8 {
		t.Errorf("Q itself is %v, want 7/8", got)
	}
}

// TestRounds: how many games there are in each, and how α and ε fall with them.
func TestRounds(t *testing.T) {
	cfg := self
	cfg.Games, cfg.Actors, cfg.Batch, cfg.Schedule, cfg.Epsilon, cfg.EpsilonEnd, cfg.AlphaEnd = 11, 2, 2,
		LinearSteps, 0.5, 0.25, 0
	tr := trainer(t, model(t, "squares"), cfg, games1{Start: start(t, "4x4"), Epsilon: -1})
	games := []int{4, 8, 11}
	for st, err := range tr.Train(t.Context()) {
		last := st.Games - 1
		if err != nil || st.Games != games[0] || st.Total != 11 || st.Round != min(4, 3+4*(len(games)-1)) ||
			tr.Done() != st.Games {
			t.Errorf("%+v, want %d games: %v", st, games[0], err)
		}
		if !near(st.Alpha, 0.1*(1-float64(last)/10)) || !near(st.Epsilon, 0.5*math.Pow(0.5, float64(last)/10)) ||
			st.Updates < st.Round*6 {
			t.Errorf("%+v", st)
		}
		games = games[1:]
	}
	if len(games) != 0 {
		t.Errorf("rounds are missing: %v", games)
	}
	for range tr.Train(t.Context()) {
		t.Error("there is nothing left to learn")
	}
}

// TestBreak: who breaks off may go on.
func TestBreak(t *testing.T) {
	cfg := small(TD)
	want, tr := smallTrainer(t, cfg), smallTrainer(t, cfg)
	train(t, want)
	for tr.Done() < cfg.Games {
		before := tr.Done()
		for range tr.Train(t.Context()) {
			break
		}
		if tr.Done() != before+12 {
			t.Fatalf("%d games after %d", tr.Done(), before)
		}
	}
	if !slices.Equal(checkpoint(t, tr), checkpoint(t, want)) {
		t.Error("breaks change what is learned")
	}
}

// cancelling is a source that cancels when a game is asked for.
type cancelling struct {
	Source
	at     int
	cancel context.CancelFunc
}

func (c cancelling) Episode(n int, rng *rand.Rand) (Episode, error) {
	if n == c.at {
		c.cancel()
	}
	return c.Source.Episode(n, rng)
}

// TestCancel: when the context ends, the round is interrupted with its error, nothing of
// it stays, and goleak sees that nothing is left running.
func TestCancel(t *testing.T) {
	for _, actors := range []int{1, 4} {
		cfg := small(TD)
		cfg.Actors, cfg.Batch = actors, 12/actors
		want := smallTrainer(t, cfg)
		train(t, want)
		tr := smallTrainer(t, cfg)
		tr.Workers = 2
		ctx, cancel := context.WithCancel(t.Context())
		tr.source = cancelling{smallSource(t), 24, cancel}
		var last error
		var before []byte
		for _, err := range tr.Train(ctx) {
			if last = err; err == nil {
				before = checkpoint(t, tr)
			}
		}
		if !errors.Is(last, context.Canceled) || tr.Done() != 24 || !slices.Equal(before, checkpoint(t, tr)) {
			t.Errorf("%d actors: %d games, %v", actors, tr.Done(), last)
		}
		for st, err := range tr.Train(ctx) { // it has ended
			if !errors.Is(err, context.Canceled) || st.Games != 24 {
				t.Errorf("%+v %v", st, err)
			}
		}
		train(t, tr)
		if !slices.Equal(checkpoint(t, tr), checkpoint(t, want)) {
			t.Errorf("%d actors: it did not go on as if nothing had been", actors)
		}
		cancel()
	}
}

// TestLearningDoesNotAllocate once the actors have grown to the length of a game.
func TestLearningDoesNotAllocate(t *testing.T) {
	for _, id := range []string{"all2@3", "report@6+edge"} {
		cfg := Default
		cfg.Games, cfg.Conservative = 1000, 0.1
		a := newActor(approximator(t, model(t, id), cfg.Optimizer), &cfg)
		n := 0
		learn := func() {
			if err := a.learnGame(t.Context(), Self{}, n%50); err != nil {
				t.Fatal(err)
			}
			n++
		}
		for range 60 {
			learn()
		}
		if got := testing.AllocsPerRun(20, learn); got > 0.5 {
			t.Errorf("%s: %v allocations a game", id, got)
		}
	}
}
