// Package data has the commands that make and convert tables of games: download, import, export,
// index, find, duplicates, positions and label.
package data

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{downloadCommand(a), importCommand(a), exportCommand(a), indexCommand(a), findCommand(a), duplicatesCommand(a), positionsCommand(a), labelCommand(a)}
}
