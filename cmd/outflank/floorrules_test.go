package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The rules that each row of the floor plan follows. What breaks one stands in exceptions.

// floors says which other folders at the top of the module the packages of one may import.
var floors = map[string][]string{
	"wthor":   {},
	"engine":  {},
	"eval":    {"engine"},
	"dataset": {"engine", "wthor"},
	"qlearn":  {"dataset", "engine", "eval"},
	"cmd":     {"dataset", "engine", "eval", "qlearn", "wthor"},
}

// shared are the rooms of the command that other rooms import.
var shared = []string{"cmd/outflank/internal/cli", "cmd/outflank/internal/board", "cmd/outflank/internal/window"}

// modules says which packages may import a module of others: those whose path is listed, or
// lies below one that ends in a slash. A module that is missing is for nobody.
var modules = map[string][]string{
	"github.com/apache/arrow/go/v17":     {"dataset", "dataset/"},
	"github.com/BurntSushi/toml":         {"qlearn/run", "qlearn/run/", "qlearn/sweep"},
	"github.com/getkin/kin-openapi":      {"cmd/outflank/internal/web/wire"},
	"github.com/gorilla/schema":          {"cmd/outflank/internal/web/wire"},
	"github.com/hashicorp/golang-lru/v2": {"cmd/outflank/internal/web/database", "dataset/explore"}, // answers that are kept
	"github.com/klauspost/compress":      {"cmd/outflank/internal/web"},
	"github.com/klauspost/cpuid/v2":      {"cmd/outflank/internal/about"},
	"github.com/pbnjay/memory":           {"cmd/outflank/internal/about"},
	"golang.org/x/net":                   {"cmd/outflank/internal/web/guard"},
	"github.com/nats-io/nats-server/v2":  {"engine/runtime/fleet"},
	"github.com/nats-io/nats.go":         {"engine/runtime/fleet"},
	"github.com/nats-io/nkeys":           {"engine/runtime/fleet"},
	"github.com/rivo/uniseg":             {"cmd/outflank/internal/window", "engine/report"},
	"github.com/schollz/progressbar/v3":  {"cmd/"},
	"github.com/spf13/cobra":             {"cmd/"},
	"github.com/spf13/pflag":             {"cmd/"},
	"golang.org/x/term":                  {"cmd/"},
	"github.com/google/go-cmp":           {"cmd/outflank/internal/cli/clitest"},
	"github.com/rogpeppe/go-internal":    {"cmd/outflank/internal/cli/clitest"},
	"golang.org/x/image":                 {"dataset/chart"},
	"golang.org/x/sync":                  {"cmd/outflank/internal/web/analysis", "cmd/outflank/internal/web/database", "cmd/outflank/internal/web/games"},
	"golang.org/x/sys":                   {"engine/runtime/durable", "engine/kernel", "engine/protocol", "eval/pattern"},
	"golang.org/x/text":                  {"engine/report", "dataset/names"}, // numbers and names as people write them
	"google.golang.org/protobuf":         {"qlearn/tensorboard"},
	"gonum.org/v1/plot":                  {"dataset/chart"},
	"gonum.org/v1/gonum":                 {"engine/arena", "engine/rating", "eval", "eval/tune", "dataset/calibration", "dataset/stats", "qlearn", "qlearn/study", "qlearn/study/reports"}, // fitted or summarised
}

// maxLines is how many lines of code, comments and tables a package may have, tests aside,
// but for those in moreLines.
const maxLines = 3600

var moreLines = map[string]int{"cmd/outflank": 400, "dataset": 6800}

// exceptions are what breaks the rules today: "package → import" or "package lines".
var exceptions = []string{}

// TestFloorRules: each row of the floor plan follows the rules, and no package is too large.
func TestFloorRules(t *testing.T) {
	var broken []string
	for _, pkg := range slices.Sorted(maps.Keys(floorPlan)) {
		for _, name := range floorPlan[pkg] {
			if !follows(pkg, name) {
				broken = append(broken, pkg+" → "+name)
			}
		}
		most, ok := moreLines[pkg]
		if !ok {
			most = maxLines
		}
		if n := linesOf(t, pkg); n > most {
			t.Logf("%s has %d lines, want at most %d", pkg, n, most)
			broken = append(broken, pkg+" lines")
		}
	}
	for _, b := range broken {
		if !slices.Contains(exceptions, b) {
			t.Errorf("against the rules: %s", b)
		}
	}
	for _, e := range exceptions {
		if !slices.Contains(broken, e) {
			t.Errorf("%s follows the rules now: take it from the exceptions", e)
		}
	}
}

// follows tells whether the rules allow a package an import.
func follows(pkg, name string) bool {
	if _, ours := floorPlan[name]; !ours {
		return slices.ContainsFunc(modules[name], func(p string) bool {
			return p == pkg || strings.HasSuffix(p, "/") && strings.HasPrefix(pkg, p)
		})
	}
	from, _, _ := strings.Cut(pkg, "/")
	to, _, _ := strings.Cut(name, "/")
	if from != to {
		return slices.Contains(floors[from], to)
	}
	above := pkg == "cmd/outflank" || pkg == "cmd/outflank/internal/root"
	return from != "cmd" || above || slices.Contains(shared, name) || roomOf(pkg) == roomOf(name)
}

// roomOf returns the room of the command that a package is or lies in: web has packages of its own, and learn.
func roomOf(pkg string) string {
	parts := strings.Split(pkg, "/")
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// linesOf returns the number of lines of a package without its tests.
func linesOf(t *testing.T, pkg string) (n int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pkg), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(text, []byte("\n"))
	}
	return n
}
