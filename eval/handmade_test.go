package eval

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine"
)

// TestHandTerms holds the terms to what all features promise; only Cassio's search
// for stable discs depends on which way round the board lies, as the program's does.
func TestHandTerms(t *testing.T) {
	for _, id := range slices.Concat(slices.Sorted(maps.Keys(handTerms)), []string{"grid", "cassio-stability", "cassio-one-way"}) {
		f := features(t, id)
		checkNames(t, f)
		for _, shape := range kinds {
			for _, b := range gameBoards(t, shape, 2) {
				checkEntries(t, f, b)
				if !strings.HasPrefix(id, "cassio-") && id != "grid" && (shape == "8x8" || shape == "8x8-c2f4h7a5") {
					checkSymmetric(t, f, b)
				}
				got, opposite := vector(f, b), vector(f, b.Pass())
				for i, v := range got {
					if opposite[i] != -v {
						t.Fatalf("%s: %v and %v on %v", id, v, opposite[i], b)
					}
				}
			}
		}
		checkAllocations(t, &Model{Features: f, Weights: make([]float64, f.Len())})
	}
}

// directions are those of a lattice, as steps in file and rank.
func directions(l engine.Lattice) (list [][2]int) {
	for f := -1; f <= 1; f++ {
		for r := -1; r <= 1; r++ {
			if (f != 0 || r != 0) && (l == engine.Orthogonal || f != r) {
				list = append(list, [2]int{f, r})
			}
		}
	}
	return list
}

// at returns the set of the square n steps away, empty where there is none.
func at(b engine.Board, sq engine.Square, d [2]int, n int) engine.Set {
	f, r := sq.File()+n*d[0], sq.Rank()+n*d[1]
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return 0
	}
	return engine.At(f, r).Set() & b.Shape.Field
}

// TestHandTermsNaively works the terms out square by square, also on boards that no game
// reaches.
func TestHandTermsNaively(t *testing.T) {
	for _, shape := range kinds {
		for _, b := range slices.Concat(gameBoards(t, shape, 2), wildBoards(t, shape, 200)) {
			for name, count := range map[string]func(engine.Board) int{
				"potential": naivePotential, "edge-stability": naiveEdgeStability,
				"line-stability": naiveLineStability, "enemy-stability": naiveEnemyStability,
				"sequences": naiveSequences,
			} {
				want := float64(count(b) - count(b.Pass()))
				if got := handTerms[name](b) * map[string]float64{"potential": 16, "edge-stability": 8,
					"line-stability": 8, "enemy-stability": 8, "sequences": 8}[name]; got != want {
					t.Fatalf("%s: %v, want %v on %v", name, got, want, engine.Position{Board: b})
				}
			}
		}
	}
}

func naivePotential(b engine.Board) (n int) {
	for sq := range b.Empty().All() {
		for _, d := range directions(b.Shape.Lattice) {
			if at(b, sq, d, 1)&b.Theirs != 0 && at(b, sq, d, 2) != 0 {
				n++
			}
		}
	}
	return n
}

// naiveEdgeStability is Ranvier's algorithm 4, line by line.
func naiveEdgeStability(b engine.Board) int { return naiveStable(b, false, b.Theirs|b.Empty()) }

// naiveLineStability counts stable discs where the cell in the opposite direction is the first one that is not an
// own disc.
func naiveLineStability(b engine.Board) int { return naiveStable(b, true, b.Theirs|b.Empty()) }

func naiveEnemyStability(b engine.Board) int { return naiveStable(b, true, b.Theirs) }

// naiveStable counts stable discs; onward tells whether it looks behind own discs for a cell of the open ones.
func naiveStable(b engine.Board, onward bool, open engine.Set) (n int) {
	stable := func(sq engine.Square) bool {
		for _, d := range directions(b.Shape.Lattice) {
			if at(b, sq, d, 1)&b.Empty() != 0 {
				opposite := 1
				for onward && at(b, sq, d, -opposite)&b.Mine != 0 {
					opposite++
				}
				if at(b, sq, d, -opposite)&open != 0 {
					return false
				}
			}
		}
		return true
	}
	for sq := range b.Mine.All() {
		if stable(sq) {
			n++
		}
	}
	return n
}

