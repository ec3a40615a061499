package root

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
)

// said runs a command line in this process and returns what it prints.
func said(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: &out, Err: io.Discard}
	if code := Run(t.Context(), a, args); code != cli.Done {
		t.Fatalf("outflank %s: exit code %d", strings.Join(args, " "), code)
	}
	return out.String()
}

// TestCompletion: what a shell is told of the last word of a command line.
func TestCompletion(t *testing.T) {
	for line, want := range map[string]string{
		"imp":                                  "import",
		"stats ope":                            "openings",
		"bench random eng":                     "engine",
		"match ab:depth=4,eval=we":             "ab:depth=4,eval=wedge",
		"agents uc":                            "ucb uct",
		"train --rule exp":                     "expected-sarsa",
		"train --mode sel":                     "self",
		"train --mode minimax:dep":             "minimax:depth=",
		"train --features report+fron":         "report+frontier",
		"bench --protocol luc":                 "lucas1000",
		"tune --preset gen":                    "genetic-othello",
		"play --white level:exp":               "level:expert",
		"stats players games --kind hum":       "humans",
		"play --shape rh":                      "rhombus",
		"export games --format tr":             "transcript",
		"help stats open":                      "openings",
		"tune --opponent nega":                 "negascout",
		"match greedy random --protocol xo":    "xot",
		"match greedy random --openings xo":    "xot",
		"experiment run UMEA-B":                "umea-bonus",
		"experiment run umea-bonus al":         "all",
		"experiment show umea-b":               "umea-bonus",
		"explore games rose-bird":              "Rose-Birdie",
		"schema bo":                            "book",
		"schema stats weig":                    "weights",
		"schema table pla":                     "players",
		"stats pairs games --columns games,dr": "games,draws",
		"stats versus games --columns los":     "losses",
	} {
		words := strings.Split(line, " ")
		stdout := said(t, append([]string{"__completeNoDesc"}, words...)...)
		var got []string
		for _, word := range strings.Fields(stdout) {
			if last := words[len(words)-1]; len(word) >= len(last) && strings.EqualFold(word[:len(last)], last) {
				got = append(got, word)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestCompletionOfNames: names come from the tables of the database that the command opens, the folder games where
// none is given, and there are none without it.
func TestCompletionOfNames(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := cli.UnpackDemoGames("wthor"); err != nil {
		t.Fatal(err)
	}
	said(t, "import", "wthor", "-o", "base")
	const tournament = "Outflank demo\n"
	for _, c := range []struct {
		line []string
		want string
	}{
		{[]string{"stats", "openings", "base", "--player", "GR"}, "greedy\n:4\n"},
		{[]string{"find", "base/manifest.json", "f5", "--black", "Gr"}, "greedy\n:4\n"},
		{[]string{"stats", "versus", "base", "random", "gr"}, "greedy\n:4\n"},
		{[]string{"stats", "versus", "base", "random", "greedy", "g"}, ":4\n"},
		{[]string{"stats", "openings", "base", "--tournament", "out"}, tournament + ":4\n"},
		{[]string{"stats", "openings", "--player", "gr"}, ":4\n"},
		{[]string{"stats", "openings", "wthor", "--player", "gr"}, ":4\n"},
		{[]string{"experiment", "show", "umea-bonus", "b"}, ":16\n"}, // folders
		{[]string{"experiment", "report", "b"}, ":16\n"},
	} {
		if got := said(t, append([]string{"__completeNoDesc"}, c.line...)...); got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
	if err := os.Rename("base", "games"); err != nil {
		t.Fatal(err)
	}
	if got := said(t, "__completeNoDesc", "stats", "openings", "--white", "gr"); got != "greedy\n:4\n" {
		t.Errorf("in the folder games: %q", got)
	}
	if got := said(t, "__completeNoDesc", "stats", "openings", "wthor", "--white", "gr"); got != ":4\n" {
		t.Errorf("of another database: %q", got)
	}
}

// TestCompletionOfFiles: what is no name is a file.
func TestCompletionOfFiles(t *testing.T) {
	for _, line := range []string{"import ", "stats openings ", "analyze ", "train -o ",
		"stats versus ", "explore "} {
		stdout := said(t, append([]string{"__complete"}, strings.Split(line, " ")...)...)
		if !strings.HasSuffix(strings.TrimSpace(stdout), ":0") { // ShellCompDirectiveDefault
			t.Errorf("%s: %q", line, stdout)
		}
	}
}

// TestDefaultsOnce: the help of a flag tells its default once.
func TestDefaultsOnce(t *testing.T) {
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			alone := pflag.NewFlagSet("", pflag.ContinueOnError)
			alone.AddFlag(f)
			usage := alone.FlagUsages()
			if strings.Count(usage, "default ") > 1 || strings.Contains(usage, "("+f.DefValue+";") {
				t.Errorf("%s: %s", c.CommandPath(), usage)
			}
		})
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(Command(&cli.App{}))
}

// TestChoices: each word that shells are told is one of the help of its flag, or of a command with it.
func TestChoices(t *testing.T) {
	helps := map[string]string{}
	var collect func(c *cobra.Command)
	collect = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { helps[f.Name] += " " + f.Usage + " " + c.Long })
		for _, sub := range c.Commands() {
			collect(sub)
		}
	}
	collect(Command(&cli.App{}))
	helps["eval"] += said(t, "agents")
	for flag, words := range choices {
		for _, word := range words {
			if !regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).MatchString(helps[flag]) {
				t.Errorf("--%s %s is in no help", flag, word)
			}
		}
	}
}

// What ran is forgotten: a process that runs many commands does not grow.
func TestCommandsAreForgotten(t *testing.T) {
	held := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	said(t, "perft", "1")
	before := held()
	for range 100 {
		said(t, "perft", "1")
	}
	if grown := held() - before; grown > 2<<20 { // it was 7 MB
		t.Errorf("100 commands leave %d bytes", grown)
	}
}
