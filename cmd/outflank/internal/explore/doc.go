// Package explore has the command that shows the moves played in a position: as text, and on a terminal as a
// tree to walk through.
package explore

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return cli.Listings(exploreCommand(a))
}
