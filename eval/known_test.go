package eval

import (
	"strings"
	"testing"
)

// TestTermNames: the names that are suggested are terms.
func TestTermNames(t *testing.T) {
	for _, name := range TermNames() {
		if _, err := New(name, make([]float64, 64)); err != nil {
			t.Error(err)
		}
	}
}

func TestUnknownTerm(t *testing.T) {
	for name, want := range map[string]string{
		"mobilty": "did you mean mobility", "egde": "did you mean edge", "logistelo": "did you mean logistello",
		"Potential": "did you mean potential", "zzzzzz": "is not known",
	} {
		_, err := New("discs+"+name, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
		if want == "is not known" && strings.Contains(err.Error(), "mean") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
