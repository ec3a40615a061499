package agents

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
)

// rankingOf returns a ranking of lines with these scores.
func rankingOf(scores ...float64) (r analysis.Ranking) {
	for i, score := range scores {
		r.Lines = append(r.Lines, analysis.Line{Score: score, PV: []engine.Square{engine.Square(i)}})
	}
	return r
}

func TestChances(t *testing.T) {
	e := math.E
	for _, c := range []struct {
		scores      []float64
		temperature float64
		want        []float64
	}{
		{[]float64{3}, 2, []float64{1}},
		{[]float64{6, 4, 4}, 2, []float64{e / (e + 2), 1 / (e + 2), 1 / (e + 2)}},
		{[]float64{-1, -9}, 4, []float64{e * e / (e*e + 1), 1 / (e*e + 1)}},
		{[]float64{5, 5, 4.9, -64}, 0, []float64{0.5, 0.5, 0, 0}},
		{[]float64{64, -64}, 0.1, []float64{1, 0}}, // no overflow
		{[]float64{64, -64}, 1e9, []float64{0.5, 0.5}},
	} {
		got := chances(rankingOf(c.scores...), c.temperature)
		for i, want := range c.want {
			if math.Abs(got[i]-want) > 1e-6 {
				t.Errorf("%v at %v: %v, want %v", c.scores, c.temperature, got, c.want)
				break
			}
		}
	}
}

// fallibleOf returns the agent that a level below the full engine is on a board.
func fallibleOf(t *testing.T, l Level, sh engine.Shape, seed uint64) *fallible {
	t.Helper()
	f, ok := l.New(rand.New(rand.NewPCG(seed, 0))).(*shaped).new(sh).(*fallible)
	if !ok {
		t.Fatalf("level %s does not err", l.Name)
	}
	return f
}

