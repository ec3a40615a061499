package analysis_test

import (
	"testing"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/analysis"
	"github.com/outflank/outflank/engine/notation"
)

// TestCheckProblem: scores are compared with the best move's and with each move's; only a
// search to the end can be wrong, and only an exact one refutes the file.
func TestCheckProblem(t *testing.T) {
	d3, c4 := engine.At(3, 2), engine.At(2, 3)
	problem := func(scores ...float64) analysis.Problem {
		p := notation.Problem{Position: engine.StandardStart()}
		for i, s := range scores {
			p.Moves = append(p.Moves, notation.Scored{Move: []engine.Square{d3, c4}[i], Score: s})
		}
		return analysis.Problem{Problem: p, Index: 7}
	}
	found := func(depth int, exact bool, score float64) analysis.Ranking {
		return analysis.Ranking{Depth: depth, Exact: exact,
			Lines: []analysis.Line{{Score: score, PV: []engine.Square{d3}},
				{Score: score - 2, PV: []engine.Square{c4}}}}
	}
	for _, test := range []struct {
		name                     string
		problem                  analysis.Problem
		found                    analysis.Ranking
		winner                   bool
		compared, wrong, refuted bool
	}{
		{"no score", problem(), found(60, true, 4), false, false, false, false},
		{"equal", problem(4), found(60, true, 4), false, true, false, false},
		{"another best score", problem(6), found(60, true, 4), false, true, true, true},
		{"another score of the second move", problem(4, 0), found(60, true, 4), false, true, true, true},
		{"uncertain", problem(6), found(60, false, 4), false, true, true, false},
		{"not to the end", problem(6), found(20, false, 4), false, false, false, false},
		{"the winner alone", problem(6), found(60, true, 1), true, true, false, false},
		{"another winner", problem(-6), found(60, true, 1), true, true, true, true},
	} {
		s := analysis.CheckProblem(test.problem, test.found, 99, test.winner)
		if s.Compared() != test.compared || s.Wrong != test.wrong || s.Refuted() != test.refuted || s.Index != 7 ||
			s.Best != "d3" || s.Empties != 60 || s.Confidence != 99 {
			t.Errorf("%s: %+v", test.name, s)
		}
	}
}
