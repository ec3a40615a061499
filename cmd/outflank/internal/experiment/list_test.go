package experiment

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"github.com/outflank/outflank/cmd/outflank/internal/cli"
	"github.com/outflank/outflank/qlearn/study"
)

// The list as JSON holds every claim of every experiment with what decides it, and what
// nobody can repeat with its reason.
func TestListHoldsAllClaims(t *testing.T) {
	var out bytes.Buffer
	a := &cli.App{Out: &out}
	root := &cobra.Command{Use: "outflank"}
	root.AddCommand(experimentListCommand(a))
	if code := a.Run(t.Context(), func() *cobra.Command { return root }, []string{"list", "--json"}); code != cli.Done {
		t.Fatalf("exit %d", code)
	}
	var list []struct {
		Name, Seed, Title string
		Claims            []struct {
			Says          string
			Ours, Machine bool
			Meanings      []struct {
				Means   string
				Holds   string `json:"holds_if"`
				Refuted string `json:"refuted_if"`
			}
		}
		Choices []study.Choice
		Result  string `json:"paper_result"`
		Reason  string `json:"not_repeated"`
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
		if diff := cmp.Diff(e.Choices, got.Choices); diff != "" {
			t.Errorf("%s: choices %s", e.Name, diff)
		}
		for k, c := range e.Claims {
			g := got.Claims[k]
			if g.Says != c.Says || g.Ours != c.Ours || g.Machine != c.Machine || len(g.Meanings) != len(c.Else)+1 {
				t.Errorf("%s: claim %+v, want that of %q", e.Name, g, c.Says)
				continue
			}
			for i, m := range c.Meanings() {
				if w := g.Meanings[i]; w.Means != m.Means || w.Holds == "" || w.Holds != m.Test.Holds ||
					w.Refuted == "" || w.Refuted != m.Test.Refuted {
					t.Errorf("%s, “%s”: meaning %+v, want %q", e.Name, c.Says, w, m.Means)
				}
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
