package qlearn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// self is a configuration for games that one actor plays, a round each.
var self = Config{Rule: TD, Gamma: 1, Alpha: 0.1, Optimizer: Optimizer{Normalise: true}, Temperature: 1,
	Games: 1, Actors: 1, Batch: 1, Seed: 1}

// gamesOf plays games and calls look after each with the actor that played it.
func gamesOf(t testing.TB, m *eval.Model, cfg Config, source Source, look func(n int, a *actor)) {
	t.Helper()
	tr := trainer(t, m, cfg, source)
	for st, err := range tr.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		look(st.Games-1, tr.actors[0])
	}
}

// TestRandomMoves counts the moves that were chosen at random: with ε = 1/2 that is half of the
// turns that have a choice; the others are the best by the model, which is not learned.
func TestRandomMoves(t *testing.T) {
	for _, epsilon := range []float64{0, 0.5, 1} {
		m := randomModel(t, "squares")
		cfg := self
		cfg.Games, cfg.Alpha, cfg.Epsilon, cfg.EpsilonEnd = 100, 1e-30, epsilon, epsilon
		turns, explored, expected, others := 0, 0, 0.0, 0
		last, lasts := 0, 0.0 // how often the last of the moves is drawn at random
		gamesOf(t, m, cfg, Self{}, func(_ int, a *actor) {
			for _, u := range a.turns {
				moves := u.board.Moves().Len()
				if moves == 1 {
					continue
				}
				turns++
				best := argmax(a.q.Values(u.id))
				if u.explored {
					explored++
					lasts += 1 / float64(moves)
					if u.played == moves-1 {
						last++
					}
				} else if u.played != best {
					t.Fatalf("move %d is not random and not the best, %d", u.played, best)
				}
				if u.played != best {
					others++
				}
				expected += epsilon * (1 - 1/float64(moves))
			}
		})
		deviation := 4 * math.Sqrt(float64(turns)) / 2
		if math.Abs(float64(explored)-epsilon*float64(turns)) > deviation ||
			math.Abs(float64(others)-expected) > deviation {
			t.Errorf("ε %v: %d of %d moves at random, %d not the best, expected %.0f", epsilon, explored, turns,
				others, expected)
		}
		if math.Abs(float64(last)-lasts) > deviation {
			t.Errorf("ε %v: the last move is drawn %d times, expected %.0f", epsilon, last, lasts)
		}
		if epsilon == 0 && explored+others > 0 || epsilon == 1 && explored < turns {
			t.Errorf("ε %v: %d of %d moves at random, %d not the best", epsilon, explored, turns, others)
		}
	}
}

// TestSoftmaxSelection: of c1, c3 and c5, whose values are 0, ln 2 and 2 ln 2, at
// temperature 1 the odds are 1 to 2 to 4; at 1/2 they are 1 to 4 to 16.
func TestSoftmaxSelection(t *testing.T) {
	from := rows("XO-", "XO-", "XO-")
	const games = 7000
	for temperature, odds := range map[float64][3]float64{1: {1, 2, 4}, 0.5: {1, 4, 16}} {
		m := eval.NewModel(tableFor(from))
		f := m.Features.(table)
		m.Weights[f[from.Board.Play(c3)]] = -math.Ln2
		m.Weights[f[from.Board.Play(c5)]] = -2 * math.Ln2
		cfg := self
		cfg.Games, cfg.Alpha, cfg.Softmax = games, 1e-30, temperature
		var count [3]float64
		gamesOf(t, m, cfg, games1{Start: from, Epsilon: -1}, func(_ int, a *actor) {
			count[a.turns[0].played]++
			if a.turns[0].explored != (a.turns[0].played != 2) {
				t.Fatal("a random choice is what is not the best")
			}
		})
		sum := odds[0] + odds[1] + odds[2]
		for i, n := range count {
			p := odds[i] / sum
			if math.Abs(n-games*p) > 4*math.Sqrt(games*p*(1-p)) {
				t.Errorf("temperature %v: %v, want odds of %v", temperature, count, odds)
			}
		}
	}
}

// games1 is a source of one episode.
type games1 Episode

func (g games1) Episode(int, *rand.Rand) (Episode, error) { return Episode(g), nil }