// TestLevelsDrawByChances: an agent plays each move as often as its chance says, within five
// standard errors.
func TestLevelsDrawByChances(t *testing.T) {
	b := boardsOfGame(t, engine.Full, 1)[20]
	f := fallibleOf(t, levels[1], engine.Full, 7)
	r := f.analyst.Best(t.Context(), b)
	counts := map[engine.Square]float64{}
	const n = 1000
	for range n {
		m, err := f.Choose(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		counts[m]++
	}
	chances := chances(r, levels[1].Temperature)
	for i, p := range chances {
		m := r.Lines[i].PV[0]
		if miss := math.Abs(counts[m]/n - p); miss > 5*math.Sqrt(p*(1-p)/n) {
			t.Errorf("%v: chosen in %.4f of the cases, want %.4f", m, counts[m]/n, p)
		}
	}
	if chances[0] > 0.9 || len(chances) < 4 {
		t.Errorf("chances %v decide nothing", chances)
	}
}

// TestLevelsRepeat: a level plays the same with the same seed, and does not with others.
func TestLevelsRepeat(t *testing.T) {
	moves := func(l Level, seed uint64) (list []engine.Square) {
		a := l.New(rand.New(rand.NewPCG(seed, 0)))
		for i, b := range boardsOfGame(t, engine.Full, 2) {
			if i%6 != 0 {
				continue
			}
			m, err := a.Choose(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, m)
		}
		return list
	}
	for _, l := range []Level{levels[0], levels[4]} {
		if first, again := moves(l, 1), moves(l, 1); !slices.Equal(first, again) {
			t.Errorf("%s: %v, then %v", l.Name, first, again)
		}
		if slices.Equal(moves(l, 1), moves(l, 2)) {
			t.Errorf("%s plays the same with other seeds", l.Name)
		}
	}
}

// TestLevelsPlayEverywhere: each level answers on boards of every shape, one agent on all of them,
// also when there is no time left.
func TestLevelsPlayEverywhere(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, l := range levels {
		a := parsedAgent(t, l.Spec())
		for _, sh := range shapesOf(t, AnyBoard) {
			for i, b := range boardsOfGame(t, sh, 3) {
				if i%9 != 4 {
					continue
				}
				for _, ctx := range []context.Context{t.Context(), ended} {
					if m, err := a.Choose(ctx, b); err != nil || !b.Moves().Has(m) {
						t.Errorf("%s on %v: %v %v", l.Name, sh, m, err)
					}
				}
			}
		}
	}
}

// TestFullLevel: it plays as the full engine does, elsewhere as alpha-beta.
func TestFullLevel(t *testing.T) {
	for spec, sh := range map[string]engine.Shape{"engine": engine.Full, "alphabeta": engine.Hexagon()} {
		full, other := parsedAgent(t, "level:full"), parsedAgent(t, spec)
		for i, b := range boardsOfGame(t, sh, 4) {
			if i%7 != 3 {
				continue
			}
			got, err := full.Choose(t.Context(), b)
			if want, _ := other.Choose(t.Context(), b); err != nil || got != want {
				t.Errorf("move %d on %v: %v %v, %s plays %v", i, sh, got, err, spec, want)
			}
		}
	}
}

// TestLowerLevelsLoseMore: on the same boards the expected loss of a move, by a deeper search than
// any of these levels has, is the greater the lower the level, and least of all lost at random.
func TestLowerLevelsLoseMore(t *testing.T) {
	judge := NewAnalyst(engine.Full, AnalystLimits{Depth: 8, Exact: 14, Threads: 1, Bytes: 8 << 20}, nil)
	losses := make([]float64, len(levels)) // the last one of an agent that moves at random
	for seed := range uint64(8) {
		for i, b := range boardsOfGame(t, engine.Full, 10+seed) {
			if i%10 != int(seed)%10 || b.Moves().Len() < 2 {
				continue
			}
			truth := judge.Best(t.Context(), b)
			lost := func(chances []float64, r analysis.Ranking) (sum float64) {
				for i, p := range chances {
					played, _ := truth.Of(r.Lines[i].PV[0])
					sum += p * (truth.Lines[0].Score - played.Score)
				}
				return sum
			}
			for i, l := range levels[:len(levels)-1] {
				r := fallibleOf(t, l, engine.Full, 1).analyst.Best(t.Context(), b)
				losses[i] += lost(chances(r, l.Temperature), r)
			}
			losses[len(levels)-1] += lost(chances(truth, math.Inf(1)), truth)
		}
	}
	t.Logf("%.1f", losses)
	random := losses[len(losses)-1]
	for i, loss := range losses[:len(losses)-1] {
		if above := levels[i+1].Name; loss >= random || i+2 < len(losses) && loss <= losses[i+1] {
			t.Errorf("%s loses %.1f discs, %s %.1f, random moves %.1f", levels[i].Name, loss, above,
				losses[i+1], random)
		}
	}
}

// TestLevelsAreDescribed: names can stand alone in a spec, and what the levels see grows.
func TestLevelsAreDescribed(t *testing.T) {
	for i, l := range Levels() {
		if kind, err := Find(l.Spec()); err != nil || kind.Name != "level" || l.About == "" {
			t.Errorf("%+v: %v", l, err)
		}
		last := i == len(levels)-1
		if last != (l.Depth == 0) || !last && (l.Exact < l.Depth || l.Temperature <= 0) {
			t.Errorf("%+v", l)
		}
		if i > 0 && !last && (l.Depth < levels[i-1].Depth || l.Temperature >= levels[i-1].Temperature) {
			t.Errorf("%s is not above %s", l.Name, levels[i-1].Name)
		}
	}
}

// TestValueAlone: only at the beginning, and of kinds that have such a parameter.
func TestValueAlone(t *testing.T) {
	for spec, want := range map[string]string{"level": "club", "level:novice": "novice",
		"level:name=novice": "novice", "level:full,exact=3": "full", `level:exact=3,name="master"`: "master"} {
		kind, rest, err := split(spec)
		if err != nil {
			t.Fatal(err)
		}
		p, err := parseParams(kind, rest)
		if err != nil || p.level().Name != want {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
}

// TestLevelsAreMeasured: the figures of the levels are those of the table of their matches, in which
// each is beaten by the next with 60 % or more of the points of 200 games or more, and loses more.
func TestLevelsAreMeasured(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "notebooks", "reports", "levels", "ladder.json"))
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Rungs []struct {
			Name string
			Elo  float64
			Step *struct {
				Games int
				Score float64
			}
			Loss struct{ Mean float64 }
		}
	}
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Rungs) != len(levels)+1 || table.Rungs[0].Name != "random" {
		t.Fatalf("%d rungs, want random and %d levels", len(table.Rungs), len(levels))
	}
	for i, l := range levels {
		rung, below := table.Rungs[i+1], table.Rungs[i]
		if rung.Name != l.Spec() || math.Abs(rung.Loss.Mean-l.Loss) > 0.005+1e-9 ||
			int(math.Round(rung.Elo)) != l.Elo {
			t.Errorf("%+v is measured as %+v", l, rung)
		}
		if rung.Step.Games < 200 || rung.Step.Score < 0.6 {
			t.Errorf("%s against %s: %+v", rung.Name, below.Name, *rung.Step)
		}
		if rung.Loss.Mean >= below.Loss.Mean {
			t.Errorf("%s loses %v discs a move, %s %v", rung.Name, rung.Loss.Mean, below.Name, below.Loss.Mean)
		}
	}
}
