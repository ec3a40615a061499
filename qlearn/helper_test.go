package qlearn

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// start returns the start position of the shape of that name.
func start(t testing.TB, shape string) engine.Position {
	t.Helper()
	sh, err := engine.ParseShape(shape)
	if err != nil {
		t.Fatal(err)
	}
	p, err := sh.Start()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// table are features with one entry for each board, so that Q-learning over them
// is the tabular one.
type table map[engine.Board]int32

func (table) ID() string        { return "table" }
func (table) Params() []float64 { return nil }
func (f table) Len() int        { return len(f) }
func (table) Name(i int) string { return fmt.Sprint("board ", i) }
func (f table) Append(dst []eval.Feature, b engine.Board) []eval.Feature {
	return append(dst, eval.Feature{Index: f[b], Value: 1})
}

// addAll numbers every board that can follow b.
func (f table) addAll(b engine.Board) {
	moves := b.Moves()
	if moves == 0 {
		if b = b.Pass(); b.Moves() != 0 {
			f.addAll(b)
		}
		return
	}
	for s := range moves.All() {
		if next := b.Play(s); f.add(next) {
			f.addAll(next)
		}
	}
}

// add numbers a board and tells whether it is new.
func (f table) add(b engine.Board) bool {
	if _, ok := f[b]; ok {
		return false
	}
	f[b] = int32(len(f))
	return true
}

// model returns a model over the features with weights 0.
func model(t testing.TB, id string) *eval.Model {
	t.Helper()
	f, err := eval.New(id, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	return eval.NewModel(f)
}

// randomModel returns a model with weights from -1/4 to 1/4, for actions, too.
func randomModel(t testing.TB, id string) *eval.Model {
	m := model(t, id)
	m.Actions = make([]float64, len(eval.Classes))
	rng := rand.New(rand.NewPCG(5, 5))
	for _, weights := range [][]float64{m.Weights, m.Actions} {
		for i := range weights {
			weights[i] = rng.Float64()/2 - 0.25
		}
	}
	return m
}

// trainer returns a trainer, which must not fail.
func trainer(t testing.TB, m *eval.Model, cfg Config) *Trainer {
	t.Helper()
	tr, err := New(m, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// train learns from the whole source.
func train(t testing.TB, m *eval.Model, cfg Config, source Source) (last Stats) {
	t.Helper()
	for st, err := range trainer(t, m, cfg).Train(t.Context(), source) {
		if err != nil {
			t.Fatal(err)
		}
		last = st
	}
	return last
}

// randomGames plays games of random moves.
func randomGames(t testing.TB, from engine.Position, n int) (games []engine.Game) {
	t.Helper()
	for i := range n {
		a := engine.Random{Rand: rand.New(rand.NewPCG(6, uint64(i)))}
		g, err := engine.PlayOut(t.Context(), engine.Game{Start: from}, [2]engine.Agent{a, a})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}
