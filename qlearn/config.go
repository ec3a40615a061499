package qlearn

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// A Config holds all settings of learning except the source of games. It is stored with every model.
type Config struct {
	Rule   Rule    `json:"rule" toml:"rule"`     // how V(s'), the value of the next state, is computed
	Lambda float64 `json:"lambda" toml:"lambda"` // weight of longer returns in the target, 0 to 1: 0 looks one step ahead, 1 to the end
	// n of n-step returns, which ignore Lambda; 0 = λ-returns
	Steps  int     `json:"steps" toml:"steps"`
	Gamma  float64 `json:"gamma" toml:"gamma"`   // discount of the next state's value, 0 to 1
	Reward Reward  `json:"reward" toml:"reward"` // reward at the end of a game
	// Potential names an evaluator, see [OpenPotential], whose disc difference shapes the rewards; "" = none.
	// From a state s to the player's next state s', the reward grows by F(s,s') = γΦ(s') − Φ(s). Φ is 0 at the
	// end of a game. So Q becomes Q(s,a) − Φ(s), and the best moves stay the same (Ng, Harada and Russell,
	// "Policy invariance under reward transformations", 1999). Such a Q exceeds the range of the rewards, so
	// Squash must be [None], and it ranks moves without predicting results.
	Potential string `json:"potential,omitempty" toml:"potential"`
	// PotentialDiscs is the disc difference at which Φ is 1. Φ is proportional to the difference and stays
	// within ±1. The points of a heuristic count as discs. 0 = 64.
	PotentialDiscs float64 `json:"potential_discs,omitempty" toml:"potential_discs"`
	Squash         Squash  `json:"squash" toml:"squash"` // how w·φ becomes Q

	Alpha     float64  `json:"alpha" toml:"alpha"`         // step size at the first game, above 0 and at most 1
	AlphaEnd  float64  `json:"alpha_end" toml:"alpha_end"` // step size at the last game, 0 to Alpha
	Schedule  Schedule `json:"schedule" toml:"schedule"`   // how the step size falls
	Optimizer          // how a step changes each weight
	Clip      float64  `json:"clip" toml:"clip"` // errors are limited to ±Clip; 0 = no limit

	Conservative float64 `json:"conservative" toml:"conservative"` // weight of the penalty on unplayed moves; 0 = none
	// Temperature of the softmax in the penalty, in units of Q, above 0.
	Temperature float64 `json:"temperature" toml:"temperature"`

	// Restricted limits the maximum over the moves of a recorded turn, and the mean of [ExpectedSarsa], to the
	// moves that were played from the board in recorded games. This is the discrete, tabular form of
	// batch-constrained Q-learning (Fujimoto, Meger and Precup, "Off-Policy Deep Reinforcement Learning without
	// Exploration", 2019, section 4). If all games play the same move from a board, that move's value is used,
	// as with [Sarsa].
	Restricted bool `json:"restricted,omitempty" toml:"restricted"`

	// Probability in the first game that the model plays a random move, 0 to 1.
	Epsilon    float64 `json:"epsilon" toml:"epsilon"`
	EpsilonEnd float64 `json:"epsilon_end" toml:"epsilon_end"` // that probability in the last game; it decays exponentially, to 1e-6 if EpsilonEnd is 0
	// Temperature of the softmax from which the model draws its other moves, with probabilities proportional to
	// e^(Q/temperature); 0 = always the best move.
	Softmax float64 `json:"softmax" toml:"softmax"`

	Search int `json:"search" toml:"search"` // depth in plies of the search that computes V(s'), 0 to 3; 0 = no search
	// In self-play, a move that leaves at most this many empty squares has the result of perfect play as its
	// value; 0 = use the result of the game.
	Exact  int     `json:"exact" toml:"exact"`
	Polyak float64 `json:"polyak" toml:"polyak"` // the model averages the weights over rounds; each round counts Polyak times as much as the next; 0 to 1 exclusive; 0 = the last weights

	Pool Pool `json:"pool" toml:"pool"` // past checkpoints to play against

	Games  int    `json:"games" toml:"games"`   // number of games to learn from
	Actors int    `json:"actors" toml:"actors"` // number of actors that learn concurrently in a round
	Batch  int    `json:"batch" toml:"batch"`   // games per actor and round
	Seed   uint64 `json:"seed" toml:"seed"`

	// Asynchronous actors do not wait for each other. A free actor takes the current weights and the next batch
	// of the round's Actors · Batch games, and adds its changes when it is done. On more than one goroutine the
	// result depends on timing: the same seed does not give the same weights.
	Asynchronous bool `json:"asynchronous" toml:"asynchronous"`
}

// Default is the configuration for games that the model plays against itself. The step size falls from 1 to
// 0.01; cross entropy makes such long steps possible.
var Default = Config{
	Rule: Sarsa, Lambda: 0.5, Gamma: 1, Reward: TanhDiscs, Squash: Logit,
	Alpha: 1, AlphaEnd: 0.01, Schedule: LinearSteps, Optimizer: Optimizer{Normalise: true}, Temperature: 0.1,
	Epsilon: 0.1, EpsilonEnd: 0.02, Games: 20000, Actors: 2, Batch: 128, Seed: 1,
}

