package text_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/outflank/outflank/engine/runtime/text"
)

func TestFind(t *testing.T) {
	list := []string{"Tamenori Hideshi", "Tastet Marc", "Préqualif de Paris", "Murakami Takeshi",
		"Okabayashi Mitsuyos", "Thor (quin/becquet)", "Marc Tastet", "Brightwell Graham"}
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
		for _, m := range text.FindNames(query, list) {
			if list[m.Index] != m.Name {
				t.Errorf("%+v", m)
			}
			got = append(got, m.Name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
	for name, want := range map[string]string{"  Préqualif  d'Été ": "prequalif d ete",
		"Łukasz Ørsted-Groß": "lukasz orsted gross", "": ""} {
		if got := text.FoldName(name); got != want {
			t.Errorf("%q folds to %q, want %q", name, got, want)
		}
	}
}

func TestNameWords(t *testing.T) {
	for name, want := range map[string]string{
		"Préval, Yves": "preval yves", "YVES  PREVAL": "preval yves", "Jean-Pierre d'Été": "d ete jean pierre",
		"Tamenori": "", "tama 78": "", "tama_tiger": "", "Thor (quin)": "", "???": "", "": "", " , ": "",
	} {
		if got := text.NameWords(name); got != want {
			t.Errorf("the words of %q are %q, want %q", name, got, want)
		}
	}
}
