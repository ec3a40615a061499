package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/outflank/outflank/"

// floorPlan says what the code of each package may import besides the standard
// library: packages of ours by their path in the module, others by the path
// their import path begins with. Arrows point down only, siblings do not import
// each other. It is the map in README.md, in the form that a test can hold.
var floorPlan = map[string][]string{
	"engine":           {},
	"engine/kernel":    {},
	"engine/notation":  {"engine"},
	"engine/parallel":  {},
	"wthor":            {},
	"eval":             {"engine", "gonum.org/v1/gonum"},
	"eval/pattern":     {"engine", "engine/kernel", "eval"},
	"eval/tune":        {"gonum.org/v1/gonum"},
	"engine/search":    {"engine"},
	"engine/deep":      {"engine", "engine/kernel"},
	"engine/mcts":      {"engine", "engine/kernel"},
	"engine/protocol":  {"engine", "engine/notation"},
	"engine/arena":     {"engine", "engine/parallel", "gonum.org/v1/gonum"},
	"dataset":          {"engine", "engine/notation", "engine/parallel", "wthor", "github.com/apache/arrow/go/v17", "golang.org/x/sys"},
	"dataset/download": {"dataset", "wthor"},
	"dataset/stats":    {"engine", "engine/parallel", "dataset", "github.com/apache/arrow/go/v17", "gonum.org/v1/gonum", "golang.org/x/text"},
	"qlearn":           {"engine", "engine/kernel", "eval", "gonum.org/v1/gonum"},
	"cmd/outflank": {
		"engine", "engine/deep", "engine/kernel", "engine/notation", "engine/parallel", "engine/search", "engine/mcts", "engine/arena", "engine/protocol", "wthor", "dataset", "dataset/download", "dataset/stats", "eval", "eval/pattern", "eval/tune", "qlearn", "dataset/chart", "cmd/outflank/experiment",
		"github.com/BurntSushi/toml", "github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/schollz/progressbar/v3", "golang.org/x/term", "golang.org/x/text",
	},
	"cmd/outflank/experiment": {"engine", "engine/arena", "engine/parallel", "dataset", "eval", "dataset/chart", "gonum.org/v1/gonum"},
	"dataset/chart":      {"engine", "gonum.org/v1/plot", "golang.org/x/image"},
}

// testImports are what any test may import besides.
var testImports = []string{
	"github.com/google/go-cmp", "pgregory.net/rapid", "github.com/rogpeppe/go-internal", "go.uber.org/goleak",
}

func TestFloorPlan(t *testing.T) {
	root := filepath.Join("..", "..")
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && file != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		rel, _ := filepath.Rel(root, filepath.Dir(file))
		pkg := filepath.ToSlash(rel)
		found[pkg] = true
		checkImports(t, pkg, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if missing := slices.DeleteFunc(slices.Sorted(maps.Keys(floorPlan)), func(p string) bool { return found[p] }); len(missing) > 0 {
		t.Errorf("the floor plan has packages that do not exist: %v", missing)
	}
}

// checkImports complains about each import of the file that the plan does not allow.
func checkImports(t *testing.T, pkg, file string) {
	allowed, ok := floorPlan[pkg]
	if !ok {
		t.Errorf("%s: package %q is not in the floor plan", file, pkg)
		return
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range f.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		if !mayImport(name, pkg, allowed, strings.HasSuffix(file, "_test.go")) {
			t.Errorf("%s: package %s must not import %s", file, pkg, name)
		}
	}
}

func mayImport(name, pkg string, allowed []string, test bool) bool {
	if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
		return true // standard library
	}
	if ours, ok := strings.CutPrefix(name, module); ok {
		return slices.Contains(allowed, ours) || test && ours == pkg
	}
	if test {
		allowed = slices.Concat(allowed, testImports)
	}
	return slices.ContainsFunc(allowed, func(p string) bool {
		return name == p || strings.HasPrefix(name, p+"/")
	})
}

// The map in README.md shows the same packages.
func TestReadmeMap(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, house, _ := strings.Cut(string(text), "## The house")
	var shown []string
	for line := range strings.Lines(house) {
		if words := strings.Fields(line); strings.HasPrefix(line, "    ") && len(words) > 1 {
			shown = append(shown, words[0])
		}
		if strings.HasPrefix(line, "The games table") {
			break
		}
	}
	slices.Sort(shown)
	if want := slices.Sorted(maps.Keys(floorPlan)); !slices.Equal(shown, want) {
		t.Errorf("README.md shows the packages\n%v, the floor plan has\n%v", shown, want)
	}
}

// The plan itself is held to the rule: what a package imports lies lower.
func TestFloorPlanHasNoCycle(t *testing.T) {
	height := map[string]int{}
	var climb func(pkg string, seen []string) int
	climb = func(pkg string, seen []string) int {
		if slices.Contains(seen, pkg) {
			t.Fatalf("cycle: %s", path.Join(append(seen, pkg)...))
		}
		if h, ok := height[pkg]; ok {
			return h
		}
		h := 0
		for _, below := range floorPlan[pkg] {
			if _, ours := floorPlan[below]; ours {
				h = max(h, 1+climb(below, append(seen, pkg)))
			}
		}
		height[pkg] = h
		return h
	}
	for pkg := range floorPlan {
		climb(pkg, nil)
	}
}