func naiveSequences(b engine.Board) (n int) {
	for _, d := range directions(b.Shape.Lattice)[:len(directions(b.Shape.Lattice))/2] {
		for sq := range b.Mine.All() {
			if at(b, sq, d, -1)&b.Mine != 0 {
				continue // not the first of its run
			}
			length := 1
			for at(b, sq, d, length)&b.Mine != 0 {
				length++
			}
			if (at(b, sq, d, -1)|at(b, sq, d, length))&b.Empty() != 0 {
				n += max(0, length-2)
			}
		}
	}
	return n
}

// TestPotentialDirections: by Fig. 6 of the Cassio report a corner looks in 3
// directions, other squares of the two outer rings in 3 or 5, the middle in 8.
func TestPotentialDirections(t *testing.T) {
	for name, want := range map[string]int{"a1": 3, "b1": 3, "c1": 5, "b2": 3, "b4": 5, "d2": 5, "c3": 8,
		"f6": 8, "e4": 8} {
		sq, err := engine.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		b := engine.Board{Theirs: engine.AllSquares &^ sq.Set(), Shape: engine.Full}
		if got := naivePotential(b); got != want {
			t.Errorf("%s looks in %d directions, want %d", name, got, want)
		}
	}
}

// cassioOf returns what Cassio finds stable of X's discs, which are to move.
func cassioOf(t *testing.T, text string) cassioStable {
	b := position(t, text+" X")
	return side{b.Mine, b.Theirs, b.Empty(), b.Shape}.stable(false)
}

