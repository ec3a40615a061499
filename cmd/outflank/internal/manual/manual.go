// Package manual has what is to be read about the subjects that no command has for itself: a text
// each, which "outflank help SUBJECT" prints and which lies beside this file as Markdown.
package manual

import (
	"embed"
	"strings"

	"github.com/spf13/cobra"
)

//go:embed *.md
var texts embed.FS

// A Subject is a text of the manual.
type Subject struct {
	Name  string // by which it is asked for
	Title string
	Text  string // Markdown
}

// subjects are the names in the order of the help.
var subjects = []string{"questions", "analysis", "training", "matches", "specs", "reports",
	"files", "library"}

// Subjects returns all texts.
func Subjects() []Subject {
	list := make([]Subject, len(subjects))
	for i, name := range subjects {
		text, err := texts.ReadFile(name + ".md")
		if err != nil {
			panic(err) // the file is in the binary
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		list[i] = Subject{name, title, string(text)}
	}
	return list
}

// Commands returns the texts as topics of the help: commands that do nothing but print.
func Commands() []*cobra.Command {
	var list []*cobra.Command
	for _, s := range Subjects() {
		c := &cobra.Command{Use: s.Name, Short: s.Title, Long: plain(s.Text)}
		c.SetUsageTemplate("\n")
		list = append(list, c)
	}
	return list
}

// plain returns Markdown as it is read in a terminal: blocks of code are indented, headings stand
// alone.
func plain(text string) string {
	var out []string
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "```"):
			code = !code
			continue
		case code && line != "":
			line = "    " + line
		case strings.HasPrefix(line, "#"):
			line = strings.TrimLeft(line, "# ")
		}
		out = append(out, line)
	}
	return strings.TrimSpace(strings.Join(out, "\n"))
}
