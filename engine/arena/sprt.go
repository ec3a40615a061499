package arena

import (
	"fmt"
	"math"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// An SPRT is a sequential probability ratio test of the pairs of a match (A. Wald, "Sequential tests of
// statistical hypotheses", 1945). H0 is the hypothesis that a player is stronger by Elo0 points; under H1,
// the player is stronger by Elo1 points. The test stops as soon as the error probabilities allow.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`  // more than Elo0
	Alpha float64 `json:"alpha"` // probability of accepting H1 if H0 is true, 0 to ½
	Beta  float64 `json:"beta"`  // probability of accepting H0 if H1 is true, 0 to ½
}

// Check returns an error if the settings are invalid.
func (t SPRT) Check() error {
	ok := t.Elo0 < t.Elo1 && t.Alpha > 0 && t.Alpha < 0.5 && t.Beta > 0 && t.Beta < 0.5
	if !ok || math.IsInf(t.Elo1-t.Elo0, 0) {
		return fmt.Errorf("arena: SPRT of %v against %v Elo with errors %v and %v: want elo0 < elo1 and errors "+
			"between 0 and 0.5", t.Elo0, t.Elo1, t.Alpha, t.Beta)
	}
	return nil
}

// String names both hypotheses.
func (t SPRT) String() string {
	return fmt.Sprintf("H0: elo = %g, H1: elo = %g, α = %g, β = %g", t.Elo0, t.Elo1, t.Alpha, t.Beta)
}

// A Verdict is the current state of a test.
type Verdict struct {
	LLR    float64 `json:"llr"`    // log-likelihood ratio of H1 against H0
	Lower  float64 `json:"lower"`  // bound at which H0 is accepted
	Upper  float64 `json:"upper"`  // bound at which H1 is accepted
	Accept string  `json:"accept"` // "H0", "H1", or "" if more games are needed
}

// Test returns the verdict for a player's pairs of games. The likelihood ratio assumes a normal distribution
// of the mean with the observed variance. For more than about ten pairs, it equals the ratio of the most
// likely multinomials.
func (t SPRT) Test(p Pentanomial) Verdict {
	v := Verdict{Lower: portable.Log(t.Beta / (1 - t.Alpha)), Upper: portable.Log((1 - t.Beta) / t.Alpha)}
	if p.Pairs() == 0 {
		return v
	}
	mean, variance := p.moments(smallest)
	s0, s1 := expected(t.Elo0), expected(t.Elo1)
	v.LLR = float64(p.Pairs()) * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
	switch {
	case v.LLR <= v.Lower:
		v.Accept = "H0"
	case v.LLR >= v.Upper:
		v.Accept = "H1"
	}
	return v
}
