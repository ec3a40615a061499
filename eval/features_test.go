package eval

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// ids are the features that the checker goes over: every term, the report's set,
// stages, and all together.
var ids = slices.Concat(terms, []string{
	ReportID, "report@6", "report@60", "report@6+squares@3+constant", "report@6+edge+corner", "edge@4+edge@2",
	strings.Join(terms, "+"),
	"a1", "b2c3@4", "c4d4e4c5d5e5", "logistello", "all2", "all1+all2@4+all3+all4@6", "snakes-8x4-1",
	"snakes-3x10-7",
	"balanced-edge", "balanced-corner@3+edge", "balanced-logistello@4", "balanced-all2+mobility",
	"balanced-snakes-8x4-1", "balanced-a1b1c1d1",
})

func TestFeatures(t *testing.T) {
	for _, id := range ids {
		t.Run(id, func(t *testing.T) { checkFeatures(t, features(t, id), id) })
	}
}

// checkFeatures holds features to what [Features] promises.
func checkFeatures(t *testing.T, f Features, id string) {
	if f.ID() != id {
		t.Errorf("ID %q", f.ID())
	}
	checkNames(t, f)
	again, err := New(f.ID(), f.Params())
	if err != nil {
		t.Fatalf("New(ID(), Params()): %v", err)
	}
	for _, shape := range kinds {
		for i, b := range gameBoards(t, shape, 2) {
			checkEntries(t, f, b)
			if !slices.Equal(f.Append(nil, b), again.Append(nil, b)) {
				t.Fatalf("New(ID(), Params()) is not the same on %v", b)
			}
			if shape == "8x8" || shape == "8x8-c2f4h7a5" || i%8 == 0 && geometric(id) {
				checkSymmetric(t, f, b)
			}
		}
	}
	checkAllocations(t, &Model{Features: f, Weights: make([]float64, f.Len())})
}

func checkNames(t *testing.T, f Features) {
	for i := 0; i < f.Len(); i += 1 + f.Len()/1000 {
		if f.Name(i) == "" {
			t.Errorf("entry %d of %d has no name", i, f.Len())
		}
	}
	if f.Name(f.Len()-1) == "" || f.Name(f.Len()) != "" || f.Name(-1) != "" {
		t.Errorf("last entry %q, names outside %q %q", f.Name(f.Len()-1), f.Name(-1), f.Name(f.Len()))
	}
}

func checkEntries(t *testing.T, f Features, b engine.Board) {
	kept := Feature{-1, 42}
	phi := f.Append([]Feature{kept}, b)
	if phi[0] != kept {
		t.Fatalf("Append changed what stood before")
	}
	for _, x := range phi[1:] {
		if x.Index < 0 || int(x.Index) >= f.Len() {
			t.Fatalf("index %d of %d on %v", x.Index, f.Len(), b)
		}
		if x.Value == 0 || math.IsNaN(x.Value) || math.Abs(x.Value) > 25 {
			t.Fatalf("%s is %v on %v", f.Name(int(x.Index)), x.Value, b)
		}
	}
}

// checkSymmetric compares φ of a board with φ of its images.
func checkSymmetric(t *testing.T, f Features, b engine.Board) {
	want := vector(f, b)
	for y := engine.Symmetry(0); y < engine.Symmetries; y++ {
		if !b.Shape.Lattice.Keeps(y) {
			continue
		}
		if got := vector(f, b.Transform(y)); !maps.Equal(got, want) {
			t.Fatalf("φ = %v, under symmetry %d %v, on %v", want, y, got, b)
		}
	}
}

// geometric tells whether features look at lines, discs and the shape only, not at
// squares of the 8×8 lattice.
func geometric(id string) bool {
	return slices.Contains([]string{"position", "mobility", "stability", "own-mobility", "own-stability",
		"cs181-stability", "own-cs181-stability", "parity", "discs", "frontier", "constant"}, id)
}

func checkAllocations(t *testing.T, m *Model) {
	l := m.Linear()
	boards := gameBoards(t, "8x8", 1)
	if n := testing.AllocsPerRun(3, func() {
		for _, b := range boards {
			l.Eval(b)
		}
	}); n != 0 {
		t.Errorf("%v allocations in %d evaluations", n, len(boards))
	}
}

