package root

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// aboutCommands returns the commands of this package.
func aboutCommands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{doctorCommand(a), versionCommand(a), licensesCommand(a)}
}
