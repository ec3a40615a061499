package qlearn_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/outflank/outflank/dataset/transfer"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// demoGames are the games that `outflank demo` writes.
var demoGames = filepath.Join("..", "cmd", "outflank", "internal", "cli", "demo", "WTH_2026.wtb")

// saved saves what was learned in a new folder and returns the spec that plays it.
func saved(agent *qlearn.Trained) (spec string, remove func()) {
	dir, err := os.MkdirTemp("", "")
	if err == nil {
		err = agent.Save(filepath.Join(dir, "own.model"))
	}
	if err != nil {
		log.Fatal(err)
	}
	return `q:model="` + filepath.Join(dir, "own.model") + `"`, func() { os.RemoveAll(dir) }
}

// play returns the score of a player against random moves.
func play(p arena.Player) string {
	score, err := arena.Play(context.Background(), p, agents.MustParse("random"),
		arena.Options{Games: 200, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	return score.Pair.String()
}

// rim counts the discs on the rim of the board, mine minus theirs.
type rim struct{}

func (rim) ID() string        { return "rim" }
func (rim) Params() []float64 { return nil }
func (rim) Len() int          { return 1 }
func (rim) Name(int) string   { return "discs on the rim" }
func (rim) OneSided() bool    { return false } // both sides count
func (rim) Append(dst []eval.Feature, b engine.Board) []eval.Feature {
	n := (b.Mine & engine.Edges).Len() - (b.Theirs & engine.Edges).Len()
	return append(dst, eval.Feature{Index: 0, Value: float64(n) / 8})
}

// A program registers what is its own when it starts.
func init() {
	eval.Register(rim{})
	agents.Register("cornered", "random moves, but corners first", newCornered)
}

// Features of one's own are registered under their ID. A program that has done so reads and plays
// models with them.
func ExampleFromGames_ownFeatures() {
	ctx := context.Background()
	games, err := transfer.Load(ctx, demoGames)
	if err != nil {
		log.Fatal(err)
	}
	agent, err := qlearn.FromGames(ctx, games, qlearn.Options{Features: "mobility+rim@2", Epochs: 1})
	if err != nil {
		log.Fatal(err)
	}
	spec, remove := saved(agent)
	defer remove()
	fmt.Println(agent.Model.Features.Name(1), agent.Model.Weights[1] > 0)
	fmt.Println("trained:", play(agent.Player("q")))
	fmt.Println("loaded: ", play(agents.MustParse(spec)))
	// Output:
	// discs on the rim, stage 0 true
	// trained: +147 =3 -50, 74.2 % (67.8–79.8)
	// loaded:  +147 =3 -50, 74.2 % (67.8–79.8)
}

// margin rewards a win the more the clearer it is, but never less than a half.
var margin = qlearn.RegisterReward("margin", func(score int) float64 {
	switch x := float64(score) / 128; {
	case score > 0:
		return 0.5 + x
	case score < 0:
		return x - 0.5
	}
	return 0
})

// A reward of one's own is registered under a name, which stands in the model.
func ExampleRegisterReward() {
	ctx := context.Background()
	games, err := transfer.Load(ctx, demoGames)
	if err != nil {
		log.Fatal(err)
	}
	agent, err := qlearn.FromGames(ctx, games, qlearn.Options{Epochs: 1, Config: qlearn.Config{Reward: margin}})
	if err != nil {
		log.Fatal(err)
	}
	spec, remove := saved(agent)
	defer remove()
	fmt.Println(agent, "with", margin)
	fmt.Println("loaded:", play(agents.MustParse(spec)))
	// Output:
	// learned from 1980 games, 117761 moves with margin
	// loaded: +188 =0 -12, 94.0 % (89.8–96.5)
}

// cornered plays at random, but takes a corner where it can.
type cornered struct{ rng *rand.Rand }

func newCornered(rng *rand.Rand) engine.Agent { return cornered{rng} }

func (c cornered) Choose(_ context.Context, b engine.Board) (engine.Square, error) {
	moves := b.Moves()
	if corners := moves & engine.Corners; corners != 0 {
		moves = corners
	}
	if moves == 0 {
		return engine.None, engine.ErrNoMove
	}
	return moves.Nth(c.rng.IntN(moves.Len())), nil
}

// An opponent of one's own is an agent, here one that is registered as well, so that
// specs know it.
func ExampleTrain_ownOpponent() {
	agent, err := qlearn.Train(context.Background(), qlearn.Against{Opponent: newCornered}, qlearn.Options{
		Config: qlearn.Config{Games: 2000, Alpha: 0.003, Epsilon: 0.2, EpsilonEnd: 0.01},
	})
	if err != nil {
		log.Fatal(err)
	}
	spec, remove := saved(agent)
	defer remove()
	score, err := arena.Play(context.Background(), agents.MustParse(spec), agents.MustParse("cornered"),
		arena.Options{Games: 200, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(agent)
	fmt.Println(score.Pair)
	// Output:
	// learned from 2000 games, 59062 moves
	// +174 =5 -21, 88.2 % (83.1–92.0)
}
