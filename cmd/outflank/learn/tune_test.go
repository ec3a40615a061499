package learn

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/eval/tune"
	"github.com/outflank/outflank/qlearn/tuning"
)

// outcomes returns the objective of positions of the built-in games.
func outcomes(t *testing.T, features string) *tuning.Outcome {
	t.Helper()
	f, err := eval.New(features, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	o := &tuning.Outcome{Paths: []string{dir}, Positions: 5000, Loss: "mse", Seed: 1}
	a := &cli.App{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}
	if err := openOutcome(o, t.Context(), a, f); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestOutcomeComesNearRegression: CMA-ES comes within a thousandth of the error that
// least squares leave on the same positions, and the number of workers does not matter.
func TestOutcomeComesNearRegression(t *testing.T) {
	o := outcomes(t, "report")
	if len(o.Rows) != 5000 {
		t.Fatalf("%d positions", len(o.Rows))
	}
	ridge := tune.Ridge{Len: 5, Train: outcomeRows(o.Rows), Iterations: 50}
	var x []float64
	for s, err := range ridge.Run(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		x = append(x[:0], s.Weights...)
	}
	rate := func(x []float64, workers int) float64 {
		r, err := o.Objective(workers)(t.Context(), 0, [][]float64{x})
		if err != nil {
			t.Fatal(err)
		}
		return r.Values[0]
	}
	best := rate(x, 1)
	var last tune.Step
	for s, err := range tune.Run(t.Context(), tune.CMAES{Generations: 80, Population: 10, Sigma: 2, Seed: 1}, o.Objective(2), tune.Begin(make([]float64, 5))) {
		if err != nil {
			t.Fatal(err)
		}
		last = s
	}
	if got := rate(last.Best, 1); got < best*1.001 || got > best+1e-9 || got != rate(last.Best, 8) {
		t.Errorf("CMA-ES is at %v, least squares at %v", got, best)
	}
}

// outcomeRows are rows for the regression.
type outcomeRows []tuning.OutcomeRow

func (r outcomeRows) Batches() int { return 1 }

func (r outcomeRows) Append(_ int, b *tune.Batch) {
	for _, row := range r {
		for _, f := range row.Phi {
			b.Add(f.Index, float32(f.Value))
		}
		b.End(row.Result, 1)
	}
}

// TestTuneConfigReadsBack: a config is the same after it was written and read.
func TestTuneConfigReadsBack(t *testing.T) {
	o := tuneFlags{preset: "002", objective: "games", seed: 5, games: tuning.Games{Depth: 4, Random: 8}}
	c := tuneCommand((&cli.App{}))
	cfg, err := o.config(c.Flags(), nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var got tuning.Config
	if err := (&tuning.Folder{}).ReadConfig(text, &got); err != nil {
		t.Fatal(err)
	}
	again, _ := json.Marshal(got)
	if !bytes.Equal(text, again) || got.Seed() != 5 || got.Settings.Genetic.Elite != 1 {
		t.Errorf("%s\nread back is\n%s", text, again)
	}
}
