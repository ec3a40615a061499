package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/cli"
)

// output runs a command line in-process and returns what it prints and its exit code.
func output(t *testing.T, ctx context.Context, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &err}
	code = execute(a, ctx, args)
	return out.String(), err.String(), code
}
