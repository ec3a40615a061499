package analysis_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
)

// TestPoints: values that one can check by a table of the normal distribution.
func TestPoints(t *testing.T) {
	for _, test := range []struct {
		value   float64
		empties int
		want    float64
	}{
		{0, 40, 0.5}, {15, 40, 0.8413}, {-15, 14, 0.1587}, {29.4, 60, 0.975}, {64, 30, 1},
		{8, 10, 0.8413}, {2, 5, 0.8413}, {2, 1, 1}, {0, 1, 0.5}, {-64, 2, 0},
	} {
		if got := analysis.Points(test.value, test.empties); math.Abs(got-test.want) > 5e-5 {
			t.Errorf("%v with %d empty squares: %v points, want %v", test.value, test.empties, got, test.want)
		}
	}
}

// TestPointsNaive: the points are the share of wins among results that are normally distributed.
func TestPointsNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for empties, deviation := range map[int]float64{5: 2, 10: 8, 14: 15, 50: 15} {
		for _, value := range []float64{-7, -1, 3, 12} {
			const n = 200_000
			wins := 0
			for range n {
				if value+deviation*rng.NormFloat64() > 0 {
					wins++
				}
			}
			if got, want := analysis.Points(value, empties), float64(wins)/n; math.Abs(got-want) > 0.005 {
				t.Errorf("%v with %d empty squares: %v points, want %v", value, empties, got, want)
			}
		}
	}
}

// TestJudge: the marks, and what they mean in discs as the comment has it.
func TestJudge(t *testing.T) {
	for _, test := range []struct {
		points float64
		want   analysis.Judgement
		mark   string
	}{
		{0, "", ""}, {0.099, "", ""}, {0.1, analysis.Inaccuracy, "?!"}, {0.2, analysis.Mistake, "?"}, {0.299, analysis.Mistake, "?"},
		{0.3, analysis.Blunder, "??"}, {1, analysis.Blunder, "??"},
	} {
		if got := analysis.Judge(test.points); got != test.want || got.Mark() != test.mark {
			t.Errorf("%v points: %q %q, want %q %q", test.points, got, got.Mark(), test.want, test.mark)
		}
	}
	for empties, marks := range map[int]map[float64]analysis.Judgement{
		36: {3: "", 4: analysis.Inaccuracy, 7: analysis.Inaccuracy, 8: analysis.Mistake, 12: analysis.Mistake,
			13: analysis.Blunder},
		8: {1: "", 2: analysis.Inaccuracy, 3: analysis.Mistake, 5: analysis.Blunder},
	} {
		for loss, want := range marks {
			if got := analysis.Judge(analysis.PointsLost(0, -loss, empties)); got != want {
				t.Errorf("%v discs of an even position with %d empty squares: %q, want %q", loss, empties, got, want)
			}
		}
	}
	if lost := analysis.PointsLost(40, 20, 30); analysis.Judge(lost) != "" {
		t.Errorf("in a won game: %v points", lost)
	}
}

// TestAccuracy: the ends of the curve, and a point of it that lichess prints.
func TestAccuracy(t *testing.T) {
	for points, want := range map[float64]float64{0: 100, 0.1: 63.58, 0.3: 24.77, 1: 0} {
		if got := analysis.Accuracy(points); math.Abs(got-want) > 0.01 {
			t.Errorf("%v points: %v, want %v", points, got, want)
		}
	}
}

// TestJudgedMoves: moves lose the points that their values say, and players have the means and sums of them.
func TestJudgedMoves(t *testing.T) {
	for moves, marks := range map[string]string{
		"c4d4a2a3a4b4d3b1c1a1d2d1": "    ??        ", // white gives +14 for +2 with 9 empty squares
		"c4d2d1d4b1a3a4b4a2a1":     " ??   ?? ?  ??  ??",
	} {
		g, an := small(t, moves)
		r := an.Report(t.Context(), analysis.Record{Game: g}, analyze(t, an, g))
		got := make([]string, len(r.Moves))
		var accuracy [2]float64
		for i, m := range r.Moves {
			deviation := min(15, 0.08*float64(m.Empties*m.Empties))
			want := math.Erfc(-m.BestValue/deviation/math.Sqrt2)/2 - math.Erfc(-m.Value/deviation/math.Sqrt2)/2
			if math.Abs(*m.PointsLost-want) > 1e-4 || m.Judgement != analysis.Judge(*m.PointsLost) {
				t.Errorf("%+v, want %v points lost", m, want)
			}
			got[i] = m.Judgement.Mark()
			accuracy[m.Side] += analysis.Accuracy(*m.PointsLost)
		}
		if text := strings.Join(got, " "); strings.TrimSpace(text) != strings.TrimSpace(marks) {
			t.Errorf("%s: %q, want %q", moves, text, marks)
		}
		for side, p := range r.Players {
			if want := accuracy[side] / float64(p.Moves); math.Abs(*p.Accuracy-want) > 0.01 ||
				p.Blunders+p.Mistakes+p.Inaccuracies > p.Moves {
				t.Errorf("%+v, want accuracy %v", p, want)
			}
		}
		if all := analysis.Summarize([]analysis.Game{r, r}).Colors[1]; all.Blunders != 2*r.Players[1].Blunders ||
			all.Mistakes != 2*r.Players[1].Mistakes || *all.Accuracy != *r.Players[1].Accuracy {
			t.Errorf("%+v, twice %+v", all, r.Players[1])
		}
	}
}

// TestJudgedBySearch: values that are not exact earn marks if their standard error is known.
func TestJudgedBySearch(t *testing.T) {
	g := endings(t, "8x8", 1, 30)[0]
	g.Moves = g.Moves[:8]
	e := deep.New(deep.Options{Depth: 4, TableBytes: 1 << 20})
	an := &analysis.Analyst{New: func(n int) analysis.Searcher { return engineSearch{e.Share(n)} }}
	for _, m := range analyze(t, an, g) {
		if m.PointsLost != nil || m.Judgement != "" {
			t.Errorf("without an error: %+v", m)
		}
	}
	if p := an.Report(t.Context(), analysis.Record{Game: g}, analyze(t, an, g)).Players[0]; p.Accuracy != nil {
		t.Errorf("without an error: %+v", p)
	}
	an.Error = func(empties, depth int) float64 { return float64(empties) / float64(depth) }
	marks := 0
	for _, m := range analyze(t, an, g) {
		want := analysis.Points(m.BestValue, m.Empties) - analysis.Points(m.Value, m.Empties)
		if m.Exact || math.Abs(*m.PointsLost-want) > 1e-3 || m.Judgement != analysis.Judge(want) {
			t.Errorf("%+v, want %v points", m, want)
		}
		if m.Judgement != "" {
			marks++
		}
	}
	if marks == 0 {
		t.Error("no move has a mark")
	}
}
