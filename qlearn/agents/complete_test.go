package agents

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestComplete(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("one.model", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for begun, want := range map[string]string{
		"eng":                    "engine",
		"minimax(":               "minimax(1) minimax(2)",
		"ab:de":                  "ab:depth=",
		"ab:depth=4,d":           "",
		"ab:depth=4,e":           "ab:depth=4,exact= ab:depth=4,eval=",
		"ab:pl":                  "ab:plain",
		"ab:plain=":              "ab:plain=true ab:plain=false",
		"ab:eval=we":             "ab:eval=wedge",
		"q:model=o":              "q:model=one.model",
		"level:exp":              "level:expert",
		"level:name=nov":         "level:name=novice",
		"nobody:":                "",
		"ab:depth=":              "",
		"uct:prove=false,reuse=": "uct:prove=false,reuse=true uct:prove=false,reuse=false",
	} {
		var got []string
		for _, c := range Complete(begun) {
			got = append(got, c.Text)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s:\n%s", begun, diff)
		}
	}
	if got := len(Complete("")); got != len(Kinds()) {
		t.Errorf("%d of %d kinds", got, len(Kinds()))
	}
}
