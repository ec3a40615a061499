package manual

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine/runtime/text"
)

const example = "# A plain page\n\nWords of a paragraph with `code of two words`, **bold\nwords** and [a link](other.md)" +
	" to [the world](https://example.org).\n\n```console\n$ outflank help   files\n\n  as it is, however wide it may be\n```\n\n" +
	"- one item that takes two lines\n- another\n  1. of a list\n\n" +
	"| file | what it is |\n|---|---|\n| `a` | one |\n| `games.parquet` | a table that takes more than a line |\n\n" +
	"| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"

func TestRender(t *testing.T) {
	for _, c := range []struct {
		name   string
		width  int
		styled bool
		want   string
	}{
		{"narrow", 32, false, `A plain page

Words of a paragraph with ` + "`code" + `
of two words` + "`" + `, bold words and a
link to the world
(https://example.org).

    $ outflank help   files

      as it is, however wide it may be

- one item that takes two lines
- another

  1. of a list

file             what it is
--------------------------------
` + "`a`" + `              one

` + "`games.parquet`" + `  a table that
                 takes more than
                 a line

a  b
----
1  2
3  4`},
		{"styled", 32, true, "\x1b[1mA\x1b[0m \x1b[1mplain\x1b[0m \x1b[1mpage\x1b[0m"},
	} {
		got := Render(example, c.width, c.styled)
		if c.styled {
			got, _, _ = strings.Cut(got, "\n")
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

// Each page fits the window but for code, styled or not, and loses no word of a table.
func TestRenderFits(t *testing.T) {
	for _, s := range Subjects() {
		for _, width := range []int{72, 80, 100} {
			for _, styled := range []bool{false, true} {
				page := Render(s.Text, width, styled)
				for line := range strings.Lines(page) {
					line = strings.TrimRight(line, "\n")
					if text.Width(line) > width && !strings.HasPrefix(line, "    ") {
						t.Errorf("%s in %d columns: %s", s.Name, width, line)
					}
				}
				if strings.Contains(page, "|---") || strings.Contains(page, "```") {
					t.Errorf("%s in %d columns shows Markdown:\n%s", s.Name, width, page)
				}
			}
		}
	}
	page := Render(Subjects()[7].Text, 80, false)
	for _, word := range []string{"`tournaments.parquet`,", "`inspect`"} {
		if !strings.Contains(page, word) {
			t.Errorf("help files lacks %s:\n%s", word, page)
		}
	}
}
