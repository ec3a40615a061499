package arena_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
)

// simple knows two agents, which have no parameters.
type simple struct{}

func (simple) Players(specs []string) (list []arena.Player, err error) {
	for _, spec := range specs {
		p := arena.Player{Name: spec}
		switch spec {
		case "random":
			p.New = func(rng *rand.Rand) engine.Agent { return engine.Random{Rand: rng} }
		case "greedy":
			p.New = func(*rand.Rand) engine.Agent { return engine.Greedy{} }
		default:
			return nil, fmt.Errorf("no agent %q", spec)
		}
		list = append(list, p)
	}
	return list, nil
}

func (simple) CheckOn(string, engine.Shape) error                { return nil }
func (simple) Param(string, string) (has, given bool, err error) { return false, false, nil }
func (simple) WithParam(spec, key, value string) string          { return spec }
func (simple) Traits(string) (program, repeats bool, err error)  { return false, true, nil }

func (simple) WithFiles(spec string, name func(string) (string, error)) (string, error) {
	return spec, nil
}

// A match of two agents by a protocol, and its cross-table.
func Example_tournament() {
	cfg := arena.Config{Agents: []string{"greedy", "random"}, Seed: 1}
	protocol, err := arena.FindProtocol("cs181")
	if err == nil {
		err = protocol.Apply(&cfg)
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := arena.New(cfg, simple{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, err := range state.Run(context.Background()) {
		if err != nil {
			fmt.Println(err)
			return
		}
	}
	r := state.Result()
	for _, p := range r.Pairs {
		fmt.Printf("%s – %s: %.1f %% (%.1f to %.1f) of %d games\n", p.A, p.B, 100*p.Score, 100*p.Low,
			100*p.High, p.Games)
	}
	r.CrossTable().WriteText(os.Stdout)
	// Output:
	// greedy – random: 64.5 % (57.7 to 70.8) of 200 games
	//      player  Elo        95 %  points  games   score   1    2
	//   1  greedy  +52  +27 to +77     129    200  64.5 %   –  129
	//   2  random  -52  -77 to -27      71    200  35.5 %  71    –
}
