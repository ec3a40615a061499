// Package learn has the commands that make models: train, runs, sweep, average, tune, fit and
// probcut.
package learn

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	list := cli.Listings(runsCommand(a), sweepCommand(a), averageCommand(a), tuneCommand(a), fitCommand(a),
		probCutCommand(a))
	return append(list, trainCommand(a))
}
