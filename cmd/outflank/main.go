// Command outflank imports Othello game databases into Arrow tables, derives statistics from
// them, trains Q-learning agents and measures them against search agents.
//
// "outflank demo" runs the whole pipeline on built-in games; "outflank help" lists the commands. Each group
// of commands is a package below this one; the library packages do the work.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/root"
)

func main() {
	os.Exit(execute(cli.NewApp(), untilInterrupted(), os.Args[1:]))
}

// untilInterrupted returns a context that ends on Ctrl-C, on SIGTERM or when the terminal is closed. A second
// signal ends the program immediately.
func untilInterrupted() context.Context {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, stop)
	return ctx
}

// execute runs one command line and returns the exit code.
func execute(a *cli.App, ctx context.Context, args []string) int {
	return root.Run(ctx, a, args)
}
