package matches

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/outflank/outflank/engine/fault"
	"github.com/outflank/outflank/engine/tournament"
)

// protocolFlags are settings that belong to a protocol, which is no longer itself with
// others.
var protocolFlags = []string{"perturb", "random-plies", "shape", "holes", "adjudicate"}

// follow settles the configuration by its protocol, and refuses flags that contradict it.
func (j *matchJob) follow(flags *pflag.FlagSet) error {
	cfg := &j.config
	p, err := tournament.FindProtocol(cfg.Protocol)
	if err != nil || cfg.Protocol == "" {
		return err
	}
	if err := refuse(p, flags); err != nil {
		return err
	}
	return cfg.Follow(flags.Changed("games"))
}

// refuse finds flags that would make another protocol of it.
func refuse(p tournament.Protocol, flags *pflag.FlagSet) error {
	for _, name := range protocolFlags {
		if flags.Changed(name) {
			return fault.Misuse(fmt.Errorf("--%s: --protocol %s settles this; give one of them", name, p.Name))
		}
	}
	if p.Openings == "" && flags.Changed("openings") {
		return fault.Misuse(fmt.Errorf("--openings: games of --protocol %s begin at the ordinary start; give one of them", p.Name))
	}
	return nil
}
