package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/qlearn/run"
)

// Two values of λ with two seeds each.
func Example_sweep() {
	dir, err := os.MkdirTemp("", "sweep-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	config := filepath.Join(dir, "run.toml")
	err = os.WriteFile(config, []byte(`
		[model]
		features = "corner"
		[learn]
		games = 20
		[evaluate]
		games = 4
		select_by = [{opponent = "random", protocol = "cs181"}]
		[output]
		pictures = false`), 0o666)
	if err != nil {
		panic(err)
	}
	axis, err := run.ParseAxis("learn.lambda=0.5,0.9")
	if err != nil {
		panic(err)
	}
	s, err := run.CreateSweep(filepath.Join(dir, "lambda"), config,
		run.SweepPlan{Axes: []run.Axis{axis}, Seeds: []uint64{1, 2}})
	if err != nil {
		panic(err)
	}
	for p, err := range s.Train(context.Background(), 2, nil, run.Options{}) {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%d of %d runs\n", p.Done, p.Total)
	}
	for _, r := range s.Table().Runs {
		fmt.Println(r.Dir, r.Values, r.Seed, r.State)
	}
	// Output:
	// 1 of 4 runs
	// 2 of 4 runs
	// 3 of 4 runs
	// 4 of 4 runs
	// 001 [0.5] 1 finished
	// 002 [0.5] 2 finished
	// 003 [0.9] 1 finished
	// 004 [0.9] 2 finished
}
