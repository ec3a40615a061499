package run

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// Drawn returns n of the games, chosen by the seed, in their order: the first ones
// would be the oldest.
func Drawn(games []engine.Game, n int, seed uint64) []engine.Game {
	chosen := rand.New(rand.NewPCG(seed, engine.StreamSubset)).Perm(len(games))[:n]
	slices.Sort(chosen)
	list := make([]engine.Game, n)
	for i, k := range chosen {
		list[i] = games[k]
	}
	return list
}

// TrainingMeta is what a phase says about a model.
func TrainingMeta(p *Phase) map[string]string {
	config, err := json.Marshal(p.Learn)
	if err != nil {
		panic(err) // numbers, which were checked, and names
	}
	meta := map[string]string{"unit": eval.UnitWin, "squash": p.Learn.Squash.String(), "config": string(config)}
	if p.Games.Mix.has(MixTranscripts) {
		meta["epochs"] = strconv.Itoa(p.Games.Epochs)
	}
	if !p.Games.Recorded() {
		meta["random_plies"] = strconv.Itoa(p.Games.Random)
	}
	if p.Model.Init != "" {
		meta["init"] = filepath.Base(p.Model.Init)
	}
	return meta
}
