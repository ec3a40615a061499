package qlearn

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func TestConfigCheck(t *testing.T) {
	for _, cfg := range []Config{Default, DefaultData,
		{Alpha: 1, Rule: MonteCarlo, Temperature: 1e-9, Actors: 1, Batch: 1}} {
		if err := cfg.Check(); err != nil {
			t.Error(err)
		}
	}
	inf := math.Inf(1)
	for _, c := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Rule = 6 }, "rule number 6, reward win, squash tanh, schedule linear: one of them does not exist"},
		{func(c *Config) { c.Reward = 99 }, "rule td, reward number 99, squash tanh, schedule linear: one of them does not exist"},
		{func(c *Config) { c.Squash = 3 }, "rule td, reward win, squash number 3, schedule linear: one of them does not exist"},
		{func(c *Config) { c.Schedule = 4 }, "rule td, reward win, squash tanh, schedule number 4: one of them does not exist"},
		{func(c *Config) { c.Lambda = 1.5 }, "lambda is 1.5, want 0 to 1"},
		{func(c *Config) { c.Lambda, c.Gamma = -1, -1 }, "lambda is -1, want 0 to 1"},
		{func(c *Config) { c.Gamma = 1.01 }, "gamma is 1.01, want 0 to 1"},
		{func(c *Config) { c.Gamma = math.NaN() }, "gamma is NaN, want 0 to 1"},
		{func(c *Config) { c.Epsilon = -0.1 }, "epsilon is -0.1, want 0 to 1"},
		{func(c *Config) { c.EpsilonEnd = 2 }, "epsilon_end is 2, want 0 to 1"},
		{func(c *Config) { c.Alpha = 0 }, "alpha is 0, want above 0 and at most 1"},
		{func(c *Config) { c.Alpha = 1.5 }, "alpha is 1.5, want above 0 and at most 1"},
		{func(c *Config) { c.Alpha = math.NaN() }, "alpha is NaN, want above 0 and at most 1"},
		{func(c *Config) { c.AlphaEnd = -1 }, "alpha_end is -1, want 0 to alpha, which is 0.2"},
		{func(c *Config) { c.AlphaEnd = 0.5 }, "alpha_end is 0.5, want 0 to alpha, which is 0.2"},
		{func(c *Config) { c.Rule, c.Steps = Q, -1 }, "steps is -1, want 0 to 60"},
		{func(c *Config) { c.Steps = 2 }, "steps: n-step returns are those of one player's turns up to a next state; want another rule than td"},
		{func(c *Config) { c.Rule, c.Steps = MonteCarlo, 2 }, "steps: n-step returns are those of one player's turns up to a next state; want another rule than montecarlo"},
		{func(c *Config) { c.Potential = "swh" }, "potential: shaped values leave the range of squash tanh; want squash none"},
		{func(c *Config) { c.PotentialDiscs = -1 }, "potential_discs is -1, want 0 or more and finite"},
		{func(c *Config) { c.PotentialDiscs = inf }, "potential_discs is +Inf, want 0 or more and finite"},
		{func(c *Config) { c.Clip = -1 }, "clip is -1, want 0 or more and finite"},
		{func(c *Config) { c.Clip = inf }, "clip is +Inf, want 0 or more and finite"},
		{func(c *Config) { c.Conservative = -1 }, "conservative is -1, want 0 to 100"},
		{func(c *Config) { c.Conservative = inf }, "conservative is +Inf, want 0 to 100"},
		{func(c *Config) { c.Temperature = 0 }, "temperature is 0, want above 0 and finite"},
		{func(c *Config) { c.Temperature = inf }, "temperature is +Inf, want above 0 and finite"},
		{func(c *Config) { c.Softmax = math.NaN() }, "softmax is NaN, want 0 or more and finite"},
		{func(c *Config) { c.Softmax = inf }, "softmax is +Inf, want 0 or more and finite"},
		{func(c *Config) { c.Search = 4 }, "search is 4 plies, want 0 to 3"},
		{func(c *Config) { c.Search = 2 }, "search gives the value of the best move, which rule td does not ask for; want rule q"},
		{func(c *Config) { c.Restricted = true }, "restricted: rule td takes no maximum in recorded games; want q, expected-sarsa or double-q"},
		{func(c *Config) { c.Rule, c.Restricted = Sarsa, true }, "restricted: rule sarsa takes no maximum in recorded games; want q, expected-sarsa or double-q"},
		{func(c *Config) { c.Rule, c.Restricted, c.Search = Q, true, 1 }, "restricted: a search looks at moves that no game has; want search 0"},
		{func(c *Config) { c.Exact = 21 }, "exact is 21 empty squares, want 0 to 20"},
		{func(c *Config) { c.Polyak = 1 }, "polyak is 1, want 0 to below 1"},
		{func(c *Config) { c.Games = -1 }, "games is -1, want 0 or more"},
		{func(c *Config) { c.Actors = 0 }, "actors is 0, want 1 to 256"},
		{func(c *Config) { c.Batch = 0 }, "batch is 0 games, want 1 or more"},
		{func(c *Config) { c.Pool.Every = 10 }, "pool.size is 0, want 1 to 64"},
		{func(c *Config) { c.Pool.Every = -1 }, "pool.every is -1 games, want 0 or more"},
		{func(c *Config) { c.Pool.Size = 65 }, "pool.size is 65, want 1 to 64"},
	} {
		cfg := Default
		// as the messages say, whatever the defaults
		cfg.Rule, cfg.Reward, cfg.Squash, cfg.Alpha = TD, Win, Tanh, 0.2
		c.change(&cfg)
		if err := cfg.Check(); err == nil || err.Error() != "qlearn: "+c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
		if _, err := New(approximator(t, model(t, "discs"), Optimizer{}), cfg, Self{}); err == nil ||
			err.Error() != "qlearn: "+c.want {
			t.Errorf("New: %v, want %s", err, c.want)
		}
	}
}

