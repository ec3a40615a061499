package main

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/cmd/outflank/internal/manual"
	"github.com/outflank/outflank/cmd/outflank/internal/root"
)

// commands returns the whole command line, with help and completion, independent of the user.
func commands() *cobra.Command {
	c := root.Command(&cli.App{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard})
	c.Version = ""
	c.DisableAutoGenTag = true // the date is in the header
	c.InitDefaultHelpCmd()
	c.InitDefaultCompletionCmd()
	return c
}

// all returns a command and its visible subcommands, in order.
func all(c *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			list = append(list, all(sub)...)
		}
	}
	return list
}

// writtenPages returns the manual pages, and the completions for four shells.
func writtenPages(at time.Time) (list []file, err error) {
	for _, c := range all(commands()) {
		page := bytes.NewBufferString(".\\\" -*- coding: utf-8 -*-\n") // for groff without man
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		if manual.IsSubject(c) { // subjects are Markdown, with tables too wide for man pages
			c.Long = "    " + strings.ReplaceAll(manual.Render(c.Long, 72, false), "\n", "\n    ")
		} else {
			c.Long = literal(c.Long)
		}
		c.Example = literal(c.Example)
		c.InitDefaultHelpFlag()
		header := &doc.GenManHeader{Title: strings.ToUpper(name), Section: "1", Date: &at, Source: "Outflank",
			Manual: "Outflank"}
		if err := doc.GenMan(c, header, page); err != nil {
			return nil, err
		}
		list = append(list, file{"man/" + name + ".1", 0o644, page.Bytes()})
	}
	c := commands()
	for _, shell := range []struct {
		name     string
		generate func(io.Writer) error
	}{
		{"outflank.bash", func(w io.Writer) error { return c.GenBashCompletionV2(w, true) }},
		{"_outflank", c.GenZshCompletion},
		{"outflank.fish", func(w io.Writer) error { return c.GenFishCompletion(w, true) }},
		{"outflank.ps1", c.GenPowerShellCompletionWithDesc},
	} {
		var text bytes.Buffer
		if err := shell.generate(&text); err != nil {
			return nil, err
		}
		list = append(list, file{"completions/" + shell.name, 0o644, text.Bytes()})
	}
	return list, nil
}

// literal indents lines that are already indented far enough that Markdown should keep them: tables and
// command lines. Otherwise Markdown would fill them like a paragraph.
func literal(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range slices.Clone(lines) {
		if strings.HasPrefix(line, "  ") {
			lines[i] = "  " + line
			if i > 0 && lines[i-1] != "" && !strings.HasPrefix(lines[i-1], "  ") {
				lines[i] = "\n" + lines[i]
			}
		}
	}
	return strings.Join(lines, "\n")
}
