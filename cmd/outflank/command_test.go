package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// runCommand runs the command in this process and returns what it wrote.
func runCommand(t *testing.T, ctx context.Context, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, complaints bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &complaints}
	if code := execute(a, ctx, args); code != want {
		t.Fatalf("outflank %s: exit code %d, want %d: %s", strings.Join(args, " "), code, want, complaints.String())
	}
	return out.String(), complaints.String()
}
