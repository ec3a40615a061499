package analyze

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/notation"
	"github.com/outflank/outflank/qlearn/agents"
)

// A problem at the start, where the moves d3, c4, f5, e6 have these scores.
func startProblem(scores [4]float64) analysis.Problem {
	p := analysis.Problem{Problem: notation.Problem{Position: engine.StandardStart()}, Index: 1}
	for i, m := range []string{"d3", "c4", "f5", "e6"} {
		s, _ := engine.ParseSquare(m)
		p.Moves = append(p.Moves, notation.Scored{Move: s, Score: scores[i]})
	}
	return p
}

// TestJudge: greedy plays d3, the lowest of equal squares, and has no value; a search has one.
func TestJudge(t *testing.T) {
	p := startProblem([4]float64{-3, 1, 5, 5})
	o := accuracyOptions{seed: 1}
	j, err := o.judge(t.Context(), agents.MustParse("greedy"), &p)
	if err != nil || j.lost != 8 || j.valued || j.empties != 60 {
		t.Errorf("greedy: %+v, %v", j, err)
	}
	player, err := agents.ParseOn("ab:depth=3", engine.Full)
	if err != nil {
		t.Fatal(err)
	}
	_, info, err := agents.Choose(t.Context(), player.New(nil), p.Board)
	if err != nil {
		t.Fatal(err)
	}
	if j, err = o.judge(t.Context(), player, &p); err != nil || !j.valued || j.off != info.Score-5 ||
		j.nodes != info.Nodes {
		t.Errorf("a search: %+v, %v, want %+v", j, err, info)
	}
	p.Moves = p.Moves[1:]
	if _, err := o.judge(t.Context(), agents.MustParse("greedy"), &p); err == nil {
		t.Error("a move without a score is judged")
	}
}

// TestAccuracyOf: means and shares by hand. Values without a search do not count.
func TestAccuracyOf(t *testing.T) {
	a := accuracyOf([]judgement{
		{empties: 20, lost: 0, valued: true, off: -3, nodes: 10, took: time.Second},
		{empties: 20, lost: 4, valued: true, off: 5, nodes: 20, took: 3 * time.Second},
		{empties: 22, lost: 2},
	})
	half := 4.302652729911275 * 2 / math.Sqrt(3) // Student's quantile for two degrees of freedom
	want := estimated{2, new(0.0), new(2 + half)}
	near := cmpopts.EquateApprox(0, 1e-9)
	if diff := cmp.Diff(want, a.Lost, near); diff != "" {
		t.Error(diff)
	}
	if a.Error.Mean != 4 || a.Bias.Mean != 1 || a.Within.Mean != 0.5 || math.Abs(a.Best.Mean-1./3) > 1e-12 ||
		a.Nodes != 10 || math.Abs(a.Seconds-4./3) > 1e-12 {
		t.Errorf("%+v", a)
	}
	if low := *a.Bias.Low; low > -49 || low < -51 { // 12.706 times 4
		t.Errorf("the bias is at least %v", low)
	}
	one := accuracyOf([]judgement{{lost: 1}})
	if one.Error != nil || one.Within != nil || one.Lost.Low != nil {
		t.Errorf("a single position without a value: %+v", one)
	}
}

func TestAccuracyPlayers(t *testing.T) {
	for _, c := range []struct {
		specs  []string
		depths []int
		want   []string
	}{
		{nil, nil, []string{"engine:depth=1", "engine:depth=8"}},
		{nil, []int{3}, []string{"engine:depth=3"}},
		{[]string{"q", "random"}, nil, []string{"q", "random"}},
		{[]string{"ab", "ab:eval=wedge"}, []int{1, 2}, []string{"ab:depth=1", "ab:depth=2", "ab:eval=wedge,depth=1",
			"ab:eval=wedge,depth=2"}},
	} {
		list, err := (&accuracyOptions{depths: c.depths}).players(c.specs)
		var names []string
		for _, p := range list {
			names = append(names, p.Name)
		}
		if err != nil || !slices.Equal(names, c.want) {
			t.Errorf("%v at %v: %q, %v", c.specs, c.depths, names, err)
		}
	}
	if _, err := (&accuracyOptions{depths: []int{1}}).players([]string{"random"}); err == nil {
		t.Error("random has no depth")
	}
}
