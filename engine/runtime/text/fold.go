package text

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// colors matches the colour sequences of terminals, which have no width.
var colors = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Width returns the number of columns of a line on a terminal. East Asian letters take two columns; colours
// and combining marks take none.
func Width(line string) int { return uniseg.StringWidth(colors.ReplaceAllString(line, "")) }

// Fold breaks lines wider than width at blanks; 0 = no limit. Continuation lines are indented like the line,
// or to the text after a wide gap, as in lists of names with explanations. Fold does not change lines with
// colours, which are pictures.
func Fold(text string, width int) string {
	if width <= 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) <= width || colors.MatchString(line) {
			continue
		}
		head, rest := hang(line, width)
		indent := strings.Repeat(" ", utf8.RuneCountInString(head))
		lines[i] = head + strings.ReplaceAll(wrap(rest, width-len(indent)), "\n", "\n"+indent)
	}
	return strings.Join(lines, "\n")
}

// Fill wraps paragraphs to lines of at most width columns; 0 = no limit. It does not change paragraphs with
// indented lines, which are tables and examples.
func Fill(text string, width int) string {
	if width <= 0 {
		return text
	}
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		lines := strings.Split(p, "\n")
		indented := slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, " ") })
		wide := slices.ContainsFunc(lines, func(line string) bool { return utf8.RuneCountInString(line) > width })
		if wide && !indented {
			paragraphs[i] = wrap(strings.Join(lines, " "), width)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// hang splits a line at the column where its continuation lines begin: after the last gap of two or more
// blanks in its first half, or after its indentation. If a word would not fit there, they begin farther to
// the left.
func hang(line string, width int) (head, rest string) {
	letters := []rune(line)
	at := 0
	for at < len(letters) && letters[at] == ' ' {
		at++
	}
	if at > width/2 { // a word in a table column
		return strings.Repeat(" ", width/2), string(letters[at:])
	}
	indent := at
	for i := at + 2; i < min(width/2, len(letters)); i++ {
		if letters[i-1] == ' ' && letters[i-2] == ' ' && letters[i] != ' ' {
			at = i
		}
	}
	for _, word := range strings.Fields(string(letters[at:])) {
		if utf8.RuneCountInString(word) > width-at {
			at = indent
		}
	}
	return string(letters[:at]), string(letters[at:])
}

// wrap breaks a text at blanks into lines of at most width letters. It cuts longer words.
func wrap(text string, width int) string {
	if utf8.RuneCountInString(text) <= width || width <= 0 {
		return text
	}
	var out strings.Builder
	letters := []rune(text)
	for len(letters) > width {
		end := width // end of the line
		for end > 0 && letters[end] != ' ' {
			end--
		}
		line := strings.TrimRight(string(letters[:end]), " ")
		if line == "" { // no blank except at the start
			line, end = string(letters[:width]), width
		}
		out.WriteString(line + "\n")
		letters = []rune(strings.TrimLeft(string(letters[end:]), " "))
	}
	return out.String() + string(letters)
}
