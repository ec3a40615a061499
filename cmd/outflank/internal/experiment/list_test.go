package experiment

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/qlearn/study"
)

// The list as JSON holds every claim of every experiment with what decides it, and what
// nobody can repeat with its reason.
func TestListHoldsAllClaims(t *testing.T) {
	var out bytes.Buffer
	c := experimentListCommand(&cli.App{Out: &out})
	c.SetArgs([]string{"--json"})
	if err := c.Execute(); err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Name, Seed, Title string
		Claims            []struct {
			Says    string
			Ours    bool
			Holds   string `json:"holds_if"`
			Refuted string `json:"refuted_if"`
		}
		Result string `json:"paper_result"`
		Reason string `json:"not_repeated"`
	}
	if err := json.Unmarshal(out.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != len(study.All.Experiments)+len(study.All.Lost) {
		t.Fatalf("%d entries", len(list))
	}
	for i, e := range study.All.Experiments {
		got := list[i]
		if got.Name != e.Name || got.Reason != "" || len(got.Claims) != len(e.Claims) {
			t.Fatalf("%s: %+v", e.Name, got)
		}
		for k, c := range e.Claims {
			if g := got.Claims[k]; g.Says != c.Says || g.Ours != c.Ours || g.Holds == "" || g.Holds != c.Test.Holds ||
				g.Refuted == "" || g.Refuted != c.Test.Refuted {
				t.Errorf("%s: claim %+v, want that of %q", e.Name, g, c.Says)
			}
		}
	}
	for i, l := range study.All.Lost {
		if got := list[len(study.All.Experiments)+i]; got.Name != "" || got.Seed != l.Seed ||
			got.Title != l.What || got.Result != l.Result || got.Reason != l.Reason {
			t.Errorf("%+v, want %+v", got, l)
		}
	}
}
