package study

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/outflank/outflank/eval"
	"github.com/outflank/outflank/qlearn/agents"
)

// TestRules: the rule of the learner is what a reading makes of it. The step size is the reader's: no rule
// picks one by results.
func TestRules(t *testing.T) {
	const differences, own = "position+mobility+cs181-stability+parity+discs",
		"position+own-mobility+own-cs181-stability+parity+discs"
	oneSidedAlpha := 0.0003
	oneSidedAlpha /= 100
	for _, c := range []struct {
		change, mode string
		want         Rule
	}{
		{"", dataBased, Rule{differences, "classes", 0.0003, 1, 0.2, 0.01}},
		{"", randomBased, Rule{differences, "classes", 0.003, 1, 0.2, 0.01}},
		{"alpha=0.0007", dataBased, Rule{differences, "classes", 0.0003, 1, 0.2, 0.01}},
		{"alpha=0.0007", randomBased, Rule{differences, "classes", 0.0007, 1, 0.2, 0.01}},
		{"features=own counts", dataBased, Rule{own, "classes", oneSidedAlpha, 1, 0.2, 0.01}},
		{"features=own counts", randomBased, Rule{own, "classes", 0.003, 1, 0.2, 0.01}},
		{"actions=squares", randomBased, Rule{differences, "squares", 0.003, 1, 0.2, 0.01}},
		{"gamma=0.9", randomBased, Rule{differences, "classes", 0.003, 0.9, 0.2, 0.01}},
		{"epsilon=0.1", randomBased, Rule{differences, "classes", 0.003, 1, 0.2, 0.1}},
		{"stability=with full lines", randomBased, Rule{strings.Replace(differences, "cs181-", "", 1), "classes", 0.003, 1, 0.2, 0.01}},
	} {
		var set []string
		if c.change != "" {
			set = []string{c.change}
		}
		r, err := All.Find("cs181-table-1").Set(set)
		if err != nil {
			t.Fatal(err)
		}
		if got := rule(r, c.mode); got != c.want {
			t.Errorf("%s, %s: %+v, want %+v", c.change, c.mode, got, c.want)
		}
	}
}

// TestMinimaxOfReadings: Minimax(1) and (2) are those of the reading, in training, too.
func TestMinimaxOfReadings(t *testing.T) {
	e := All.Find("cs181-table-1")
	for change, want := range map[string]string{
		"draws=no win":              "ab:plain,depth=2,eval=report-rule",
		"depth=3 and 5":             "ab:plain,depth=3,eval=report-rule",
		"weights=annealed":          "ab:plain,depth=2,eval=report-annealed",
		"stability=with full lines": "ab:plain,depth=2,eval=report",
		"terms=differences":         "ab:plain,depth=2,eval=report-rule-differences",
	} {
		r, err := e.Set([]string{change})
		if err != nil {
			t.Fatal(err)
		}
		w := e.work(r).(learning)
		if w.Learners[1].Mode != want || w.Opponents[1].Spec != want {
			t.Errorf("%s: learns against %s, tested against %s; want %s", change, w.Learners[1].Mode,
				w.Opponents[1].Spec, want)
		}
		if w.Calm != "" {
			t.Errorf("%s: games against %s have no random moves", change, w.Calm)
		}
		if wins := change == "draws=no win"; (w.Score == won) != wins {
			t.Errorf("%s: measure %d", change, w.Score)
		}
	}
	if r, err := e.Set([]string{"random=not perturbed"}); err != nil || e.work(r).(learning).Calm != "Random" {
		t.Errorf("games against Random have random moves (%v)", err)
	}
	for change, want := range map[string]learning{"perturbation=1 %": {Perturb: 0.01}, "start=8 plies": {Perturb: 0.05,
		Start: 8}} {
		r, err := e.Set([]string{change})
		if err != nil {
			t.Fatal(err)
		}
		if got := e.work(r).(learning); got.Perturb != want.Perturb || got.Start != want.Start {
			t.Errorf("%s: %v random, %d plies", change, got.Perturb, got.Start)
		}
	}
	if row := won.Row("", []twoGames{{Score: [2]int{2, 0}}}); *row.Ours != 0.5 || row.Games != 2 {
		t.Errorf("a win and a draw are %+v, want half of two games won", row)
	}
}

