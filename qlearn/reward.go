package qlearn

import "math"

// A Reward says the value of the end of a game to a player, -1 to 1.
type Reward uint8

const (
	Win       Reward = iota // 1 for a win, -1 for a loss, 0 for a draw: the report's
	Discs                   // disc difference / 64, empty squares to the winner
	TanhDiscs               // tanh(disc difference / 16): a few discs matter near the draw only
)

// of returns the reward of a score, the disc difference for the player.
func (r Reward) of(score int) float64 {
	switch {
	case r == Discs:
		return float64(score) / 64
	case r == TanhDiscs:
		return math.Tanh(float64(score) / 16)
	case score > 0:
		return 1
	case score < 0:
		return -1
	}
	return 0
}

// A Squash makes Q of w·φ.
type Squash uint8

const (
	None  Squash = iota // Q = w·φ
	Tanh                // Q = tanh(w·φ), which never leaves the range of the rewards
	Logit               // the same, but errors count in full: the gradient of the cross entropy, not of the squared error, which hardly moves values near ±1 (Bishop, "Pattern Recognition and Machine Learning", 4.3.2)
)

// Of returns Q.
func (s Squash) Of(x float64) float64 {
	if s != None {
		return math.Tanh(x)
	}
	return x
}

// slope returns the factor between an error of Q and the step of w·φ where Q is q: dQ/d(w·φ)
// of the squared error, and 1 for Logit, as the gradient of the cross entropy by w·φ is the
// error itself.
func (s Squash) slope(q float64) float64 {
	if s == Tanh {
		return 1 - q*q
	}
	return 1
}
