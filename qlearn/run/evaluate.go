package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/outflank/outflank/dataset/stats"
	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/qlearn"
	"github.com/outflank/outflank/qlearn/agents"
)

// An EvaluateConfig contains the settings of the evaluations during learning. They do not affect the
// learning, but the model with the highest score against SelectBy is kept as the best. Other opponents test
// it, because the highest of many scores is biased upwards (selection bias).
type EvaluateConfig struct {
	// Games between evaluations; 0 = evaluate only at the end of each phase.
	Every int `toml:"every" json:"every"`
	Games int `toml:"games" json:"games"` // default number of games per match
	Final int `toml:"final" json:"final"` // number of games per match that tests the best model
	// Seed of the matches during the training. Matches that test the best model use the next seed.
	Seed     uint64  `toml:"seed" json:"seed"`
	SelectBy []Match `toml:"select_by" json:"select_by"` // opponents whose mean score selects the best model; none = the last model is the best
	TestOn   []Match `toml:"test_on" json:"test_on"`     // opponents that test the best model
}

// defaultEvaluate contains the default values.
var defaultEvaluate = EvaluateConfig{Games: 400, Final: 2000, Seed: 1}

// A Match is an opponent with the rules of the match.
type Match struct {
	Opponent string `toml:"opponent" json:"opponent" doc:"the spec of an agent"`
	Protocol string `toml:"protocol" json:"protocol" doc:"such as league, lucas1000 or xot"`
	Openings string `toml:"openings" json:"openings,omitempty" doc:"a file or a name, for protocols that have openings"`
	Games    int    `toml:"games" json:"games,omitempty" doc:"number of games; 0 = as the section says"`
}

// Label names the match in tables and plots.
func (m Match) Label() string { return m.Opponent + " " + m.Protocol }

// A Measurement is the result of a match that a run's model played. The JSON fields are stable.
type Measurement struct {
	Games   int   `json:"games" doc:"games learned from by then"`
	Match   Match `json:"match" doc:"its opponent and conditions"`
	Selects bool  `json:"chooses" doc:"whether the opponent selects the best model"`
	Result
}

// A Result is a model's score in a match.
type Result struct {
	Played int     `json:"played" unit:"game" meaning:"games of the match, each opening from both sides"`
	Wins   int     `json:"wins" unit:"game" meaning:"won by the model"`
	Draws  int     `json:"draws" unit:"game" meaning:"drawn"`
	Losses int     `json:"losses" unit:"game" meaning:"lost"`
	Score  float64 `json:"score" unit:"1" meaning:"share of the points, 0 to 1"`
	Low    float64 `json:"score_low" unit:"1" meaning:"lower end of its 95 % interval"`
	High   float64 `json:"score_high" unit:"1" meaning:"upper end of its 95 % interval"`
	Discs  float64 `json:"mean_disc_difference" unit:"disc" meaning:"for the model, -64 to 64"`
}

// check returns an error for the first invalid setting, and its key.
func (c *EvaluateConfig) check() (key string, err error) {
	switch {
	case c.Every < 0:
		return "every", fmt.Errorf("every is %d games, want 0 or more", c.Every)
	case c.Games < 2 || c.Games > arena.MaxGames:
		return "games", fmt.Errorf("games is %d, want 2 to %d", c.Games, arena.MaxGames)
	case c.Final < 2 || c.Final > arena.MaxGames:
		return "final", fmt.Errorf("final is %d games, want 2 to %d", c.Final, arena.MaxGames)
	}
	for _, part := range []struct {
		key  string
		list []Match
	}{{"select_by", c.SelectBy}, {"test_on", c.TestOn}} {
		for _, m := range part.list {
			if err := m.check(c.Games); err != nil {
				return part.key, err
			}
		}
	}
	for _, m := range c.SelectBy {
		if slices.ContainsFunc(c.TestOn, func(r Match) bool { return r.Opponent == m.Opponent }) {
			return "select_by", fmt.Errorf("%s selects the best model and tests it too: selection biases its score "+
				"upwards, so test on others", m.Opponent)
		}
	}
	return "", nil
}

// config returns the settings of the match. The first agent is a placeholder for the model.
func (m Match) config(games int, seed uint64) (cfg arena.Config, err error) {
	switch {
	case m.Opponent == "":
		return cfg, errors.New("opponent is missing")
	case m.Protocol == "":
		return cfg, fmt.Errorf("%s: protocol is missing: want %s", m.Opponent, arena.ProtocolNames())
	case m.Games < 0 || m.Games > arena.MaxGames:
		return cfg, fmt.Errorf("%s: games is %d, want 1 to %d", m.Opponent, m.Games, arena.MaxGames)
	}
	cfg = arena.Config{Agents: []string{"greedy", m.Opponent}, Protocol: m.Protocol, Openings: m.Openings,
		Seed: seed}
	protocol, err := arena.FindProtocol(m.Protocol)
	if err != nil {
		return cfg, err
	}
	err = protocol.Apply(&cfg)
	cfg.Games = cmp.Or(m.Games, games)
	return cfg, err
}

// check returns an error if the match cannot be played.
func (m Match) check(games int) error {
	cfg, err := m.config(games, 1)
	if err == nil {
		_, err = cfg.Match(agents.Resolver{})
	}
	return err
}

// play plays the match with a model, here or on the farm of the options.
func (m Match) play(ctx context.Context, model qlearn.Learned, games int, seed uint64,
	opt Options) (r Result, err error) {
	cfg, err := m.config(games, seed)
	if err != nil {
		return r, err
	}
	if opt.Farm != nil {
		file, err := writeTemp(model)
		if err != nil {
			return r, err
		}
		defer os.Remove(file)
		cfg.Agents[0] = specOf(model, file)
	}
	match, err := arena.New(cfg, agents.Resolver{})
	if err != nil {
		return r, err
	}
	match.Match.Workers, match.Farm = opt.Workers, opt.Farm
	match.Match.Players[0] = arena.Player{Name: "model", New: func(rng *rand.Rand) engine.Agent {
		if cfg.Ties != "random" {
			rng = nil
		}
		return AgentOf(model, rng)
	}}
	for _, err := range match.Run(ctx) {
		if err != nil {
			return r, err
		}
	}
	p := match.Record(0)
	low, high := p.Interval()
	return Result{
		Played: p.Games(), Wins: p.Wins, Draws: p.Draws, Losses: p.Losses,
		Score: p.Score(), Low: low, High: high, Discs: float64(p.Discs) / float64(p.Games()),
	}, nil
}

// An evalRow is a table row for an evaluation.
type evalRow struct {
	Games    int    `json:"games" unit:"game" meaning:"games learned from by then"`
	Model    string `json:"model" unit:"text" meaning:"last = the model as it was then, best = the one that was selected in the end"`
	Opponent string `json:"opponent" unit:"text" meaning:"spec of the opponent"`
	Protocol string `json:"protocol" unit:"text" meaning:"how the match was played"`
	Selects  bool   `json:"chooses" unit:"1" meaning:"whether it selected the best model"`
	Result
}

// evaluationTable returns a table of all evaluations, including the final ones of the best model.
func evaluationTable(s *State) stats.Table {
	var rows []evalRow
	add := func(list []Measurement, model string) {
		for _, e := range list {
			rows = append(rows, evalRow{e.Games, model, e.Match.Opponent, e.Match.Protocol, e.Selects, e.Result})
		}
	}
	add(s.Evaluations, "last")
	add(s.Final, "best")
	return stats.NewTable("evaluations", "Results against opponents", rows)
}
