package qlearn_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// From files of games to a saved agent: its square weights and its features come from the games, and the file
// plays as the agent does.
func Example() {
	ctx := context.Background()
	games, err := transfer.Load(ctx, demoGames)
	if err != nil {
		log.Fatal(err)
	}
	w := stats.WeighSquares(games)
	learned, err := qlearn.FromGames(ctx, games, qlearn.Options{Squares: w, Epochs: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(learned)

	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "q.model")
	if err := learned.Save(file); err != nil {
		log.Fatal(err)
	}
	again, err := agents.Parse("q:model=" + file)
	if err != nil {
		log.Fatal(err)
	}
	again.Name = "q, read"
	for _, player := range []arena.Player{learned.Player("q"), again, agents.MustParse("random")} {
		score, err := arena.Play(ctx, player, agents.MustParse("alphabeta:depth=2"), arena.Options{Games: 200, Seed: 1})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(score)
	}
	// Output:
	// learned from 1980 games, 117761 moves
	// q – alphabeta:depth=2: +19 =1 -180, 9.8 % (6.4–14.7)
	// q, read – alphabeta:depth=2: +19 =1 -180, 9.8 % (6.4–14.7)
	// random – alphabeta:depth=2: +1 =0 -199, 0.5 % (0.1–2.8)
}