func TestDrawn(t *testing.T) {
	p := []float64{0.25, 0, 0.5, 0.25}
	for x, want := range map[float64]int{0: 0, 0.2: 0, 0.25: 2, 0.7: 2, 0.75: 3, 0.999: 3, 1: 3} {
		if got := drawn(p, x); got != want {
			t.Errorf("%v: %d, want %d", x, got, want)
		}
	}
}

// TestOpenings: the given moves and the random ones after them are not learned from, the
// others are; how many are random is drawn from 0 to Random.
func TestOpenings(t *testing.T) {
	opening, err := engine.ParseGame(engine.StandardStart(), "f5d6c3")
	if err != nil {
		t.Fatal(err)
	}
	cfg := self
	cfg.Games = 200
	var plies [7]int
	distinct := map[string]bool{}
	gamesOf(t, model(t, "squares"), cfg, Self{Openings: []engine.Game{opening}, Random: 6},
		func(_ int, a *actor) {
			if !slices.Equal(a.game.Moves[:3], opening.Moves) {
				t.Fatalf("begins with %v", a.game)
			}
			n := len(a.game.Moves) - 3 - len(a.turns)
			plies[n]++
			distinct[engine.Game{Moves: a.game.Moves[:3+n]}.String()] = true
			if a.game.Moves[3+n] != a.turns[0].board.Moves().Nth(a.turns[0].played) {
				t.Fatal("the first turn is another")
			}
		})
	for n, count := range plies {
		if count < 10 {
			t.Errorf("%d random plies in %d of 200 games", n, count)
		}
	}
	if len(distinct) < 120 {
		t.Errorf("only %d openings", len(distinct))
	}
	if len(opening.Moves) != 3 {
		t.Errorf("the opening has changed: %v", opening)
	}
}

// TestOpeningsLongerThanTheGame leave nothing to learn.
func TestOpeningsLongerThanTheGame(t *testing.T) {
	cfg := self
	cfg.Games = 20
	gamesOf(t, model(t, "squares"), cfg, games1{Start: start(t, "4x4"), Random: 1000, Epsilon: -1},
		func(_ int, a *actor) {
			if len(a.turns) != 0 {
				t.Fatalf("%d turns", len(a.turns))
			}
		})
}

// TestStartWithAPass: white, to move at the start, has no move, so black begins.
func TestStartWithAPass(t *testing.T) {
	p := rows("XO-")
	p = engine.Position{Board: p.Board.Pass(), Color: engine.White}
	gamesOf(t, model(t, "squares"), self, games1{Start: p}, func(_ int, a *actor) {
		if len(a.turns) != 1 || a.turns[0].color != engine.Black ||
			!slices.Equal(a.game.Moves, []engine.Square{c1}) {
			t.Errorf("%+v", a.turns)
		}
		if end, err := a.game.End(); err != nil || end.Score(engine.Black) != 3 {
			t.Errorf("%v %v", end, err)
		}
	})
}

// TestAgainst: black in even games, and only the model's own moves are learned from. Who
// gets the points is counted.
func TestAgainst(t *testing.T) {
	cfg := self
	cfg.Games = 40
	tr := trainer(t, randomModel(t, "squares"), cfg, Against{Opponent: random, Epsilon: -1})
	for st, err := range tr.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		a, color := tr.actors[0], engine.Color((st.Games-1)&1)
		own := 0
		for ply := range a.game.Plies() {
			if ply.Position.Color == color {
				own++
			}
		}
		for _, u := range a.turns {
			if u.color != color {
				t.Fatalf("game %d: learns from %v", st.Games, u.color)
			}
		}
		end, _ := a.game.End()
		if want := (Win.Of(end.Score(color)) + 1) / 2; st.Opposed != 1 || st.Score != want || len(a.turns) != own {
			t.Errorf("game %d: %+v, want score %v and %d turns", st.Games, st, want, own)
		}
	}
}

func random(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }

func greedy(*rand.Rand) engine.Agent { return engine.Greedy{} }

// TestNoise counts the moves of a greedy opponent that are not its own.
func TestNoise(t *testing.T) {
	for _, noise := range []float64{0, 0.5} {
		cfg := self
		cfg.Games = 100
		turns, others, expected := 0.0, 0.0, 0.0
		gamesOf(t, randomModel(t, "squares"), cfg, Against{Opponent: greedy, Noise: noise, Epsilon: -1},
			func(n int, a *actor) {
				for ply := range a.game.Plies() {
					if ply.Position.Color == engine.Color(n&1) {
						continue
					}
					turns++
					expected += noise * (1 - 1/float64(ply.Legal.Len()))
					if s, _ := (engine.Greedy{}).Choose(t.Context(), ply.Position.Board); s != ply.Move {
						others++
					}
				}
			})
		if math.Abs(others-expected) > 2*math.Sqrt(turns) || noise == 0 && others > 0 {
			t.Errorf("noise %v: %v of %v moves are not the agent's, expected %.0f", noise, others, turns, expected)
		}
	}
}

