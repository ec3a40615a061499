package pattern

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/eval"
)

// full are the terms of the shipped evaluator, in n stages.
const full = "edge@4+corner@4+block@4+row2@4+row3@4+row4@4+diag4@4+diag5@4+diag6@4+diag7@4+diag8@4+mobility@5+parity@3+constant"

// mixed are tuples that share the eleven patterns, in numbers of stages that differ.
const mixed = "all1@2+all2+all3@7+balanced-all4@3+all8+a1b1c1a2b2@60+block@5+constant"

// crooked are terms of which most have no tables: tuples that lie in none of the eleven
// patterns, balanced or not, and counts.
const crooked = "logistello@3+a1b2c1d2e1f2g1h2@5+balanced-d3e4d5e5@2+c2d2e2f2c4d4e4f4+frontier@4+discs+mobility"

// triangles are the terms of the shipped evaluator: the eleven patterns and the three tuples.
const triangles = "edge@4+corner@4+block@4+row2@4+row3@4+row4@4+diag4@4+diag5@4+diag6@4+diag7@4+diag8@4+a1b1c1d1a2b2c2a3b3a4@5+c1d1e1f1c2d2e2f2@3+c2d2e2f2c3d3e3f3@4+parity@3+constant"

// randomModel returns a model in discs with weights that keep most values within ±64.
func randomModel(t testing.TB, id string) *eval.Model {
	t.Helper()
	f, err := eval.New(id, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel(f)
	m.Meta["unit"] = "discs"
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range m.Weights {
		m.Weights[i] = 4 * rng.NormFloat64()
	}
	return m
}

func compiled(t testing.TB, m *eval.Model) *Tables {
	t.Helper()
	tables, err := Compile(m)
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// A step is a move of a line, or a pass.
type step struct {
	board  engine.Board // before
	square engine.Square
	flips  engine.Set
}

// randomLine plays random moves from b to the end; a pass has square None.
func randomLine(rng *rand.Rand, b engine.Board) (line []step) {
	for !b.Over() {
		moves := b.Moves()
		if moves == 0 {
			line = append(line, step{b, engine.None, 0})
			b = b.Pass()
			continue
		}
		s := moves.Nth(rng.IntN(moves.Len()))
		line = append(line, step{b, s, b.Flips(s)})
		b = b.Play(s)
	}
	return append(line, step{b, engine.None, 0})
}

// play follows a line, calling visit at each level.
func (e *Evaluator) follow(line []step, visit func(level int, b engine.Board)) {
	e.Reset(uint64(line[0].board.Mine), uint64(line[0].board.Theirs))
	for n, s := range line {
		visit(n, s.board)
		if s.square == engine.None {
			e.Pass(n)
		} else {
			e.Play(n, uint(s.square), uint64(s.flips))
		}
	}
}

// TestEvaluatorIsTheModel compares random games, from the start and from their
// middle, with the model itself: 46 roundings of half a part each, and four more.
func TestEvaluatorIsTheModel(t *testing.T) {
	for _, id := range []string{full, triangles, "c1d1c2d2+edge", "edge@16+corner@16", "diag8+block+constant@7",
		"mobility+row2@60", "parity", "balanced-logistello@4+mobility", mixed, crooked, "stability+squares@2",
		"edge@2+corner@3", "edge+edge@2+mobility+mobility", "edge+own-mobility@3+parity+own-stability"} {
		m := randomModel(t, id)
		m.Features, _ = eval.ByMover(m.Features)
		linear, e := m.Linear(), compiled(t, m).Evaluator()
		passes, positions := 0, 0
		for g := range uint64(200) {
			line := randomLine(rand.New(rand.NewPCG(7, g)), engine.Standard())
			for _, s := range line[:len(line)-1] {
				if s.square == engine.None {
					passes++
				}
			}
			e.follow(line[g%uint64(len(line)):], func(n int, b engine.Board) {
				positions++
				want := min(max(linear.Eval(b), -64), 64)
				got := float64(e.Eval(n, uint64(b.Mine), uint64(b.Theirs))) / Unit
				if math.Abs(got-want) > 50*0.5/Unit {
					t.Fatalf("%s: level %d, %v: %v, the model says %v", id, n, b, got, want)
				}
			})
		}
		if passes < 50 || positions < 5000 {
			t.Errorf("%d passes in %d positions: too few to say anything", passes, positions)
		}
	}
}

// TestEvaluatorOfWins brings wins to discs, 64 for a win, squashed where the model says so.
func TestEvaluatorOfWins(t *testing.T) {
	for _, squash := range []string{"", "none", "tanh", "logit"} {
		m := randomModel(t, "all2+logistello@3+d3e4d5e5+constant")
		m.Meta["unit"], m.Meta["squash"] = "win", squash
		for i := range m.Weights {
			m.Weights[i] /= 64
		}
		linear, e := m.Linear(), compiled(t, m).Evaluator()
		clear, all := 0, 0
		for g := range uint64(20) {
			e.follow(randomLine(rand.New(rand.NewPCG(6, g)), engine.Standard()), func(n int, b engine.Board) {
				want := 64 * linear.Eval(b)
				if squash == "tanh" || squash == "logit" {
					want = 64 * math.Tanh(want/64)
				}
				want = min(max(want, -64), 64)
				got := float64(e.Eval(n, uint64(b.Mine), uint64(b.Theirs))) / Unit
				if math.Abs(got-want) > 50*0.5/Unit {
					t.Fatalf("squash %q: %v, want %v", squash, got, want)
				}
				if all++; math.Abs(want) < 60 {
					clear++
				}
			})
		}
		if clear < all/4 || clear == all {
			t.Errorf("%d of %d values are below 60: too few to say anything", clear, all)
		}
	}
}

// TestSquash: odd, rising, and at its end within a part of what it tends to.
func TestSquash(t *testing.T) {
	s, end := tanh(), int32(squashEnd*winDiscs*Unit)
	for x := int32(1); x < end+1000; x++ {
		if s.of(x) < s.of(x-1) || s.of(-x) != -s.of(x) {
			t.Fatalf("%d goes to %d, %d to %d", x, s.of(x), -x, s.of(-x))
		}
	}
	// tanh 1 = 0.76159
	if s.of(0) != 0 || s.of(64) != 64 || s.of(4096) != 3119 || s.of(end) != 4096 || s.of(math.MaxInt32) != 4096 {
		t.Errorf("%d %d %d %d", s.of(0), s.of(64), s.of(4096), s.of(end))
	}
}

// The two sides' tables agree: a pass at level 0 is the board seen by the other.
func TestPassChangesSides(t *testing.T) {
	e := compiled(t, randomModel(t, full)).Evaluator()
	for _, s := range randomLine(rand.New(rand.NewPCG(8, 8)), engine.Standard()) {
		mine, theirs := uint64(s.board.Mine), uint64(s.board.Theirs)
		e.Reset(mine, theirs)
		e.Pass(0)
		passed := e.Eval(1, theirs, mine)
		e.Reset(theirs, mine)
		if direct := e.Eval(0, theirs, mine); passed != direct {
			t.Errorf("%v: %d after a pass, %d at once", s.board, passed, direct)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	for _, id := range []string{full, triangles, "c1d1c2d2+edge", crooked} {
		e := compiled(t, randomModel(t, id)).Evaluator()
		line := randomLine(rand.New(rand.NewPCG(9, 9)), engine.Standard())
		sum := 0
		visit := func(n int, b engine.Board) { sum += e.Eval(n, uint64(b.Mine), uint64(b.Theirs)) }
		if n := testing.AllocsPerRun(10, func() { e.follow(line, visit) }); n != 0 {
			t.Errorf("%s: %v allocations in a game", id, n)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	points := randomModel(t, "edge")
	points.Meta["unit"] = "points"
	squashed := randomModel(t, "edge")
	squashed.Meta["squash"] = "tanh"
	odd := randomModel(t, "edge")
	odd.Meta["unit"], odd.Meta["squash"] = "win", "sinh"
	wins := randomModel(t, "edge")
	wins.Meta["unit"] = "win"
	wins.Weights[5] = -8
	sum := randomModel(t, "a1+a1")
	sum.Weights[1], sum.Weights[4] = 490, 20
	huge := randomModel(t, "edge")
	huge.Weights[7] = 501
	for name, m := range map[string]*eval.Model{
		"other unit": points, "squashed discs": squashed, "unknown squash": odd, "huge weight": huge,
		"huge win": wins, "huge sum": sum,
	} {
		if _, err := Compile(m); err == nil {
			t.Errorf("%s: compiled", name)
		}
	}
}

// TestRest names what has no table, also where the params of a term must come along.
func TestRest(t *testing.T) {
	for id, want := range map[string]string{
		full: "", mixed: "", triangles: "",
		crooked: "a1b2c1d2e1f2g1h2@5+balanced-d3e4d5e5@2+c2d2e2f2c4d4e4f4@1+frontier@4+discs@1",
	} {
		if got := compiled(t, randomModel(t, id)).Rest(); got != want {
			t.Errorf("%s: rest %q, want %q", id, got, want)
		}
	}
	f, err := eval.New(eval.ReportID, eval.DefaultSquares())
	if err != nil {
		t.Fatal(err)
	}
	m := eval.NewModel(f)
	m.Meta["unit"] = "discs"
	m.Weights[0], m.Weights[2] = 0.001, 1.5
	linear, e, b := m.Linear(), compiled(t, m).Evaluator(), engine.Standard().Play(19)
	e.Reset(uint64(b.Mine), uint64(b.Theirs))
	if got, want := e.Eval(0, uint64(b.Mine), uint64(b.Theirs)),
		int(math.Round(Unit*linear.Eval(b))); got != want {
		t.Errorf("%d, want %d", got, want)
	}
}

func BenchmarkPlay(b *testing.B) {
	e, line := benchmarkLine(b)
	b.ResetTimer()
	for i := 0; i < b.N; i += len(line) {
		for n := range line {
			e.Play(n, uint(line[n].square&63), uint64(line[n].flips))
		}
	}
}

func BenchmarkEval(b *testing.B) {
	e, line := benchmarkLine(b)
	sum := 0
	b.ResetTimer()
	for i := 0; i < b.N; i += len(line) {
		for n := range line {
			sum += e.Eval(n, uint64(line[n].board.Mine), uint64(line[n].board.Theirs))
		}
	}
}

// BenchmarkModel is what BenchmarkEval and BenchmarkPlay are there to save.
func BenchmarkModel(b *testing.B) {
	linear := defaultModel().Linear()
	_, line := benchmarkLine(b)
	sum := 0.0
	b.ResetTimer()
	for i := 0; i < b.N; i += len(line) {
		for n := range line {
			sum += linear.Eval(line[n].board)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	m := randomModel(b, full)
	for b.Loop() {
		compiled(b, m)
	}
}

// benchmarkLine returns an evaluator that has played a game of 60 moves or so.
func benchmarkLine(b *testing.B) (*Evaluator, []step) {
	e := Default().Evaluator()
	line := randomLine(rand.New(rand.NewPCG(1, 1)), engine.Standard())
	e.follow(line, func(int, engine.Board) {})
	return e, line[:len(line)-1]
}
