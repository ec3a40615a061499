package tune

import (
	"errors"
	"fmt"
	"slices"

	"github.com/outflank/outflank/engine/runtime/portable"
)

// SPSA is simultaneous perturbation stochastic approximation (J. Spall, IEEE Trans. Automatic Control 37,
// 1992), as used by tuners of chess programs. Each step rates the vector moved by +cΔ and by −cΔ, where Δ
// is +1 or −1 for each weight. It then follows the gradient estimated from the difference between the
// ratings. In step k, counted from 0,
//
//	c = Perturb / (k+1)^0.101     a = Gain / (k+1+Stability)^0.602
//
// with the exponents from Spall's "Implementation of the simultaneous perturbation algorithm", 1998.
type SPSA struct {
	Steps     int     `json:"steps"`
	Gain      float64 `json:"gain"`      // gain of the first step if Stability is 0
	Stability float64 `json:"stability"` // Spall's constant A, which dampens the first steps; usually a tenth of Steps
	Perturb   float64 `json:"perturb"`   // perturbation of a weight in the first step
	Seed      uint64  `json:"seed"`
}

// DefaultSPSA contains settings for weights of the order of 1 and ratings in points.
var DefaultSPSA = SPSA{Steps: 1000, Gain: 3, Stability: 100, Perturb: 0.3, Seed: 1}

const (
	spsaAlpha = 0.602
	spsaGamma = 0.101
)

// Check returns an error for invalid settings.
func (p SPSA) Check() error {
	err := errors.Join(between("steps", p.Steps, 1, maxSteps), positive("gain", p.Gain),
		positive("perturbation", p.Perturb))
	if err == nil && !(p.Stability >= 0 && p.Stability <= 1e12) {
		err = fmt.Errorf("stability is %v, want 0 or more", p.Stability)
	}
	return err
}

// Len returns the number of steps.
func (p SPSA) Len() int { return p.Steps }

// gains returns a and c of step k, counted from 0.
func (p SPSA) gains(k int) (a, c float64) {
	n := float64(k + 1)
	return p.Gain / portable.Pow(n+p.Stability, spsaAlpha), p.Perturb / portable.Pow(n, spsaGamma)
}

// signs returns Δ of step k.
func (p SPSA) signs(k, n int) []float64 {
	rng := stream(p.Seed, forAsk, k)
	list := make([]float64, n)
	for i := range list {
		list[i] = float64(2*rng.IntN(2) - 1)
	}
	return list
}

// Ask returns the vector moved in both directions.
func (p SPSA) Ask(s Step) [][]float64 {
	_, c := p.gains(s.Number)
	signs, plus, minus := p.signs(s.Number, len(s.Best)), slices.Clone(s.Best), slices.Clone(s.Best)
	portable.AddScaled(plus, c, signs)
	portable.AddScaled(minus, -c, signs)
	return [][]float64{plus, minus}
}

// Tell moves the vector along the estimated gradient.
func (p SPSA) Tell(s *Step) {
	a, c := p.gains(s.Number - 1)
	slope := (s.Ratings.Values[0] - s.Ratings.Values[1]) / (2 * c) // times 1/Δ, which equals Δ
	s.Best = slices.Clone(s.Best)                                  // steps do not share slices
	portable.AddScaled(s.Best, a*slope, p.signs(s.Number-1, len(s.Best)))
}
