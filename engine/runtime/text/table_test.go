package text

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// players is a table with a name, numbers and a remark.
func players(width int) (*Table, *bytes.Buffer) {
	var out bytes.Buffer
	t := &Table{Out: &out, Width: width, All: "--columns chooses"}
	t.Row("player", "games", "won", "lost", "score", "remark")
	t.Row("Stéphane Nicolet", "1,204", "700", "504", "58.1 %", "")
	t.Row("a program with a long name", "87", "1", "86", "1.1 %",
		"it plays the first move that it finds, always")
	return t, &out
}

func TestTableFits(t *testing.T) {
	for width, want := range map[int]string{
		0: `  player                      games  won  lost   score  remark
  Stéphane Nicolet            1,204  700   504  58.1 %
  a program with a long name     87    1    86   1.1 %  it plays the first move that it finds, always
`,
		80: `  player                      games  won  lost   score  remark
  Stéphane Nicolet            1,204  700   504  58.1 %
  a program with a long name     87    1    86   1.1 %  it plays the first move
                                                        that it finds, always
`,
		60: `  player                 score  remark
  Stéphane Nicolet      58.1 %
  a program...ong name   1.1 %  it plays the first move that
                                it finds, always
  not shown: games, won, lost (--columns chooses)
`,
	} {
		table, out := players(width)
		table.Flush()
		if out.String() != want {
			t.Errorf("width %d: got\n%s", width, out)
		}
	}
}

// TestTableLeast: the columns go in the order that is given, and lines of the head with nothing in
// them as well.
func TestTableLeast(t *testing.T) {
	var out bytes.Buffer
	table := Table{Out: &out, Width: 30, Names: []string{"player", "games", "mean_loss", "elo"},
		Least: []int{2, 1, 3}}
	table.Row("", "", "mean", "", "")
	table.Row("player", "games", "loss", "elo", "")
	table.Row("somebody", "12,000", "0.57", "1500 (1400 to 1600)", "")
	table.Flush()
	for line := range strings.Lines(out.String()) {
		if Width(strings.TrimSuffix(line, "\n")) > 30 {
			t.Errorf("too wide: %q", line)
		}
	}
	if got := strings.Split(out.String(), "\n"); !strings.HasPrefix(got[0], "  pl") ||
		!strings.Contains(got[2], "not shown: games, mean_loss") {
		t.Errorf("got\n%s", &out)
	}
}

// TestTableWidth: no line is wider than the window, whatever stands in the cells, and without one the
// table has every cell.
func TestTableWidth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns, width := rapid.IntRange(3, 9).Draw(t, "columns"), rapid.IntRange(60, 120).Draw(t, "width")
		name := rapid.StringOfN(rapid.SampledFrom([]rune("abé –")), 0, 50, -1)
		number := rapid.StringOfN(rapid.SampledFrom([]rune("0123,")), 0, 12, -1)
		var rows [][]string
		for range rapid.IntRange(1, 5).Draw(t, "rows") {
			row := []string{strings.TrimSpace(name.Draw(t, "name"))}
			for range columns - 2 {
				row = append(row, number.Draw(t, "number"))
			}
			rows = append(rows, append(row, strings.TrimSpace(name.Draw(t, "last"))))
		}
		print := func(width int) string {
			var out bytes.Buffer
			table := Table{Out: &out, Width: width, Rows: slices.Clone(rows)}
			table.Flush()
			return out.String()
		}
		for line := range strings.Lines(print(width)) {
			if Width(strings.TrimSuffix(line, "\n")) > width {
				t.Fatalf("%d letters, want %d: %q", Width(line), width, line)
			}
		}
		whole := strings.Split(print(0), "\n")
		for i, row := range rows {
			if strings.Join(strings.Fields(whole[i]), " ") != strings.Join(strings.Fields(strings.Join(row, " ")),
				" ") {
				t.Fatalf("row %q is printed %q", row, whole[i])
			}
		}
	})
}

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"short\n\nlines": "short\n\nlines",
		"a line of words that is too wide for it":     "a line of words that\nis too wide for it",
		"  --ply  the board and what it is":           "  --ply  the board and\n         what it is",
		"  name  abcdefghijklmnopqrst and":            "  name\n  abcdefghijklmnopqrst\n  and",
		"                          far right":         "           far right",
		"abcdefghijklmnopqrstuvwxyz":                  "abcdefghijklmnopqrstuv\nwxyz",
		"\x1b[1mcolours are pictures and stay\x1b[0m": "\x1b[1mcolours are pictures and stay\x1b[0m",
	} {
		if got := Fold(text, 22); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		if Fold(text, 0) != text {
			t.Errorf("%q is folded without a width", text)
		}
	}
}

// TestFoldLaws: no line is too wide, and no letter but blanks is lost.
func TestFoldLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab é\n")), 0, 200, -1).Draw(t, "text")
		width := rapid.IntRange(8, 60).Draw(t, "width")
		got := Fold(text, width)
		for line := range strings.SplitSeq(got, "\n") {
			if Width(strings.TrimRight(line, " ")) > width {
				t.Fatalf("%q is wider than %d", line, width)
			}
		}
		if fmt.Sprint(strings.Join(strings.Fields(got), "")) != strings.Join(strings.Fields(text), "") {
			t.Fatalf("%q becomes %q", text, got)
		}
	})
}

func TestFill(t *testing.T) {
	got := Fill("One line that\nis filled anew, because it is wide.\n\n  a table   stays as it is, "+
		"wide\n\nshort\nlines", 24)
	want := "One line that is filled\nanew, because it is\nwide.\n\n  a table   stays as it is, " +
		"wide\n\nshort\nlines"
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestASCII(t *testing.T) {
	for text, want := range map[string]string{
		"Stéphane Nicolet – 51.2 %": "Stephane Nicolet - 51.2 %", "12 ≤ x…": "12 <= x...",
		"Jaśkowski, Łódź": "Jaskowski, Lodz", "日": "?", "plain": "plain",
	} {
		if got := ASCII(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
