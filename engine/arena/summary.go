package arena

import (
	"fmt"
	"math"
	"strings"

	"github.com/outflank/outflank/engine/runtime/text"
)

// A Summary holds the results of a match, which may be unfinished. The JSON fields are stable.
type Summary struct {
	Pairs   []PairSummary   `json:"pairs"`   // pairs of players that met
	Ratings []RatingSummary `json:"ratings"` // in the order of the players
	Players []PlayerSummary `json:"players"`
	Test    *Test           `json:"sprt,omitempty"`
	Settings
	Seconds float64 `json:"seconds"` // duration of the match; set by the caller, 0 = not measured

	Played    int `json:"-"` // games
	Total     int `json:"-"` // games of the whole match
	Different int `json:"-"` // number of distinct games, up to MaxDifferent

	tally *Tally
}

// MaxDifferent is the limit of Summary.Different. This number is enough to show that games vary.
const MaxDifferent = 1000

// Settings are the match settings shown in a result, see [Config].
type Settings struct {
	Protocol   string  `json:"protocol,omitempty"`
	Games      int     `json:"games_per_pair"`
	Perturb    float64 `json:"perturb"`
	Random     int     `json:"random_plies"`
	Seed       uint64  `json:"seed"`
	Clock      string  `json:"clock,omitempty"`
	Openings   string  `json:"openings,omitempty"`
	Shuffle    bool    `json:"shuffle,omitempty"` // the seed orders the openings
	Ties       string  `json:"ties,omitempty"`    // choice among equal moves, unless a spec sets it
	Adjudicate int     `json:"adjudicate,omitempty"`
	Precision  float64 `json:"precision,omitempty"` // half the interval of the score that ends the match
	// Longest wait for a move of a program whose spec sets none.
	Timeout string `json:"timeout,omitempty"`
	// Number of forfeits in a row after which a player loses its other games without play.
	MaxForfeits int `json:"max_forfeits,omitempty"`
}

// A PairSummary is the record of two players against each other.
type PairSummary struct {
	A      string  `json:"a"`
	B      string  `json:"b"`
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Score  float64 `json:"score"` // (wins + draws/2) / games of a
	Low    float64 `json:"low"`   // 95 % interval of the score
	High   float64 `json:"high"`
	Discs  float64 `json:"mean_disc_difference"` // mean disc difference for a

	Pentanomial Pentanomial `json:"pentanomial"` // pairs of games in which a got 0, ½, 1, 1½, 2 points
	// Advantage of a over b, from the pairs; null if it is infinite or unknown.
	Elo         *float64 `json:"elo"`
	EloLow      *float64 `json:"elo_low"`
	EloHigh     *float64 `json:"elo_high"`
	Superiority float64  `json:"superiority"` // likelihood that a is stronger
}

