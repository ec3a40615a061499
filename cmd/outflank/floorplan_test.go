package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
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
// each other. It is the map in ARCHITECTURE.md, in the form that a test can hold.
var floorPlan = map[string][]string{
	"wthor":                   {},
	"engine":                  {},
	"engine/analysis":         {"engine", "engine/deep", "engine/notation", "engine/parallel", "engine/search"},
	"engine/arena":            {"engine", "engine/durable", "engine/live", "engine/parallel", "engine/rating", "gonum.org/v1/gonum"},
	"engine/book":             {"engine", "engine/deep", "engine/durable", "engine/fault", "engine/parallel", "engine/textio"},
	"engine/deep":             {"engine", "engine/kernel"},
	"engine/durable":          {"engine/fault", "golang.org/x/sys"},
	"engine/fault":            {},
	"engine/fleet":            {"engine/durable", "engine/fault", "engine/parallel", "engine/textio", "github.com/nats-io/nats-server/v2", "github.com/nats-io/nats.go", "github.com/nats-io/nkeys"},
	"engine/kernel":           {"golang.org/x/sys"},
	"engine/kernel/lines":     {"engine"},
	"engine/live":             {"engine"},
	"engine/mcts":             {"engine", "engine/kernel"},
	"engine/notation":         {"engine", "engine/fault", "engine/textio"},
	"engine/openings":         {"engine", "engine/fault", "engine/notation", "engine/published", "engine/textio"},
	"engine/parallel":         {},
	"engine/protocol":         {"engine", "engine/live", "engine/notation", "engine/textio", "golang.org/x/sys"},
	"engine/published":        {"engine", "engine/fault", "engine/notation"},
	"engine/rating":           {"gonum.org/v1/gonum"},
	"engine/report":           {"github.com/rivo/uniseg", "golang.org/x/text"},
	"engine/search":           {"engine"},
	"engine/spelling":         {},
	"engine/textio":           {"engine/fault"},
	"engine/ladder":           {"engine", "engine/analysis", "engine/arena", "engine/fault", "engine/parallel", "engine/rating", "engine/report", "engine/tournament"},
	"engine/tournament":       {"engine", "engine/arena", "engine/durable", "engine/fault", "engine/live", "engine/openings", "engine/parallel", "engine/published", "engine/report", "engine/search"},
	"dataset":                 {"engine", "engine/arena", "engine/durable", "engine/fault", "engine/notation", "engine/parallel", "engine/textio", "wthor", "github.com/apache/arrow/go/v17"},
	"dataset/chart":           {"engine", "engine/durable", "golang.org/x/image", "gonum.org/v1/plot"},
	"dataset/duplicates":      {"dataset", "engine"},
	"dataset/download":        {"engine/durable", "engine/fault", "wthor"},
	"dataset/calibration":     {"dataset", "dataset/stats", "engine", "engine/rating", "engine/report", "gonum.org/v1/gonum"},
	"dataset/explore":         {"dataset", "dataset/stats", "engine", "engine/fault", "engine/parallel", "github.com/hashicorp/golang-lru/v2"},
	"dataset/index":           {"dataset", "engine", "engine/durable", "engine/fault", "engine/parallel"},
	"dataset/label":           {"dataset", "engine", "engine/deep", "engine/durable", "engine/fault", "engine/notation", "engine/parallel", "engine/search"},
	"dataset/names":           {"engine/spelling", "golang.org/x/text"},
	"dataset/stats":           {"dataset", "dataset/names", "engine", "engine/fault", "engine/parallel", "engine/rating", "engine/report", "github.com/apache/arrow/go/v17", "gonum.org/v1/gonum"},
	"dataset/stats/picture":   {"dataset/chart", "dataset/stats", "engine/report"},
	"eval":                    {"engine", "engine/durable", "engine/fault", "engine/kernel/lines", "engine/spelling", "engine/textio", "gonum.org/v1/gonum"},
	"eval/models":             {"engine", "engine/fault", "eval", "eval/pattern"},
	"eval/pattern":            {"engine", "engine/kernel", "engine/parallel", "eval", "golang.org/x/sys"},
	"eval/probcut":            {"engine", "engine/deep", "engine/fault", "engine/parallel", "engine/report", "eval/tune"},
	"eval/tune":               {"gonum.org/v1/gonum"},
	"qlearn":                  {"engine", "engine/durable", "engine/kernel", "engine/rating", "engine/search", "eval", "gonum.org/v1/gonum"},
	"qlearn/agents":           {"engine", "engine/analysis", "engine/arena", "engine/book", "engine/deep", "engine/fault", "engine/mcts", "engine/notation", "engine/openings", "engine/protocol", "engine/search", "engine/spelling", "eval", "eval/models", "eval/pattern", "qlearn"},
	"qlearn/fit":              {"dataset", "engine", "engine/deep", "engine/durable", "engine/fault", "engine/parallel", "engine/tournament", "eval", "eval/pattern", "eval/tune"},
	"qlearn/run":              {"dataset", "dataset/chart", "dataset/stats", "engine", "engine/arena", "engine/deep", "engine/durable", "engine/fault", "engine/notation", "engine/openings", "engine/parallel", "engine/report", "engine/search", "engine/textio", "engine/tournament", "eval", "eval/models", "qlearn", "qlearn/agents", "qlearn/run/tomltext", "qlearn/tensorboard", "github.com/BurntSushi/toml"},
	"qlearn/run/tomltext":     {"engine/fault", "engine/spelling", "github.com/BurntSushi/toml"},
	"qlearn/study":            {"dataset/chart", "engine", "engine/arena", "engine/durable", "engine/parallel", "engine/rating", "engine/report", "qlearn/study/meeting", "gonum.org/v1/gonum"},
	"qlearn/study/meeting":    {"engine", "engine/arena", "engine/parallel"},
	"qlearn/study/reports":    {"dataset/chart", "engine", "engine/arena", "engine/durable", "engine/kernel/lines", "engine/parallel", "engine/rating", "engine/report", "engine/search", "eval", "qlearn/study", "qlearn/study/meeting", "gonum.org/v1/gonum"},
	"qlearn/sweep":            {"github.com/BurntSushi/toml", "engine/durable", "engine/fault", "engine/parallel", "eval", "qlearn/agents", "qlearn/run"},
	"qlearn/tensorboard":      {"engine/durable", "google.golang.org/protobuf"},
	"qlearn/tuning":           {"dataset", "dataset/chart", "engine", "engine/arena", "engine/durable", "engine/fault", "engine/openings", "engine/parallel", "engine/report", "engine/search", "engine/tournament", "eval", "eval/tune", "qlearn/agents", "qlearn/run"},
	"qlearn/workspace":        {"engine", "engine/arena", "engine/durable", "engine/fault", "engine/report", "engine/tournament", "eval", "qlearn/agents", "qlearn/run", "qlearn/sweep", "qlearn/tuning"},
	"cmd/outflank":            {"cmd/outflank/cli", "cmd/outflank/manual", "cmd/outflank/root", "github.com/spf13/cobra"},
	"cmd/outflank/about":      {"cmd/outflank/cli", "engine", "engine/durable", "engine/fault", "engine/kernel", "engine/report", "github.com/klauspost/cpuid/v2", "github.com/pbnjay/memory", "github.com/spf13/cobra"},
	"cmd/outflank/analyze":    {"cmd/outflank/board", "cmd/outflank/cli", "dataset", "dataset/chart", "engine", "engine/analysis", "engine/deep", "engine/fault", "engine/kernel", "engine/kernel/lines", "engine/notation", "engine/report", "qlearn/agents", "github.com/spf13/cobra"},
	"cmd/outflank/board":      {"engine", "engine/fault"},
	"cmd/outflank/book":       {"cmd/outflank/board", "cmd/outflank/cli", "dataset", "dataset/stats", "engine", "engine/book", "engine/deep", "engine/durable", "engine/fault", "engine/report", "eval/models", "qlearn/agents", "github.com/spf13/cobra"},
	"cmd/outflank/cli":        {"cmd/outflank/board", "dataset", "dataset/names", "dataset/stats", "engine", "engine/analysis", "engine/deep", "engine/durable", "engine/fault", "engine/fleet", "engine/notation", "engine/parallel", "engine/published", "engine/report", "engine/spelling", "engine/textio", "qlearn/agents", "qlearn/run", "github.com/schollz/progressbar/v3", "github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term"},
	"cmd/outflank/data":       {"cmd/outflank/cli", "dataset", "dataset/download", "dataset/duplicates", "dataset/index", "dataset/label", "engine", "engine/durable", "engine/fault", "engine/notation", "engine/report", "eval", "eval/models", "qlearn/agents", "github.com/spf13/cobra", "github.com/spf13/pflag"},
	"cmd/outflank/demo":       {"cmd/outflank/cli", "dataset", "dataset/chart", "dataset/stats", "dataset/stats/picture", "engine", "engine/arena", "engine/durable", "engine/notation", "engine/report", "engine/search", "qlearn/agents", "qlearn/run", "wthor", "github.com/spf13/cobra"},
	"cmd/outflank/experiment": {"cmd/outflank/cli", "dataset", "dataset/stats", "engine", "engine/arena", "engine/durable", "engine/fault", "engine/parallel", "engine/report", "engine/tournament", "eval", "eval/tune", "qlearn", "qlearn/agents", "qlearn/run", "qlearn/study", "qlearn/study/meeting", "qlearn/study/reports", "qlearn/tuning", "github.com/spf13/cobra"},
	"cmd/outflank/fleet":      {"cmd/outflank/cli", "dataset/label", "engine/durable", "engine/fault", "engine/fleet", "engine/parallel", "engine/report", "engine/tournament", "eval/probcut", "qlearn/agents", "qlearn/fit", "qlearn/run", "qlearn/tuning", "github.com/spf13/cobra"},
	"cmd/outflank/inspect":    {"cmd/outflank/cli", "dataset", "dataset/chart", "dataset/index", "dataset/stats", "engine", "engine/fault", "engine/notation", "engine/report", "eval", "eval/models", "qlearn", "qlearn/agents", "qlearn/run", "wthor", "github.com/spf13/cobra"},
	"cmd/outflank/learn":      {"cmd/outflank/cli", "cmd/outflank/learn/train", "cmd/outflank/learn/tune", "dataset", "dataset/chart", "engine", "engine/durable", "engine/fault", "engine/openings", "engine/parallel", "engine/report", "eval", "eval/models", "eval/probcut", "qlearn/agents", "qlearn/fit", "qlearn/run", "qlearn/sweep", "github.com/spf13/cobra"},
	"cmd/outflank/manual":     {"github.com/spf13/cobra"},
	"cmd/outflank/matches":    {"cmd/outflank/cli", "dataset", "engine", "engine/analysis", "engine/arena", "engine/durable", "engine/fault", "engine/ladder", "engine/notation", "engine/protocol", "engine/report", "engine/textio", "engine/tournament", "eval", "qlearn/agents", "github.com/spf13/cobra", "github.com/spf13/pflag"},
	"cmd/outflank/window":     {"github.com/rivo/uniseg", "golang.org/x/term"},
	"cmd/outflank/play":       {"cmd/outflank/board", "cmd/outflank/cli", "cmd/outflank/window", "dataset/stats", "engine", "engine/analysis", "engine/book", "engine/durable", "engine/fault", "engine/live", "engine/notation", "engine/openings", "engine/report", "engine/textio", "qlearn/agents", "github.com/spf13/cobra"},
	"cmd/outflank/root":       {"cmd/outflank/about", "cmd/outflank/analyze", "cmd/outflank/book", "cmd/outflank/cli", "cmd/outflank/data", "cmd/outflank/demo", "cmd/outflank/experiment", "cmd/outflank/explore", "cmd/outflank/fleet", "cmd/outflank/inspect", "cmd/outflank/learn", "cmd/outflank/manual", "cmd/outflank/matches", "cmd/outflank/play", "cmd/outflank/statistics", "cmd/outflank/web", "engine/tournament", "eval", "qlearn", "qlearn/agents", "github.com/spf13/cobra", "github.com/spf13/pflag"},
	"cmd/outflank/explore":    {"cmd/outflank/board", "cmd/outflank/cli", "cmd/outflank/window", "dataset", "dataset/explore", "dataset/names", "dataset/stats", "engine", "engine/analysis", "engine/book", "engine/fault", "engine/report", "qlearn/agents", "github.com/spf13/cobra"},
	"cmd/outflank/statistics": {"cmd/outflank/cli", "dataset", "dataset/calibration", "dataset/chart", "dataset/stats", "dataset/stats/picture", "engine", "engine/durable", "engine/fault", "engine/report", "engine/spelling", "eval", "eval/models", "qlearn", "github.com/spf13/cobra"},

	"cmd/outflank/learn/train": {"cmd/outflank/cli", "dataset", "dataset/chart", "engine/durable", "engine/fault", "engine/parallel", "engine/report", "engine/spelling", "engine/tournament", "qlearn", "qlearn/agents", "qlearn/run", "github.com/spf13/cobra", "github.com/spf13/pflag"},
	"cmd/outflank/learn/tune":  {"cmd/outflank/cli", "dataset", "engine", "engine/fault", "engine/report", "eval", "eval/models", "eval/tune", "qlearn/run", "qlearn/tuning", "github.com/spf13/cobra", "github.com/spf13/pflag"},

	"cmd/outflank/web":          {"cmd/outflank/cli", "cmd/outflank/web/analysis", "cmd/outflank/web/boards", "cmd/outflank/web/database", "cmd/outflank/web/games", "cmd/outflank/web/guard", "cmd/outflank/web/site", "cmd/outflank/web/watch", "cmd/outflank/web/wire", "dataset", "dataset/explore", "engine/book", "engine/fault", "qlearn/agents", "qlearn/workspace", "github.com/klauspost/compress", "github.com/spf13/cobra"},
	"cmd/outflank/web/analysis": {"cmd/outflank/web/boards", "cmd/outflank/web/wire", "engine", "engine/analysis", "engine/book", "engine/fault", "qlearn/agents", "golang.org/x/sync"},
	"cmd/outflank/web/boards":   {"cmd/outflank/web/wire", "dataset", "dataset/chart", "dataset/stats", "engine", "engine/fault", "engine/notation"},
	"cmd/outflank/web/database": {"cmd/outflank/web/boards", "cmd/outflank/web/site", "cmd/outflank/web/wire", "dataset", "dataset/chart", "dataset/explore", "dataset/stats", "dataset/stats/picture", "engine", "engine/book", "engine/fault", "engine/report", "github.com/hashicorp/golang-lru/v2", "golang.org/x/sync"},
	"cmd/outflank/web/games":    {"cmd/outflank/web/boards", "cmd/outflank/web/site", "cmd/outflank/web/wire", "engine", "engine/arena", "engine/durable", "engine/fault", "engine/live", "qlearn/agents", "golang.org/x/sync"},
	"cmd/outflank/web/guard":    {"cmd/outflank/web/wire"},
	"cmd/outflank/web/site":     {"cmd/outflank/web/wire", "engine/report"},
	"cmd/outflank/web/watch":    {"cmd/outflank/web/boards", "cmd/outflank/web/site", "cmd/outflank/web/wire", "engine/arena", "engine/fault", "engine/tournament", "qlearn/run", "qlearn/sweep", "qlearn/tuning", "qlearn/workspace"},
	"cmd/outflank/web/wire":     {"engine/fault", "github.com/getkin/kin-openapi", "github.com/gorilla/schema"},

	"cmd/outflank/web/browsertest":   {"cmd/outflank/cli", "cmd/outflank/web"},                                                                                                                        // only tests
	"cmd/outflank/cli/clitest":       {"cmd/outflank/cli", "engine", "engine/durable", "eval", "qlearn/run", "github.com/google/go-cmp", "github.com/rogpeppe/go-internal", "github.com/spf13/cobra"}, // for tests
	"qlearn/workspace/workspacetest": {"engine/tournament", "qlearn/agents", "qlearn/run", "qlearn/sweep", "qlearn/tuning"},                                                                           // for tests
}

