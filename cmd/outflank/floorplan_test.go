package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module, command = "github.com/outflank/outflank/", "cmd/outflank/internal/"

// floors orders the parts of the module. A package imports its own floor and lower ones only.
var floors = map[string]int{
	"engine/runtime": 0, "engine": 1, "wthor": 1, "eval": 2, "dataset": 2, "qlearn": 3, "cmd": 4,
}

// modules says which third-party modules a package, and those below it, may import.
var modules = map[string][]string{
	"cmd":                             {"github.com/schollz/progressbar/v3", "github.com/spf13", "golang.org/x/term"},
	command + "cli/clitest":           {"github.com/google/go-cmp", "github.com/rogpeppe/go-internal"},
	command + "manual":                {"github.com/yuin/goldmark"},
	command + "root":                  {"github.com/klauspost/cpuid/v2", "github.com/pbnjay/memory"},
	command + "web":                   {"github.com/klauspost/compress", "golang.org/x/sync"},
	command + "web/database":          {"github.com/hashicorp/golang-lru/v2"},
	command + "web/qrcode":            {"github.com/boombuler/barcode"},
	command + "analyze":               {"gonum.org/v1/gonum"},
	command + "web/wire":              {"github.com/danielgtaylor/huma/v2", "github.com/hashicorp/golang-lru/v2"},
	command + "window":                {"github.com/rivo/uniseg"},
	"dataset":                         {"github.com/apache/arrow/go/v17"},
	"dataset/chart":                   {"golang.org/x/image", "gonum.org/v1/plot"},
	"dataset/explore":                 {"github.com/hashicorp/golang-lru/v2"},
	"dataset/stats":                   {"gonum.org/v1/gonum"},
	"engine":                          {"golang.org/x/sys"},
	"engine/arena":                    {"gonum.org/v1/gonum"},
	"engine/runtime/fleet":            {"github.com/nats-io"},
	"engine/runtime/portable":         {"gonum.org/v1/gonum"},
	"engine/runtime/text":             {"github.com/rivo/uniseg", "golang.org/x/text"},
	"eval":                            {"golang.org/x/sys", "gonum.org/v1/gonum"},
	"qlearn":                          {"gonum.org/v1/gonum"},
	"qlearn/run":                      {"github.com/BurntSushi/toml"},
	"qlearn/run/internal/tensorboard": {"google.golang.org/protobuf"},
	"qlearn/workspace":                {"github.com/hashicorp/golang-lru/v2"},
}

// shared are the packages of the command that its other packages import; only root imports the rest.
var shared = []string{command + "board", command + "cli", command + "manual", command + "practice",
	command + "window"}

// packages returns a field of go list, a list of imports, for each package by its path in the module.
func packages(t *testing.T, field string) map[string][]string {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} "+field, module+"...").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(line))
		all[strings.TrimPrefix(words[0], module)] = words[1:]
	}
	return all
}

// TestFloorPlan holds the rules of ARCHITECTURE.md: imports point down, those of tests too. The command's
// packages import only shared siblings, and third-party modules stay where they are named.
func TestFloorPlan(t *testing.T) {
	for pkg, names := range packages(t, "{{.Imports}}") {
		for _, name := range names {
			host, _, _ := strings.Cut(name, "/")
			if ours, own := strings.CutPrefix(name, module); own && !isSharedBy(pkg, ours) {
				t.Errorf("%s imports its sibling %s", pkg, ours)
			} else if !own && strings.Contains(host, ".") && !mayUse(pkg, name) {
				t.Errorf("%s imports %s: name it in modules if it should", pkg, name)
			}
		}
	}
	for pkg, names := range packages(t, "{{.Imports}} {{.TestImports}} {{.XTestImports}}") {
		for _, name := range names {
			ours, own := strings.CutPrefix(name, module)
			if own && area(ours) != area(pkg) && floors[area(ours)] >= floors[area(pkg)] {
				t.Errorf("%s imports %s, which is not below it", pkg, ours)
			}
		}
	}
}

// area returns the part of the module that a package is in.
func area(pkg string) string {
	if within(pkg, "engine/runtime") {
		return "engine/runtime"
	}
	first, _, _ := strings.Cut(pkg, "/")
	return first
}

func within(pkg, folder string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") }

// isSharedBy tells whether a package of the command may import another one.
func isSharedBy(pkg, name string) bool {
	rest, below := strings.CutPrefix(name, command)
	first, _, _ := strings.Cut(rest, "/")
	return !below || pkg == "cmd/outflank" || pkg == command+"root" || within(pkg, command+first) ||
		slices.Contains(shared, name)
}

func mayUse(pkg, name string) bool {
	for user, names := range modules {
		if within(pkg, user) && slices.ContainsFunc(names, func(m string) bool { return within(name, m) }) {
			return true
		}
	}
	return false
}

// TestFloorMap: ARCHITECTURE.md shows the packages that there are, internal and test helpers aside.
func TestFloorMap(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, plan, _ := strings.Cut(string(text), "## Package layout")
	plan, _, _ = strings.Cut(plan, "\n## ")
	all := packages(t, "")
	for line := range strings.Lines(plan) {
		if words := strings.Fields(line); strings.HasPrefix(line, "    ") {
			if _, ok := all[words[0]]; !ok {
				t.Errorf("ARCHITECTURE.md shows %s, which does not exist", words[0])
			}
			delete(all, words[0])
		}
	}
	for pkg := range all {
		if !strings.Contains(pkg, "/internal/") && !strings.HasSuffix(pkg, "test") {
			t.Errorf("ARCHITECTURE.md does not show %s", pkg)
		}
	}
}

// TestFloorTopLevel: nothing else lies at the top of the repository.
func TestFloorTopLevel(t *testing.T) {
	root := filepath.Join("..", "..")
	out, err := exec.Command("git", "-C", root, "ls-tree", "--name-only", "HEAD").Output()
	if err != nil {
		t.Skipf("not a git checkout: %v", err)
	}
	want := []string{"ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md",
		"cmd", "dataset", "engine", "eval", "go.mod", "go.sum", "notebooks", "qlearn", "wthor"}
	for name := range strings.FieldsSeq(string(out)) {
		if !strings.HasPrefix(name, ".") && !slices.Contains(want, name) {
			t.Errorf("%s lies at the top of the repository", name)
		}
	}
}
