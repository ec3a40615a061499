// Package statistics implements the commands stats, player and event, which answer questions about games in
// tables and charts.
package statistics

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return cli.Listings(statsCommand(a), playerCommand(a), eventCommand(a))
}
