package fit

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/runtime/fault"
	"github.com/outflank/outflank/eval"
)

func smallFit(keep string) Options {
	return Options{
		Features: "corner@2+constant", Ridge: 1, Iterations: 5, Solve: 8, Lambda: 0.5, Results: 0.5, Workers: 2,
		Keep: keep,
		Play: Play{Games: 60, Rounds: 2, Depth: 1, Exact: 7, Seed: 1, Beside: 0.5},
	}
}

// fitted returns the model of a fit that stops after so many progresses, nil if it stopped.
func fitted(t *testing.T, o Options, most int) []byte {
	t.Helper()
	var text bytes.Buffer
	for p, err := range Run(t.Context(), someGames(t, 100), o) {
		if err != nil {
			t.Fatal(err)
		}
		if most--; most == 0 {
			return nil
		}
		if p.Model != nil {
			if err := eval.WriteModel(&text, p.Model); err != nil {
				t.Fatal(err)
			}
		}
	}
	return text.Bytes()
}

// TestKeep: a fit that is stopped anywhere and whose files are cut anywhere makes the same model when it
// is begun again, and plays no game again that was kept.
func TestKeep(t *testing.T) {
	want := fitted(t, smallFit(""), 0)
	dir := t.TempDir()
	for _, most := range []int{15, 40, 70, 110} {
		fitted(t, smallFit(dir), most)
		path := filepath.Join(dir, "round-1.games")
		if text, err := os.ReadFile(path); err == nil && most == 70 {
			if err := os.Truncate(path, int64(len(text)*2/3)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := fitted(t, smallFit(dir), 0); !bytes.Equal(got, want) {
		t.Error("the model differs")
	}
	before := filesOf(t, dir)
	if got := fitted(t, smallFit(dir), 0); !bytes.Equal(got, want) || len(before) != 2 {
		t.Errorf("the model differs, or there are %d files", len(before))
	}
	for path, text := range filesOf(t, dir) {
		if before[path] != text {
			t.Errorf("%s has changed", path)
		}
	}
}

func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

// TestKeepOther: games of another seed or a damaged file are bad input, and stay.
func TestKeepOther(t *testing.T) {
	dir := t.TempDir()
	fitted(t, smallFit(dir), 0)
	before := filesOf(t, dir)
	refused := func(o Options, want string) {
		t.Helper()
		var last error
		for _, err := range Run(t.Context(), someGames(t, 100), o) {
			last = err
		}
		if !fault.IsBadInput(last) || !strings.Contains(last.Error(), want) ||
			!strings.Contains(last.Error(), "round-1.games") {
			t.Errorf("error %v, want one with %q", last, want)
		}
	}
	other := smallFit(dir)
	other.Play.Seed++
	refused(other, "other settings")
	path := filepath.Join(dir, "round-1.games")
	text := []byte(before["round-1.games"])
	text[len(text)/2] ^= 1
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	refused(smallFit(dir), "line")
}

// TestHoldOut: positions that are held out are not learned from, whatever their image and origin.
func TestHoldOut(t *testing.T) {
	f := fitter{}
	b := engine.Standard().Play(19)
	f.recorded.add([]sample{sampleOf(b, 4), sampleOf(b.Play(b.Moves().First()), 2)}, false)
	f.played.add([]sample{sampleOf(b.Transform(5), 4)}, true)
	f.HoldOut = []engine.Board{b.Transform(3)}
	if train, validate := f.mixed(&f.recorded, &f.played); len(train) != 1 || len(validate) != 0 {
		t.Errorf("%d and %d samples, want 1 and 0", len(train), len(validate))
	}
}

// TestPrior: a fit from a model that nothing contradicts leaves its weights, and keeps terms that have
// other stages or are new.
func TestPrior(t *testing.T) {
	o := smallFit("")
	o.Ridge = 1e9
	plain := smallFit("")
	plain.Play.Games = 0
	o.Prior = modelOf(t, plain)
	o.Features = "corner@4+constant+parity"
	m := modelOf(t, o)
	want, err := o.Prior.Promote(m.Features)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range m.Weights {
		if d := w - want.Weights[i]; d > 1e-3 || d < -1e-3 {
			t.Fatalf("weight %d is %v, want %v", i, w, want.Weights[i])
		}
	}
	o.Features = "edge@4"
	var last error
	for _, err := range Run(t.Context(), someGames(t, 100), o) {
		last = err
	}
	if !fault.IsMisuse(last) || !strings.Contains(last.Error(), "corner") {
		t.Errorf("error %v, want one of misuse that names the term corner", last)
	}
	o.Prior.Meta["unit"] = "win"
	for _, err := range Run(t.Context(), someGames(t, 100), o) {
		last = err
	}
	if !fault.IsMisuse(last) || !strings.Contains(last.Error(), "want discs") {
		t.Errorf("error %v, want one of misuse about the unit", last)
	}
}

// TestAlso: the games of another fit count as those of this one, and the model says how many and which
// they were.
func TestAlso(t *testing.T) {
	dir := t.TempDir()
	o := smallFit(dir)
	o.Play.Rounds = 1
	want := modelOf(t, o).Weights
	o.Also, o.Keep, o.Play.Games = []string{dir}, "", 0
	m := modelOf(t, o)
	if !slices.Equal(m.Weights, want) || m.Meta["also"] == "" {
		t.Errorf("the weights differ, or nothing is said of the games: %v", m.Meta)
	}
	other := smallFit(t.TempDir())
	other.Play.Rounds, other.Play.Seed = 1, other.Play.Seed+1
	modelOf(t, other)
	o.Also = []string{other.Keep}
	says := regexp.MustCompile(`^(\d+ games that other fits played, sha256) [0-9a-f]{64}$`)
	a, b := says.FindStringSubmatch(m.Meta["also"]), says.FindStringSubmatch(modelOf(t, o).Meta["also"])
	if a == nil || b == nil || a[1] != b[1] || a[0] == b[0] {
		t.Errorf("%q and %q, want as many games and other hashes", a, b)
	}
	o.Also = []string{t.TempDir()}
	for _, err := range Run(t.Context(), someGames(t, 100), o) {
		if err != nil && !fault.IsBadInput(err) {
			t.Error(err)
		}
	}
}

func modelOf(t *testing.T, o Options) (m *eval.Model) {
	t.Helper()
	for p, err := range Run(t.Context(), someGames(t, 100), o) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Model != nil {
			m = p.Model
		}
	}
	return m
}
