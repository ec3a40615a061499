package qlearn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// episodes returns what a source says of games from to to, each drawing from its own
// stream as in training.
func episodes(t testing.TB, s Source, from, to int) (list []Episode) {
	t.Helper()
	for n := from; n < to; n++ {
		episode, err := s.Episode(n, rand.New(rand.NewPCG(1, uint64(n))))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, episode)
	}
	return list
}

func moves(list []Episode) (texts []string) {
	for _, s := range list {
		texts = append(texts, engine.Game{Moves: s.Moves}.String())
	}
	return texts
}

func transcripts(t testing.TB, list []engine.Game, winners bool, seed uint64) *Transcripts {
	t.Helper()
	source, err := NewTranscripts(list, winners, seed)
	if err != nil {
		t.Fatal(err)
	}
	source.Seen = NewSeen(list, winners)
	return source
}

// TestTranscriptOrder: each epoch has each game once, in an order of its own that
// depends on the seed only, whoever asks first.
func TestTranscriptOrder(t *testing.T) {
	const n = 50
	list := randomGames(t, engine.StandardStart(), n)
	var all []string
	for _, g := range list {
		all = append(all, g.String())
	}
	slices.Sort(all)
	order := moves(episodes(t, transcripts(t, list, false, 7), 0, 4*n))
	for epoch := range slices.Chunk(order, n) {
		if !slices.Equal(slices.Sorted(slices.Values(epoch)), all) {
			t.Error("an epoch is no permutation of the games")
		}
	}
	for i := range 3 {
		if slices.Equal(order[i*n:][:n], order[(i+1)*n:][:n]) {
			t.Error("two epochs have the same order")
		}
	}
	source := transcripts(t, list, false, 7)
	for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(4 * n) { // as actors do, that are far apart
		if got := moves(episodes(t, source, i, i+1)); got[0] != order[i] {
			t.Fatalf("game %d is another when asked for out of turn", i)
		}
	}
	if slices.Equal(moves(episodes(t, transcripts(t, list, false, 8), 0, n)), order[:n]) {
		t.Error("another seed has the same order")
	}
	if _, err := NewTranscripts(nil, false, 1); err == nil ||
		err.Error() != "qlearn: no finished games to learn from" {
		t.Error(err)
	}
}

// TestWinners learns from the moves of the winner, and of both in a drawn game.
func TestWinners(t *testing.T) {
	for _, c := range []struct {
		theirs string
		turns  [2]int
	}{{"OO-", [2]int{2, 0}}, {"OOOO", [2]int{2, 1}}, {"OOOOO", [2]int{0, 1}}} {
		// black has 6 discs, white 3 and these, with an empty square for the winner
		from := rows("XO-", "XO-", "OX-", "-"+c.theirs)
		if c.theirs == "OOOO" {
			from = rows("XO-", "XO-", "OX-", "OOO")
		}
		cfg := self
		cfg.Rule = Sarsa
		game := engine.Game{Start: from, Moves: []engine.Square{c1, c5, c3}}
		gamesOf(t, model(t, "squares"), cfg, transcripts(t, []engine.Game{game}, true, 1), func(_ int, a *actor) {
			var turns [2]int
			for _, u := range a.turns {
				turns[u.color]++
			}
			if turns != c.turns {
				t.Errorf("against %s: turns %v, want %v", c.theirs, turns, c.turns)
			}
		})
	}
	bad := engine.Game{Start: engine.StandardStart(), Moves: []engine.Square{0}}
	if _, err := transcripts(t, []engine.Game{bad}, true, 1).Episode(0, nil); err == nil ||
		!strings.Contains(err.Error(), "move 1: a1") {
		t.Error(err)
	}
}

