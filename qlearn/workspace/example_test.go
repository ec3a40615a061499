package workspace_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn/agents"
	"github.com/outflank/outflank/qlearn/workspace"
)

// A match is looked at while it is played, which may be by another process.
func Example() {
	dir, err := os.MkdirTemp("", "workspace")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	cfg := arena.Config{Agents: []string{"greedy", "minimax"}, Games: 2}
	state, err := arena.Create(filepath.Join(dir, "match.ndjson"), cfg, agents.Resolver{})
	if err != nil {
		panic(err)
	}
	w, err := workspace.Open(dir)
	if err != nil {
		panic(err)
	}
	defer w.Close()
	for _, err := range state.Run(context.Background()) {
		if err != nil {
			panic(err)
		}
	}
	list, err := w.List()
	if err != nil {
		panic(err)
	}
	for _, e := range list.Entries {
		fmt.Println(e.Kind, e.Name, e.State, e.Done, "of", e.Total)
	}
	if err := state.Close(); err != nil {
		panic(err)
	}
	m, err := w.Match("match.ndjson")
	if err != nil {
		panic(err)
	}
	fmt.Println(m.State, m.Result.Pairs[0].A, m.Result.Pairs[0].Losses, "lost")
	// Output:
	// match greedy – minimax running 2 of 2
	// finished greedy 2 lost
}