// TestConfigText: a configuration reads as what people write, and comes back.
func TestConfigText(t *testing.T) {
	cfg := DefaultData
	cfg.Rule, cfg.Reward, cfg.Squash, cfg.Schedule = ExpectedSarsa, TanhDiscs, Tanh, Cosine
	text, err := json.Marshal(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"rule":"expected-sarsa"`, `"reward":"tanh-discs"`, `"squash":"tanh"`,
		`"schedule":"cosine"`, `"normalise":true`, `"alpha_end":0.01`, `"pool":{"every":0,"size":0}`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s lacks %s", text, part)
		}
	}
	var back Config
	if err := json.Unmarshal(text, &back); err != nil || back != cfg {
		t.Errorf("%+v %v", back, err)
	}
	for text, want := range map[string]string{
		`{"rule":"max"}`: `qlearn: rule "max": want q, sarsa, expected-sarsa, double-q, td, montecarlo`,
		// see ExampleRegisterReward
		`{"reward":"Win"}`:       `qlearn: reward "Win": want win, discs, tanh-discs, clipped-discs, margin: did you mean win?`,
		`{"squash":""}`:          `qlearn: squash "": want none, tanh, logit`,
		`{"schedule":"linear "}`: `qlearn: schedule "linear ": want constant, linear, cosine, harmonic: did you mean linear?`,
	} {
		if err := json.Unmarshal([]byte(text), &back); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestRewardWithoutFunction: it is refused by its name.
func TestRewardWithoutFunction(t *testing.T) {
	defer func() {
		if said := recover(); said != `qlearn: reward "nothing" has no function` {
			t.Error(said)
		}
	}()
	RegisterReward("nothing", nil)
}

// TestNames: every choice comes back from its name.
func TestNames(t *testing.T) {
	for r := range Rule(len(ruleNames)) {
		back := Rule(99)
		if text, err := r.MarshalText(); err != nil || back.UnmarshalText(text) != nil || back != r {
			t.Errorf("%v: %v", r, back)
		}
	}
	for r := range Reward(len(rewardNames())) {
		back := Reward(99)
		if text, err := r.MarshalText(); err != nil || back.UnmarshalText(text) != nil || back != r {
			t.Errorf("%v: %v", r, back)
		}
	}
	for s := range Squash(len(squashNames)) {
		back := Squash(99)
		if text, err := s.MarshalText(); err != nil || back.UnmarshalText(text) != nil || back != s {
			t.Errorf("%v: %v", s, back)
		}
	}
	for s := range Schedule(len(scheduleNames)) {
		back := Schedule(99)
		if text, err := s.MarshalText(); err != nil || back.UnmarshalText(text) != nil || back != s {
			t.Errorf("%v: %v", s, back)
		}
	}
}