// TestColoursAlternate, and an opponent that is nobody is a past checkpoint.
func TestColoursAlternate(t *testing.T) {
	for n, s := range episodes(t, Against{Opponent: random, Noise: 0.25, Epsilon: 0.5}, 0, 20) {
		if s.Color != engine.Color(n%2) || s.Opponent == nil || s.Earlier || s.Noise != 0.25 || s.Epsilon != 0.5 {
			t.Errorf("game %d: %+v", n, s)
		}
	}
	for n, s := range episodes(t, Against{Epsilon: -1}, 0, 20) {
		if s.Color != engine.Color(n%2) || s.Opponent != nil || !s.Earlier {
			t.Errorf("game %d: %+v", n, s)
		}
	}
}

// TestOpponentsAreDrawnAnew: each game has an agent of its own, with random numbers of its own.
func TestOpponentsAreDrawnAnew(t *testing.T) {
	seen := map[uint64]bool{}
	source := Against{Opponent: func(rng *rand.Rand) engine.Agent {
		seen[rng.Uint64()] = true
		return engine.Greedy{}
	}}
	if episodes(t, source, 0, 50); len(seen) != 50 {
		t.Errorf("%d numbers drawn in 50 games", len(seen))
	}
}

func TestSelfOpenings(t *testing.T) {
	list := randomGames(t, start(t, "6x6"), 4)
	count := map[string]int{}
	for _, s := range episodes(t, Self{Openings: list, Random: 3}, 0, 400) {
		if s.Recorded || s.Epsilon >= 0 || s.Start != list[0].Start || s.Random > 3 {
			t.Fatalf("%+v", s)
		}
		count[engine.Game{Moves: s.Moves}.String()]++
	}
	for text, n := range count {
		if len(count) != 4 || n < 65 || n > 135 { // 100 ± 4 √75
			t.Errorf("%s is drawn %d times of 400", text, n)
		}
	}
}

// share is a source that is known by its number.
type share int

func (s share) Episode(n int, rng *rand.Rand) (Episode, error) {
	return Episode{Random: int(s), Noise: float64(n), Epsilon: rng.Float64()}, nil
}

// TestMixture draws sources in proportion to their weights, and each gets the number of
// the game.
func TestMixture(t *testing.T) {
	const games = 4000
	mixture := Mixture{{share(0), 0.1}, {share(1), 2}, {share(2), 1.9}}
	if err := mixture.Check(); err != nil {
		t.Error(err)
	}
	var count [3]float64
	for n, s := range episodes(t, mixture, 0, games) {
		if count[s.Random]++; s.Noise != float64(n) {
			t.Fatalf("game %d has number %v", n, s.Noise)
		}
	}
	for i, part := range mixture {
		p := part.Weight / 4
		if math.Abs(count[i]-games*p) > 4*math.Sqrt(games*p*(1-p)) {
			t.Errorf("source %d is drawn %v times of %d, want %v of them", i, count[i], games, p)
		}
	}
	if got := episodes(t, Mixture{{share(5), 1}}, 3, 4)[0]; got.Random != 5 || got.Noise != 3 {
		t.Errorf("%+v", got)
	}
}

