package learn

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/cli"
	"github.com/outflank/outflank/qlearn/tuning"
)

// A tuneSetting is a flag for a setting of a method, or of several.
type tuneSetting struct{ name, about string }

var tuneSettingFlags = []tuneSetting{
	{"steps", "generations or steps"},
	{"population", "ga, cmaes: vectors in a generation"},
	{"survivors", "ga: of a generation, the elite included"},
	{"elite", "ga: the best n survive whatever the selection"},
	{"selection", "ga: of the other survivors: roulette4, by fitness⁴, roulette or truncation"},
	{"crossover", "ga: uniform or one-point"},
	{"mutation", "ga: probability that a weight of a child mutates"},
	{"reset-rate", "ga: share of these that are drawn again; others move a little"},
	{"step-size", "ga: the largest small change of a weight, in scales"},
	{"scale", "ga, sa: how far random weights lie from the start; sa: and neighbours at first"},
	{"t0", "sa: first temperature, in the unit of the ratings"},
	{"tf", "sa: final temperature"},
	{"sigma", "cmaes: first standard deviation of a weight"},
	{"gain", "spsa: how far it follows the slope"},
	{"stability", "spsa: Spall's constant A, which dampens the first steps"},
	{"perturb", "spsa: how far the weights are moved both ways"},
}

// setChanged sets what was given on the command line, and the seed.
func setChanged(s *tuning.Settings, method string, flags *pflag.FlagSet, seed uint64) error {
	if err := s.Set(method, "seed", strconv.FormatUint(seed, 10)); err != nil {
		return err
	}
	for _, f := range tuneSettingFlags {
		if !flags.Changed(f.name) {
			continue
		}
		err := s.Set(method, f.name, flags.Lookup(f.name).Value.String())
		if bad, ok := errors.AsType[*tuning.ValueError](err); ok {
			err = cli.BadValue(bad.Setting, bad.Text, bad.Type, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
