// Package data implements the commands that make and convert tables of games: download, import, export,
// index, find, duplicates, positions, transitions, generate, label and audit.
package data

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	list := cli.Listings(downloadCommand(a), importCommand(a), indexCommand(a), findCommand(a),
		duplicatesCommand(a))
	return append(list, exportCommand(a), positionsCommand(a), transitionsCommand(a), generateCommand(a),
		labelCommand(a), auditCommand(a))
}