// testImports are what any test may import besides.
var testImports = []string{"github.com/creack/pty", "golang.org/x/term",
	"github.com/google/go-cmp", "pgregory.net/rapid", "github.com/rogpeppe/go-internal", "go.uber.org/goleak", "go.yaml.in/yaml/v3",
	"github.com/getkin/kin-openapi", "github.com/chromedp/chromedp", "github.com/chromedp/cdproto", // of the API, and of browsers
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

// aboveLibraries tells whether a package is one of the command's; their tests may import any library, and clitest.
func aboveLibraries(pkg string) bool { return strings.HasPrefix(pkg, "cmd/") }

func mayImport(name, pkg string, allowed []string, test bool) bool {
	if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
		return true // standard library
	}
	if ours, ok := strings.CutPrefix(name, module); ok {
		return slices.Contains(allowed, ours) || test && (ours == pkg || aboveLibraries(pkg) && (!aboveLibraries(ours) || ours == "cmd/outflank/cli/clitest"))
	}
	if test {
		allowed = slices.Concat(allowed, testImports)
	}
	return slices.ContainsFunc(allowed, func(p string) bool {
		return name == p || strings.HasPrefix(name, p+"/")
	})
}

// The map in ARCHITECTURE.md shows the same packages.
func TestMap(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, house, _ := strings.Cut(string(text), "# Package layout")
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
		t.Errorf("ARCHITECTURE.md shows the packages\n%v, the floor plan has\n%v", shown, want)
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

// The command has nothing to do with these, which are large and come along unseen: Parquet's
// writer for Arrow brings a third of a program.
func TestFloorWithoutStrangers(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.FieldsSeq(string(out)) {
		for _, stranger := range []string{"google.golang.org/grpc", "github.com/apache/arrow/go/v17/arrow/compute", "github.com/chromedp/", "honnef.co/", "testing"} {
			if pkg == stranger || strings.HasPrefix(pkg, strings.TrimSuffix(stranger, "/")+"/") {
				t.Errorf("the command has %s in it", pkg)
			}
		}
	}
}
