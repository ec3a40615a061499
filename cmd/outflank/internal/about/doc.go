// Package about has the commands that tell what this program is, what it is made of, and whether
// this machine has what it needs: version, licenses and doctor.
package about

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{doctorCommand(a), versionCommand(a), licensesCommand(a)}
}
