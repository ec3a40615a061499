package study

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The overview is grammatical.
func TestOverview(t *testing.T) {
	d := &Document{Count: map[Verdict]int{verdictHolds: 1, verdictRefuted: 1, verdictOpen: 2}}
	if got, want := d.Overview(), "Of 4 sentences, 1 holds under every reading, 1 fails under every reading and "+
		"2 are inconclusive."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := counts(nil); got != "" {
		t.Errorf("nothing was run: %q", got)
	}
}

// A document says at which scale each experiment was run, the largest first.
func TestScales(t *testing.T) {
	at := func(name string, scale float64) Result {
		return Result{Name: name, Settings: Settings{Scale: scale}}
	}
	d := &Document{Parts: []Part{{Results: []Result{at("a", 1), at("b", 0.05)}}, {},
		{Results: []Result{at("c", 1)}}}}
	if got, want := d.Scales(), []string{"At scale 1: a, c.", "At scale 0.05: b."}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	d.Parts = d.Parts[2:]
	if got, want := d.Scales(), []string{"All experiments were run at scale 1."}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A result of the version before readings is not in the document: its experiment counts as not run.
func TestResultsOfOneReadingAreLeftOut(t *testing.T) {
	dir := t.TempDir()
	e := All.Find("search-branching")
	runAll(t, Runner{Host: &fakeHost{}, Dir: dir, Scale: 0.001, Seed: 1, Workers: 1}, e)
	old := document(t, `{"name":"umea-squares","seed":"003","claims":[{"says":"x","verdict":"does not hold"}]}`)
	path := filepath.Join(dir, "umea-squares")
	if err := errors.Join(os.Mkdir(path, 0o777), os.WriteFile(filepath.Join(path, resultName), []byte(old), 0o666)); err != nil {
		t.Fatal(err)
	}
	d, err := readDocument(dir, All)
	if err != nil {
		t.Fatal(err)
	}
	if umea := d.Parts[3]; len(umea.Results) > 0 || !slices.Contains(umea.Missing, "umea-squares") {
		t.Errorf("%d results, not run %q", len(umea.Results), umea.Missing)
	}
}
