package statistics

import (
	_ "embed"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/stats"
)

// statsHelp shows ten questions with their answers. TestStatsHelp runs its commands.
//
//go:embed statshelp.txt
var statsHelp string

// marksCommand returns the command of the marks, which needs analysed moves.
func marksCommand(a *cli.App) *cobra.Command {
	c := statCommand(a, stats.Marks(nil))
	c.Example = "  outflank analyze games --only 1,101,201 --cache cache\n" +
		"  outflank stats marks games --cache cache --svg marks.svg"
	return c
}

func statsCommand(a *cli.App) *cobra.Command {
	c := &cobra.Command{
		Use:        "stats",
		SuggestFor: []string{"statistics"},
		Short:      "Answer questions about games in numbers",
		Long:       strings.TrimSpace(statsHelp),
		Args:       cli.NoSuchCommand,
		RunE:       func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(weightsCommand(a))
	for _, s := range stats.All() {
		if s.Name != "weights" { // weightsCommand is a separate command
			c.AddCommand(statCommand(a, s))
		}
	}
	c.AddCommand(marksCommand(a), calibrationCommand(a), versusCommand(a))
	return c
}
