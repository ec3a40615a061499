package cli

import (
	"slices"

	"github.com/spf13/pflag"
)

// ChangedFlags lists the flags that were given and are not allowed.
func ChangedFlags(f *pflag.FlagSet, allowed []string) (bad []string) {
	f.Visit(func(f *pflag.Flag) {
		if !slices.Contains(allowed, f.Name) {
			bad = append(bad, "--"+f.Name)
		}
	})
	return bad
}
