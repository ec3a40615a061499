package run

import (
	"fmt"
	"path/filepath"
	"strconv"
)

// trainingMeta is what a phase says about a model.
func trainingMeta(p *Phase) map[string]string {
	meta := p.Learn.Meta()
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

// meta is what a model file says about how the run made it.
func (info *Info) meta(s *State) map[string]string {
	p := info.Phases[s.Phase]
	meta := trainingMeta(&p)
	meta["seed"], meta["games"], meta["phase"] = fmt.Sprint(info.Seed), fmt.Sprint(s.Games),
		fmt.Sprintf("%d of %d", s.Phase+1, len(info.Phases))
	if info.Name != "" {
		meta["name"] = info.Name
	}
	for _, d := range info.Data {
		if d.Sum != "" {
			meta["data"] = d.String()
			break
		}
	}
	return meta
}

// NetMeta is what the configuration says about how the networks of the run were made, whose files
// have no place for it.
func (info *Info) NetMeta() map[string]string {
	meta := trainingMeta(info.Last())
	meta["run"], meta["seed"] = info.Title(), fmt.Sprint(info.Seed)
	return meta
}
