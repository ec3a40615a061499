package text_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/outflank/outflank/engine/runtime/text"
)

func ExampleMeant() {
	fmt.Printf("there is no agent %q%v\n", "engne", text.Meant("engne", []string{"greedy", "engine", "uct"}))
	// Output: there is no agent "engne": did you mean engine?
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"Imai", "Iami", 1}, {"Brightwell", "Brigtwel", 2}, {"ca", "abc", 3},
		{"ñu", "nu", 1}} {
		if got := text.Distance(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// TestDistanceLaws: it is symmetric, 0 for equal words only, and at most the longer word.
func TestDistanceLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.SampledFrom([]rune("abé ")), 0, 8, -1)
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := text.Distance(a, b)
		if d != text.Distance(b, a) || (d == 0) != (a == b) || d > max(len([]rune(a)), len([]rune(b))) {
			t.Fatalf("%q, %q: %d", a, b, d)
		}
	})
}

func TestNear(t *testing.T) {
	known := []string{"alphabeta", "ab", "engine", "uct", "ucb", "lucas1000", "report", "q",
		strings.Repeat("x", 200)}
	for word, want := range map[string][]string{
		"engne":     {"engine"},
		"AB":        {"ab"},
		"alpabeta":  {"alphabeta"},
		"aplhabeta": {"alphabeta"},
		"lucas":     {"lucas1000"},
		"ucx":       {"uct", "ucb"},
		"uctt":      {"uct"},
		"x":         nil, // a letter that may stand for anything
		"":          nil,
		"oracle":    nil,

		strings.Repeat("x", 199): nil, // too long to compare
	} {
		if diff := cmp.Diff(want, text.Near(word, known)); diff != "" {
			t.Errorf("%q:\n%s", word, diff)
		}
	}
}
