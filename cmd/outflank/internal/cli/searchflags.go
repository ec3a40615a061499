package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/engine/deep"
	"github.com/outflank/outflank/qlearn/agents"
)

// A bytesFlag is an amount of memory.
type bytesFlag int

func (b *bytesFlag) Type() string { return "memory" }

func (b *bytesFlag) String() string {
	if n := int(*b); n%(1<<30) == 0 {
		return fmt.Sprintf("%dG", n>>30)
	} else if n%(1<<20) == 0 {
		return fmt.Sprintf("%dM", n>>20)
	}
	return fmt.Sprintf("%dK", int(*b)>>10)
}

func (b *bytesFlag) Set(text string) error {
	n, err := agents.ParseBytes(text)
	if err == nil {
		*b = bytesFlag(n)
	}
	return err
}

// A levelFlag is a confidence.
type levelFlag deep.Level

func (l *levelFlag) Type() string { return "percent" }

func (l *levelFlag) String() string { return strconv.Itoa(deep.Level(*l).Percent()) }

func (l *levelFlag) Set(text string) error {
	level, err := deep.ParseLevel(text)
	if err == nil {
		*l = levelFlag(level)
	}
	return err
}

// AddHashFlag adds --hash.
func AddHashFlag(c *cobra.Command, bytes *int, what string) {
	c.Flags().Var((*bytesFlag)(bytes), "hash", what+", such as 64M or 1G")
}

// AddLevelFlag adds --selectivity.
func AddLevelFlag(c *cobra.Command, level *deep.Level, what string) {
	c.Flags().Var((*levelFlag)(level), "selectivity", what+": 50, 73, 87, 95, 98, 99 or 100")
}