// TestEpsilonOfASource overrides that of the configuration where it is not below 0.
func TestEpsilonOfASource(t *testing.T) {
	for _, c := range []struct {
		epsilon float64
		random  bool
	}{{-1, true}, {0, false}} {
		cfg := self
		cfg.Games, cfg.Epsilon, cfg.EpsilonEnd = 10, 1, 1
		explored := false
		gamesOf(t, randomModel(t, "squares"), cfg, Against{Opponent: greedy, Epsilon: c.epsilon},
			func(_ int, a *actor) {
				for _, u := range a.turns {
					explored = explored || u.explored
				}
			})
		if explored != c.random {
			t.Errorf("ε %v of the source: random moves: %v", c.epsilon, explored)
		}
	}
}

// A follower plays random moves, and wants to be told the game.
type follower struct {
	t    *testing.T
	rand *rand.Rand
	game *engine.Game
}

func (f *follower) Follow(g *engine.Game) { f.game = g }

func (f *follower) Choose(ctx context.Context, b engine.Board) (engine.Square, error) {
	if p, err := f.game.End(); err != nil || p.Board != b {
		f.t.Errorf("it was told the game %v, and is asked about %v", f.game, b)
	}
	return engine.Random{Rand: f.rand}.Choose(ctx, b)
}

func TestOpponentsSeeTheGame(t *testing.T) {
	cfg := self
	cfg.Games = 4
	source := Against{Self: Self{Random: 5}, Opponent: func(rng *rand.Rand) engine.Agent {
		return &follower{t: t, rand: rng}
	}}
	gamesOf(t, model(t, "squares"), cfg, source, func(int, *actor) {})
}

// closing is an opponent that holds resources, of which open counts.
type closing struct {
	engine.Agent
	open *int
}

func (c closing) Close() error { *c.open--; return nil }

// TestOpponentsAreClosed: each opponent is closed after its game, also after one that it
// forfeits, so that no two engines run for one actor.
func TestOpponentsAreClosed(t *testing.T) {
	for _, agent := range []engine.Agent{engine.Greedy{}, broken{errors.New("out of order")}} {
		open, made := 0, 0
		cfg := self
		cfg.Games, cfg.Batch = 6, 3
		tr := trainer(t, model(t, "discs"), cfg, Against{Opponent: func(*rand.Rand) engine.Agent {
			if open++; open > 1 {
				t.Fatalf("%d opponents are open", open)
			}
			made++
			return closing{agent, &open}
		}})
		failed := false
		for _, err := range tr.Train(t.Context()) {
			failed = err != nil
		}
		if _, fails := agent.(broken); open > 0 || failed != fails || !fails && made != 6 {
			t.Errorf("%T: %d of %d opponents are open after the training, failed %v", agent, open, made, failed)
		}
	}
}

// broken is an agent that fails, or plays a1.
type broken struct{ err error }

func (b broken) Choose(context.Context, engine.Board) (engine.Square, error) { return 0, b.err }

func TestForfeit(t *testing.T) {
	out := errors.New("out of order")
	for _, err := range []error{out, nil} { // nil: the move a1 is illegal
		cfg := self
		cfg.Games = 10
		tr := trainer(t, model(t, "discs"), cfg, Against{Opponent: func(*rand.Rand) engine.Agent {
			return broken{err}
		}})
		n := 0
		for _, got := range tr.Train(t.Context()) {
			n++
			forfeit, ok := errors.AsType[*engine.ForfeitError](got)
			if !ok || forfeit.Color != engine.White || err != nil && !errors.Is(got, out) ||
				!strings.HasPrefix(got.Error(), "qlearn: after 0 of 10 games: game 1: white forfeits: ") {
				t.Errorf("%v", got)
			}
			if illegal, ok := errors.AsType[*engine.IllegalMoveError](got); err == nil &&
				(!ok || illegal.Index != 1 || illegal.Move != 0) {
				t.Errorf("%v", got)
			}
		}
		if n != 1 {
			t.Errorf("%d rounds", n)
		}
	}
}

