// Package manual contains the manual pages on subjects that concern several commands, as Markdown files.
// "outflank help SUBJECT" prints them.
package manual

import (
	"embed"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

//go:embed *.md
var texts embed.FS

// A Subject is a page of the manual.
type Subject struct {
	Name  string // the argument of "outflank help"
	Title string
	Text  string // Markdown
}

// subjects are the names of the subjects, in the order of the help.
var subjects = []string{"questions", "analysis", "training", "matches", "machines", "specs",
	"reports", "files", "library"}

// otherNames are words for subjects that "outflank help" answers with a suggestion.
var otherNames = map[string][]string{
	"training": {"learning", "learn", "q-learning"},
	"matches":  {"policies", "policy", "python"},
	"files":    {"formats"},
	"library":  {"api", "packages"},
}

// Subjects returns all pages.
func Subjects() []Subject {
	list := make([]Subject, len(subjects))
	for i, name := range subjects {
		text, err := texts.ReadFile(name + ".md")
		if err != nil {
			panic(err) // the file is embedded, so this is a bug
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
		list[i] = Subject{name, title, string(text)}
	}
	return list
}

// Commands returns the pages as help topics. Each is a command that only prints its Long text, which is
// Markdown.
func Commands() []*cobra.Command {
	var list []*cobra.Command
	for _, s := range Subjects() {
		list = append(list, &cobra.Command{Use: s.Name, Short: s.Title, Long: s.Text,
			SuggestFor: otherNames[s.Name]})
	}
	return list
}

// IsSubject reports whether a command prints a subject of the manual.
func IsSubject(c *cobra.Command) bool {
	return c.Parent() == c.Root() && slices.Contains(subjects, c.Name())
}
