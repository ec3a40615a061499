package qlearn_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
)

// Game-based learning: a model of square classes plays 2,000 games against itself.
// It learns that corners are good and the squares diagonal to them are not.
func Example() {
	features, err := eval.New("squares", nil)
	if err != nil {
		log.Fatal(err)
	}
	model := eval.NewModel(features)
	trainer, err := qlearn.New(model, qlearn.Default)
	if err != nil {
		log.Fatal(err)
	}
	source := qlearn.Play{Model: model, Games: 2000, Epsilon: 0.2, EpsilonEnd: 0.02, Workers: 2, Seed: 1}
	for stats, err := range trainer.Train(context.Background(), source) {
		if err != nil {
			log.Fatal(err)
		}
		if stats.Episode%1000 == 0 {
			fmt.Printf("game %d of %d, learning rate %.4f\n", stats.Episode, stats.Total, stats.Alpha)
		}
	}
	a1, b2 := model.Weights[0], model.Weights[4]
	fmt.Println("corners are good:", a1 > 0.1, "and their neighbours bad:", b2 < 0)
	// Output:
	// game 1000 of 2000, learning rate 0.0021
	// game 2000 of 2000, learning rate 0.0002
	// corners are good: true and their neighbours bad: true
}

// Data-based learning: both sides of recorded games, here one in which black soon
// takes all.
func ExampleTranscripts() {
	game, err := engine.ParseGame(engine.StandardStart(), "e6f4e3f6g5d6e7f5c5")
	if err != nil {
		log.Fatal(err)
	}
	features, err := eval.New(eval.ReportID, eval.DefaultSquares())
	if err != nil {
		log.Fatal(err)
	}
	model := eval.NewModel(features)
	trainer, err := qlearn.New(model, qlearn.DefaultData)
	if err != nil {
		log.Fatal(err)
	}
	for stats, err := range trainer.Train(context.Background(), qlearn.Transcripts{Games: []engine.Game{game}, Epochs: 2}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%d moves, error %.3f\n", stats.Updates, stats.Error)
	}
	// Output:
	// 9 moves, error 0.471
	// 9 moves, error 0.468
}

// A model plays: here the one made by hand, against chance.
func ExampleAgent() {
	agents := [2]engine.Agent{
		qlearn.NewAgent(eval.Default()),
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
