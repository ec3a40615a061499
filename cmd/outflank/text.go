package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// english prints numbers with thousands separators: 124,326.
var english = message.NewPrinter(language.English)

// printf writes to standard output; %d and %f have thousands separators.
func (a *app) printf(format string, args ...any) {
	english.Fprintf(a.out, format, args...)
}

// number formats a count: 7,440,261.
func number(n int) string { return english.Sprintf("%d", n) }

// percent formats part of whole: "45.3 %", or nothing for an empty whole.
func percent(part, whole int) string {
	if whole == 0 {
		return ""
	}
	return english.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// A textTable aligns cells: the first and the last column to the left, those
// between to the right.
type textTable struct {
	rows [][]string
	out  io.Writer
}

func (a *app) table() *textTable { return &textTable{out: a.out} }

func (t *textTable) row(cells ...string) { t.rows = append(t.rows, cells) }

// left pads the cells of a column so that they stand to the left.
func (t *textTable) left(column int) {
	width := 0
	for _, r := range t.rows {
		width = max(width, utf8.RuneCountInString(r[column]))
	}
	for _, r := range t.rows {
		r[column] += strings.Repeat(" ", width-utf8.RuneCountInString(r[column]))
	}
}

// flush writes the table.
func (t *textTable) flush() {
	if len(t.rows) > 0 {
		t.left(0)
	}
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, r := range t.rows {
		fmt.Fprintf(w, "%s\t  %s\n", strings.Join(r[:len(r)-1], "\t"), r[len(r)-1])
	}
	_ = w.Flush() // a Builder does not fail
	for line := range strings.Lines(text.String()) {
		fmt.Fprintln(t.out, strings.TrimRight(line, " \n"))
	}
	t.rows = nil
}

// plural formats a count with its noun: "1 game", "1,980 games".
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return number(n) + " " + noun
}
