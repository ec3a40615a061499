package analysis_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/deep"
)

// TestPoints: values that one can check by a table of the normal distribution, and results.
func TestPoints(t *testing.T) {
	for _, test := range []struct{ value, standardError, want float64 }{
		{0, 5, 0.5}, {5, 5, 0.8413}, {-5, 5, 0.1587}, {9.8, 5, 0.975}, {64, 5, 1},
		{2, 0, 1}, {0, 0, 0.5}, {-64, 0, 0},
	} {
		if got := analysis.Points(test.value, test.standardError); math.Abs(got-test.want) > 5e-5 {
			t.Errorf("%v ± %v: %v points, want %v", test.value, test.standardError, got, test.want)
		}
	}
}

// TestPointsNaive: the points are the share of wins among values with a normally distributed error.
func TestPointsNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, value := range []float64{-7, -1, 3, 12} {
		const n = 200_000
		wins := 0
		for range n {
			if value+6*rng.NormFloat64() > 0 {
				wins++
			}
		}
		if got, want := analysis.Points(value, 6), float64(wins)/n; math.Abs(got-want) > 0.005 {
			t.Errorf("%v: %v points, want %v", value, got, want)
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
	for loss, want := range map[float64]analysis.Judgement{0.5: "", 1: analysis.Inaccuracy, 3: analysis.Mistake,
		4: analysis.Blunder} {
		standardError := deep.DefaultErrors.Standard(36, 12)
		lost := 0.5 - analysis.Points(-loss, standardError)
		if got := analysis.Judge(lost); got != want {
			t.Errorf("%v discs of an even position, ± %v: %q, want %q", loss, standardError, got, want)
		}
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

// TestJudgedMoves: exact moves lose the halves that the result says, and players have the means and sums of
// them.
func TestJudgedMoves(t *testing.T) {
	g, an := small(t, "c4d4a2a3a4b4d3b1c1a1d2d1") // white gives +14 for +2, which wins as well
	r := an.Report(t.Context(), analysis.Record{Game: g}, analyze(t, an, g))
	for _, m := range r.Moves {
		if m.PointsLost == nil || *m.PointsLost != 0 || m.Judgement != "" {
			t.Errorf("%+v", m)
		}
	}
	for _, p := range r.Players {
		if p.Accuracy == nil || *p.Accuracy != 100 || p.Blunders != 0 {
			t.Errorf("%+v", p)
		}
	}
	lost, an := small(t, "c4d2d1d4b1a3a4b4a2a1")
	r = an.Report(t.Context(), analysis.Record{Game: lost}, analyze(t, an, lost))
	for i, want := range []float64{0, 1, 0, 0, 1, 0, 0, 0.5, 0, 0.5} {
		m := r.Moves[i]
		if *m.PointsLost != want || (m.Judgement == analysis.Blunder) != (want > 0) ||
			(m.Swing != "") != (want > 0) {
			t.Errorf("%+v, want %v points lost", m, want)
		}
	}
	// Of five moves each, black has one with 0, white one with 0 and two with 8.53.
	if b, w := r.Players[0], r.Players[1]; *b.Accuracy != 80 || b.Blunders != 1 || *w.Accuracy != 43.41 ||
		w.Blunders != 3 {
		t.Errorf("%+v, %+v", b, w)
	}
	if s := analysis.Summarize([]analysis.Game{r, r}); s.Colors[1].Blunders != 6 ||
		*s.Colors[1].Accuracy != 43.41 {
		t.Errorf("%+v", s.Colors[1])
	}
}

// TestJudgedBySearch: of values that are not exact the standard error decides, and without it nobody knows.
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
		s := float64(m.Empties) / 4
		want := analysis.Points(m.BestValue, s) - analysis.Points(m.Value, s)
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
