package main

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/outflank/outflank/cmd/outflank/internal/manual"
)

// Each command and subject has a manual page, with the tables of its help as they are.
func TestManualPages(t *testing.T) {
	list, err := writtenPages(time.Unix(1_800_000_000, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for _, f := range list {
		pages[f.name] = string(f.data)
	}
	for _, c := range all(commands()) {
		page := pages["man/"+strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"]
		if !strings.Contains(page, ".SH NAME") || !strings.Contains(page, `"Jan 2027"`) {
			t.Errorf("no page of %s", c.CommandPath())
		}
	}
	agents := pages["man/outflank-agents.1"]
	if !strings.Contains(agents, "\nalphabeta:depth=8,eval=wedge\nalphabeta:plain,depth=3\n") {
		t.Errorf("the specs are not lines of their own:\n%s", agents)
	}
	for name, word := range map[string]string{"outflank.bash": "complete -o", "_outflank": "#compdef outflank",
		"outflank.fish": "complete -c outflank", "outflank.ps1": "Register-ArgumentCompleter"} {
		if !strings.Contains(pages["completions/"+name], word) {
			t.Errorf("completions/%s is not what its shell reads", name)
		}
	}
}

var (
	reference = regexp.MustCompile(`(?:href|src)="([^"]*)"|(?:from|import) "([^"]*)"`)
	identity  = regexp.MustCompile(`id="([^"]*)"`)
)

// Each link of the site leads to a file, to a heading that is there, or to a file of the checkout.
func TestLinksOfPages(t *testing.T) {
	site, err := (&release{root: filepath.Join("..", "..")}).site(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	headings := map[string]map[string]bool{}
	for _, f := range site {
		headings[f.name] = map[string]bool{"": true}
		for _, m := range identity.FindAllStringSubmatch(string(f.data), -1) {
			headings[f.name][m[1]] = true
		}
	}
	if want := len(manual.Subjects()) + 40; len(site) < want {
		t.Errorf("%d files, want %d at least", len(site), want)
	}
	for _, f := range site {
		if !slices.Contains([]string{".html", ".js"}, path.Ext(f.name)) {
			continue
		}
		for _, m := range reference.FindAllStringSubmatch(string(f.data), -1) {
			if name, ok := strings.CutPrefix(m[1], repository); ok {
				name, _, _ = strings.Cut(name, "#")
				if found, _ := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(name))); found == nil {
					t.Errorf("%s: no file %s", f.name, name)
				}
				continue
			}
			to, heading, _ := strings.Cut(m[1]+m[2], "#")
			if strings.HasPrefix(to, "https://") || strings.HasPrefix(to, "data:") {
				continue
			}
			name := path.Join(path.Dir(f.name), to)
			if to == "" {
				name = f.name
			}
			if !headings[name][heading] {
				t.Errorf("%s: nothing at %s", f.name, m[0])
			}
		}
	}
}

// The board in the page is at most 4 MB over the wire.
func TestSizeOfBoard(t *testing.T) {
	files, err := (&release{root: filepath.Join("..", "..")}).board(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for _, f := range files {
		sum += len(f.data)
	}
	if sum > 4_000_000 || sum < 1_000_000 {
		t.Errorf("the board has %d bytes", sum)
	}
}
