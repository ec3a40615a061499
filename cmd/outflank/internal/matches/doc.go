// Package matches implements the commands that let agents play: agents, bench, match, tournament, ladder,
// gauntlet, leaderboard, and the servers gtp, nboard and engine.
package matches

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	list := cli.Listings(agentsCommand(a), benchCommand(a), matchCommand(a), tournamentCommand(a),
		ladderCommand(a), engineCommand(a),
		leaderboardCommand(a))
	return append(list, gauntletCommand(a), gtpCommand(a), batchCommand(a), nboardCommand(a))
}