// TestBadGames: what is wrong with a game says where, and nothing is learned from it.
func TestBadGames(t *testing.T) {
	whole := randomGames(t, engine.StandardStart(), 1)[0].Moves
	illegal := slices.Clone(whole)
	illegal[20] = illegal[19]
	for _, c := range []struct {
		episode Episode
		want    string
	}{
		{Episode{Moves: whole[:len(whole)-1], Recorded: true}, "the game is not finished"},
		{Episode{Recorded: true}, "the game is not finished"},
		{Episode{Moves: illegal, Recorded: true}, "engine: move 21: "},
		{Episode{Moves: illegal}, "engine: move 21: "},
		{Episode{Moves: append(slices.Clone(whole), 0), Recorded: true}, "is illegal: the game is over"},
		{Episode{Moves: append(slices.Clone(whole), 0)}, "is illegal: the game is over"},
	} {
		cfg := self
		cfg.Games, cfg.Exact = 3, 20 // an end game that could be solved is not finished either
		tr := trainer(t, randomModel(t, "report"), cfg,
			games{{Moves: whole, Recorded: true}, {Moves: whole, Recorded: true}, c.episode})
		tr.Solve = func(engine.Board) int { return 0 }
		before := cloneParams(tr.q.Params())
		var got error
		for _, err := range tr.Train(t.Context()) {
			if got = err; err == nil {
				before = cloneParams(tr.q.Params())
			}
		}
		if got == nil || !strings.HasPrefix(got.Error(), "qlearn: after 2 of 3 games: game 3: ") ||
			!strings.Contains(got.Error(), c.want) {
			t.Errorf("%v, want %s", got, c.want)
		}
		_, isIllegal := errors.AsType[*engine.IllegalMoveError](got)
		if errors.Is(got, errUnfinished) == isIllegal {
			t.Errorf("%v is neither unfinished nor illegal, or both", got)
		}
		if tr.Done() != 2 || !sameParams(before, tr.q.Params()) {
			t.Error("a bad game has changed the weights")
		}
	}
}

// TestExact: in games of the model with itself, moves that leave few empty squares learn what perfect
// play makes of them, and the game goes on; those against others are not solved.
func TestExact(t *testing.T) {
	from, memo := start(t, "4x4"), map[engine.Board]int{}
	table := tableFor(from)
	cfg := self
	cfg.Epsilon, cfg.EpsilonEnd, cfg.Rule, cfg.Reward = 1, 1, MonteCarlo, Discs
	mistakes := 0
	for cfg.Seed = range 40 {
		cfg.Exact = 5 + int(cfg.Seed&1)
		tr := trainer(t, eval.NewModel(table), cfg, games1{Start: from, Epsilon: -1})
		tr.Solve = func(b engine.Board) int {
			if b.Moves() == 0 || b.Empty().Len() > cfg.Exact {
				t.Fatalf("asked to solve %v", b)
			}
			return solve(b, memo)
		}
		train(t, tr)
		a := tr.actors[0]
		end, err := a.game.End()
		if err != nil || end.Board.Moves() != 0 {
			t.Fatalf("the game ends with %v, %v", end, err)
		}
		for _, u := range a.turns {
			next, legal := engine.Position{Board: u.board.Play(u.board.Moves().Nth(u.played)),
				Color: u.color.Opponent()}.Turn()
			if legal == 0 || next.Board.Empty().Len() > cfg.Exact {
				continue
			}
			score := solve(next.Board, memo)
			if next.Color != u.color {
				score = -score
			}
			if score != end.Score(u.color) {
				mistakes++
			}
			if got := qOf(tr.q, u.board, u.board.Moves().Nth(u.played)); !near(got, 0.1*float64(score)/64) {
				t.Errorf("Q of a move that is worth %d is %v", score, got)
			}
		}
	}
	if mistakes < 20 {
		t.Errorf("after %d moves the game ended otherwise than by perfect play", mistakes)
	}
	cfg.Games = 10
	tr := trainer(t, eval.NewModel(table), cfg, games1{Start: from, Opponent: engine.Greedy{}, Epsilon: -1})
	tr.Solve = func(engine.Board) int { t.Fatal("a game against an opponent is solved"); return 0 }
	train(t, tr)
}
