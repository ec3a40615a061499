package qlearn

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// A Reward maps the end of a game to a player's value, -1 to 1. Its text form is its name.
type Reward uint8

const (
	Win          Reward = iota // 1 for a win, -1 for a loss, 0 for a draw, as in the report
	Discs                      // disc difference / 64, empty squares to the winner
	TanhDiscs                  // tanh(disc difference / 16): in close games each disc matters most
	ClippedDiscs               // disc difference / 16, -1 to 1: wins by 16 discs or more are equal
)

// rewards holds all rewards, by number.
var rewards = struct {
	sync.RWMutex
	names []string
	of    []func(score int) float64
}{
	names: []string{"win", "discs", "tanh-discs", "clipped-discs"},
	of: []func(int) float64{
		func(score int) float64 { return float64(min(max(score, -1), 1)) },
		func(score int) float64 { return float64(score) / 64 },
		func(score int) float64 { return portable.Tanh(float64(score) / 16) },
		func(score int) float64 { return float64(min(max(score, -16), 16)) / 16 },
	},
}

// RegisterReward adds a reward with a name that configurations can use. Programs that read such a
// configuration, or continue training such a model, must register it too. A model needs no reward to play.
// The function of returns a player's value for a disc difference, -64 to 64, and must be safe for concurrent
// use. The rewards of the two players should add up to 0, as rule [TD] assumes. RegisterReward panics if the
// name is taken or empty, if of is nil, or if a value exceeds ±1.
func RegisterReward(name string, of func(score int) float64) Reward {
	if of == nil {
		panic(fmt.Sprintf("qlearn: reward %q has no function", name))
	}
	for score := -64; score <= 64; score++ {
		if x := of(score); !(math.Abs(x) <= 1) {
			panic(fmt.Sprintf("qlearn: reward %q of %d discs is %v, want -1 to 1", name, score, x))
		}
	}
	rewards.Lock()
	defer rewards.Unlock()
	if name == "" || slices.Contains(rewards.names, name) || len(rewards.names) > math.MaxUint8 {
		panic(fmt.Sprintf("qlearn: reward %q: the name is empty or taken", name))
	}
	rewards.names, rewards.of = append(rewards.names, name), append(rewards.of, of)
	return Reward(len(rewards.names) - 1)
}

// rewardNames returns the names of all rewards, by number.
func rewardNames() []string {
	rewards.RLock()
	defer rewards.RUnlock()
	return slices.Clone(rewards.names)
}

// Of returns the reward for a score, the player's disc difference.
func (r Reward) Of(score int) float64 {
	rewards.RLock()
	defer rewards.RUnlock()
	return rewards.of[r](score)
}

// A Squash turns w·φ into Q.
type Squash uint8

const (
	None Squash = iota // Q = w·φ
	Tanh               // Q = tanh(w·φ), which stays within the range of the rewards
	// Also tanh(w·φ), but the step follows the gradient of the cross entropy instead of the squared error. So
	// errors also count fully near ±1, where the squared error hardly moves values (Bishop, "Pattern Recognition
	// and Machine Learning", 4.3.2).
	Logit
)

// Of returns Q.
func (s Squash) Of(x float64) float64 {
	if s != None {
		return portable.Tanh(x)
	}
	return x
}

// slope returns the factor that turns an error of Q into a step of w·φ at Q = q. It is dQ/d(w·φ) for the
// squared error. For [Logit] it is 1, because the gradient of the cross entropy with respect to w·φ is the
// error itself.
func (s Squash) slope(q float64) float64 {
	if s == Tanh {
		return 1 - float64(q*q)
	}
	return 1
}
