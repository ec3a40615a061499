package run_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/qlearn/run"
)

// A run of two rounds of self-play, in a folder of its own.
func Example() {
	cfg, err := run.Read("run.toml", `
		[model]
		features = "edge"
		[learn]
		games = 40
		actors = 2
		batch = 10
		[output]
		pictures = false`)
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "run-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	dir = filepath.Join(dir, "edge")
	t, err := run.Begin(context.Background(), dir, cfg, run.Options{})
	if err != nil {
		panic(err)
	}
	for p, err := range t.Train(context.Background()) {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%d of %d games\n", p.Games, p.Total)
	}
	t.Close()
	l := run.Find(dir)
	fmt.Println(l.Features, l.State, "after", l.Games, "games")
	// Output:
	// 20 of 40 games
	// 40 of 40 games
	// edge finished after 40 games
}

// One phase of self-play, without a folder.
func ExampleNewSingle() {
	p := run.NewPhase(run.SourceSelf)
	p.Model.Features = "corner"
	p.Learn.Games, p.Learn.Batch = 30, 10
	t, err := run.NewSingle(p, run.Data{}, 1)
	if err != nil {
		panic(err)
	}
	for st, err := range t.Train(context.Background()) {
		if err != nil {
			panic(err)
		}
		fmt.Printf("%d of %d games\n", st.Games, st.Total)
	}
	fmt.Println(t.Learned().Model.Features.ID())
	// Output:
	// 20 of 30 games
	// 30 of 30 games
	// corner
}

// What is wrong in a file is shown with its line.
func ExampleRead() {
	_, err := run.Read("run.toml", "[learn]\nlamda = 0.9")
	fmt.Println(err)
	// Output:
	// run.toml, line 2: unknown key "lamda" in [learn]; there are actors, alpha, alpha_end, asynchronous, batch, clip, coherence, conservative, epsilon, epsilon_end, exact, games, gamma, lambda, normalise, polyak, pool, potential, potential_discs, restricted, reward, rule, schedule, search, seed, softmax, squash, steps, temperature: did you mean lambda or gamma?
	//      2 | lamda = 0.9
	//        | ^^^^^
}
