package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/cli"
)

// TestReadme executes the blocks of README.md that begin with "$ outflank", in
// order and in one folder that holds the built-in games, and compares what they
// print with what the README says, times aside.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("LC_ALL", "C.UTF-8") // boards are drawn with letters elsewhere
	if err := cli.UnpackDemoGames("wthor"); err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```console\n\\$ outflank ([^\n]*)\n(.*?)```").FindAllStringSubmatch(string(text), -1)
	if len(blocks) == 0 {
		t.Fatal("README.md has no block that begins with $ outflank")
	}
	for _, b := range blocks {
		var stdout, stderr bytes.Buffer
		a := &cli.App{In: strings.NewReader(""), Out: &stdout, Err: &stderr}
		if code := execute(a, context.Background(), strings.Fields(b[1])); code != cli.Done {
			t.Fatalf("outflank %s: exit code %d: %s", b[1], code, stderr.String())
		}
		if diff := cmp.Diff(withoutTimes(b[2]), withoutTimes(stdout.String())); diff != "" {
			t.Errorf("outflank %s: README.md (-) and the command (+) differ:\n%s", b[1], diff)
		}
	}
}

var timing = regexp.MustCompile(` +[\d,]+ +[\d.]+ s +[\d.]+ M/s|[\d,]+ nodes in [\d.]+ s, [\d.]+ M/s|[\d,.]+ m?s\b| +\d+\.\d{3} {15,}|[\d,]+ games/s|"(nodes_per_)?seconds?": [-.e+\d]+`)

// withoutTimes replaces what differs from run to run, or with the number of threads.
func withoutTimes(text string) string { return timing.ReplaceAllString(text, "~") }
