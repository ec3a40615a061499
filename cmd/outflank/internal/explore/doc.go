// Package explore has the command that tells what was played in a position: as a text, and on a
// terminal as a tree in which people walk.
package explore

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return cli.Listings(exploreCommand(a))
}