// DefaultData is the configuration for recorded games. Games is 0, which [New] rejects: [FromGames] sets it
// to the number of games in the epochs, and other callers must set it. Experts never play most moves, so the
// data contains no values for them, and a maximum over all moves relies on guesses that no game corrects.
// Offline Q-learning is therefore the weakest of our learners: it scores 33.5 % of the points. With
// Restricted it scores 51.0 %, and Sarsa scores 52.7 %. With a conservative penalty of 0.1, Q-learning scores
// 75.2 % (`outflank train --help` names the opponent). This penalty lowers the values of unplayed moves
// (Kumar et al., "Conservative Q-Learning for Offline Reinforcement Learning", 2020, equation 4). It works
// with every rule. Without it, TD is weak too.
var DefaultData = Config{
	Rule: TD, Lambda: 0.5, Gamma: 1, Reward: TanhDiscs, Squash: Logit,
	Alpha: 0.5, AlphaEnd: 0.01, Schedule: LinearSteps, Optimizer: Optimizer{Normalise: true}, Conservative: 1,
	Temperature: 0.1,
	Actors:      2, Batch: 128, Seed: 1,
}

// Check returns an error that names the first value that is out of range.
func (c Config) Check() error {
	if err := c.check(); err != nil {
		return fmt.Errorf("qlearn: %w", err)
	}
	return nil
}

func (c Config) check() error {
	unit := func(name string, x float64) error {
		if !(x >= 0 && x <= 1) {
			return fmt.Errorf("%s is %v, want 0 to 1", name, x)
		}
		return nil
	}
	if err := cmp.Or(unit("lambda", c.Lambda), unit("gamma", c.Gamma), unit("epsilon", c.Epsilon),
		unit("epsilon_end", c.EpsilonEnd)); err != nil {
		return err
	}
	switch {
	case int(c.Rule) >= len(ruleNames) || int(c.Reward) >= len(rewardNames()) ||
		int(c.Squash) >= len(squashNames) || int(c.Schedule) >= len(scheduleNames):
		return fmt.Errorf("rule %v, reward %v, squash %v, schedule %v: one of them does not exist", c.Rule,
			c.Reward, c.Squash, c.Schedule)
	case !(c.Alpha > 0 && c.Alpha <= 1):
		return fmt.Errorf("alpha is %v, want above 0 and at most 1", c.Alpha)
	case !(c.AlphaEnd >= 0 && c.AlphaEnd <= c.Alpha):
		return fmt.Errorf("alpha_end is %v, want 0 to alpha, which is %v", c.AlphaEnd, c.Alpha)
	case c.Steps < 0 || c.Steps > 60:
		return fmt.Errorf("steps is %d, want 0 to 60", c.Steps)
	case c.Steps > 0 && (c.Rule == TD || c.Rule == MonteCarlo):
		return fmt.Errorf("steps: n-step returns are those of one player's turns up to a next state; want "+
			"another rule than %v", c.Rule)
	case c.Potential != "" && c.Squash != None:
		return fmt.Errorf("potential: shaped values leave the range of squash %v; want squash none", c.Squash)
	case !(c.PotentialDiscs >= 0 && c.PotentialDiscs <= math.MaxFloat64):
		return fmt.Errorf("potential_discs is %v, want 0 or more and finite", c.PotentialDiscs)
	case !(c.Clip >= 0 && c.Clip <= math.MaxFloat64):
		return fmt.Errorf("clip is %v, want 0 or more and finite", c.Clip)
	case !(c.Conservative >= 0 && c.Conservative <= 100):
		return fmt.Errorf("conservative is %v, want 0 to 100", c.Conservative)
	case !(c.Temperature > 0 && c.Temperature <= math.MaxFloat64):
		return fmt.Errorf("temperature is %v, want above 0 and finite", c.Temperature)
	case !(c.Softmax >= 0 && c.Softmax <= math.MaxFloat64):
		return fmt.Errorf("softmax is %v, want 0 or more and finite", c.Softmax)
	case c.Search < 0 || c.Search > 3:
		return fmt.Errorf("search is %d plies, want 0 to 3", c.Search)
	case c.Search > 0 && c.Rule != Q:
		return fmt.Errorf("search gives the value of the best move, which rule %v does not ask for; "+
			"want rule q", c.Rule)
	case c.Restricted && c.Rule != Q && c.Rule != ExpectedSarsa && c.Rule != DoubleQ:
		return fmt.Errorf("restricted: rule %v takes no maximum in recorded games; want q, expected-sarsa "+
			"or double-q", c.Rule)
	case c.Restricted && c.Search > 0:
		return errors.New("restricted: a search looks at moves that no game has; want search 0")
	case c.Exact < 0 || c.Exact > 20:
		return fmt.Errorf("exact is %d empty squares, want 0 to 20", c.Exact)
	case !(c.Polyak >= 0 && c.Polyak < 1):
		return fmt.Errorf("polyak is %v, want 0 to below 1", c.Polyak)
	case c.Games < 0:
		return fmt.Errorf("games is %d, want 0 or more", c.Games)
	case c.Actors < 1 || c.Actors > maxActors:
		return fmt.Errorf("actors is %d, want 1 to %d", c.Actors, maxActors)
	case c.Pool.Every < 0:
		return fmt.Errorf("pool.every is %d games, want 0 or more", c.Pool.Every)
	case c.Pool.Size < 0 || c.Pool.Size > maxPool || c.Pool.Every > 0 && c.Pool.Size == 0:
		return fmt.Errorf("pool.size is %d, want 1 to %d", c.Pool.Size, maxPool)
	case c.Batch < 1:
		return fmt.Errorf("batch is %d games, want 1 or more", c.Batch)
	}
	return nil
}

// Limits on the number of copies of the weights.
const (
	maxActors = 256
	maxPool   = 64
)
