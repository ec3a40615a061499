package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/cli/clitest"
	"github.com/outflank/outflank/cmd/outflank/internal/root"
	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine/runtime/text"
)

// terminalCommands are run in several terminals; testdata/terminal has what they print.
var terminalCommands = []string{
	"stats openings games --top 4",
	"stats players games --top 4",
	"stats pairs games --top 3",
	"stats endings games --top 2",
	"player games greedy --top 2",
	"event games outflank --top 3",
	"explore games f5d6",
	"agents alphabeta",
	"inspect games",
	"schema table players",
	"analyze f5d6c3d3c4f4c5b3c2 --depth 2",
	"drill lines.txt --side black --games left.txt --depth 1",
	"runs --help",
}

// inTerminal runs a command line as in a terminal of these variables of the environment.
func inTerminal(t *testing.T, terminal bool, command string, env map[string]string) string {
	t.Helper()
	var out, complaints bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: &complaints, OutTerminal: terminal}
	for _, name := range []string{"LC_ALL", "TERM", "NO_COLOR", "COLUMNS"} {
		t.Setenv(name, env[name])
	}
	a.Surround(os.Getenv)
	if code := execute(a, context.Background(), strings.Fields(command)); code != cli.Done {
		t.Fatalf("outflank %s: exit code %d: %s", command, code, complaints.String())
	}
	return withoutTimes(out.String())
}

// wantFits fails for lines that are wider than a terminal.
func wantFits(t *testing.T, command, page string, width int) {
	t.Helper()
	for line := range strings.Lines(page) {
		if n := text.Width(strings.TrimRight(line, "\n")); n > width {
			t.Errorf("outflank %s: %d letters, want %d: %s", command, n, width, line)
		}
	}
}

// demoTables makes the tables of the built-in games in a folder of their own, which it enters.
func demoTables(t *testing.T) {
	t.Helper()
	golden, err := filepath.Abs(filepath.Join("testdata", "terminal"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOLDEN", golden)
	t.Chdir(t.TempDir())
	if err := cli.UnpackDemoGames("wthor"); err != nil {
		t.Fatal(err)
	}
	runCommand(t, t.Context(), cli.Done, "import", "wthor", "-o", "games")
	putFile(t, "lines.txt", []byte("f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5\nf5f6e6f4e3\n"))
	putFile(t, "left.txt", []byte("f5d6c3d3c4f4f6f3e6e7d7g6f8c5\tAnn\tBartholomew the Younger of Somewhere\nf5f6e6f4g6\n"))
}

// TestTerminals: what ten commands print in windows of 80 and 120 columns and in a locale of ASCII.
// OUTFLANK_UPDATE=1 writes the golden files anew.
func TestTerminals(t *testing.T) {
	demoTables(t)
	const utf8 = "C.UTF-8"
	for _, c := range []struct {
		name     string
		terminal bool
		env      map[string]string
		width    int
	}{
		{"80", false, map[string]string{"LC_ALL": utf8, "TERM": "xterm", "COLUMNS": "80"}, 80},
		{"120", false, map[string]string{"LC_ALL": utf8, "TERM": "xterm", "COLUMNS": "120"}, 120},
		{"ascii", true, map[string]string{"LC_ALL": "C", "TERM": "dumb", "COLUMNS": "80"}, 80},
	} {
		var all strings.Builder
		for _, command := range terminalCommands {
			text := inTerminal(t, c.terminal, command, c.env)
			wantFits(t, command, text, c.width)
			all.WriteString("$ outflank " + command + "\n" + text + "\n")
		}
		if i := strings.IndexFunc(all.String(), func(r rune) bool { return r > 126 }); c.name == "ascii" && i >= 0 {
			t.Errorf("not of ASCII: %q", all.String()[i:i+20])
		}
		clitest.Golden(t, filepath.Join(os.Getenv("GOLDEN"), c.name+".txt"), all.String())
	}
}

// TestNoColor: NO_COLOR and TERM=dumb print what a file gets, other terminals colours.
func TestNoColor(t *testing.T) {
	demoTables(t)
	env := func(name, value string) map[string]string {
		env := map[string]string{"LC_ALL": "C.UTF-8", "TERM": "xterm", "COLUMNS": "80"}
		if name != "" {
			env[name] = value
		}
		return env
	}
	for _, command := range terminalCommands {
		plain := inTerminal(t, false, command, env("", ""))
		for _, e := range []map[string]string{env("NO_COLOR", "1"), env("TERM", "dumb")} {
			if diff := cmp.Diff(plain, inTerminal(t, true, command, e)); diff != "" {
				t.Errorf("outflank %s: a file (-) and a terminal of %v (+) differ:\n%s", command, e, diff)
			}
		}
	}
	if text := inTerminal(t, true, "explore games f5d6", env("", "")); !strings.Contains(text, "\x1b[") {
		t.Errorf("a terminal has no colours:\n%s", text)
	}
}

// TestEveryTableFits: no line of any statistic or help is wider than a window, however wide that is.
func TestEveryTableFits(t *testing.T) {
	demoTables(t)
	commands := []string{"stats calibration games", "stats versus games greedy random", "experiment list",
		"help training", "help specs"}
	for _, s := range stats.All() {
		commands = append(commands, "stats "+s.Name+" games")
	}
	helps(root.Command(&cli.App{}), &commands)
	for _, width := range []string{"60", "100"} {
		for _, command := range commands {
			text := inTerminal(t, false, command, map[string]string{"LC_ALL": "C.UTF-8", "COLUMNS": width})
			wantFits(t, command, text, map[string]int{"60": 60, "100": 100}[width])
		}
	}
}

// helps adds the helps of all commands below c.
func helps(c *cobra.Command, list *[]string) {
	for _, sub := range c.Commands() {
		*list = append(*list, strings.TrimPrefix(sub.CommandPath(), "outflank ")+" --help")
		helps(sub, list)
	}
}
