// Package statistics has the commands that answer questions about games in tables and charts: stats.
package statistics

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return cli.Listings(statsCommand(a))
}
