package run

import (
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/runtime/fault"
)

func TestCheckTOML(t *testing.T) {
	deep := strings.Repeat("[", 16) + strings.Repeat("]", 16)
	for name, c := range map[string]struct {
		text string
		want string // of the error, "" = none
	}{
		"example":              {"[model]\nfeatures = \"position\"\n[[phase]]\ngames.mix = \"self=0.7\"\n", ""},
		"16 deep":              {"a = " + deep + "\nb = " + deep, ""},
		"17 deep":              {"a = 1\nb = [" + deep + "]", "run.toml: line 2: arrays and tables more than 16 deep"},
		"17 deep, by lines":    {strings.Repeat("[\n", 17), "run.toml: line 17: arrays and tables more than 16 deep"},
		"tables":               {"a = " + strings.Repeat("{b=", 17), "run.toml: line 1: arrays and tables more than 16 deep"},
		"brackets in strings":  {`a = "` + strings.Repeat("[", 20) + `" # ` + strings.Repeat("[", 20) + "\nb = '" + strings.Repeat("{", 20) + "'", ""},
		"an escaped quote":     {`a = "\"` + strings.Repeat("[", 20) + `"`, ""},
		"in a string of lines": {"a = \"\"\"\n" + strings.Repeat("[", 20) + "\n\"\"\"\nb = [1]", ""},
		"after a string":       {"a = '''x'''\nb = " + strings.Repeat("[", 17), "run.toml: line 2: arrays and tables more than 16 deep"},
		"a long line":          {"a = 1\nb = \"" + strings.Repeat("x", 4096) + "\"", "run.toml: line 2: a line of 4102 bytes: want at most 4096"},
		"a large file":         {strings.Repeat("# a comment\n", 30000), "run.toml: a configuration of 360000 bytes: want at most 262144"},
	} {
		err := checkTOML("run.toml", c.text)
		if c.want == "" && err != nil || c.want != "" &&
			(err == nil || err.Error() != c.want || !fault.IsBadInput(err)) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// Two megabytes of nested arrays ended the process once.
func TestReadNested(t *testing.T) {
	if _, err := Read("run.toml", "a = "+strings.Repeat("[", 2<<20)); !fault.IsBadInput(err) {
		t.Errorf("error %v, want bad input", err)
	}
}
