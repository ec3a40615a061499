package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// TestMistakes runs the command lines of testdata/mistakes.txt, which all are typical mistakes, and
// wants the exit code and the whole of standard error that stand below each. The
// folder has the built-in games in wthor, their tables in games, and files
// of the wrong kind. OUTFLANK_UPDATE=1 writes the answers anew.
func TestMistakes(t *testing.T) {
	golden, err := filepath.Abs(filepath.Join("testdata", "mistakes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("OUTFLANK_DATA", "")
	makeMistaken(t)
	var answers strings.Builder
	lines := 0
	for block := range strings.SplitSeq(string(data), "\n\n") {
		line, want, _ := strings.Cut(strings.TrimSpace(block), "\n")
		if strings.HasPrefix(line, "#") || line == "" { // a heading
			fmt.Fprintf(&answers, "%s\n\n", strings.TrimSpace(block))
			continue
		}
		lines++
		code, said := mistake(t, strings.TrimPrefix(line, "$ "))
		got := strings.TrimSpace(fmt.Sprintf("exit %d\n%s", code, said))
		fmt.Fprintf(&answers, "%s\n%s\n\n", line, got)
		if code == cli.Done {
			t.Errorf("%s: exit code 0, want a refusal", line)
		}
		if got != want && os.Getenv("OUTFLANK_UPDATE") == "" {
			t.Errorf("%s\ngot  %s\nwant %s", line, got, want)
		}
	}
	if lines < 80 {
		t.Errorf("%d mistakes, want at least 80", lines)
	}
	if os.Getenv("OUTFLANK_UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(strings.TrimSpace(answers.String())+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// makeMistaken writes what the mistakes are made with.
func makeMistaken(t *testing.T) {
	t.Helper()
	if err := cli.UnpackDemoGames("wthor"); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"empty": "", "notes.txt": "Dear diary,\ntoday I lost.\n", "offboard.txt": "f5d6c9\n",
		"zero.model": strings.Repeat("\x00", 64), "bad.json": "{\"format\": 1", "cut.model": "OUTFLANK",
	} {
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o777); err != nil {
		t.Fatal(err)
	}
	if code, said := mistake(t, "outflank import wthor -o games"); code != cli.Done {
		t.Fatalf("import: exit code %d, %s", code, said)
	}
}

// mistake runs a command line in the folder and returns its exit code and standard error.
func mistake(t *testing.T, line string) (int, string) {
	t.Helper()
	var stderr bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: new(bytes.Buffer), Err: &stderr}
	return execute(a, t.Context(), strings.Fields(line)[1:]), stderr.String()
}
