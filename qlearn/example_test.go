package qlearn_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// newTrainer returns a trainer of a model over the features, with weights 0.
func newTrainer(features string, cfg qlearn.Config, source qlearn.Source) *qlearn.Trainer {
	f, err := eval.New(features, eval.DefaultSquares())
	if err != nil {
		log.Fatal(err)
	}
	q, err := qlearn.NewApproximator(eval.NewModel(f), cfg.Optimizer)
	if err != nil {
		log.Fatal(err)
	}
	trainer, err := qlearn.New(q, cfg, source)
	if err != nil {
		log.Fatal(err)
	}
	return trainer
}

// Game-based learning: a model of single squares plays 1,000 games against itself. It
// learns that corners are good and the squares diagonal to them are not.
func ExampleTrainer() {
	cfg := qlearn.Default
	cfg.Games, cfg.Batch = 1000, 250
	trainer := newTrainer("all1", cfg, qlearn.Self{Random: 10})
	trainer.Workers = 2
	for stats, err := range trainer.Train(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("game %d of %d, step size %.4f\n", stats.Games, stats.Total, stats.Alpha)
	}
	model := trainer.Learned().Model
	weight := map[string]float64{}
	for i, w := range model.Weights {
		weight[model.Features.Name(i)] = w
	}
	fmt.Println("corners are good:", weight["a1 X"] > 0.05, "and their neighbours bad:", weight["b2 X"] < 0)
	// Output:
	// game 500 of 1000, step size 0.5055
	// game 1000 of 1000, step size 0.0100
	// corners are good: true and their neighbours bad: true
}

// Data-based learning as the CS181 report has it, with the square weights W of other games if one likes.
func ExampleFromGames() {
	ctx := context.Background()
	games, err := transfer.Load(ctx, demoGames)
	if err != nil {
		log.Fatal(err)
	}
	agent, err := qlearn.FromGames(ctx, games, qlearn.Options{Squares: stats.WeighSquares(games), Epochs: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(agent)
	for i, w := range agent.Model.Weights {
		fmt.Printf("%-9s %+.3f\n", agent.Model.Features.Name(i), w)
	}
	// Output:
	// learned from 1980 games, 117761 moves
	// position  +0.069
	// mobility  +0.513
	// stability +0.219
	// parity    -0.017
	// discs     -0.116
}

// Data-based learning: both sides of recorded games, here one in which black soon takes
// all.
func ExampleTranscripts() {
	game, err := engine.ParseGame(engine.StandardStart(), "e6f4e3f6g5d6e7f5c5")
	if err != nil {
		log.Fatal(err)
	}
	games, err := qlearn.NewTranscripts([]engine.Game{game}, false, 1)
	if err != nil {
		log.Fatal(err)
	}
	cfg := qlearn.DefaultData
	cfg.Games, cfg.Actors, cfg.Batch = 3, 1, 1
	for stats, err := range newTrainer(eval.ReportID, cfg, games).Train(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%d moves, error %.2f\n", stats.Updates, stats.Error)
	}
	// Output:
	// 9 moves, error 0.39
	// 9 moves, error 0.17
	// 9 moves, error 0.14
}

// A checkpoint holds all that has been learned: a trainer that is restored from it goes
// on as if nothing had been.
func ExampleTrainer_Restore() {
	cfg := qlearn.Default
	cfg.Games, cfg.Batch = 100, 25
	one := newTrainer("all2", cfg, qlearn.Self{})
	for _, err := range one.Train(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		break // after the first round
	}
	data, err := one.Checkpoint()
	if err != nil {
		log.Fatal(err)
	}
	other := newTrainer("all2", cfg, qlearn.Self{})
	if err := other.Restore(data); err != nil {
		log.Fatal(err)
	}
	fmt.Println(other.Done(), "games are learned")
	data[100]++
	fmt.Println(other.Restore(data))
	// Output:
	// 50 games are learned
	// qlearn: checkpoint: not a checkpoint of this training: wrong checksum
}

// Games come from several sources: of seven games four are against itself, two against
// an agent that takes what it can, with a tenth of its moves at random, and one
// against a past checkpoint.
func ExampleMixture() {
	greedy := func(*rand.Rand) engine.Agent { return engine.Greedy{} }
	source := qlearn.Mixture{
		{Source: qlearn.Self{Random: 10}, Weight: 4},
		{Source: qlearn.Against{Opponent: greedy, Noise: 0.1, Epsilon: -1}, Weight: 2},
		{Source: qlearn.Against{Epsilon: -1}, Weight: 1},
	}
	if err := source.Check(); err != nil {
		log.Fatal(err)
	}
	cfg := qlearn.Default
	cfg.Games, cfg.Batch, cfg.Pool = 120, 15, qlearn.Pool{Every: 30, Size: 3}
	trainer := newTrainer("all2", cfg, source)
	for _, err := range trainer.Train(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
	}
	for _, m := range trainer.Members() {
		fmt.Println("a past checkpoint, after", m.Games, "games")
	}
	// Output:
	// a past checkpoint, after 30 games
	// a past checkpoint, after 90 games
	// a past checkpoint, after 120 games
}

// A model plays: here the one made by hand, against random moves.
func ExampleAgent() {
	agents := [2]engine.Agent{
		qlearn.NewAgent(eval.Default(), nil),
		engine.Random{Rand: rand.New(rand.NewPCG(1, 1))},
	}
	game, err := engine.PlayOut(context.Background(), engine.Game{Start: engine.StandardStart()}, agents)
	if err != nil {
		log.Fatal(err)
	}
	end, _ := game.End()
	fmt.Println("black won:", end.Score(engine.Black) > 0)
	// Output:
	// black won: true
}
