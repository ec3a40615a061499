package qlearn

import (
	"encoding/json"
	"math"
	"testing"
)

func TestConfigCheck(t *testing.T) {
	for _, cfg := range []Config{Default, DefaultData, {Alpha: 1, Target: MonteCarlo, Temperature: 1e-9}} {
		if err := cfg.Check(); err != nil {
			t.Error(err)
		}
	}
	for _, c := range []struct {
		change func(c *Config)
		want   string
	}{
		{func(c *Config) { c.Alpha = 0 }, "qlearn: alpha is 0, want above 0 and at most 1"},
		{func(c *Config) { c.Alpha = 1.5 }, "qlearn: alpha is 1.5, want above 0 and at most 1"},
		{func(c *Config) { c.Alpha = math.NaN() }, "qlearn: alpha is NaN, want above 0 and at most 1"},
		{func(c *Config) { c.AlphaEnd = -1 }, "qlearn: alpha at the end is -1, want 0 to alpha, which is 0.004"},
		{func(c *Config) { c.AlphaEnd = 0.5 }, "qlearn: alpha at the end is 0.5, want 0 to alpha, which is 0.004"},
		{func(c *Config) { c.Gamma = 1.01 }, "qlearn: gamma is 1.01, want 0 to 1"},
		{func(c *Config) { c.Gamma = math.NaN() }, "qlearn: gamma is NaN, want 0 to 1"},
		{func(c *Config) { c.Target = 3 }, "qlearn: target is Target(3), want max, sarsa or montecarlo"},
		{func(c *Config) { c.Conservative = -1 }, "qlearn: conservative penalty is -1, want 0 to 100"},
		{func(c *Config) { c.Conservative = math.Inf(1) }, "qlearn: conservative penalty is +Inf, want 0 to 100"},
		{func(c *Config) { c.Temperature = 0 }, "qlearn: temperature is 0, want above 0"},
	} {
		cfg := Default
		c.change(&cfg)
		if err := cfg.Check(); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestConfigText: a configuration reads as what people write, and comes back.
func TestConfigText(t *testing.T) {
	cfg := DefaultData
	cfg.Target = Sarsa
	text, err := json.Marshal(cfg)
	want := `{"alpha":0.002,"alpha_end":0.0001,"gamma":1,"target":"sarsa","conservative":1,"temperature":0.1}`
	if err != nil || string(text) != want {
		t.Errorf("%s %v", text, err)
	}
	var back Config
	if err := json.Unmarshal(text, &back); err != nil || back != cfg {
		t.Errorf("%+v %v", back, err)
	}
	for target := MaxQ; target <= MonteCarlo; target++ {
		if back, err := ParseTarget(target.String()); err != nil || back != target {
			t.Errorf("%v: %v %v", target, back, err)
		}
	}
	if _, err := ParseTarget("Max"); err == nil || err.Error() != `qlearn: target "Max": want max, sarsa or montecarlo` {
		t.Error(err)
	}
}
