package statistics

import (
	"io"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/dataset/transfer"
)

// TestStatsHelp executes the commands of the help of stats on the built-in games: the
// lines below a command stand in what it prints, in this order.
func TestStatsHelp(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := cli.UnpackDemoGames("wthor"); err != nil {
		t.Fatal(err)
	}
	a := &cli.App{Out: io.Discard, Err: io.Discard}
	sources, err := a.FindSources([]string{"wthor"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Import(t.Context(), sources, "games", transfer.ImportOptions{}); err != nil {
		t.Fatal(err)
	}
	help, _, _ := room.Run(t.Context(), "stats", "--help")
	if n := strings.Count(help, "\n"); n > 100 {
		t.Errorf("the help has %d lines, want at most 100", n)
	}
	commands := 0
	var printed []string // lines of the last command that are still to come
	for line := range strings.Lines(help) {
		text := strings.TrimSpace(line)
		command, isCommand := strings.CutPrefix(text, "$ outflank ")
		switch {
		case isCommand:
			commands++
			out, _, code := room.Run(t.Context(), strings.Fields(command)...)
			if code != cli.Done {
				t.Fatalf("%s: exit code %d", text, code)
			}
			printed = strings.Split(out, "\n")
		case !strings.HasPrefix(line, "    ") || commands == 0: // a question, or not of the examples
		default:
			rest := after(printed, text)
			if rest == nil {
				t.Errorf("help of stats: the command before does not print %q", text)
			}
			printed = rest
		}
	}
	if commands != 10 {
		t.Errorf("%d commands, want 10", commands)
	}
}

// after returns what follows the first line that has this text, nil if there is none.
func after(lines []string, text string) []string {
	for i, line := range lines {
		if strings.TrimSpace(line) == text {
			return lines[i+1:]
		}
	}
	return nil
}
