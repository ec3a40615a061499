// Package inspect has the commands that show what files hold: inspect and schema.
package inspect

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return cli.Listings(inspectCommand(a), schemaCommand(a))
}
