// Package web has the command web: a board in the browser, with all that the toolkit knows, for
// oneself or for a club.
//
// A page is a template of package site with modules of its assets; what it asks for is the JSON
// API below /api/v1. Each part of the API is a package that declares its routes and pages:
//
//	boards     positions, shapes, formats of games, pictures of boards
//	games      games against agents, and their clocks
//	analysis   what moves are worth
//	database   what was played, by whom, and statistics
//	watch      trainings and matches as they run
//
// Package wire makes handlers and the OpenAPI document of routes, package guard decides who may
// ask and how much. The parts do not import each other, but all know boards.
package web

import (
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// Commands returns the commands of this package.
func Commands(a *cli.App) []*cobra.Command {
	return []*cobra.Command{webCommand(a)}
}
