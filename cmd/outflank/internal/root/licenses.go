package root

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/engine/runtime/text"
)

// licensesFile contains the licences of all modules that the command uses on any system. A test generates it
// from the modules.
//
//go:embed licenses.json
var licensesFile []byte

// A license is the licence of one module.
type license struct {
	Module  string `json:"module"`            // its path
	Version string `json:"version,omitempty"` // version in this program
	License string `json:"license"`           // its SPDX expression
	Text    int    `json:"text"`              // its index in texts
}

// notices are the licences of many modules; each text is stored once.
type notices struct {
	Modules []license `json:"modules"` // sorted by path, except that Go comes first
	Texts   []string  `json:"texts"`
}

// A datum describes embedded data and its origin.
type datum struct {
	Name    string   `json:"name"`
	Files   []string `json:"files"` // in the repository: files, or folders that end in a slash
	Origin  string   `json:"origin"`
	License string   `json:"license"` // an SPDX expression, or the reason why there is none
}

// embeddedData lists all embedded data. A test compares it with the embed directives.
var embeddedData = []datum{
	{"evaluator", []string{"eval/pattern/weights.bin"}, "made here: outflank fit, from the games that its header names", "Apache-2.0"},
	{"models", []string{"eval/pattern/models/general.model", "eval/pattern/models/league.model"}, "made here: outflank train, from self-play", "Apache-2.0"},
	{"gauntlet", []string{"qlearn/gauntlet/anchors.txt", "qlearn/gauntlet/positions.txt"}, "made here: games between agents, and values of the engine", "Apache-2.0"},
	{"opening book", []string{"engine/book/small.book"}, "made here: outflank book, from counts of the games of the WTHOR database and from searches", "Apache-2.0"},
	{"games of the demo", []string{"cmd/outflank/internal/cli/demo/"}, "made here: outflank demo, games between agents", "Apache-2.0"},
	{"openings xot", []string{"engine/book/xot.bin"}, "eXtreme Othello Tournament, the openings of its lists", "facts, in our own encoding"},
	{"openings lucas1000", []string{"engine/book/lucas1000.bin"}, "Lucas and Runarsson (2006), the boards of the Othello League", "facts, in our own encoding"},
	{"endings ffo", []string{"engine/book/ffo.bin"}, "Fédération Française d'Othello, endgame tests #1 to #79 with exact values", "facts, in our own encoding"},
	{"endings endgames", []string{"engine/book/endgames.obf"}, "made here: outflank puzzles, from positions of games of the WTHOR database", "facts, in our own encoding"},
	{"endings exact22", []string{"engine/book/exact22.obf.gz"}, "made here: outflank puzzles, from positions of games of the WTHOR database", "facts, in our own encoding"},
	{"uPlot", []string{"cmd/outflank/internal/web/site/assets/vendor/uplot/"}, "https://github.com/leeoniya/uPlot", "MIT"},
	{"pages and texts", []string{
		"cmd/outflank/internal/web/site/pages/", "cmd/outflank/internal/web/site/assets/",
		"cmd/outflank/internal/manual/", "cmd/outflank/internal/root/licenses.json",
		"cmd/outflank/internal/statistics/statshelp.txt", "cmd/outflank/internal/statistics/page.html",
		"cmd/outflank/internal/cli/help.tmpl", "qlearn/run/example.toml", "qlearn/study/report.html",
		"qlearn/gauntlet/page.html", "qlearn/gauntlet/page.md", "cmd/outflank/internal/matches/page.html",
	}, "made here", "Apache-2.0"},
}

// A licenseList is the result of licenses; its JSON fields are stable.
type licenseList struct {
	License string    `json:"license"` // of the program
	Modules []license `json:"modules"`
	Data    []datum   `json:"data"`
	Texts   []string  `json:"texts"`
}

func licensesCommand(a *cli.App) *cobra.Command {
	var asJSON, texts bool
	c := &cobra.Command{
		Use:   "licenses [MODULE…]",
		Short: "List the licences of this program, its modules and its embedded data",
		Long: `Licenses lists the components of this program: the modules with their versions, and the
embedded data with its origin. Given names of modules, it prints the texts of their licences.`,
		Example: `  outflank licenses
  outflank licenses codeberg.org/go-fonts/liberation
  outflank licenses --texts      # all, for distribution with a copy of the program
  outflank licenses --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			list, err := licensesHere()
			if err != nil {
				return err
			}
			if !asJSON && (texts || len(args) > 0) {
				return list.printTexts(a, args)
			}
			return a.Report(asJSON, list, func() { list.print(a) })
		},
	}
	cli.AddJSON(c, &asJSON, "print the list and all texts as JSON", licenseList{})
	c.Flags().BoolVar(&texts, "texts", false, "print the texts of all licences")
	return c
}

// licensesHere returns the parts of this program. If the program knows its modules, licensesHere leaves out
// modules that only other systems use.
func licensesHere() (licenseList, error) {
	var all notices
	if err := json.Unmarshal(licensesFile, &all); err != nil {
		return licenseList{}, fmt.Errorf("the list of licences: %w", err)
	}
	list := licenseList{License: "Apache-2.0", Modules: all.Modules, Data: embeddedData, Texts: all.Texts}
	if info, ok := debug.ReadBuildInfo(); ok && len(info.Deps) > 0 {
		list.Modules = inProgram(all.Modules, info)
	}
	return list, nil
}

// inProgram returns the modules in a program, with their versions.
func inProgram(all []license, info *debug.BuildInfo) (list []license) {
	used := map[string]string{goItself: strings.TrimPrefix(info.GoVersion, "go")}
	for _, m := range info.Deps {
		used[m.Path] = m.Version
	}
	for _, m := range all {
		if version, ok := used[m.Module]; ok {
			m.Version = version
			list = append(list, m)
		}
	}
	return list
}

// goItself is the name of the standard library and the runtime in the list.
const goItself = "go"

func (l licenseList) print(a *cli.App) {
	a.Printf("Outflank: %s\n\n", l.License)
	t := a.Table()
	for _, m := range l.Modules {
		t.Row(m.Module, m.Version, m.License)
	}
	t.Left(1)
	t.Flush()
	a.Printf("\nData in the program:\n\n")
	for _, d := range l.Data {
		t.Row(d.Name, d.License+": "+d.Origin)
	}
	t.Flush()
}

// printTexts prints the texts of the named modules, or of all modules. Each text follows the list of modules
// that have it.
func (l licenseList) printTexts(a *cli.App, names []string) error {
	wanted := map[string]bool{}
	for _, name := range names {
		wanted[name] = true
	}
	of := make([][]string, len(l.Texts))
	for _, m := range l.Modules {
		if len(names) == 0 || wanted[m.Module] {
			of[m.Text] = append(of[m.Text], strings.TrimSpace(m.Module+" "+m.Version))
			delete(wanted, m.Module)
		}
	}
	for _, name := range names {
		if wanted[name] {
			return fault.Misusef("no module %q in this program%w", name,
				text.Hint(" (see: outflank licenses)"))
		}
	}
	for i, modules := range of {
		if len(modules) > 0 {
			fmt.Fprintf(a.Out, "== %s\n\n%s\n", strings.Join(modules, "\n== "), l.Texts[i])
		}
	}
	return nil
}
