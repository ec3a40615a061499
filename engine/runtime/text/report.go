package text

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Ratio returns x/n, 0 for n = 0.
func Ratio(x float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return x / float64(n)
}

// Quote quotes a word for a POSIX shell if it needs that: 'my games'.
func Quote(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:=,./-_+") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Share formats a share of 0 to 1: "45.3 %".
func Share(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// Interval formats the bounds of an interval of shares, from 0 to 1, in per cent: "42.1–48.5".
func Interval(low, high float64) string { return fmt.Sprintf("%.1f–%.1f", 100*low, 100*high) }

// English prints numbers with thousands separators: 124,326. It is safe for concurrent use.
var English = message.NewPrinter(language.English)

// Signed formats a rounded number with its sign: "+83", "-211". Negative numbers that round to zero give
// "+0" too.
func Signed(x float64) string { return fmt.Sprintf("%+.0f", math.RoundToEven(x)+0) }

// Number formats a count: 7,440,261.
func Number(n int) string { return English.Sprintf("%d", n) }

// Percent formats part of whole: "45.3 %", or "" if whole is 0.
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
