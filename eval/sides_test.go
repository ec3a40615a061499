package eval

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

// magnitudes returns the absolute values of the entries of a vector, sorted.
func magnitudes(v map[int32]float64) (list []float64) {
	for _, x := range v {
		if x != 0 {
			list = append(list, math.Abs(x))
		}
	}
	slices.Sort(list)
	return list
}

// TestSides: of all terms those are one-sided for which the board says other numbers to the other
// side, not only with other signs or in other entries.
func TestSides(t *testing.T) {
	for _, id := range append(TermNames(), "a1b1c1", "balanced-all2", "snakes-8x4-1") {
		f, differ := features(t, id), false
		for _, b := range slices.Concat(gameBoards(t, "8x8", 2), wildBoards(t, "8x8", 20),
			gameBoards(t, "hex", 1)) {
			differ = differ || !slices.Equal(magnitudes(vector(f, b)), magnitudes(vector(f, b.Pass())))
		}
		if _, is := ByMover(f); OneSided(f) != differ || is == differ {
			t.Errorf("%s: one-sided %v, by mover %v; its numbers differ: %v", id, OneSided(f), is, differ)
		}
	}
}

// TestByMover: −φ are the counts of the player who has just moved; other terms stay.
func TestByMover(t *testing.T) {
	f := features(t, "own-mobility@2+discs+own-stability")
	mover, is := ByMover(f)
	if again, isNow := ByMover(mover); is || !isNow || again != mover {
		t.Error("features do not say whether they are by mover")
	}
	outside, _ := ByMover(struct{ Features }{f})
	for _, b := range gameBoards(t, "8x8", 3) {
		me, you, got := vector(f, b), vector(f, b.Pass()), vector(mover, b)
		for i := range int32(f.Len()) {
			want := -you[i]
			if f.Name(int(i)) == "discs" {
				want = me[i]
			}
			if got[i] != want || vector(outside, b)[i] != -you[i] {
				t.Fatalf("%s: %v, want %v", f.Name(int(i)), got[i], want)
			}
		}
	}
}

// TestViews keeps the view in files, averages and promotions; other features have none.
func TestViews(t *testing.T) {
	m := randomModel(t, "own-mobility+discs")
	plain := write(t, m)
	m.Features, _ = ByMover(m.Features)
	file := write(t, m)
	if bytes.Contains(plain, []byte("view")) || !bytes.Contains(file,
		[]byte(`"features":"own-mobility+discs","view":"mover"`)) {
		t.Errorf("files begin with %.90q and %.90q", plain, file)
	}
	read, err := ReadModel(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	old, err := ReadModel(bytes.NewReader(plain))
	if err != nil {
		t.Fatal(err)
	}
	promoted, err := read.Promote(features(t, "own-mobility@3+discs@3"))
	if err != nil {
		t.Fatal(err)
	}
	mean, err := Average([]*Model{read, read}, nil)
	if err != nil {
		t.Fatal(err)
	}
	differs := false
	for _, b := range gameBoards(t, "8x8", 2) {
		want := m.Linear().Eval(b)
		if read.Linear().Eval(b) != want || promoted.Linear().Eval(b) != want || mean.Linear().Eval(b) != want {
			t.Fatalf("%v is worth something else after reading, promotion or averaging", b)
		}
		differs = differs || old.Linear().Eval(b) != want
	}
	if _, err := Average([]*Model{read, old}, nil); err == nil || !differs {
		t.Errorf("models of both views differ: %v, and average: %v", differs, err)
	}
	for view, header := range map[string]string{
		"future": `{"features":"own-mobility","view":"future","weights":1,"actions":0,"meta":{}}`,
		"mover":  `{"features":"mobility","view":"mover","weights":1,"actions":0,"meta":{}}`,
	} {
		_, err := ReadModel(bytes.NewReader(seal(header, make([]byte, 8))))
		if !errors.Is(err, errHeader) || !strings.Contains(err.Error(), view) {
			t.Errorf("view %q: %v", view, err)
		}
	}
}