// TestOtherSide looks at boards from the other side: all terms negate but parity
// and the constant, which stay; patterns look up the exchanged contents. One-sided terms
// have counts of their own there, which [TestOneSided] compares.
func TestOtherSide(t *testing.T) {
	exchange := strings.NewReplacer("X", "O", "O", "X")
	for _, id := range terms {
		if strings.HasPrefix(id, "own-") {
			continue
		}
		f := features(t, id)
		sign := -1.0
		if id == "parity" || id == "constant" {
			sign = 1
		}
		_, pattern := patternSquares[id]
		for _, b := range slices.Concat(gameBoards(t, "8x8", 3), gameBoards(t, "hex", 1)) {
			want := map[string]float64{}
			for i, v := range vector(f, b) {
				if name := f.Name(int(i)); pattern {
					want[canonical(id, exchange.Replace(strings.TrimPrefix(name, id+" ")))] += v
				} else {
					want[name] = sign * v
				}
			}
			got := map[string]float64{}
			for i, v := range vector(f, b.Pass()) {
				got[f.Name(int(i))] = v
			}
			if !maps.Equal(got, want) {
				t.Fatalf("%s from the other side: %v, want %v", id, got, want)
			}
		}
	}
}

func TestNewErrors(t *testing.T) {
	w := DefaultSquares()
	bad := func(x float64) []float64 { return append(DefaultSquares()[:63], x) }
	for _, c := range []struct {
		id     string
		params []float64
		want   string
	}{
		{"", w, `eval: features "": term "" is not known`},
		{"positon", w, `eval: features "positon": term "positon" is not known`},
		{"Mobility", w, `term "Mobility" is not known`},
		{"mobility ", w, `term "mobility " is not known`},
		{"mobility++discs", w, `term "" is not known`},
		{"edge+", w, `term "" is not known`},
		{"mobility@", w, `term "mobility@": want 1 to 60 stages after the @`},
		{"mobility@0", w, `want 1 to 60 stages`},
		{"mobility@61", w, `want 1 to 60 stages`},
		{"mobility@-1", w, `want 1 to 60 stages`},
		{"mobility@2@3", w, `want 1 to 60 stages`},
		{"mobility@99999999999999999999", w, `want 1 to 60 stages`},
		{"position", nil, `term position needs the 64 square weights W`},
		{"report", nil, `term position needs the 64 square weights W`},
		{"mobility", w[:63], `63 parameters, want none or the 64 square weights`},
		{"report", append(w, 0), `65 parameters`},
		{"report", bad(math.NaN()), `the weight of square h8 is NaN, want -1e9 to 1e9`},
		{"report", bad(math.Inf(-1)), `the weight of square h8 is -Inf`},
		{"report", bad(1e10), `the weight of square h8 is 1e+10`},
		{strings.Repeat("mobility+", 256) + "discs", nil, `more than 256 terms`},
		{strings.Repeat("all1+", 26), nil, `more than 256 terms`},
		{"a1b1a1", nil, `term "a1b1a1": square a1 stands twice`},
		{"a1b1c1d1e1f1g1h1a2b2c2", nil, `11 squares, at most 10 are allowed`},
		{"a1B1", nil, `term "a1B1" is not known`},
		{"a1 b1", nil, `term "a1 b1" is not known`},
		{"a9", nil, `term "a9" is not known`},
		{"pass", nil, `term "pass" is not known`},
		{"all0", nil, `term "all0" is not known`},
		{"all9", nil, `term "all9" is not known`},
		{"all10", nil, `term "all10" is not known`},
		{"snakes", nil, `term "snakes": want snakes-NxL-SEED, N from 1 to 256 tuples of up to L from 1 to 10 squares`},
		{"snakes-8x4", nil, `want snakes-NxL-SEED`},
		{"snakes-8x11-1", nil, `want snakes-NxL-SEED`},
		{"snakes-0x4-1", nil, `want snakes-NxL-SEED`},
		{"snakes-257x4-1", nil, `want snakes-NxL-SEED`},
		{"snakes-08x4-1", nil, `want snakes-NxL-SEED`},
		{"snakes-8x4-1 ", nil, `want snakes-NxL-SEED`},
		{"balanced-mobility", nil, `term "balanced-mobility": "balanced-" goes before patterns, tuples and groups of these`},
		{"balanced-report", w, `term "balanced-position": "balanced-" goes before patterns`},
		{"balanced-balanced-edge", nil, `"balanced-" goes before patterns`},
		{"balanced-", nil, `"balanced-" goes before patterns`},
		{strings.TrimSuffix(strings.Repeat("edge@60+", 60), "+"), nil, `more than 16777216 entries`},
	} {
		f, err := New(c.id, c.params)
		if f != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("New(%.40q): %v, %v, want %s", c.id, f, err, c.want)
		}
	}
	_, err := New(strings.Repeat("x", 1<<20), nil)
	if err == nil || len(err.Error()) > 300 {
		t.Errorf("a long text makes a message of %d bytes", len(err.Error()))
	}
}