func TestMixtureCheck(t *testing.T) {
	for want, m := range map[string]Mixture{
		"qlearn: a mixture of no sources":                             nil,
		"qlearn: source 1 of a mixture has weight 0, want above 0":    {{share(0), 0}, {share(1), 1}},
		"qlearn: source 2 of a mixture has weight -1, want above 0":   {{share(0), 1}, {share(1), -1}},
		"qlearn: source 2 of a mixture has weight NaN, want above 0":  {{share(0), 1}, {share(1), math.NaN()}},
		"qlearn: source 1 of a mixture has weight +Inf, want above 0": {{share(0), math.Inf(1)}},
	} {
		if err := m.Check(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// failing is a source that fails at a game.
type failing struct {
	Source
	at  int
	err error
}

func (f failing) Episode(n int, rng *rand.Rand) (Episode, error) {
	if n == f.at {
		return Episode{}, f.err
	}
	return f.Source.Episode(n, rng)
}

var errSource = errors.New("no such game")

// TestFailingRound: a round that fails leaves everything as it was before, whoever of
// the actors failed; the error names the game, the same for all numbers of workers,
// and training can go on.
func TestFailingRound(t *testing.T) {
	for _, actors := range []int{1, 3} {
		for _, rule := range []Rule{TD, DoubleQ} {
			cfg := small(rule)
			cfg.Actors, cfg.Batch, cfg.Games = actors, 6/actors, 24
			want := trainer(t, randomModel(t, smallID), cfg, smallSource(t))
			train(t, want)
			for _, workers := range []int{1, 2, 8} {
				tr := trainer(t, randomModel(t, smallID), cfg, failing{smallSource(t), 16, errSource})
				tr.Workers = workers
				rounds, before := 0, []byte(nil)
				var last error
				for st, err := range tr.Train(t.Context()) {
					rounds++
					if last = err; err == nil {
						before = checkpoint(t, tr)
					} else if st.Games != 12 || st.Total != 24 {
						t.Errorf("%+v", st)
					}
				}
				if !errors.Is(last, errSource) || last.Error() != "qlearn: after 12 of 24 games: game 17: no such game" ||
					rounds != 3 {
					t.Fatalf("%d rounds, %v", rounds, last)
				}
				if !slices.Equal(checkpoint(t, tr), before) {
					t.Errorf("%v, %d actors: the round that failed has changed something", rule, actors)
				}
				tr.source = smallSource(t)
				train(t, tr)
				if !slices.Equal(checkpoint(t, tr), checkpoint(t, want)) {
					t.Errorf("%v, %d actors: it did not go on as if nothing had been", rule, actors)
				}
			}
		}
	}
}

// TestNewChecksSources: a trainer is not made for sources that give no games.
func TestNewChecksSources(t *testing.T) {
	for _, c := range []struct {
		source Source
		want   string
	}{
		{nil, "qlearn: no source of games"},
		{Mixture{}, "qlearn: a mixture of no sources"},
		{Mixture{{Self{}, 0}}, "qlearn: source 1 of a mixture has weight 0, want above 0"},
		{Mixture{{Self{}, 1}, {nil, 1}}, "qlearn: no source of games"},
		{Mixture{{Mixture{}, 1}}, "qlearn: a mixture of no sources"},
		{&Transcripts{}, "qlearn: no finished games to learn from"},
	} {
		if tr, err := New(approximator(t, model(t, "discs"), Optimizer{}), Default, c.source); tr != nil ||
			err == nil || err.Error() != c.want {
			t.Errorf("%T: %v, want %s", c.source, err, c.want)
		}
	}
}

// TestTranscriptsLiteral: transcripts that were written down give what NewTranscripts gives.
func TestTranscriptsLiteral(t *testing.T) {
	list := randomGames(t, start(t, "4x4"), 5)
	want := moves(episodes(t, transcripts(t, list, false, 7), 0, 20))
	if got := moves(episodes(t, &Transcripts{Games: list, Seed: 7}, 0, 20)); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestTranscriptsNameTheGame: an error in a transcript says which of the games it is, and
// which of the training.
func TestTranscriptsNameTheGame(t *testing.T) {
	list := randomGames(t, start(t, "4x4"), 5)
	list[3].Moves = list[3].Moves[:2]
	source := transcripts(t, list, false, 7)
	at := slices.IndexFunc(episodes(t, source, 0, 5), func(s Episode) bool { return s.Number == 3 })
	for _, winners := range []bool{false, true} {
		cfg := DefaultData
		cfg.Games, cfg.Actors = 5, 1
		tr := trainer(t, randomModel(t, "discs"), cfg, transcripts(t, list, winners, 7))
		want := fmt.Sprintf("qlearn: after 0 of 5 games: game %d: recorded game 4: the game is not finished", at+1)
		for _, err := range tr.Train(t.Context()) {
			if !errors.Is(err, errUnfinished) || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}
