package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var fence = regexp.MustCompile("(?ms)^```(go|diff)\n(.*?)^```$")

// The worked examples of CONTRIBUTING.md fit where they belong, and the feature compiles there. By
// OUTFLANK_LONG all are built into the command, which then plays, learns, counts and reads by them.
func TestContributing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	program := filepath.Join(dir, "outflank")
	build := exec.Command("go", "build", "-overlay", contributed(t, dir), "-o", program, ".")
	if os.Getenv("OUTFLANK_LONG") == "" {
		build = exec.Command("go", "build", "-overlay", contributed(t, dir), "../../eval")
	}
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if os.Getenv("OUTFLANK_LONG") == "" {
		return
	}
	games := filepath.Join(dir, "games.dashes")
	if err := os.WriteFile(games, []byte("f5-d6-c3-d3-c4\nf5-f6-e6-f4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	model, tables := filepath.Join(dir, "q.model"), filepath.Join(dir, "tables")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"corners", []string{"bench", "--games", "2", "corners", "random"}},
		{"moves  games", []string{"stats", "lengths", games}},
		{"q.model", []string{"train", "--mode", "self", "--games", "4", "--features", "edges+mobility", "-o", model}},
		{"edges", []string{"inspect", model}},
		{"2 games", []string{"import", games, "-o", tables}},
		{"f5-d6-c3-d3-c4", []string{"export", tables, "--format", "dashes", "-o", "-"}},
	} {
		if out, err := exec.Command(program, c.args...).CombinedOutput(); err != nil ||
			!strings.Contains(string(out), c.want) {
			t.Errorf("outflank %s: %v, want %q in\n%s", strings.Join(c.args, " "), err, c.want, out)
		}
	}
}

// contributed writes the files that CONTRIBUTING.md adds and changes, and returns the name of the
// overlay by which the compiler finds them.
func contributed(t *testing.T, dir string) string {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for _, m := range fence.FindAllStringSubmatch(string(text), -1) {
		first, rest, _ := strings.Cut(m[2], "\n")
		name := strings.TrimLeft(first, "/ ")
		source := filepath.Join(root, filepath.FromSlash(name))
		code := m[2]
		if m[1] == "diff" {
			code = inserted(t, source, rest)
		}
		made := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(made, []byte(code), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[source] = made
	}
	if len(overlay.Replace) != 8 {
		t.Errorf("%d files, want four and four changes", len(overlay.Replace))
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(name, list, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// inserted returns a file with the lines of a change behind the line that it shows, which
// the file must have once.
func inserted(t *testing.T, file, change string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var anchor, added string
	for line := range strings.Lines(change) {
		if strings.HasPrefix(line, "+") {
			added += line[1:]
		} else {
			anchor += line[1:]
		}
	}
	if strings.Count(string(text), "\n"+anchor) != 1 {
		t.Fatalf("%s: no such line, or several: %s", file, anchor)
	}
	return strings.Replace(string(text), "\n"+anchor, "\n"+anchor+added, 1)
}
