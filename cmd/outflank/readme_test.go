package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/manual"
)

// TestReadme executes the blocks of README.md and of the manual that begin with "$ outflank", in
// order and in one folder that holds the built-in games, and compares what they print with what
// stands there, times aside.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(text, []byte("\n")); lines >= 150 {
		t.Errorf("README.md has %d lines, want less than 150: the rest belongs into the manual", lines)
	}
	t.Chdir(t.TempDir())
	t.Setenv("LC_ALL", "C.UTF-8") // boards are drawn with letters elsewhere
	if err := cli.UnpackDemoGames(filepath.Join("outflank-demo", "wthor")); err != nil {
		t.Fatal(err)
	}
	runCommand(t, t.Context(), cli.Done, "import", filepath.Join("outflank-demo", "wthor"), "-o", "games")
	runCommand(t, t.Context(), cli.Done, "train", "games", "-o", "data.model", "--mode", "data", "--epochs", "2")
	executeBlocks(t, "README.md", string(text))
	for _, s := range manual.Subjects() {
		executeBlocks(t, s.Name+".md", s.Text)
	}
}

// executeBlocks executes the blocks of a text.
func executeBlocks(t *testing.T, name, text string) {
	for _, b := range regexp.MustCompile("(?s)```console\n\\$ outflank ([^\n]*)\n(.*?)```").
		FindAllStringSubmatch(text, -1) {
		var stdout, stderr bytes.Buffer
		a := &cli.App{In: strings.NewReader(""), Out: &stdout, Err: &stderr}
		if code := execute(a, context.Background(), strings.Fields(b[1])); code != cli.Done {
			t.Fatalf("outflank %s: exit code %d: %s", b[1], code, stderr.String())
		}
		if diff := cmp.Diff(withoutTimes(b[2]), withoutTimes(stdout.String())); diff != "" {
			t.Errorf("outflank %s: %s (-) and the command (+) differ:\n%s", b[1], name, diff)
		}
	}
}

var timing = regexp.MustCompile(` +[\d,]+ +[\d.]+ s +[\d.]+ M/s|[\d,]+ nodes in [\d.]+ s, [\d.]+ M/s|[\d,.]+ m?s\b| +\d+\.\d{3} {15,}|[\d,]+ games/s|"(nodes_per_)?seconds?": [-.e+\d]+`)

// withoutTimes replaces what differs from run to run, or with the number of threads.
func withoutTimes(text string) string { return timing.ReplaceAllString(text, "~") }

// TestManualProgram: the Go program of README.md is that of the manual, and short. With OUTFLANK_LONG=1 it is
// compiled and runs on the built-in games, and prints what stands behind it.
func TestManualProgram(t *testing.T) {
	t.Parallel()
	program, want := programOf(t, filepath.Join("..", "..", "README.md"))
	if p, w := programOf(t, filepath.Join("internal", "manual", "library.md")); p != program || w != want {
		t.Errorf("library.md (-) and README.md (+) differ:\n%s", cmp.Diff(p+w, program+want))
	}
	own := regexp.MustCompile(`(?s)import \(.*?\n\)`).ReplaceAllString(program, "")
	if lines := len(regexp.MustCompile(`\S.*\n`).FindAllString(own, -1)); lines > 20 {
		t.Errorf("the program has %d lines besides imports, want at most 20", lines)
	}
	if os.Getenv("OUTFLANK_LONG") == "" {
		return // .ci/readme runs it as well
	}
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "main.go"), filepath.Join(dir, "program")
	if err := os.WriteFile(source, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := cli.UnpackDemoGames(filepath.Join(dir, "outflank-demo", "wthor")); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(binary)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if diff := cmp.Diff(want, string(out)); diff != "" {
		t.Errorf("README.md (-) and the program (+) differ:\n%s", diff)
	}
	scores := regexp.MustCompile(`\(([\d.]+)–([\d.]+)\)`).FindAllStringSubmatch(string(out), -1)
	if len(scores) != 2 {
		t.Fatalf("scores %v, want those of the agent and of random moves", scores)
	}
	low, err := strconv.ParseFloat(scores[0][1], 64)
	high, err2 := strconv.ParseFloat(scores[1][2], 64)
	if err := errors.Join(err, err2); err != nil || low <= high {
		t.Errorf("the agent scores from %v %%, random moves to %v %%: %v", low, high, err)
	}
}

// programOf returns the Go program of a page and what the page says that it prints.
func programOf(t *testing.T, path string) (program, prints string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```go\n(package main\n.*?)```.*?```text\n(.*?)```").FindSubmatch(text)
	if blocks == nil {
		t.Fatalf("%s has no program with what it prints", path)
	}
	return string(blocks[1]), string(blocks[2])
}

// TestMeasurementsTests: each `go test` of measurements.md that names tests or benchmarks names some of that
// package.
func TestMeasurementsTests(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "notebooks", "reports", "measurements.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("go test ([^`]*?)(\\./[\\w/]+)`").FindAllStringSubmatch(string(text), -1)
	if len(commands) < 10 {
		t.Errorf("measurements.md has only %d such commands", len(commands))
	}
	for _, c := range commands {
		flag := regexp.MustCompile(`-(run|bench) '?([^' \n]+)`)
		for _, f := range flag.FindAllStringSubmatch(c[1], -1) {
			if f[2] == "^$" {
				continue // with -bench: no tests
			}
			kind := map[string]string{"run": "Test", "bench": "Benchmark"}[f[1]]
			name := regexp.MustCompile(`(?m)^func (` + kind + `\w*)\(`)
			if !slices.ContainsFunc(functions(t, filepath.Join("..", "..", c[2]), name),
				regexp.MustCompile(f[2]).MatchString) {
				t.Errorf("go test %s%s: there is none", c[1], c[2])
			}
		}
	}
}

// functions returns the names that a pattern finds in the tests of a package.
func functions(t *testing.T, dir string, name *regexp.Regexp) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range name.FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
	}
	return names
}

// TestLinks: what README.md, the map, the reports and the manual link to in this repository exists.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := filepath.Glob(filepath.Join("internal", "manual", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "ARCHITECTURE.md", "notebooks/README.md",
		"notebooks/reports/README.md", "notebooks/reports/measurements.md"} {
		files = append(files, filepath.Join(root, filepath.FromSlash(name)))
	}
	links := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([\w./-]+)\)`).FindAllSubmatch(text, -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), string(m[1]))); err != nil {
				t.Errorf("%s links to %s: %v", file, m[1], err)
			}
		}
	}
	if links < 10 {
		t.Errorf("only %d links were found", links)
	}
}
