package qlearn

import (
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// TestMemberByHand: three wins of four games, and one win and one loss more, are 4 of 6
// points: odds of 2 to 1, 400 log10 2 = 120.4 Elo.
func TestMemberByHand(t *testing.T) {
	for _, c := range []struct {
		m          Member
		score, elo float64
	}{
		{Member{}, 1.0 / 2, 0},
		{Member{Played: 4, Points: 3}, 2.0 / 3, 120.41199826},
		{Member{Played: 4, Points: 1}, 1.0 / 3, -120.41199826},
		{Member{Played: 8, Points: 8}, 9.0 / 10, 381.69700377},
	} {
		if !near(c.m.Score(), c.score) || !near(c.m.Elo(), c.elo) {
			t.Errorf("%+v: score %v, Elo %v, want %v and %v", c.m, c.m.Score(), c.m.Elo(), c.score, c.elo)
		}
	}
}

// TestDraw: members against whom the model has 1/2, 3/4 and 3/4 of the points are drawn
// as 1/2 to 1/4 to 1/4.
func TestDraw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := &pool{members: []Member{{}, {Played: 2, Points: 2}, {Played: 2, Points: 2}}}
	const draws = 6000
	var count [3]float64
	for range draws {
		count[p.draw(rng)]++
	}
	for i, share := range []float64{1.0 / 2, 1.0 / 4, 1.0 / 4} {
		if math.Abs(count[i]-draws*share) > 4*math.Sqrt(draws*share*(1-share)) {
			t.Errorf("member %d is drawn %v times of %d, want %v of them", i, count[i], draws, share)
		}
	}
	if got := (&pool{}).draw(rng); got != -1 {
		t.Errorf("%d is drawn of none", got)
	}
}

// TestAdd: where there is no room, the one that the model beats most surely leaves, the
// first of equals.
func TestAdd(t *testing.T) {
	var p pool
	games := func() (list []int) {
		for _, m := range p.members {
			list = append(list, m.Games)
		}
		return list
	}
	for i := range 3 {
		p.add(Member{Games: i}, 3)
	}
	p.members[1].Played, p.members[1].Points = 5, 5
	p.add(Member{Games: 3}, 3)
	if got := games(); !slices.Equal(got, []int{0, 2, 3}) {
		t.Errorf("%v are kept", got)
	}
	p.add(Member{Games: 4}, 3)
	if got := games(); !slices.Equal(got, []int{2, 3, 4}) {
		t.Errorf("%v are kept", got)
	}
}

// TestPoolOfATraining: a member is kept each time that another ten games have been
// learned, is the model as it was, and plays what that would play; until there is one
// the model plays both sides.
func TestPoolOfATraining(t *testing.T) {
	cfg := self
	cfg.Games, cfg.Batch, cfg.Pool = 80, 5, Pool{Every: 10, Size: 2}
	source := Against{Self: Self{Openings: []engine.Game{{Start: start(t, "4x4")}}, Random: 3}, Epsilon: -1}
	tr := trainer(t, randomModel(t, smallID), cfg, source)
	kept := map[int]Approximator{}
	var before []Member // in the round
	played, points := 0, 0.0
	for st, err := range tr.Train(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if st.Games%10 == 0 {
			kept[st.Games] = tr.q.Clone()
		}
		if want := min(2, st.Games/10); len(tr.Members()) != want {
			t.Fatalf("after %d games there are %d members, want %d", st.Games, len(tr.Members()), want)
		}
		if opposed := min(5, st.Opposed); opposed != 5 && st.Games > 10 || st.Games <= 10 && st.Opposed != 0 ||
			st.Opposed == 0 != math.IsNaN(st.Score) {
			t.Errorf("after %d games: %d against others, score %v", st.Games, st.Opposed, st.Score)
		}
		if st.Opposed > 0 {
			played, points = played+st.Opposed, points+st.Score*float64(st.Opposed)
		}
		for _, m := range tr.Members() {
			if !sameParams(m.params, kept[m.Games].Params()) {
				t.Errorf("member %d is not the model as it was then", m.Games)
			}
		}
		if st.Games > 10 {
			a := tr.actors[0]
			checkOpponent(t, a, kept[before[a.met].Games], engine.Color((st.Games-1)&1))
		}
		before = slices.Clone(tr.Members())
	}
	if played != 70 || points < 0 || points > 70 {
		t.Errorf("%v points of %d games", points, played)
	}
}

// checkOpponent compares the opponent's moves of the last game, after the random ones,
// with the best of the member that it is.
func checkOpponent(t *testing.T, a *actor, member Approximator, color engine.Color) {
	t.Helper()
	first := len(a.game.Moves)
	for ply := range a.game.Plies() {
		if len(a.turns) > 0 && ply.Position.Board == a.turns[0].board {
			first = ply.Index
		}
		if ply.Index < first || ply.Position.Color == color {
			continue
		}
		member.Begin()
		if want := ply.Legal.Nth(argmax(member.Values(member.Turn(ply.Position.Board,
			ply.Legal)))); ply.Move != want {
			t.Errorf("%v: the member plays %v, want %v", ply.Position, ply.Move, want)
		}
	}
}

// TestPast: a checkpoint gives the models of its pool as they were when they were kept, whatever the rule and
// the features, and none of other times.
func TestPast(t *testing.T) {
	for name, set := range map[string]func(*Config){
		"plain":     func(*Config) {},
		"coherence": func(cfg *Config) { cfg.Optimizer.Coherence = true },
		"double":    func(cfg *Config) { cfg.Rule = DoubleQ },
		"average":   func(cfg *Config) { cfg.Polyak = 0.5 },
		"actors":    func(cfg *Config) { cfg.Actors = 2 },
	} {
		for _, id := range []string{smallID, "logistello"} {
			t.Run(name+" "+id, func(t *testing.T) {
				cfg := self
				cfg.Games, cfg.Batch, cfg.Pool = 80, 5, Pool{Every: 10, Size: 3}
				set(&cfg)
				source := Against{Self: Self{Openings: []engine.Game{{Start: start(t, "4x4")}}, Random: 3}, Epsilon: -1}
				tr := trainer(t, randomModel(t, id), cfg, source)
				kept := map[int]*eval.Model{}
				for st, err := range tr.Train(t.Context()) {
					if err != nil {
						t.Fatal(err)
					}
					kept[st.Games] = tr.q.Model()
				}
				data, err := tr.Checkpoint()
				if err != nil {
					t.Fatal(err)
				}
				like := Learned{Model: model(t, id)} // the weights do not matter
				for _, m := range tr.Members() {
					got, err := like.Past(data, m.Games)
					if err != nil || !slices.Equal(got.Model.Weights, kept[m.Games].Weights) {
						t.Errorf("after %d games: %v, or other weights", m.Games, err)
					}
				}
				if len(tr.Members()) != 3 || slices.Equal(kept[10].Weights, kept[80].Weights) {
					t.Error("there is nothing to compare")
				}
				if _, err := like.Past(data, 5); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("a model that was not kept: %v", err)
				}
				if _, err := (Learned{Model: model(t, "discs")}).Past(data, 80); !errors.Is(err, errCheckpoint) {
					t.Errorf("other features: %v", err)
				}
				data[len(data)-9]++
				if _, err := like.Past(data, 80); !errors.Is(err, errCheckpoint) {
					t.Errorf("damaged: %v", err)
				}
			})
		}
	}
}