// TestReadingsOfCS181: each reading of an experiment of the report makes work of its own, with rows of the same
// names, and reads every choice that it lists.
func TestReadingsOfCS181(t *testing.T) {
	for _, e := range cs181 {
		seen := map[string]bool{}
		for _, r := range e.readings() {
			text := fmt.Sprintf("%+v", e.work(r))
			if seen[text] {
				t.Errorf("%s: two readings are the same work, one with %s", e.Name, e.changes(r, e.First()))
			}
			seen[text] = true
		}
		for _, c := range e.Choices {
			if !strings.Contains(c.Open, "“") || len(c.Values) < 2 {
				t.Errorf("%s: choice %s quotes %q and has the values %q", e.Name, c.Name, c.Open, c.Values)
			}
		}
	}
	names := func(l learning) (list []string) {
		for _, learner := range l.Learners {
			for _, n := range learner.Games {
				list = append(list, learner.label(n))
			}
		}
		return list
	}
	for _, e := range cs181Learning {
		want := names(e.work(e.First()).(learning))
		for _, r := range e.readings() {
			if got := names(e.work(r).(learning)); !slices.Equal(got, want) {
				t.Errorf("%s, %v: rows %q, want %q", e.Name, r, got, want)
			}
		}
	}
}

// TestSpecsOfCS181: the agents, features and tunings of all readings exist.
func TestSpecsOfCS181(t *testing.T) {
	for _, e := range cs181 {
		for _, r := range e.readings() {
			full := complete(r)
			features := []string{rule(full, dataBased).Features, oneSided(full, randomBased).Features}
			if a, ok := e.work(r).(annealing); ok {
				features = append(features, a.terms(""), a.terms("@3"))
			}
			for _, id := range features {
				if _, err := eval.New(id, eval.DefaultSquares()); err != nil {
					t.Error(err)
				}
			}
			if _, err := agents.ParseAll([]string{layered(full, 1), layered(full, 2)}); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestSentencesOfPython: the speedup of the report's program in Python is shown and not judged; whether ours is
// faster is.
func TestSentencesOfPython(t *testing.T) {
	for _, c := range All.Find("cs181-speed").Claims {
		if python := strings.Contains(c.Says, "7.88"); c.Machine != python {
			t.Errorf("“%s”: of its time %v", c.Says, c.Machine)
		}
	}
}

// TestModelFiles: no two trainings of an experiment write one file, in no reading, unless they are the same,
// and what a training depends on is in its key.
func TestModelFiles(t *testing.T) {
	for _, e := range cs181Learning {
		files := map[string]learner{}
		for _, r := range e.readings() {
			for _, l := range e.work(r).(learning).Learners {
				for _, games := range l.Games {
					name := l.file(games, 0)
					if other, ok := files[name]; ok && (other.Mode != l.Mode || other.Rule != l.Rule) {
						t.Errorf("%s: two models are %s", e.Name, name)
					}
					files[name] = l
				}
			}
		}
	}
	names, keys := map[string]bool{}, map[string]bool{}
	for _, l := range []learner{
		{Name: "x", Mode: "self"}, {Name: "x", Mode: "random"},
		{Name: "x", Mode: "self", Rule: Rule{Features: "report"}},
		{Name: "x", Mode: "self", Rule: Rule{Features: "report", Actions: "squares"}},
		{Name: "x", Mode: "self", Rule: Rule{Features: "report", Alpha: 3e-6}},
		{Name: "x", Mode: "self", Rule: Rule{Features: "report", Epsilon: 0.2}},
		{Name: "x", Mode: "self", Rule: Rule{Features: "report", EpsilonEnd: 0.2}},
		{Name: "x", Mode: "self", Rule: Rule{Features: "report", Gamma: 0.9}},
	} {
		names[l.file(100, 0)] = true
		keys[training{"x.model", TrainJob{Mode: l.Mode, Rule: l.Rule, Games: 100}}.key()] = true
	}
	if len(names) != 8 || len(keys) != 8 {
		t.Errorf("%d names and %d keys of 8 learners", len(names), len(keys))
	}
}
