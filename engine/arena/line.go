package arena

import (
	"fmt"
	"math"
	"strings"
)

// Line says what a match of two has shown so far, as engine authors are used to read it, "" before the
// first pair of games and for more players:
//
//	Elo 104 ± 53, LOS 99.7 %, LLR 1.20 (-2.94, 2.94), Ptnml [13 1 39 3 40]
//
// Elo is that of the first player over the second with half of its 95 % interval, LOS the likelihood
// that the first is stronger, LLR where the match has a test its log-likelihood ratio with the bounds
// at which it ends, and Ptnml the pairs of games in which the first got 0, ½, 1, 1½ and 2 points, from
// which all of it is computed.
func (s *State) Line() string {
	if len(s.Match.Players) != 2 || s.played < 2 {
		return ""
	}
	pair := s.pair(s.crosstable.Of(0, 1))
	v, tested := s.Verdict()
	return pair.line(v, tested)
}

// Line is [State.Line] of the games of the result.
func (r *Summary) Line() string {
	if len(r.Players) != 2 || r.Played < 2 {
		return ""
	}
	if r.Test == nil {
		return r.Pairs[0].line(Verdict{}, false)
	}
	return r.Pairs[0].line(r.Test.Verdict, true)
}

func (p PairSummary) line(v Verdict, tested bool) string {
	var b strings.Builder
	b.WriteString("Elo ")
	if p.Elo != nil && p.EloLow != nil && p.EloHigh != nil {
		fmt.Fprintf(&b, "%s ± %s", whole(p.Elo, 0), whole(half(p.EloLow, p.EloHigh), 0))
	} else {
		fmt.Fprintf(&b, "%s (%s to %s)", whole(p.Elo, p.Score-0.5), whole(p.EloLow, -1), whole(p.EloHigh, 1))
	}
	fmt.Fprintf(&b, ", LOS %.1f %%", 100*p.Superiority)
	if tested {
		fmt.Fprintf(&b, ", LLR %.2f (%.2f, %.2f)", v.LLR, v.Lower, v.Upper)
	}
	fmt.Fprintf(&b, ", Ptnml %v", p.Pentanomial)
	return b.String()
}

// half returns half of the way between two numbers.
func half(low, high *float64) *float64 {
	x := (*high - *low) / 2
	return &x
}

// whole formats Elo points; nil is infinite, in the direction of sign.
func whole(elo *float64, sign float64) string {
	switch {
	case elo != nil:
		return fmt.Sprintf("%.0f", math.Round(*elo)+0)
	case sign > 0:
		return "+∞"
	}
	return "-∞"
}
