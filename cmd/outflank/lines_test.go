package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/manual"
	"github.com/outflank/outflank/cmd/outflank/internal/root"
)

// TestCommandLines: the command lines of README.md, of the manual, of the notebooks' page, of the
// measurements and of all help name commands and flags that exist, with as many arguments as they take.
func TestCommandLines(t *testing.T) {
	lines := map[string][]string{}
	for _, name := range []string{"README.md", "notebooks/README.md", "notebooks/reports/measurements.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		lines[name] = commandLines(string(text))
	}
	for _, s := range manual.Subjects() {
		lines["manual/"+s.Name+".md"] = commandLines(s.Text)
	}
	everyCommand(root.Command(cli.NewApp()), func(c *cobra.Command) {
		if c.HasFlags() || c.HasSubCommands() { // the others are the manual
			lines[c.CommandPath()+" --help"] = commandLines(c.Long + "\n" + c.Example)
		}
	})
	count := 0
	for where, list := range lines {
		count += len(list)
		for _, line := range list {
			if complaint := misused(line); complaint != "" {
				t.Errorf("%s: %s\n%s", where, line, complaint)
			}
		}
	}
	if count < 250 {
		t.Errorf("only %d command lines were found", count)
	}
}

// TestWrongCommandLines: what nobody can type is found.
func TestWrongCommandLines(t *testing.T) {
	lines := commandLines("as in `outflank nothing` and\n\n    outflank match --no-such-flag a b\n    " +
		"outflank match a --games 3   two agents\n    echo f5 | outflank stats weights games --top many\n")
	if len(lines) != 4 {
		t.Errorf("%d lines were found: %q", len(lines), lines)
	}
	for _, line := range lines {
		if misused(line) == "" {
			t.Errorf("%s can be typed", line)
		}
	}
}

// everyCommand visits a command and all below it.
func everyCommand(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		everyCommand(sub, visit)
	}
}

// misused returns what the program complains about when it is given a command line and would do nothing.
// A line such as "outflank match --games" names something, and lacks nothing.
func misused(line string) string {
	var complaints bytes.Buffer
	a := &cli.App{In: strings.NewReader(""), Out: io.Discard, Err: &complaints}
	commands := root.Command(a)
	everyCommand(commands, func(c *cobra.Command) {
		if c != commands && c.RunE != nil {
			c.RunE = func(*cobra.Command, []string) error { return nil }
		}
	})
	a.Run(context.Background(), func() *cobra.Command { return commands }, words(line)[1:])
	if said := complaints.String(); !aNameOnly.MatchString(line) || strings.Contains(said, "unknown") {
		return said
	}
	return ""
}

var (
	lineOfBlock = regexp.MustCompile(`(?m)^(?: {2,}|\$ )(?:.*[|;&(] *|[A-Z_]+=\S+ )?(outflank .*)$`)
	lineOfText  = regexp.MustCompile("`(outflank [^`]*)`")
	behindLine  = regexp.MustCompile(` {2,}.*| [>|;&#].*|\)".*`) // explanations, redirections, other commands
	aNameOnly   = regexp.MustCompile(`^outflank [a-z]+( [a-z]+)?( --[a-z-]+)?$`)
)

// commandLines returns the command lines of a text: indented ones, those behind a prompt, and those between
// backquotes. Those with an ellipsis are left out.
func commandLines(text string) (list []string) {
	found := lineOfBlock.FindAllStringSubmatch(text, -1)
	for _, m := range lineOfText.FindAllStringSubmatch(text, -1) {
		found = append(found, []string{"", strings.Join(strings.Fields(m[1]), " ")})
	}
	for _, m := range found {
		if line := behindLine.ReplaceAllString(m[1], ""); !strings.Contains(line, "…") {
			list = append(list, line)
		}
	}
	return list
}

var word = regexp.MustCompile(`(?:[^\s'"]|'[^']*'|"[^"]*")+`)

// words returns the words of a command line as a shell does, without the quotes around them.
func words(line string) []string {
	list := word.FindAllString(line, -1)
	for i, w := range list {
		list[i] = regexp.MustCompile(`'([^']*)'|"([^"]*)"`).ReplaceAllString(w, "$1$2")
	}
	return list
}
