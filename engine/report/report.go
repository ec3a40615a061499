package report

import (
	"fmt"
	"iter"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Numbers yields from to to-1.
func Numbers(from, to int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := from; i < to && yield(i); i++ {
		}
	}
}

// Ratio returns x/n, 0 for n = 0.
func Ratio(x float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return x / float64(n)
}

// Quote quotes a word for a shell if it needs that.
func Quote(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:=,./-_+") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

func Share(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

func Interval(low, high float64) string { return fmt.Sprintf("%.1f–%.1f", 100*low, 100*high) }

// English prints numbers with thousands separators: 124,326.
var English = message.NewPrinter(language.English)

// Number formats a count: 7,440,261.
func Number(n int) string { return English.Sprintf("%d", n) }

// Percent formats part of whole: "45.3 %", or nothing for an empty whole.
func Percent(part, whole int) string {
	if whole == 0 {
		return ""
	}
	return English.Sprintf("%.1f %%", 100*float64(part)/float64(whole))
}

// Plural formats a count with its noun: "1 game", "1,980 games".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return Number(n) + " " + noun
}
