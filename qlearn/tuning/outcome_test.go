package tuning

import (
	"iter"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
)

// randomGames opens n games of random moves.
func randomGames(t *testing.T, n int) OpenGames {
	return func([]string) (iter.Seq2[dataset.Game, error], error) {
		return func(yield func(dataset.Game, error) bool) {
			for seed := range n {
				random := engine.Random{Rand: rand.New(rand.NewPCG(6, uint64(seed)))}
				moves, err := engine.PlayOut(t.Context(), engine.Game{Start: engine.StandardStart()},
					[2]engine.Agent{random, random})
				if err != nil {
					t.Fatal(err)
				}
				end, _ := moves.End()
				if !yield(dataset.Game{Game: moves, Status: dataset.Complete, Score: end.Score(engine.Black)}, nil) {
					return
				}
			}
		}, nil
	}
}

// TestOutcomeComesNearRegression: CMA-ES comes within a thousandth of the error that
// least squares leave on the same positions, and the number of workers does not matter.
func TestOutcomeComesNearRegression(t *testing.T) {
	f, err := eval.New("report", eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	o := &Outcome{Paths: []string{"games"}, Positions: 5000, Loss: "mse", Seed: 1}
	if err := o.open(randomGames(t, 100), f); err != nil {
		t.Fatal(err)
	}
	if len(o.rows) != 5000 {
		t.Fatalf("%d positions", len(o.rows))
	}
	ridge := tune.Ridge{Len: 5, Train: outcomeRows(o.rows), Iterations: 50}
	var x []float64
	for s, err := range ridge.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		x = append(x[:0], s.Weights...)
	}
	rate := func(x []float64, workers int) float64 {
		r, err := objective(t, o, workers)(t.Context(), 0, [][]float64{x})
		if err != nil {
			t.Fatal(err)
		}
		return r.Values[0]
	}
	best := rate(x, 1)
	var last tune.Step
	for s, err := range tune.Run(t.Context(), tune.CMAES{Generations: 80, Population: 10, Sigma: 2, Seed: 1},
		objective(t, o, 2), tune.Begin(make([]float64, 5))) {
		if err != nil {
			t.Fatal(err)
		}
		last = s
	}
	if got := rate(last.Best, 1); got < best*1.001 || got > best+1e-9 || got != rate(last.Best, 8) {
		t.Errorf("CMA-ES is at %v, least squares at %v", got, best)
	}
}

// objective returns that of positions, rated by some workers.
func objective(t *testing.T, o *Outcome, workers int) tune.Objective {
	f, _, err := o.objective(t.Context(), nil, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// outcomeRows are rows for the regression.
type outcomeRows []row

func (r outcomeRows) Batches() int { return 1 }

func (r outcomeRows) Append(_ int, b *tune.Batch) {
	for _, row := range r {
		for _, f := range row.phi {
			b.Add(f.Index, float32(f.Value))
		}
		b.End(row.result, 1)
	}
}

// TestCrossEntropy: even odds lose ln 2 whatever happens; odds of 3:1 lose ln 4/3 on a
// win, ln 4 on a loss, and the mean of both on a draw.
func TestCrossEntropy(t *testing.T) {
	v := math.Log(3)
	for _, test := range []struct{ v, result, want float64 }{
		{0, 10, math.Ln2}, {0, 0, math.Ln2}, {v, 2, math.Log(4.0 / 3)}, {v, -2, math.Log(4)}, {v, 0, (math.Log(4.0/3) + math.Log(4)) / 2},
		{-v, 2, math.Log(4)}, {1000, 64, 0}, {1000, -64, 1000},
	} {
		if got := crossEntropy(test.v, test.result); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("crossEntropy(%v, %v) = %v, want %v", test.v, test.result, got, test.want)
		}
	}
}

// TestOutcomeOfSides: a game that black wins by 10 is one of +10 where black moves and of -10 where white
// does.
func TestOutcomeOfSides(t *testing.T) {
	moves, err := engine.ParseGame(engine.StandardStart(), "f5d6c3")
	if err != nil {
		t.Fatal(err)
	}
	g := dataset.Game{Game: moves, Status: dataset.Complete, Score: 10}
	o := Outcome{Positions: 9, Seed: 3}
	got, err := o.draw(func(yield func(dataset.Game, error) bool) { yield(g, nil) })
	if err != nil || len(got) != 3 || got[0].score != 10 || got[1].score != -10 || got[2].score != 10 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestDrawIsEven: each of 2,000 positions is among 500 that are drawn with the same
// probability: quarters of the games have about the same number of them.
func TestDrawIsEven(t *testing.T) {
	var list []dataset.Game
	moves, err := engine.ParseGame(engine.StandardStart(), "f5d6c3d3c4f4c5b3c2e3")
	if err != nil {
		t.Fatal(err)
	}
	g := dataset.Game{Game: moves, Status: dataset.Complete}
	for i := range 200 {
		g.Score = i % 64
		list = append(list, g)
	}
	o := Outcome{Positions: 500, Seed: 3}
	got, err := o.draw(func(yield func(dataset.Game, error) bool) {
		for _, g := range list {
			if !yield(g, nil) {
				return
			}
		}
	})
	if err != nil || len(got) != 500 {
		t.Fatalf("%d positions, %v", len(got), err)
	}
	late := 0
	for _, p := range got {
		if p.board.Empty().Len() <= 55 {
			late++
		}
	}
	if late < 195 || late > 305 { // half, five standard deviations
		t.Errorf("%d of 500 are from the second half of the games", late)
	}
}
