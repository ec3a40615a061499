package tuning_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/qlearn/tuning"
)

// Example evolves two generations of square weights.
func Example() {
	dir, err := os.MkdirTemp("", "tuning")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	subject, err := tuning.FeatureSubject("squares")
	if err != nil {
		panic(err)
	}
	cfg := &tuning.Config{
		Method: "ga", Settings: tuning.DefaultSettings("ga", "genetic-othello"), Subject: subject,
		Objective: "games", Games: &tuning.Games{Depth: 1, Pairs: 1, Random: 8, Seed: 1},
	}
	cfg.Settings.Genetic.Generations = 2
	run, err := tuning.Begin(filepath.Join(dir, "wedge"), cfg, nil)
	if err != nil {
		panic(err)
	}
	defer run.Close()
	for step, err := range run.Steps(context.Background(), 0) {
		if err != nil {
			panic(err)
		}
		fmt.Printf("generation %d, %d games\n", step.Number, step.Games)
	}
	fmt.Println(run.Result().Names[0])
	// Output:
	// generation 1, 380 games
	// generation 2, 760 games
	// squares like a1
}
