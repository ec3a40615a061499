package names_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/outflank/outflank/dataset/names"
)

func TestFind(t *testing.T) {
	list := []string{"Tamenori Hideshi", "Tastet Marc", "Préqualif de Paris", "Murakami Takeshi", "Okabayashi Mitsuyos", "Thor (quin/becquet)", "Marc Tastet", "Brightwell Graham"}
	for query, want := range map[string][]string{
		"tamenori":           {"Tamenori Hideshi"},
		"HIDESHI TAMENORI":   {"Tamenori Hideshi"},
		"tamenory":           {"Tamenori Hideshi"},
		"prequalif de paris": {"Préqualif de Paris"},
		"Tastet, Marc":       {"Marc Tastet", "Tastet Marc"},
		"murakmai":           {"Murakami Takeshi"}, // two letters swapped
		"okabayashi":         {"Okabayashi Mitsuyos"},
		"thor":               {"Thor (quin/becquet)"},
		"Brigthwell":         {"Brightwell Graham"},
		"nobody at all":      nil,
		"":                   nil,
		"...":                nil,
	} {
		var got []string
		for _, m := range names.Find(query, list) {
			if list[m.Index] != m.Name {
				t.Errorf("%+v", m)
			}
			got = append(got, m.Name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
	for name, want := range map[string]string{"  Préqualif  d'Été ": "prequalif d ete", "Łukasz Ørsted-Groß": "lukasz orsted gross", "": ""} {
		if got := names.Fold(name); got != want {
			t.Errorf("%q folds to %q, want %q", name, got, want)
		}
	}
}

// Laws of a distance, and its values by hand.
func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"rose", "rosé", 1}, {"abcd", "acbd", 1}, {"ca", "abc", 3}} {
		if got := names.Distance(c.a, c.b); got != c.want {
			t.Errorf("%q to %q is %d, want %d", c.a, c.b, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 0, 6, -1)
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := names.Distance(a, b)
		if d != names.Distance(b, a) || (d == 0) != (a == b) || d > max(len([]rune(a)), len([]rune(b))) {
			t.Fatalf("%q to %q is %d", a, b, d)
		}
	})
}
