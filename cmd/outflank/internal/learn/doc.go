// Package learn has the commands that make models: train, runs, sweep, average, tune, fit and
// probcut. train and tune are packages of their own below.
package learn

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/learn/train"
	"github.com/outflank/outflank/cmd/outflank/internal/learn/tune"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	list := cli.Listings(runsCommand(a), sweepCommand(a), averageCommand(a), tune.Command(a), fitCommand(a), probCutCommand(a))
	return append(list, train.Command(a))
}
