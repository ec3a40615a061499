package run

import (
	"encoding/json"
	"path/filepath"
	"strconv"

	"github.com/outflank/outflank/eval"
)

// TrainingMeta is what a phase says about a model.
func TrainingMeta(p *Phase) map[string]string {
	config, err := json.Marshal(p.Learn)
	if err != nil {
		panic(err) // numbers, which were checked, and names
	}
	meta := map[string]string{"unit": eval.UnitWin, "squash": p.Learn.Squash.String(), "config": string(config)}
	if p.Games.Mix.has(SourceTranscripts) {
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
