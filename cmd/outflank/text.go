package main

import (
	"strings"
	"text/tabwriter"

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
	w    *tabwriter.Writer
}

func (a *app) table() *textTable {
	return &textTable{w: tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)}
}

func (t *textTable) row(cells ...string) { t.rows = append(t.rows, cells) }

// flush writes the table. tabwriter aligns whole tables, so the first column is
// padded here.
func (t *textTable) flush() {
	width := 0
	for _, r := range t.rows {
		width = max(width, len([]rune(r[0])))
	}
	for _, r := range t.rows {
		first := r[0] + strings.Repeat(" ", width-len([]rune(r[0])))
		line := strings.Join(append([]string{first}, r[1:len(r)-1]...), "\t")
		_, _ = t.w.Write([]byte(strings.TrimRight(line+"\t  "+r[len(r)-1], " ") + "\n"))
	}
	_ = t.w.Flush()
	t.rows = nil
}

// plural formats a count with its noun: "1 game", "1,980 games".
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return number(n) + " " + noun
}
