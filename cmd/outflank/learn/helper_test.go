package learn

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/cli"
)

// root is a command line that has the commands of this package only.
func root(a *cli.App) *cobra.Command {
	c := &cobra.Command{Use: "outflank"}
	c.AddCommand(Commands(a)...)
	return c
}

// runCommand runs a command in-process and wants its exit code.
func runCommand(t *testing.T, ctx context.Context, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, complaints bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &complaints}
	if code := a.Run(ctx, root(a), args); code != want {
		t.Fatalf("outflank %s: exit code %d, want %d: %s", strings.Join(args, " "), code, want, complaints.String())
	}
	return out.String(), complaints.String()
}

// demoGames returns a folder with the built-in games.
func demoGames(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := cli.UnpackDemoGames(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}
