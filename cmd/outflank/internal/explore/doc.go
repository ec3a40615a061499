// Package explore implements the command "outflank explore", which shows the moves played in a position: as
// text or, on a terminal, as an interactive tree.
package explore

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return cli.Listings(exploreCommand(a))
}
