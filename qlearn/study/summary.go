package study

import (
	"fmt"
	"strings"
)

// summary says in a paragraph which claims of a report hold, which do not, and which are
// open, "" if none was tested. Questions of ours are left out.
func summary(results []Result) string {
	byVerdict, n := map[Verdict][]string{}, 0
	for _, r := range results {
		for _, c := range r.Claims {
			if c.Ours {
				continue
			}
			n++
			text := "“" + c.Says + "”"
			if amount := c.amount(); amount != "" {
				text += " (" + amount + ")"
			}
			byVerdict[c.Verdict] = append(byVerdict[c.Verdict], text)
		}
	}
	if n == 0 {
		return ""
	}
	sentences := []string{counted(n, "claim of this report was tested.", "claims of this report were tested.")}
	begin := counted
	if n == 1 {
		begin = func(_ int, one, _ string) string { return "It " + one }
	}
	for _, group := range []struct {
		verdict   Verdict
		one, many string
	}{
		{Holds, "holds:", "hold:"},
		{DoesNotHold, "does not hold:", "do not hold:"},
		{Inconclusive, "is inconclusive, in brackets what would settle it:", "are inconclusive, in brackets what would settle them:"},
	} {
		if list := byVerdict[group.verdict]; len(list) > 0 {
			sentences = append(sentences, begin(len(list), group.one, group.many)+" "+and(list)+".")
		}
	}
	return strings.Join(sentences, " ")
}

// counted begins a sentence with a number, in words where that is short.
func counted(n int, one, many string) string {
	words := [...]string{"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten",
		"Eleven", "Twelve"}
	switch {
	case n == 1:
		return words[n] + " " + one
	case n < len(words):
		return words[n] + " " + many
	}
	return fmt.Sprintf("%d %s", n, many)
}

// and joins the parts of a list.
func and(list []string) string {
	if last := len(list) - 1; last > 0 {
		return strings.Join(list[:last], ", ") + " and " + list[last]
	}
	return list[0]
}
