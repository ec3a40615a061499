package tournament

import (
	"math"
	"time"

	"github.com/outflank/outflank/engine"
	"github.com/outflank/outflank/engine/arena"
	"github.com/outflank/outflank/engine/report"
)

// A Result is what a match reports; the JSON fields are stable.
type Result struct {
	Pairs   []Pair   `json:"pairs"`
	Ratings []Rating `json:"ratings"`
	Players []Player `json:"players"`
	Test    *Test    `json:"sprt,omitempty"`
	Settings
	Seconds float64 `json:"seconds"`

	Cross         *arena.Crosstable `json:"-"`
	Names         []string          `json:"-"`
	SPRT          *arena.SPRT       `json:"-"`
	Played, Total int               `json:"-"`
	Reasons       map[int]string    `json:"-"` // of the first forfeit of a player
	Different     map[string]bool   `json:"-"` // transcripts, up to a number that shows that they vary
}

// Settings are the settings that the report repeats.
type Settings struct {
	Protocol   string  `json:"protocol,omitempty"`
	Games      int     `json:"games_per_pair"`
	Perturb    float64 `json:"perturb"`
	Random     int     `json:"random_plies"`
	Seed       uint64  `json:"seed"`
	Openings   string  `json:"openings,omitempty"`
	Shuffle    bool    `json:"shuffle,omitempty"` // the seed orders the openings
	Ties       string  `json:"ties,omitempty"`    // of equal moves, for agents whose spec says nothing else
	Adjudicate int     `json:"adjudicate,omitempty"`
}

type Pair struct {
	A      string  `json:"a"`
	B      string  `json:"b"`
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Score  float64 `json:"score"` // (wins + draws/2) / games of a
	Low    float64 `json:"low"`   // 95 % interval of the score
	High   float64 `json:"high"`
	Discs  float64 `json:"mean_disc_difference"` // for a

	Pentanomial arena.Pentanomial `json:"pentanomial"` // pairs of games in which a got 0, ½, 1, 1½, 2 points
	Elo         *float64          `json:"elo"`         // of a over b, from the pairs; null where it is infinite or unknown
	EloLow      *float64          `json:"elo_low"`
	EloHigh     *float64          `json:"elo_high"`
	Superiority float64           `json:"superiority"` // likelihood that a is stronger
}

type Rating struct {
	Name string  `json:"name"`
	Elo  float64 `json:"elo"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// A Player is what a player did besides winning and losing.
type Player struct {
	Name     string    `json:"name"`
	Games    int       `json:"games"`
	Moves    int       `json:"moves"` // that it chose itself
	Millis   float64   `json:"ms_per_move"`
	Nodes    float64   `json:"nodes_per_move"`    // 0 for agents that do not count
	Mobility float64   `json:"mobility"`          // mean number of legal moves on its turns
	ByPhase  []float64 `json:"mobility_by_phase"` // of the plies 1–10, 11–20, …, 51 and later
	Judged   int       `json:"adjudicated"`
	Crashes  int       `json:"crashes"`
	Forfeits int       `json:"forfeits"`
	Reason   string    `json:"first_forfeit,omitempty"` // why it forfeited the first of them
}

// A Test is what the test of a match says.
type Test struct {
	arena.SPRT
	arena.Verdict
}

func NewResult(cfg Config, m *arena.Match) *Result {
	r := &Result{
		Settings: Settings{cfg.Protocol, m.Games, m.Perturb, m.Random, m.Seed, cfg.Openings, cfg.Shuffle, cfg.Ties, cfg.Adjudicate},
		Cross:    arena.NewCrosstable(len(m.Players)), Total: m.Total(), Different: map[string]bool{}, Reasons: map[int]string{},
	}
	r.SPRT, _ = cfg.test() // was checked
	for _, p := range m.Players {
		r.Names = append(r.Names, p.Name)
	}
	return r
}

// Add counts a game.
func (r *Result) Add(game arena.Result) {
	r.Cross.Add(game)
	r.Played++
	if len(r.Different) < 1000 {
		r.Different[game.Game.String()] = true
	}
	r.noteForfeit(game)
}

// Decided tells whether the test, if there is one, has accepted a hypothesis.
func (r *Result) Decided() bool {
	return r.SPRT != nil && r.Played%2 == 0 && r.SPRT.Test(r.Cross.Pentanomial(0, 1)).Accept != ""
}

// noteForfeit keeps why a player forfeited for the first time.
func (r *Result) noteForfeit(game arena.Result) {
	if game.Forfeit == nil {
		return
	}
	loser := [2]int{engine.Black: game.Black, engine.White: game.White}[game.Forfeit.Color]
	if _, before := r.Reasons[loser]; !before {
		r.Reasons[loser] = game.Forfeit.Err.Error()
	}
}

// Summarise computes pairs, ratings and players from the cross table.
func (r *Result) Summarise(took time.Duration) {
	r.Seconds = took.Seconds()
	var met []arena.Pair
	for _, p := range r.Cross.Pairs() {
		if p.Games() > 0 {
			met = append(met, p)
			r.Pairs = append(r.Pairs, r.pair(p))
		}
	}
	for _, e := range arena.Rate(met) {
		r.Ratings = append(r.Ratings, Rating{r.Names[e.Player], e.Elo, e.Low, e.High})
	}
	for i := range r.Names {
		r.Players = append(r.Players, r.player(i))
	}
	if r.SPRT != nil {
		r.Test = &Test{*r.SPRT, r.SPRT.Test(r.Cross.Pentanomial(0, 1))}
	}
}

func (r *Result) pair(p arena.Pair) Pair {
	low, high := p.Interval()
	five := r.Cross.Pentanomial(p.A, p.B)
	elo, eloLow, eloHigh := five.Elo()
	return Pair{
		A: r.Names[p.A], B: r.Names[p.B], Games: p.Games(),
		Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Score: p.Score(), Low: low, High: high,
		Discs:       float64(p.Discs) / float64(p.Games()),
		Pentanomial: five, Elo: finite(elo), EloLow: finite(eloLow), EloHigh: finite(eloHigh), Superiority: five.Superiority(),
	}
}

// finite returns nil for what JSON has no number for.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}

func (r *Result) player(i int) Player {
	s := r.Cross.Stats(i)
	p := Player{
		Name: r.Names[i], Games: s.Games, Moves: s.Usage.Moves,
		Millis: report.Ratio(s.Usage.Time.Seconds()*1000, s.Usage.Moves), Nodes: report.Ratio(float64(s.Usage.Nodes), s.Usage.Moves),
		Mobility: report.Ratio(float64(s.Mobility), s.Turns),
		Judged:   s.Judged, Crashes: s.Usage.Crashes, Forfeits: r.Cross.Forfeits(i), Reason: r.Reasons[i],
	}
	for _, phase := range s.ByPhase {
		p.ByPhase = append(p.ByPhase, report.Ratio(float64(phase.Mobility), phase.Turns))
	}
	return p
}
