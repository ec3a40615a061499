package study

import "testing"

// TestRules: the rules of the learners are the report's but for one thing each.
func TestRules(t *testing.T) {
	oneSided := reportRule(oneSidedTerms, "classes", alphaOneSided, alphaPlayed)
	for _, c := range []struct {
		got, want Rule
	}{
		{reported(dataBased), Rule{"report", "classes", 0.0003, 0.2, 0.01}},
		{reported(minimaxBased), Rule{"report", "classes", 0.003, 0.2, 0.01}},
		{reportRule("report", "", alphaTranscripts, alphaPlayed)(dataBased), Rule{"report", "", 0.0003, 0.2, 0.01}},
		{oneSided(dataBased), Rule{oneSidedTerms, "classes", 3e-6, 0.2, 0.01}},
		{oneSided(randomBased), Rule{oneSidedTerms, "classes", 0.003, 0.2, 0.01}},
		{constantEpsilon(reported)(randomBased), Rule{"report", "classes", 0.003, 0.2, 0.2}},
		{ourDefaults(randomBased), Rule{}},
	} {
		if c.got != c.want {
			t.Errorf("%+v, want %+v", c.got, c.want)
		}
	}
}

// TestModelFiles: no two trainings of an experiment write one file, and what a training depends on is in
// its key; learners of one name that differ in their rule have other files.
func TestModelFiles(t *testing.T) {
	for _, e := range cs181Learning {
		files := map[string]bool{}
		for _, l := range e.work(e.First()).(learning).Learners {
			for _, games := range l.Games {
				for seed := range 2 {
					name := l.file(games, seed)
					if files[name] {
						t.Errorf("%s: two models are %s", e.Name, name)
					}
					files[name] = true
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
	} {
		names[l.file(100, 0)] = true
		keys[training{"x.model", TrainJob{Mode: l.Mode, Rule: l.Rule, Games: 100}}.key()] = true
	}
	if len(names) != 7 || len(keys) != 7 {
		t.Errorf("%d names and %d keys of 7 learners", len(names), len(keys))
	}
}