// A RatingSummary is a player's strength in Elo points, relative to the mean of all players,
// with a 95 % interval. See [Rate].
type RatingSummary struct {
	Name string  `json:"name"`
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// A PlayerSummary holds statistics of a player other than results.
type PlayerSummary struct {
	Name     string    `json:"name"`
	Games    int       `json:"games"`
	Moves    int       `json:"moves"` // moves chosen by the player, not at random
	Millis   float64   `json:"ms_per_move"`
	Nodes    float64   `json:"nodes_per_move"`    // 0 for agents that do not count nodes
	Mobility float64   `json:"mobility"`          // mean number of legal moves on its turns
	ByPhase  []float64 `json:"mobility_by_phase"` // at plies 1–10, 11–20, …, 51 and later
	Judged   int       `json:"adjudicated"`
	Crashes  int       `json:"crashes"`
	Forfeits int       `json:"forfeits"`
	Unplayed int       `json:"not_played,omitempty"`    // forfeits without play, after others in a row
	Reason   string    `json:"first_forfeit,omitempty"` // reason for its first forfeit
}

// A Test is a sequential test of a match with its verdict.
type Test struct {
	SPRT
	Verdict
}

// Result summarizes the games so far.
func (s *State) Result() *Summary {
	m := s.Match
	r := &Summary{
		Settings: Settings{s.Config.Protocol, m.Games, m.Perturb, m.Random, m.Seed, s.Config.Clock,
			s.Config.Openings, s.Config.Shuffle, s.Config.Ties, s.Config.Adjudicate, s.Config.Precision,
			s.Config.Timeout, s.Config.MaxForfeits},
		Played: s.played, Total: m.Total(), Different: len(s.transcripts), tally: s.tally,
	}
	var met []Pair
	for _, p := range s.tally.Pairs() {
		if p.Games() > 0 {
			met = append(met, p)
			r.Pairs = append(r.Pairs, s.pair(p))
		}
	}
	for _, e := range Rate(met) {
		r.Ratings = append(r.Ratings, RatingSummary{m.Players[e.Player].Name, e.Elo, e.Low, e.High})
	}
	for i := range m.Players {
		r.Players = append(r.Players, s.player(i))
	}
	if v, ok := s.Verdict(); ok {
		r.Test = &Test{*s.sprt, v}
	}
	return r
}

func (s *State) pair(p Pair) PairSummary {
	low, high := p.Interval()
	five := s.tally.Pentanomial(p.A, p.B)
	elo, eloLow, eloHigh := five.Elo()
	return PairSummary{
		A: s.Match.Players[p.A].Name, B: s.Match.Players[p.B].Name, Games: p.Games(),
		Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Score: p.Score(), Low: low, High: high,
		Discs:       float64(p.Discs) / float64(p.Games()),
		Pentanomial: five, Elo: text.Known(elo), EloLow: text.Known(eloLow), EloHigh: text.Known(eloHigh),
		Superiority: five.Superiority(),
	}
}

func (s *State) player(i int) PlayerSummary {
	t := s.tally.Stats(i)
	p := PlayerSummary{
		Name: s.Match.Players[i].Name, Games: t.Games, Moves: t.Usage.Moves,
		Millis:   text.Ratio(t.Usage.Time.Seconds()*1000, t.Usage.Moves),
		Nodes:    text.Ratio(float64(t.Usage.Nodes), t.Usage.Moves),
		Mobility: text.Ratio(float64(t.Mobility), t.Turns),
		Judged:   t.Judged, Crashes: t.Usage.Crashes, Forfeits: s.tally.Forfeits(i),
		Unplayed: s.unplayed[i], Reason: s.reasons[i],
	}
	for _, phase := range t.ByPhase {
		p.ByPhase = append(p.ByPhase, text.Ratio(float64(phase.Mobility), phase.Turns))
	}
	return p
}

// Line returns the current result of a match of two players, in the usual format for engines. It is ""
// before the first complete pair, and for more than two players:
//
//	Elo 104 ± 53, LOS 99.7 %, LLR 1.20 (-2.94, 2.94), Ptnml [13 1 39 3 40]
//
// Elo is the advantage of the first player, with half the width of the 95 % interval. LOS is the likelihood
// that the first player is stronger. LLR is the log-likelihood ratio of the match's test, if any, with the
// bounds at which the test ends. Ptnml counts the pairs of games in which the first player got 0, ½, 1, 1½
// and 2 points. All other figures are computed from these counts.
func (s *State) Line() string {
	if len(s.Match.Players) != 2 || s.played < 2 {
		return ""
	}
	return s.Result().Line()
}

// Line returns [State.Line] for the games of the result.
func (r *Summary) Line() string {
	if len(r.Players) != 2 || r.Played < 2 {
		return ""
	}
	var b strings.Builder
	p := r.Pairs[0]
	b.WriteString("Elo ")
	if p.Elo != nil && p.EloLow != nil && p.EloHigh != nil {
		fmt.Fprintf(&b, "%s ± %s", whole(p.Elo, 0), whole(half(p.EloLow, p.EloHigh), 0))
	} else {
		fmt.Fprintf(&b, "%s (%s to %s)", whole(p.Elo, p.Score-0.5), whole(p.EloLow, -1), whole(p.EloHigh, 1))
	}
	fmt.Fprintf(&b, ", LOS %.1f %%", 100*p.Superiority)
	if t := r.Test; t != nil {
		fmt.Fprintf(&b, ", LLR %.2f (%.2f, %.2f)", t.LLR, t.Lower, t.Upper)
	}
	fmt.Fprintf(&b, ", Ptnml %v", p.Pentanomial)
	return b.String()
}

// half returns half the distance between low and high.
func half(low, high *float64) *float64 {
	x := (*high - *low) / 2
	return &x
}

// whole formats Elo points; nil means infinite, in the direction of sign.
func whole(elo *float64, sign float64) string {
	switch {
	case elo != nil:
		return fmt.Sprintf("%.0f", math.Round(*elo)+0)
	case sign > 0:
		return "+∞"
	}
	return "-∞"
}
