package main

import (
	"path/filepath"
	"regexp"
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
	reference = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	identity  = regexp.MustCompile(`id="([^"]*)"`)
)

// Each link of the pages leads to a page, to a heading that is there, or to a file of the checkout.
func TestLinksOfPages(t *testing.T) {
	pages, err := (&release{}).site()
	if err != nil {
		t.Fatal(err)
	}
	headings := map[string]map[string]bool{}
	for _, p := range pages {
		headings[p.name] = map[string]bool{"": true}
		for _, m := range identity.FindAllStringSubmatch(string(p.data), -1) {
			headings[p.name][m[1]] = true
		}
	}
	if want := len(manual.Subjects()) + 40; len(pages) < want {
		t.Errorf("%d pages, want %d at least", len(pages), want)
	}
	for _, p := range pages {
		for _, m := range reference.FindAllStringSubmatch(string(p.data), -1) {
			if name, ok := strings.CutPrefix(m[1], repository); ok {
				if found, _ := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(name))); found == nil {
					t.Errorf("%s: no file %s", p.name, name)
				}
				continue
			}
			to, heading, _ := strings.Cut(m[1], "#")
			if to == "" {
				to = p.name
			}
			if !strings.HasPrefix(to, "https://") && !headings[to][heading] {
				t.Errorf("%s: nothing at %s", p.name, m[1])
			}
		}
	}
}
