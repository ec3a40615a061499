package manual

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	table "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	markdown "github.com/yuin/goldmark/text"

	"github.com/outflank/outflank/engine/runtime/text"
)

// Markdown parses the pages, with tables and with names for headings. It also converts them to HTML.
var Markdown = goldmark.New(goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// Render returns Markdown formatted for a terminal of a width in letters; 0 = 80. If styled is set, headings
// and emphasis are bold and code is underlined. Otherwise code keeps its backquotes.
func Render(page string, width int, styled bool) string {
	if width == 0 {
		width = 80
	}
	r := renderer{source: []byte(page), styled: styled}
	return strings.TrimSpace(r.blocks(Markdown.Parser().Parse(markdown.NewReader(r.source)), min(width, 100)))
}

// A renderer renders one page.
type renderer struct {
	source []byte
	styled bool
}

// ANSI codes for text styles.
const bold, underlined = "\x1b[1m", "\x1b[4m"

// style applies an ANSI code to each word separately, so that lines can break between words.
func (r *renderer) style(text, code string) string {
	if !r.styled || text == "" {
		return text
	}
	return code + strings.ReplaceAll(text, " ", "\x1b[0m "+code) + "\x1b[0m"
}

// blocks renders the children of a node, separated by blank lines.
func (r *renderer) blocks(n ast.Node, width int) string {
	var list []string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		list = append(list, r.block(c, width))
	}
	return strings.Join(list, "\n\n")
}

func (r *renderer) block(n ast.Node, width int) string {
	switch n := n.(type) {
	case *ast.Heading:
		return r.style(r.inline(n), bold)
	case *ast.CodeBlock, *ast.FencedCodeBlock:
		return indent("    ", "    ", strings.TrimRight(string(n.Lines().Value(r.source)), "\n"))
	case *ast.List:
		var items []string
		for c, i := n.FirstChild(), n.Start; c != nil; c, i = c.NextSibling(), i+1 {
			mark := "- "
			if n.IsOrdered() {
				mark = strconv.Itoa(i) + ". "
			}
			items = append(items, indent(mark, strings.Repeat(" ", len(mark)), r.blocks(c, width-len(mark))))
		}
		return strings.Join(items, "\n")
	case *table.Table:
		return r.table(n, width)
	case *ast.Paragraph, *ast.TextBlock:
		return strings.Join(wrap(r.inline(n), width), "\n")
	}
	return r.blocks(n, width)
}

// indent puts head before the first line of a text, and rest before the other lines unless they are empty.
func indent(head, rest, text string) string {
	return head + strings.ReplaceAll(strings.ReplaceAll(text, "\n", "\n"+rest), "\n"+rest+"\n", "\n\n")
}

// inline renders the inline children of a node as one line.
func (r *renderer) inline(n ast.Node) string {
	var line strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			line.Write(c.Segment.Value(r.source))
			if c.SoftLineBreak() || c.HardLineBreak() {
				line.WriteByte(' ')
			}
		case *ast.CodeSpan:
			if code := r.inline(c); r.styled {
				line.WriteString(r.style(code, underlined))
			} else {
				line.WriteString("`" + code + "`")
			}
		case *ast.Emphasis:
			line.WriteString(r.style(r.inline(c), bold))
		case *ast.AutoLink:
			line.Write(c.URL(r.source))
		case *ast.Link:
			line.WriteString(r.inline(c))
			if to := string(c.Destination); strings.Contains(to, "://") {
				line.WriteString(" (" + to + ")")
			}
		default:
			line.WriteString(r.inline(c))
		}
	}
	return line.String()
}

// wrap breaks a text at blanks into lines of at most width letters. Longer words stay whole.
func wrap(page string, width int) (lines []string) {
	for word := range strings.FieldsSeq(page) {
		if last := len(lines) - 1; last >= 0 && text.Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// table renders a table. If it is too wide, it narrows the widest columns, and their cells take several
// lines.
func (r *renderer) table(n ast.Node, width int) string {
	var rows [][]string
	var widths, least []int // widths of the columns, and of their longest words
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for c := row.FirstChild(); c != nil; c = c.NextSibling() {
			cell, i := r.inline(c), len(cells)
			if rows == nil {
				cell, widths, least = r.style(cell, bold), append(widths, 0), append(least, 0)
			}
			cells, widths[i] = append(cells, cell), max(widths[i], text.Width(cell))
			for word := range strings.FieldsSeq(cell) {
				least[i] = max(least[i], text.Width(word))
			}
		}
		rows = append(rows, cells)
	}
	shrink(widths, least, width-2*(len(widths)-1))
	var list []string // the rendered rows
	gap := "\n"
	for i, cells := range rows {
		row := strings.Join(besides(cells, widths), "\n")
		if i == 0 {
			row += "\n" + strings.Repeat("-", sum(widths)+2*(len(widths)-1))
		} else if strings.Contains(row, "\n") {
			gap = "\n\n" // between rows of several lines
		}
		list = append(list, row)
	}
	return list[0] + "\n" + strings.Join(list[1:], gap)
}

// besides returns the lines of cells placed side by side.
func besides(cells []string, widths []int) (lines []string) {
	left := 0 // where the column begins
	for i, cell := range cells {
		for k, part := range wrap(cell, widths[i]) {
			if k == len(lines) {
				lines = append(lines, "")
			}
			lines[k] += strings.Repeat(" ", max(0, left-text.Width(lines[k]))) + part
		}
		left += widths[i] + 2
	}
	return lines
}

func sum(widths []int) (sum int) {
	for _, w := range widths {
		sum += w
	}
	return sum
}

// shrink narrows the widest columns until all fit a width. No column becomes narrower than its longest word.
func shrink(widths, least []int, width int) {
	for over := sum(widths) - width; over > 0; over-- {
		widest := -1
		for i, w := range widths {
			if w > least[i] && (widest < 0 || w > widths[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			return
		}
		widths[widest]--
	}
}
