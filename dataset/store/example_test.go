package store_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/dataset"
	"github.com/outflank/outflank/dataset/store"
	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
)

// Games that were played here become a table, and a table becomes games again.
func Example() {
	dir, err := os.MkdirTemp("", "games")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)

	w, err := store.Create(dir, store.Options{Meta: map[string]string{"seed": "1"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer w.Abort() // does nothing after Commit
	for _, transcript := range []string{"e6f4e3f6g5d6e7f5c5", "f5d6"} {
		moves, err := engine.ParseGame(engine.StandardStart(), transcript)
		if err != nil {
			fmt.Println(err)
			return
		}
		g := dataset.Game{Game: moves, Year: 2026, Black: "minimax:depth=2", White: "random"}
		if err := g.Replay(); err != nil {
			fmt.Println(err)
			return
		}
		g.Score = g.Replayed
		if err := w.Write(g); err != nil {
			fmt.Println(err)
			return
		}
	}
	if _, err := w.Commit(); err != nil {
		fmt.Println(err)
		return
	}

	games, err := store.Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(games.Rows(), "games, seed", games.Manifest().Meta["seed"])
	complete := games.Where(store.Filter{Status: []dataset.Status{dataset.Complete}})
	for g, err := range complete.All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s beat %s by %+d: %s\n", g.Black, g.White, g.Score, g)
	}
	// Output:
	// 2 games, seed 1
	// minimax:depth=2 beat random by +64: e6f4e3f6g5d6e7f5c5
}

// A command moves its progress bar in the body of the loop; here there is nothing
// to import.
func ExampleImport() {
	src, err := transfer.FindSources(filepath.Join(os.TempDir(), "no-such-folder"))
	if err != nil {
		fmt.Println("nothing found")
		return
	}
	var last transfer.Summary
	for sum, err := range transfer.Import(context.Background(), src, "tables", transfer.ImportOptions{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		last = sum
		fmt.Printf("\r%d of %d", sum.Records, src.Count())
	}
	fmt.Println(last.Games, "games,", last.BadCount, "left out")
	// Output:
	// nothing found
}

// Positions say who is to move, what was played and how it ended for that side.
func ExamplePositions() {
	moves, err := engine.ParseGame(engine.StandardStart(), "f5d6c3")
	if err != nil {
		fmt.Println(err)
		return
	}
	games := func(yield func(dataset.Game, error) bool) {
		yield(dataset.Game{Game: moves, Score: -20}, nil)
	}
	for p, err := range dataset.Positions(games) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d %v plays %v of %d moves, %+d\n", p.Index, p.Position.Color, p.Move, p.Legal.Len(), p.Outcome)
	}
	// Output:
	// 0 black plays f5 of 4 moves, -20
	// 1 white plays d6 of 3 moves, +20
	// 2 black plays c3 of 5 moves, -20
}
