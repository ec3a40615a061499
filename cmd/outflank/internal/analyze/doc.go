// Package analyze has the commands that judge games and positions: analyze, solve and perft.
package analyze

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return append(cli.Listings(analyzeCommand(a)), solveCommand(a), perftCommand(a))
}
