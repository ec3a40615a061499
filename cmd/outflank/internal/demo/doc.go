// Package demo has the command that shows the whole pipeline once, on built-in games: import,
// statistics, training and a benchmark.
package demo

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{demoCommand(a)}
}