func TestCassioStable(t *testing.T) {
	for _, c := range []struct{ board, corners, edges, others string }{
		// a corner and a chain from it, broken at e1; d2 leans on the edge
		{"XXX-X---" + "XX------" + "X-------" + "--------" + "--------" + "--------" + "--------" + "--------",
			"a1", "b1 c1 a2 a3", "b2"},
		// no corner: nothing on an edge that is not full
		{"-XXX----" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------", "", "", ""},
		// a full edge whose corners are the opponent's: stable, but chained to no corner
		{"OXXXXXXO" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------",
			"", "", "b1 c1 d1 e1 f1 g1"},
		// the chain reaches from corner to corner and on
		{"XXXXXXXX" + "X-------" + "--------" + "--------" + "--------" + "--------" + "--------" + "X-------",
			"a1 h1 a8", "b1 c1 d1 e1 f1 g1 a2", ""},
	} {
		got := cassioOf(t, c.board)
		if got.corners.String() != c.corners || got.edges.String() != c.edges || got.others.String() != c.others {
			t.Errorf("%s: corners %v, edges %v, others %v", c.board, got.corners, got.edges, got.others)
		}
	}
}

// TestCassioOneWay has Fig. 5d of the report: a chain from the lower corner, which a search from top to
// bottom misses and one from both ends finds.
func TestCassioOneWay(t *testing.T) {
	b := position(t, "--------X-------X-------X-------X-------X-------X-------X-------"+" X")
	me, _ := sides(b)
	both, one := me.stable(false).all(), me.stable(true).all()
	if both.Len() != 7 || one.String() != "a7 a8" {
		t.Errorf("both ways %v, one way %v", both, one)
	}
	down := b
	down.Mine = engine.SetOf(engine.At(0, 0), engine.At(0, 1), engine.At(0, 2), engine.At(1, 0))
	me, _ = sides(down)
	if got := me.stable(true); got != me.stable(false) || got.all() != down.Mine {
		t.Errorf("along the way of the search: %v", got.all())
	}
}

// TestCassioHoles has Fig. 4 of the report: a disc beside a hole, one beside a stable
// disc, and both.
func TestCassioHoles(t *testing.T) {
	sh, _ := engine.ParseShape("8x8-a5")
	b, err := engine.NewBoard(sh, engine.SetOf(engine.At(0, 3), engine.At(0, 2), engine.At(3, 3)), 0)
	if err != nil {
		t.Fatal(err)
	}
	got := side{b.Mine, b.Theirs, b.Empty(), b.Shape}.stable(false)
	if got.others != engine.SetOf(engine.At(0, 3), engine.At(0, 2)) {
		t.Errorf("%v", got.others)
	}
}

// TestCassioStableIsStable: what Cassio finds, Stable finds too.
func TestCassioStableIsStable(t *testing.T) {
	found := 0
	for _, shape := range []string{"8x8", "8x8-c2f4h7a5", "6x6", "hex"} {
		for _, b := range gameBoards(t, shape, 10) {
			mine, _ := Stable(b)
			all := side{b.Mine, b.Theirs, b.Empty(), b.Shape}.stable(false).all()
			if all&^mine != 0 {
				t.Fatalf("%v: %v is not stable", engine.Position{Board: b}, all&^mine)
			}
			found += all.Len()
		}
	}
	if found < 1000 {
		t.Errorf("only %d stable discs", found)
	}
}

// TestLateDiscs: the count matters from ten empty squares on.
func TestLateDiscs(t *testing.T) {
	for _, b := range gameBoards(t, "8x8", 3) {
		want := 0.0
		if b.Empty().Len() <= 10 {
			want = float64(b.Mine.Len()-b.Theirs.Len()) / 16
		}
		if got := handTerms["late-discs"](b); got != want {
			t.Errorf("%v empties: %v, want %v", b.Empty().Len(), got, want)
		}
	}
}

// TestUmea: the evaluation is weights of squares, a bonus for each stable disc and one for
// each move, as much as is said; the report's is 8 and 1, and without both it is the weights.
func TestUmea(t *testing.T) {
	named := func(name string) *Model { h, _ := FindHeuristic(name); return h.Model() }
	for _, test := range []struct {
		model *Model
		of    Umea
		id    string
	}{
		{named("umea"), Umea{Bonus: 8, Mobility: 1}, "position+edge-stability+mobility"},
		{named("umea-squares"), Umea{}, "position"},
		{Umea{Bonus: 2}.Model(), Umea{Bonus: 2}, "position+edge-stability"},
		{Umea{Mobility: 1.5}.Model(), Umea{Mobility: 1.5}, "position+mobility"},
		{Umea{Bonus: 8, Stable: "edge"}.Model(), Umea{Bonus: 8}, "position+edge-stability"},
		{Umea{Bonus: 8, Stable: "line"}.Model(), Umea{Bonus: 8, Stable: "line"}, "position+line-stability"},
		{Umea{Bonus: 8, Stable: "enemy"}.Model(), Umea{Bonus: 8, Stable: "enemy"}, "position+enemy-stability"},
		{Umea{Bonus: 4, Stable: "definite"}.Model(), Umea{Bonus: 4, Stable: "definite"}, "position+stability"},
	} {
		if got := test.model.Features.ID(); got != test.id {
			t.Errorf("%+v: features %s, want %s", test.of, got, test.id)
		}
		for _, b := range gameBoards(t, "8x8", 2) {
			if got, want := test.model.Linear().Eval(b), naiveUmea(test.of, b); got != want {
				t.Errorf("%+v: %v: %v, want %v", test.of, engine.Position{Board: b}, got, want)
			}
		}
	}
}

func naiveUmea(u Umea, b engine.Board) (sum float64) {
	for sq := range b.Mine.All() {
		sum += umeaSquares[sq]
	}
	for sq := range b.Theirs.All() {
		sum -= umeaSquares[sq]
	}
	stable := naiveEdgeStability(b) - naiveEdgeStability(b.Pass())
	switch u.Stable {
	case "line":
		stable = naiveLineStability(b) - naiveLineStability(b.Pass())
	case "enemy":
		stable = naiveEnemyStability(b) - naiveEnemyStability(b.Pass())
	case "definite":
		mine, theirs := Stable(b)
		stable = mine.Len() - theirs.Len()
	}
	return sum + u.Bonus*float64(stable) + u.Mobility*float64(b.Moves().Len()-b.Pass().Moves().Len())
}

// TestCassioTerm: the four counts, mine minus theirs.
func TestCassioTerm(t *testing.T) {
	b := position(t, "XXX-X--O"+"XX----O-"+"X-------"+"--------"+"--------"+"--------"+"-X------"+
		"--------"+" X")
	got := vector(features(t, "cassio-stability"), b)
	// corners 1 - 1 (h1); edges 4 - 0; others b2 - 0; X-squares b7 - g2
	if want := map[int32]float64{1: 1, 2: 0.25}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