// TestParams keeps the square weights apart from the caller's, and out of
// features that do not use them.
func TestParams(t *testing.T) {
	w := DefaultSquares()
	f, err := New("discs+position", w)
	if err != nil {
		t.Fatal(err)
	}
	w[0] = 77
	if f.Params()[0] != 1 {
		t.Error("the features share the caller's square weights")
	}
	if p := features(t, "squares+edge").Params(); p != nil {
		t.Errorf("features without position keep %v", p)
	}
	if _, err := New("squares", nil); err != nil {
		t.Error(err)
	}
}

func TestStage(t *testing.T) {
	full := func(discs int) engine.Board {
		return engine.Board{Mine: 1<<discs - 1, Shape: engine.Full}
	}
	for n := 1; n <= maxStages; n++ {
		last := 0
		for discs := range 65 {
			s := Stage(full(discs), n)
			if s < last || s > last+1 || s >= n {
				t.Fatalf("stage %d of %d with %d discs, after %d", s, n, discs, last)
			}
			last = s
		}
		if last != n-1 {
			t.Errorf("the full board is in stage %d of %d", last, n)
		}
	}
	if s := Stage(engine.Board{}, 6); s != 0 {
		t.Errorf("no board at all is in stage %d", s)
	}
	if got := Stage(start(t, "4x4").Board, 4); got != 0 { // 4·4/17
		t.Errorf("4×4 start in stage %d", got)
	}
}

// TestStagedBlocks finds each stage's entries in its own block.
func TestStagedBlocks(t *testing.T) {
	f := features(t, "discs@3+squares@2")
	if f.Len() != 3+2*10 {
		t.Fatalf("length %d", f.Len())
	}
	for i, want := range map[int]string{0: "discs, stage 0", 2: "discs, stage 2", 3: "squares like a1, stage 0",
		13: "squares like a1, stage 1", 22: "squares like d4, stage 1"} {
		if got := f.Name(i); got != want {
			t.Errorf("entry %d is %q, want %q", i, got, want)
		}
	}
	plain := features(t, "squares")
	for _, b := range gameBoards(t, "8x8", 3) {
		want := map[int32]float64{}
		if d := b.Mine.Len() - b.Theirs.Len(); d != 0 {
			want[int32((b.Mine|b.Theirs).Len()*3/65)] = float64(d) / 16
		}
		for i, v := range vector(plain, b) {
			want[3+10*int32((b.Mine|b.Theirs).Len()*2/65)+i] = v
		}
		if got := vector(f, b); !maps.Equal(got, want) {
			t.Fatalf("φ = %v, want %v", got, want)
		}
	}
}

// TestOneSided: what one side counts, less what the other counts, is the difference.
func TestOneSided(t *testing.T) {
	for _, name := range []string{"mobility", "stability"} {
		own, difference := features(t, "own-"+name), features(t, name)
		for _, shape := range kinds {
			for _, b := range gameBoards(t, shape, 2) {
				if got, want := value(own, b)-value(own, b.Pass()), value(difference, b); got != want {
					t.Fatalf("%s on %v: %v, want %v", name, b, got, want)
				}
			}
		}
	}
}
